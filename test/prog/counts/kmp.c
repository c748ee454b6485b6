// Knuth, Morris and Pratt with a concrete pattern finds what strstr finds, on every path.  The
// automaton of "aab" compares each byte once or twice.
// RUN: run --size 4
// EXPECT: error 0
// RUN: run --size 4 --search random-path
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <string.h>

static const char pattern[] = "aab";

static int search(const char *text, int n) {
  int fail[3] = {0}, m = 3;
  for (int i = 1, k = 0; i < m; i++) {
    while (k && pattern[i] != pattern[k]) k = fail[k - 1];
    if (pattern[i] == pattern[k]) k++;
    fail[i] = k;
  }
  for (int i = 0, k = 0; i < n; i++) {
    while (k && text[i] != pattern[k]) k = fail[k - 1];
    if (text[i] == pattern[k]) k++;
    if (k == m) return i - m + 1;
  }
  return -1;
}

int main(void) {
  char text[9];
  int n = (int)nadir_size();
  nadir_symbolic(text, n, "text");
  for (int i = 0; i < n; i++) nadir_assume(text[i] != 0);
  text[n] = 0;
  int at = search(text, n);
  const char *found = strstr(text, pattern);
  assert(at == (found ? found - text : -1));
  return 0;
}
