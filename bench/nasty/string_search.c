/* strstr, strcmp and strtol on 2,000 symbolic letters. */
#include <nadir.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  static char s[2001];
  nadir_symbolic(s, 2000, "s");
  s[2000] = 0;
  if (strstr(s, "abcabcabd")) return 1;
  if (!strcmp(s + 1000, "the quick brown fox")) return 2;
  return strtol(s, 0, 0) == 77;
}
