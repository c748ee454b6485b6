/* A least-recently-used cache of eight entries in a doubly linked list.
 *
 * call: lru_misses(int key[N] in 0..31, N)
 * small: 1:4
 * class: n
 * killer: key = [i % 9 for i in range(N)]
 */
#include <stddef.h>

#define ROOM 8

struct page {
  int key;
  struct page *previous, *next;
};

static void unlink_page(struct page *p) {
  p->previous->next = p->next;
  p->next->previous = p->previous;
}

static void link_first(struct page *list, struct page *p) {
  p->next = list->next;
  p->previous = list;
  list->next->previous = p;
  list->next = p;
}

int lru_misses(const int *key, int n) {
  struct page list = {-1, &list, &list}, pool[ROOM];
  int used = 0, misses = 0;
  for (int i = 0; i < n; i++) {
    struct page *p = list.next;
    while (p != &list && p->key != key[i]) p = p->next;
    if (p != &list) {
      unlink_page(p);
    } else {
      misses++;
      if (used < ROOM) {
        p = &pool[used++];
      } else {
        p = list.previous;
        unlink_page(p);
      }
      p->key = key[i];
    }
    link_first(&list, p);
  }
  return misses;
}
