/* Removes what occurs twice from a linked list, without sorting it.
 *
 * call: unique_values(int v[N], N)
 * class: n^2
 * killer: v = list(range(N))
 */
#include <stdlib.h>

struct cell {
  int value;
  struct cell *next;
};

int unique_values(const int *v, int n) {
  struct cell *head = NULL;
  for (int i = n; i-- > 0;) {
    struct cell *c = malloc(sizeof *c);
    c->value = v[i];
    c->next = head;
    head = c;
  }
  int count = 0;
  for (struct cell *c = head; c; c = c->next) {
    count++;
    for (struct cell **at = &c->next; *at;) {
      if ((*at)->value == c->value) {
        struct cell *gone = *at;
        *at = gone->next;
        free(gone);
      } else {
        at = &(*at)->next;
      }
    }
  }
  return count;
}
