/* A table of 64 lists whose places are a hash of symbols: all that collide are searched. */
#include <nadir.h>
#include <stdlib.h>
struct item { unsigned key; struct item *next; };
static struct item *lists[64];
int main(void) {
  unsigned v[100];
  nadir_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 100; i++) {
    unsigned h = v[i] * 2654435761u >> 26;
    struct item *e = lists[h];
    while (e && e->key != v[i]) e = e->next;
    if (e) continue;
    e = malloc(sizeof *e);
    *e = (struct item){v[i], lists[h]};
    lists[h] = e;
  }
  return 0;
}
