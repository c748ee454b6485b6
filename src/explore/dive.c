/* dive.c — depth first for a while, below a leaf that another order picks.
 *
 * Going to another place of the tree at each decision costs more than the decision itself: solver
 * and memory are warm where the last one was, and what is left behind everywhere has to be kept.
 * So the other order says where to begin, and from there it is depth first for a number of steps.
 * Nobody knows which number is right: errors behind loops want few steps, errors deep in a parser
 * want many.  So the numbers are those of Luby's sequence, in which all lengths get the same share
 * of the steps.  They grow with the number of leaves, so that a large tree is finished in parts.
 * The first dive goes on as long as paths keep ending: most trees are small, and then depth first
 * is all that is needed.
 * After: Luby, Sinclair, Zuckerman, "Optimal speedup of Las Vegas algorithms", IPL 1993.
 */
#include "explore/dive.h"

#include "explore/searcher.h"

/* Steps of the shortest dive, and leaves for one step more.  Measured with a dozen small programs
 * with an error behind loops (which want short dives), and with the programs of bench/vm, explored
 * whole (which want long ones): with 4 and 64 as many errors are found as by random paths and by
 * depth first together, and whole trees take 1.2 to 1.7 times as long as depth first, not 3 to 8. */
enum { SHORTEST = 4, LEAVES_PER_STEP = 64 };

typedef struct Dive {
  Searcher base;
  LeafVec
      stack; /* borrowed; leaves below the one that was picked, which goes next last; NULL: it is gone */
  U32Vec place; /* by slot: where in the stack a leaf is, + 1; 0: nowhere */
  u64 n_left;   /* steps of this dive */
  u64 n_dives, n_steps;
  u32 n_leaves;
} Dive;

static void dive_init(Searcher *s, const SearchOrder *how) {
  (void)how;
  searcher_part(s, &(SearchOrder){&new_side_first_ops});
}

static u32 place_of(const Dive *d, const Leaf *leaf) {
  return leaf->slot < d->place.n ? d->place.at[leaf->slot] : 0;
}

static void push(Dive *d, Leaf *leaf) {
  vec_push(&d->stack, leaf);
  if (leaf->slot >= d->place.n) vec_resize(&d->place, leaf->slot + 1);
  d->place.at[leaf->slot] = d->stack.n;
}

/* The last is always one that is there. */
static void pop(Dive *d) {
  Leaf *last = vec_pop(&d->stack);
  d->place.at[last->slot] = 0;
  while (d->stack.n && !vec_last(&d->stack)) d->stack.n--;
}

static void clear(Dive *d) {
  while (d->stack.n) pop(d);
}

static void dive_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n) {
  Dive *d = (Dive *)s;
  parts_add(s, from, leaves, n);
  d->n_leaves += n;
  /* The start of the program, or where other processes left off: the first dive goes below all of them. */
  if (!d->n_dives && !from)
    for (u32 i = n; i > 0; i--) push(d, leaves[i - 1]);
  if (!from || !d->stack.n || vec_last(&d->stack) != from) return;
  pop(d);
  for (u32 i = n; i > 0; i--) push(d, leaves[i - 1]);
  push(d, from);
}

static void dive_drop(Searcher *s, Leaf *leaf) {
  Dive *d = (Dive *)s;
  u32 at = place_of(d, leaf);
  if (at == d->stack.n && at) {
    pop(d);
  } else if (
      at) { /* what is above it stays where it is, or ending a run would take the square of its leaves */
    d->stack.at[at - 1] = NULL;
    d->place.at[leaf->slot] = 0;
  }
  d->n_leaves--;
  if (d->n_dives == 1 && d->n_steps < DIVE_FIRST) d->n_left = DIVE_PATIENCE;
  parts_drop(s, leaf);
}

static void dive_rotate(Searcher *s, Leaf *leaf) {
  clear((Dive *)s);
  parts_rotate(s, leaf);
}

/* The n-th number, from 1, of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …: the row so far twice, and then the
 * next power of two. */
static u64 luby(u64 n) {
  for (;;) {
    u64 top = 1;
    while (2 * top <= n) top *= 2;
    if (n == 2 * top - 1) return top;
    n -= top - 1;
  }
}

static Leaf *dive_pick(Searcher *s) {
  Dive *d = (Dive *)s;
  if (!d->n_dives) {
    d->n_dives = 1;
    d->n_left = DIVE_PATIENCE;
  }
  if (!d->stack.n || !d->n_left) {
    Leaf *first = searcher_pick(s->parts[0]);
    clear(d);
    if (!first) return NULL;
    push(d, first);
    d->n_left = SHORTEST * luby(d->n_dives) + d->n_leaves / LEAVES_PER_STEP;
    d->n_dives++;
  }
  d->n_left--;
  d->n_steps++;
  return vec_last(&d->stack);
}

/* What is about to be finished last. */
static void dive_list(Searcher *s, LeafVec *ret) {
  Dive *d = (Dive *)s;
  u32 first = ret->n, kept = first;
  searcher_list(s->parts[0], ret);
  for (u32 i = first; i < ret->n; i++)
    if (!place_of(d, ret->at[i])) ret->at[kept++] = ret->at[i];
  ret->n = kept;
  for (u32 i = 0; i < d->stack.n; i++)
    if (d->stack.at[i]) vec_push(ret, d->stack.at[i]);
}

static void dive_done(Searcher *s) {
  Dive *d = (Dive *)s;
  vec_free(&d->stack);
  vec_free(&d->place);
}

const SearcherOps dive_ops = {.size = sizeof(Dive),
                              .init = dive_init,
                              .add = dive_add,
                              .drop = dive_drop,
                              .rotate = dive_rotate,
                              .pick = dive_pick,
                              .list = dive_list,
                              .done = dive_done};
