/* Formats as printf does, with widths of at most 255: %255d is six letters that write 255.
 *
 * call: format_all(char s[N] string)
 * small: 1:4
 * class: n
 * values: s b'%25d '
 * killer: s = (b'%255d' * N)[:N // 5 * 5] + b'a' * (N % 5)
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { WIDEST = 255 };

struct out {
  char *at;
  size_t n, room;
};

static void put(struct out *o, char c) {
  if (o->n == o->room) o->at = realloc(o->at, o->room = o->room ? 2 * o->room : 32);
  o->at[o->n++] = c;
}

static void put_padded(struct out *o, const char *text, int width, char pad) {
  for (int i = (int)strlen(text); i < width; i++) put(o, pad);
  while (*text) put(o, *text++);
}

int format_all(const char *s) {
  struct out o = {0};
  for (; *s; s++) {
    if (*s != '%') {
      put(&o, *s);
      continue;
    }
    int width = 0;
    char pad = s[1] == '0' ? '0' : ' ';
    for (s++; isdigit((unsigned char)*s); s++) width = width * 10 + (*s - '0');
    if (width > WIDEST) break;
    if (*s == 'd')
      put_padded(&o, "1234", width, pad);
    else if (*s == 's')
      put_padded(&o, "text", width, ' ');
    else if (*s == '%')
      put(&o, '%');
    else
      break;
  }
  free(o.at);
  return (int)o.n;
}
