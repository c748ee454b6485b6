/* queue.h — leaves in a row, linked by their slots: both ends and any removal in O(1). */
#pragma once

#include "explore/leaf.h"

typedef struct QueueLink {
  Leaf *leaf;       /* borrowed */
  u32 before, next; /* slots + 1 of its neighbours; 0: none */
} QueueLink;

typedef struct Queue {
  VEC(QueueLink) links; /* by slot */
  u32 first, last;      /* slots + 1; 0: empty */
} Queue;

void queue_push_first(Queue *q, Leaf *leaf);
void queue_push_last(Queue *q, Leaf *leaf);
void queue_remove(Queue *q, Leaf *leaf);
void queue_drop(Queue *q, Leaf *leaf);              /* removes it if it is there */
Leaf *queue_first(const Queue *q);                  /* NULL when empty */
void queue_list_back(const Queue *q, LeafVec *ret); /* appended from the last to the first */
void queue_done(Queue *q);
