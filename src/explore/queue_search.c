/* queue_search.c — depth first and breadth first: leaves in a row, of which the first is run.
 *
 * Depth first, a state runs to its end before the sides it left behind, newest first.  Breadth first, all
 * leaves with n forks behind them run before any with n + 1, except that a leaf that runs for long
 * without forking lets others go first.
 */
#include "explore/queue.h"
#include "explore/searcher.h"

typedef struct QueueSearch {
  Searcher base;
  Queue queue;
} QueueSearch;

/* The state that forked stays in front: its solver and its memory are warm. */
static void dfs_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n) {
  Queue *q = &((QueueSearch *)s)->queue;
  if (from) queue_remove(q, from);
  for (u32 i = n; i > 0; i--) queue_push_first(q, leaves[i - 1]);
  if (from) queue_push_first(q, from);
}

/* A loop without an end must not keep the others waiting. */
static void bfs_rotate(Searcher *s, Leaf *leaf) {
  Queue *q = &((QueueSearch *)s)->queue;
  queue_remove(q, leaf);
  queue_push_last(q, leaf);
}

/* The side that the state itself took is one fork deeper, too. */
static void bfs_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n) {
  if (from) bfs_rotate(s, from);
  for (u32 i = 0; i < n; i++) queue_push_last(&((QueueSearch *)s)->queue, leaves[i]);
}

static void drop(Searcher *s, Leaf *leaf) { queue_remove(&((QueueSearch *)s)->queue, leaf); }

static Leaf *pick(Searcher *s) { return queue_first(&((QueueSearch *)s)->queue); }

static void list(Searcher *s, LeafVec *ret) { queue_list_back(&((QueueSearch *)s)->queue, ret); }

static void done(Searcher *s) { queue_done(&((QueueSearch *)s)->queue); }

const SearcherOps dfs_ops = {.size = sizeof(QueueSearch),
                             .add = dfs_add,
                             .drop = drop,
                             .pick = pick,
                             .list = list,
                             .done = done};

const SearcherOps bfs_ops = {.size = sizeof(QueueSearch),
                             .add = bfs_add,
                             .drop = drop,
                             .rotate = bfs_rotate,
                             .pick = pick,
                             .list = list,
                             .done = done};
