/* From infix to postfix with a stack of operators.
 *
 * call: postfix(char s[N] string, N)
 * class: n
 * small: 1:5
 * values: s b'1+*()^ x'
 * killer: s = b'(1^' * N
 */
#include <ctype.h>
#include <stdlib.h>

static int rank(char c) {
  switch (c) {
  case '+':
  case '-':
    return 1;
  case '*':
  case '/':
    return 2;
  case '^':
    return 3;
  default:
    return 0;
  }
}

int postfix(const char *s, int n) {
  char *stack = malloc(n), *out = malloc(n);
  int depth = 0, written = 0, result = -1;
  for (int i = 0; i < n; i++) {
    char c = s[i];
    if (isspace((unsigned char)c)) continue;
    if (isalnum((unsigned char)c)) {
      out[written++] = c;
    } else if (c == '(') {
      stack[depth++] = c;
    } else if (c == ')') {
      while (depth && stack[depth - 1] != '(') out[written++] = stack[--depth];
      if (!depth) goto end;
      depth--;
    } else if (rank(c)) {
      while (depth &&
             (rank(stack[depth - 1]) > rank(c) || (rank(stack[depth - 1]) == rank(c) && c != '^')))
        out[written++] = stack[--depth];
      stack[depth++] = c;
    } else {
      goto end;
    }
  }
  while (depth) out[written++] = stack[--depth];
  result = written;
end:
  free(stack);
  free(out);
  return result;
}
