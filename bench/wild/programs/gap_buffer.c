/* A text in an editor: the gap moves to the cursor, and doubles when it is used up.
 *
 * call: type_at(int cursor[N] in 0..N-1, N)
 * small: 1:5
 * class: n^2
 * killer: cursor = [0 if i % 2 else i for i in range(N)]
 */
#include <stdlib.h>

struct gap {
  char *text;
  int from, to, room; /* the gap is between from and to */
};

static void move_gap(struct gap *g, int at) {
  while (g->from > at) g->text[--g->to] = g->text[--g->from];
  while (g->from < at) g->text[g->from++] = g->text[g->to++];
}

static void widen(struct gap *g) {
  int room = g->room * 2, behind = g->room - g->to;
  char *fresh = malloc(room);
  for (int i = 0; i < g->from; i++) fresh[i] = g->text[i];
  for (int i = 0; i < behind; i++) fresh[room - behind + i] = g->text[g->to + i];
  free(g->text);
  g->text = fresh;
  g->to = room - behind;
  g->room = room;
}

int type_at(const int *cursor, int n) {
  struct gap g = {malloc(8), 0, 8, 8};
  for (int i = 0; i < n; i++) {
    int length = g.room - (g.to - g.from);
    move_gap(&g, cursor[i] < length ? cursor[i] : length);
    if (g.from == g.to) widen(&g);
    g.text[g.from++] = 'x';
  }
  int length = g.room - (g.to - g.from);
  free(g.text);
  return length;
}
