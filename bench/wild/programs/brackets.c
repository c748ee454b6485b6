/* Are brackets balanced?  With a stack.
 *
 * call: balanced(char s[N] string)
 * small: 1:5
 * class: n
 * values: s b'([{<)]}>a'
 * killer: s = b'[' * (N // 2) + b']' * (N - N // 2)
 */
#include <stdlib.h>
#include <string.h>

int balanced(const char *s) {
  static const char opens[] = "([{<", closes[] = ")]}>";
  char *stack = malloc(strlen(s) + 1);
  int depth = 0;
  for (; *s; s++) {
    const char *p;
    if ((p = strchr(opens, *s))) {
      stack[depth++] = closes[p - opens];
    } else if (strchr(closes, *s)) {
      if (!depth || stack[--depth] != *s) {
        depth = -1;
        break;
      }
    }
  }
  free(stack);
  return depth == 0;
}
