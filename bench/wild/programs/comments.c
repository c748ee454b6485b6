/* Takes comments out of C, as a machine of states.
 *
 * call: strip(char s[N] string)
 * small: 1:5
 * class: n
 * values: s b'a/*"\n'
 * killer: s = b'/' * 0 + b'/a' * (N // 2) + b'a' * (N % 2)
 */
#include <string.h>

int strip(char *s) {
  enum { CODE, SLASH, BLOCK, STAR, LINE, TEXT } state = CODE;
  char *out = s, *begin = s;
  for (char c; (c = *s); s++) {
    switch (state) {
    case CODE:
      if (c == '/')
        state = SLASH;
      else {
        if (c == '"') state = TEXT;
        *out++ = c;
      }
      break;
    case SLASH:
      if (c == '*')
        state = BLOCK;
      else if (c == '/')
        state = LINE;
      else {
        *out++ = '/';
        *out++ = c;
        state = c == '"' ? TEXT : CODE;
      }
      break;
    case BLOCK:
      if (c == '*') state = STAR;
      break;
    case STAR:
      state = c == '/' ? CODE : c == '*' ? STAR : BLOCK;
      break;
    case LINE:
      if (c == '\n') {
        *out++ = c;
        state = CODE;
      }
      break;
    case TEXT:
      *out++ = c;
      if (c == '"') state = CODE;
      break;
    }
  }
  *out = 0;
  return (int)(out - begin);
}
