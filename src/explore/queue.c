/* queue.c — leaves in a row: a doubly linked list whose links lie in an array by slot. */
#include "explore/queue.h"

static QueueLink *link_at(Queue *q, u32 slot_plus_1) {
  assert(slot_plus_1 > 0 && slot_plus_1 <= q->links.n);
  return &q->links.at[slot_plus_1 - 1];
}

/* Puts the leaf between two neighbours; 0 is the end on that side. */
static void link_between(Queue *q, Leaf *leaf, u32 before, u32 next) {
  if (leaf->slot >= q->links.n) vec_resize(&q->links, leaf->slot + 1);
  u32 here = leaf->slot + 1;
  assert(!q->links.at[leaf->slot].leaf && !q->first == !q->last);
  assert((before ? link_at(q, before)->next : q->first) == next);
  assert((next ? link_at(q, next)->before : q->last) == before);
  q->links.at[leaf->slot] = (QueueLink){leaf, before, next};
  *(before ? &link_at(q, before)->next : &q->first) = here;
  *(next ? &link_at(q, next)->before : &q->last) = here;
}

void queue_push_first(Queue *q, Leaf *leaf) { link_between(q, leaf, 0, q->first); }

void queue_push_last(Queue *q, Leaf *leaf) { link_between(q, leaf, q->last, 0); }

void queue_remove(Queue *q, Leaf *leaf) {
  QueueLink at = q->links.at[leaf->slot];
  assert(at.leaf == leaf && q->first && q->last);
  assert((at.before ? link_at(q, at.before)->next : q->first) == leaf->slot + 1);
  assert((at.next ? link_at(q, at.next)->before : q->last) == leaf->slot + 1);
  *(at.before ? &link_at(q, at.before)->next : &q->first) = at.next;
  *(at.next ? &link_at(q, at.next)->before : &q->last) = at.before;
  q->links.at[leaf->slot] = (QueueLink){0};
}

void queue_drop(Queue *q, Leaf *leaf) {
  bool is_in = leaf->slot < q->links.n && q->links.at[leaf->slot].leaf == leaf;
  if (is_in) queue_remove(q, leaf);
}

Leaf *queue_first(const Queue *q) { return q->first ? q->links.at[q->first - 1].leaf : NULL; }

void queue_list_back(const Queue *q, LeafVec *ret) {
  for (u32 at = q->last; at; at = q->links.at[at - 1].before)
    vec_push(ret, q->links.at[at - 1].leaf);
}

void queue_done(Queue *q) { vec_free(&q->links); }
