/* Escapes text into a buffer that grows by half when it is full, byte by byte.
 *
 * call: escape(char s[N], N)
 * small: 1:3
 * large: 100
 * class: n
 * values: s b'<"a'
 * killer: s = b'<' * N
 */
#include <stdlib.h>

typedef struct Buffer {
  char *at;
  int n, room;
} Buffer;

static void put(Buffer *b, char c) {
  if (b->n == b->room) {
    int room = b->room + b->room / 2;
    char *more = malloc(room);
    for (int i = 0; i < b->n; i++) more[i] = b->at[i];
    free(b->at);
    b->at = more;
    b->room = room;
  }
  b->at[b->n++] = c;
}

int escape(const char *s, int n) {
  Buffer b = {malloc(8), 0, 8};
  for (int i = 0; i < n; i++) {
    const char *word = s[i] == '<' ? "&lt;" : s[i] == '"' ? "\\\"" : NULL;
    if (!word) put(&b, s[i]);
    for (; word && *word; word++) put(&b, *word);
  }
  free(b.at);
  return b.n;
}
