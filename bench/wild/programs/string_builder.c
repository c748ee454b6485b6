/* Quotes a string for a shell into a buffer that doubles; every quote becomes four letters.
 *
 * call: shell_quote(char s[N] string)
 * small: 1:8
 * class: n
 * values: s b"a'"
 * killer: s = b"'" * N
 */
#include <stdlib.h>
#include <string.h>

struct text {
  char *at;
  size_t n, room;
};

static void reserve(struct text *t, size_t more) {
  if (t->n + more <= t->room) return;
  size_t room = t->room ? t->room : 16;
  while (room < t->n + more) room *= 2;
  char *fresh = malloc(room);
  if (t->at) memcpy(fresh, t->at, t->n);
  free(t->at);
  t->at = fresh;
  t->room = room;
}

static void put(struct text *t, const char *s, size_t n) {
  reserve(t, n);
  memcpy(t->at + t->n, s, n);
  t->n += n;
}

int shell_quote(const char *s) {
  struct text t = {0};
  put(&t, "'", 1);
  for (; *s; s++)
    if (*s == '\'')
      put(&t, "'\\''", 4);
    else
      put(&t, s, 1);
  put(&t, "'", 2);
  int length = (int)strlen(t.at);
  free(t.at);
  return length;
}
