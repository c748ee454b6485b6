/* dfs.c — depth first: a state runs to its end before the sides it left behind, newest first. */
#include "explore/queue.h"
#include "explore/searcher.h"

typedef struct Dfs {
  Searcher base;
  Queue stack; /* the first is on top */
} Dfs;

/* The state that forked stays on top: its solver and its memory are warm. */
static void dfs_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n) {
  Queue *q = &((Dfs *)s)->stack;
  if (from) queue_remove(q, from);
  for (u32 i = n; i > 0; i--) queue_push_first(q, leaves[i - 1]);
  if (from) queue_push_first(q, from);
}

static void dfs_drop(Searcher *s, Leaf *leaf) { queue_remove(&((Dfs *)s)->stack, leaf); }

static Leaf *dfs_pick(Searcher *s) { return queue_first(&((Dfs *)s)->stack); }

static void dfs_list(Searcher *s, LeafVec *ret) { queue_list_back(&((Dfs *)s)->stack, ret); }

static void dfs_done(Searcher *s) { queue_done(&((Dfs *)s)->stack); }

const SearcherOps dfs_ops = {.size = sizeof(Dfs),
                             .add = dfs_add,
                             .drop = dfs_drop,
                             .pick = dfs_pick,
                             .list = dfs_list,
                             .done = dfs_done};
