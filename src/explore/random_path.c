/* random_path.c — from the root of the execution tree, takes a random side at each fork.
 *
 * A leaf with d forks above it is picked with probability 2^-d (with two sides each), so a loop
 * that forks a leaf in every round does not drown the rest of the tree.
 * After: Cadar, Dunbar, Engler, "KLEE", OSDI 2008, sec. 3.4.
 * Differs: a fork into n sides is one node with n kids, not a chain of n - 1; forks with one side
 * left are removed, which changes no probability.
 */
#include "explore/searcher.h"
#include "explore/tree.h"

typedef struct RandomPath {
  Searcher base;
  Tree tree;
} RandomPath;

static void random_path_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n) {
  tree_add(&((RandomPath *)s)->tree, from, leaves, n);
}

static void random_path_drop(Searcher *s, Leaf *leaf) {
  tree_remove(&((RandomPath *)s)->tree, leaf);
}

static Leaf *random_path_pick(Searcher *s) { return tree_walk(&((RandomPath *)s)->tree, &s->rng); }

static void random_path_list(Searcher *s, LeafVec *ret) {
  tree_list(&((RandomPath *)s)->tree, ret);
}

static void random_path_done(Searcher *s) { tree_done(&((RandomPath *)s)->tree); }

const SearcherOps random_path_ops = {.size = sizeof(RandomPath),
                                     .add = random_path_add,
                                     .drop = random_path_drop,
                                     .pick = random_path_pick,
                                     .list = random_path_list,
                                     .done = random_path_done};
