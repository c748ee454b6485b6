/* palindrome.c — paths: is a text of N bytes the same from behind? */
#include <nadir.h>

static int is_palindrome(const char *s, int n) {
  for (int i = 0, k = n - 1; i < k; i++, k--)
    if (s[i] != s[k]) return 0;
  return 1;
}

int main(void) {
  static char s[N];
  nadir_symbolic(s, sizeof s, "s");
  return is_palindrome(s, N);
}
