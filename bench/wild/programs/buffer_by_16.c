/* Removes comments into a buffer that grows by 16 bytes at a time, copying all of it.
 *
 * call: strip_comments(char s[N] string)
 * small: 1:6
 * class: n^2
 * values: s b'a#\n'
 * killer: s = b'a' * N
 */
#include <stdlib.h>

struct buffer {
  char *at;
  int used, room;
};

static void add(struct buffer *b, char c) {
  if (b->used == b->room) {
    char *fresh = malloc(b->room + 16);
    for (int i = 0; i < b->used; i++) fresh[i] = b->at[i];
    free(b->at);
    b->at = fresh;
    b->room += 16;
  }
  b->at[b->used++] = c;
}

int strip_comments(const char *s) {
  struct buffer b = {0};
  while (*s) {
    if (*s == '#') {
      while (*s && *s != '\n') s++;
      continue;
    }
    add(&b, *s++);
  }
  free(b.at);
  return b.used;
}
