/* Splits a text into tokens and copies each; measures the text again at every step.
 *
 * call: tokens(char s[N] string)
 * small: 1:6
 * class: n^2
 * values: s b'a1 +'
 * killer: s = b'+' * N
 */
#include <stdlib.h>

static int length(const char *s) {
  int n = 0;
  while (s[n]) n++;
  return n;
}

static int kind(char c) {
  if (c == ' ' || c == '\t') return 0;
  if (c >= '0' && c <= '9') return 1;
  if (c >= 'a' && c <= 'z') return 2;
  return 3;
}

int tokens(const char *s) {
  int count = 0, i = 0;
  while (i < length(s)) {
    int k = kind(s[i]), begin = i++;
    if (k == 1 || k == 2)
      while (i < length(s) && kind(s[i]) == k) i++;
    if (k) {
      char *copy = malloc(i - begin + 1);
      for (int j = begin; j < i; j++) copy[j - begin] = s[j];
      copy[i - begin] = 0;
      free(copy);
      count++;
    }
  }
  return count;
}
