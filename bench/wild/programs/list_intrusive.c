/* Timers in an intrusive list kept in order, with container_of.
 *
 * call: schedule(long when[N], N)
 * class: n^2
 * killer: when = list(range(N))
 */
#include <stddef.h>
#include <stdlib.h>

struct list {
  struct list *next, *prev;
};

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

struct timer {
  int id;
  long when;
  struct list link;
};

static void add_before(struct list *at, struct list *one) {
  one->prev = at->prev;
  one->next = at;
  at->prev->next = one;
  at->prev = one;
}

void schedule(const long *when, int n) {
  struct list queue = {&queue, &queue};
  struct timer *timers = calloc(n, sizeof *timers);
  for (int i = 0; i < n; i++) {
    struct list *at = queue.next;
    timers[i].id = i;
    timers[i].when = when[i];
    while (at != &queue && container_of(at, struct timer, link)->when <= when[i]) at = at->next;
    add_before(at, &timers[i].link);
  }
  free(timers);
}
