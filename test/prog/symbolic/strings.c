// The string functions on symbolic bytes: what they find is there, what they do not is not.
// RUN: run --size 3
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <string.h>

int main(void) {
  char s[8], t[8];
  size_t n = nadir_size();
  nadir_symbolic(s, n, "s");
  s[n] = 0;
  size_t length = strlen(s);
  assert(length <= n && !s[length]);
  const char *comma = strchr(s, ',');
  if (comma) assert(*comma == ',' && (comma == s || s[0] != ','));
  else assert(s[0] != ',' && strcspn(s, ",") == length);
  strcpy(t, s);
  assert(!strcmp(s, t) && !memcmp(s, t, length + 1));
  return 0;
}
