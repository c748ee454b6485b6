/* A list of 50,000 items, of which a symbol frees some. */
#include <nadir.h>
#include <stdlib.h>
struct item { struct item *next; unsigned n; };
int main(void) {
  struct item *first = 0;
  unsigned x, s = 0;
  nadir_symbolic(&x, sizeof x, "x");
  for (unsigned i = 0; i < 50000; i++) {
    struct item *e = malloc(sizeof *e);
    *e = (struct item){first, i};
    first = e;
  }
  for (struct item *e = first; e; e = e->next) {
    if (e->n == x % 50000) free(e);
    s += e->n;
  }
  return (int)s;
}
