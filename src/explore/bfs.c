/* bfs.c — breadth first: all leaves with n forks behind them run before any with n + 1, except
 * that a leaf that runs for long without forking lets others go first. */
#include "explore/queue.h"
#include "explore/searcher.h"

typedef struct Bfs {
  Searcher base;
  Queue queue;
} Bfs;

/* The side that the state itself took is one fork deeper, too. */
static void bfs_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n) {
  Queue *q = &((Bfs *)s)->queue;
  if (from) {
    queue_remove(q, from);
    queue_push_last(q, from);
  }
  for (u32 i = 0; i < n; i++) queue_push_last(q, leaves[i]);
}

static void bfs_drop(Searcher *s, Leaf *leaf) { queue_remove(&((Bfs *)s)->queue, leaf); }

/* A loop without an end must not keep the others waiting. */
static void bfs_rotate(Searcher *s, Leaf *leaf) {
  Queue *q = &((Bfs *)s)->queue;
  queue_remove(q, leaf);
  queue_push_last(q, leaf);
}

static Leaf *bfs_pick(Searcher *s) { return queue_first(&((Bfs *)s)->queue); }

static void bfs_list(Searcher *s, LeafVec *ret) { queue_list_back(&((Bfs *)s)->queue, ret); }

static void bfs_done(Searcher *s) { queue_done(&((Bfs *)s)->queue); }

const SearcherOps bfs_ops = {.size = sizeof(Bfs),
                             .add = bfs_add,
                             .drop = bfs_drop,
                             .rotate = bfs_rotate,
                             .pick = bfs_pick,
                             .list = bfs_list,
                             .done = bfs_done};
