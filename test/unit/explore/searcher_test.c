/* searcher_test.c — searchers over leaves that have no state, or one that only says where it is. */
#include "unit/unit.h"

#include "explore/dive.h"
#include "explore/search_order.h"
#include "explore/tree.h"
#include "unit/explore/chances.h"
#include "unit/vm/machine.h"
#include "vm/exec/cover.h"

/* Orders that are made of others; all others are rows of the table. */
static const char *const combined[] = {
    "interleave(random-path,dfs)",
    "interleave(bfs,depth,instrcount)",
    "batch(random-state)",
    "batch(interleave(bfs,batch(depth,1)),7)",
    "adapt(random-path,bfs,batch(dfs))",
    "shaped(adapt(random-path,bfs))",
};

static u32 n_orders(void) { return n_searcher_rows + ARRAY_LEN(combined); }

static Searcher *order_new(u32 k, u64 seed) {
  SearchOrder how;
  bool is_row = k < n_searcher_rows;
  const char *text = is_row ? searcher_rows[k].name : combined[k - n_searcher_rows];
  assert_int_equal(search_order_parse(text, &how), OK);
  Searcher *s = searcher_new(&how, NULL, NULL, seed);
  search_order_done(&how);
  return s;
}

static Searcher *plain_new(const SearcherOps *ops, u64 seed) {
  return searcher_new(&(SearchOrder){ops}, NULL, NULL, seed);
}

enum { MAX_LEAVES = 200 + DIVE_PATIENCE };

/* The leaves that a searcher should know, in a plain set. */
typedef struct Pool {
  Leaf leaves[MAX_LEAVES];
  bool is_in[MAX_LEAVES];
  u32 n;
} Pool;

static Leaf *pool_add(Pool *p) {
  for (u32 slot = 0; slot < MAX_LEAVES; slot++) {
    if (p->is_in[slot]) continue;
    p->is_in[slot] = true;
    p->leaves[slot].slot = slot;
    p->n++;
    return &p->leaves[slot];
  }
  fail_msg("too many leaves");
  return NULL;
}

static void pool_remove(Pool *p, Leaf *leaf) {
  p->is_in[leaf->slot] = false;
  p->n--;
}

static Leaf *begin(Pool *p, Searcher *s) {
  Leaf *first = pool_add(p);
  searcher_add(s, NULL, &first, 1);
  return first;
}

/* Forks a leaf into itself and n others. */
static void split(Pool *p, Searcher *s, Leaf *from, u32 n, Leaf **ret) {
  for (u32 i = 0; i < n; i++) ret[i] = pool_add(p);
  searcher_add(s, from, ret, n);
}

static void check_list(const Pool *p, Searcher *s) {
  bool seen[MAX_LEAVES] = {0};
  LeafVec all = {0};
  searcher_list(s, &all);
  assert_int_equal(all.n, p->n);
  for (u32 i = 0; i < all.n; i++) {
    u32 slot = all.at[i]->slot;
    assert_true(p->is_in[slot] && !seen[slot]);
    seen[slot] = true;
  }
  vec_free(&all);
}

/* Random forks and ends: what is picked and listed is what there is, until nothing is left. */
static void walk(u32 order, u64 seed) {
  Pool *p = NEW(Pool);
  Searcher *s = order_new(order, seed);
  Rng rng = {seed};
  Leaf *kids[3];
  begin(p, s);
  for (u32 step = 0; p->n; step++) {
    Leaf *leaf = searcher_pick(s);
    assert_non_null(leaf);
    assert_true(p->is_in[leaf->slot]);
    if (p->n + 3 < MAX_LEAVES && step < 500 && rng_chance(&rng, 2)) {
      split(p, s, leaf, 1 + (u32)rng_below(&rng, 3), kids);
      searcher_ran(s, leaf, rng_below(&rng, 5));
    } else {
      searcher_drop(s, leaf);
      pool_remove(p, leaf);
    }
    check_list(p, s);
  }
  assert_null(searcher_pick(s));
  searcher_free(s);
  mem_free(p);
}

static void test_walks(void **state) {
  (void)state;
  for (u32 k = 0; k < n_orders(); k++)
    for (u64 seed = 1; seed <= 20; seed++) walk(k, seed);
}

static void test_dropped_unpicked(void **state) {
  (void)state;
  for (u32 k = 0; k < n_orders(); k++) {
    Pool *p = NEW(Pool);
    Searcher *s = order_new(k, 1);
    Leaf *first = begin(p, s), *kids[3];
    split(p, s, first, 3, kids);
    searcher_drop(s, kids[1]);
    pool_remove(p, kids[1]);
    check_list(p, s);
    searcher_drop(s, first);
    pool_remove(p, first);
    check_list(p, s);
    searcher_free(s); /* with leaves inside */
    mem_free(p);
  }
}

static void test_dfs(void **state) {
  (void)state;
  Pool *p = NEW(Pool);
  Searcher *s = plain_new(&dfs_ops, 1);
  Leaf *first = begin(p, s), *a[2], *b[1];
  split(p, s, first, 2, a);
  assert_ptr_equal(searcher_pick(s), first);
  split(p, s, first, 1, b);
  searcher_drop(s, first);
  assert_ptr_equal(searcher_pick(s), b[0]); /* the newest fork first */
  searcher_drop(s, b[0]);
  assert_ptr_equal(searcher_pick(s), a[0]);
  searcher_drop(s, a[0]);
  assert_ptr_equal(searcher_pick(s), a[1]);
  searcher_free(s);
  mem_free(p);
}

static void test_bfs(void **state) {
  (void)state;
  Pool *p = NEW(Pool);
  Searcher *s = plain_new(&bfs_ops, 1);
  Leaf *first = begin(p, s), *a[2], *b[1];
  split(p, s, first, 2, a);
  split(p, s, first, 1, b); /* first and b have two forks behind them, a one */
  assert_ptr_equal(searcher_pick(s), a[0]);
  searcher_drop(s, a[0]);
  assert_ptr_equal(searcher_pick(s), a[1]);
  searcher_drop(s, a[1]);
  assert_ptr_equal(searcher_pick(s), first);
  searcher_drop(s, first);
  assert_ptr_equal(searcher_pick(s), b[0]);
  searcher_free(s);
  mem_free(p);
}

/* Who ran for long is picked after the others, where the order allows it. */
static void test_rotate(void **state) {
  (void)state;
  for (u32 k = 0; k < n_orders(); k++) {
    Pool *p = NEW(Pool);
    Searcher *s = order_new(k, 1);
    Leaf *first = begin(p, s), *a[2];
    split(p, s, first, 2, a);
    Leaf *picked = searcher_pick(s);
    searcher_rotate(s, picked);
    check_list(p, s);
    if (s->ops == &dfs_ops) assert_ptr_equal(searcher_pick(s), picked);
    if (s->ops == &bfs_ops) assert_ptr_not_equal(searcher_pick(s), picked);
    searcher_free(s);
    mem_free(p);
  }
}

/* A chain of forks: the k-th side left behind is picked with probability 2^-k on random paths, and
 * like any other by random. */
static void test_chances(void **state) {
  (void)state;
  enum { DEPTH = 4, PICKS = 32000 };
  for (u32 by_path = 0; by_path < 2; by_path++) {
    Pool *p = NEW(Pool);
    Searcher *s = plain_new(by_path ? &random_path_ops : &random_state_ops, 7);
    Leaf *first = begin(p, s), *side[DEPTH];
    for (u32 k = 0; k < DEPTH; k++) split(p, s, first, 1, &side[k]);
    u32 n_picked[MAX_LEAVES] = {0};
    for (u32 i = 0; i < PICKS; i++) n_picked[searcher_pick(s)->slot]++;
    for (u32 k = 0; k < DEPTH; k++) {
      u32 expected = by_path ? PICKS >> (k + 1) : PICKS / (DEPTH + 1);
      u32 n = n_picked[side[k]->slot];
      assert_in_range(n, expected - expected / 10, expected + expected / 10);
    }
    searcher_free(s);
    mem_free(p);
  }
}

/* Sides of one fork are equally likely, however many they are. */
static void test_wide_fork(void **state) {
  (void)state;
  enum { PICKS = 40000 };
  Pool *p = NEW(Pool);
  Searcher *s = plain_new(&random_path_ops, 3);
  Leaf *first = begin(p, s), *kids[3];
  split(p, s, first, 3, kids);
  u32 n_picked[MAX_LEAVES] = {0};
  for (u32 i = 0; i < PICKS; i++) n_picked[searcher_pick(s)->slot]++;
  for (u32 slot = 0; slot < 4; slot++) assert_in_range(n_picked[slot], 9500, 10500);
  searcher_free(s);
  mem_free(p);
}

/* A leaf at a decision: only its last one counts. */
static void set_decision(Leaf *leaf, Path *p, u32 pc, u64 side) {
  *p = (Path){.decision = {.fn = 1, .pc = pc, .side = side}, .length = 1, .refs = 1};
  leaf->path = p;
}

/* Every other time it is the leaf with a side that nobody had taken, until it goes on without one. */
static void test_fresh(void **state) {
  (void)state;
  Pool *p = NEW(Pool);
  Searcher *s = plain_new(&new_side_first_ops, 5);
  Path at[4];
  Leaf *first = begin(p, s), *a[1], *b[1];
  a[0] = pool_add(p);
  set_decision(first, &at[0], 1, 0);
  set_decision(a[0], &at[1], 1, 1);
  searcher_add(s, first, a, 1); /* both sides are new, that of the leaf itself is looked at last */
  assert_ptr_equal(searcher_pick(s), first);
  (void)searcher_pick(s);
  b[0] = pool_add(p);
  set_decision(first, &at[2], 1, 0);
  set_decision(b[0], &at[3], 1, 1);
  searcher_add(s, first, b, 1); /* nothing new: only a is fresh still */
  for (u32 i = 0; i < 10; i++) {
    assert_ptr_equal(searcher_pick(s), a[0]);
    (void)searcher_pick(s);
  }
  searcher_drop(s, a[0]);
  pool_remove(p, a[0]);
  for (u32 i = 0; i < 10; i++) assert_ptr_not_equal(searcher_pick(s), a[0]);
  searcher_free(s);
  mem_free(p);
}

/* Lengths of dives are 4 times 1 1 2 1 1 2 4 …, in each of which the leaf that was picked goes on. */
static void test_dives(void **state) {
  (void)state;
  Pool *p = NEW(Pool);
  Searcher *s = plain_new(&dive_ops, 1);
  Leaf *first = begin(p, s), *a[3];
  split(p, s, first, 3, a);
  for (u32 i = 0; i < DIVE_PATIENCE; i++) (void)searcher_pick(s); /* no path ends: it gives up */
  u32 lengths[] = {4, 4, 8, 4, 4, 8, 16};
  for (u32 k = 0; k < ARRAY_LEN(lengths); k++) {
    Leaf *leaf = searcher_pick(s);
    for (u32 i = 1; i < lengths[k]; i++) assert_ptr_equal(searcher_pick(s), leaf);
  }
  searcher_free(s);
  mem_free(p);
}

/* A loop that leaves a side behind in each round does not keep the others waiting. */
static void test_endless_loop_starves_nobody(void **state) {
  (void)state;
  const SearcherOps *const fair[] = {&random_path_ops, &new_side_first_ops, &dive_ops};
  for (u32 k = 0; k < ARRAY_LEN(fair); k++) {
    for (u64 seed = 1; seed <= 10; seed++) {
      Pool *p = NEW(Pool);
      Searcher *s = plain_new(fair[k], seed);
      Leaf *loop = begin(p, s), *beside[1], *left[1];
      split(p, s, loop, 1, beside);
      u32 n_rounds = 0;
      for (Leaf *leaf = searcher_pick(s); leaf != beside[0]; leaf = searcher_pick(s)) {
        assert_true(n_rounds++ < MAX_LEAVES - 3);
        if (leaf == loop) split(p, s, loop, 1, left);
      }
      searcher_free(s);
      mem_free(p);
    }
  }
}

/* ---- by weight ---------------------------------------------------------------------------------- */

/* Two functions, of which one may be called from two places. */
typedef struct Places {
  Fn main, callee;
  State states[8];
  Frame *frames[16];
  u32 n_frames;
} Places;

static Places *places_new(void) {
  Places *p = NEW(Places);
  p->main.address = FN_ADDRESS_BASE;
  p->callee.address = FN_ADDRESS_BASE + FN_ADDRESS_STEP;
  return p;
}

static void places_free(Places *p) {
  for (u32 i = 0; i < p->n_frames; i++) mem_free(p->frames[i]);
  mem_free(p);
}

static Frame *frame_at(Places *p, const Fn *fn, u32 pc, Frame *caller) {
  Frame *f = NEW(Frame);
  f->fn = fn;
  f->pc = pc;
  f->caller = caller;
  return p->frames[p->n_frames++] = f;
}

/* Puts a leaf at main:pc, or in what main called before it. */
static void put_at(Places *p, Leaf *leaf, u32 pc, bool is_called) {
  Frame *f = frame_at(p, &p->main, pc, NULL);
  State *s = &p->states[leaf->slot];
  s->top = is_called ? frame_at(p, &p->callee, 0, f) : f;
  leaf->state = s;
}

/* A chain of three forks: the sides left behind have 1, 2 and 3 forks behind them, the leaf 3. */
static void test_depth(void **state) {
  (void)state;
  Pool *p = NEW(Pool);
  Places *at = places_new();
  Searcher *s = plain_new(&depth_ops, 3);
  Leaf *leaf[6];
  for (u32 k = 0; k < 6; k++) put_at(at, leaf[k] = pool_add(p), 0, false);
  searcher_add(s, NULL, leaf, 1);
  check_chances(s, leaf, (double[]){1}, 1);
  for (u32 k = 1; k < 4; k++) searcher_add(s, leaf[0], &leaf[k], 1);
  check_chances(s, leaf, (double[]){3, 1, 2, 3}, 4);
  searcher_drop(s, leaf[0]);
  searcher_add(s, leaf[1], &leaf[4], 2); /* one fork, of three sides */
  check_chances(s, &leaf[1], (double[]){2, 2, 3, 2, 2}, 5);
  leaf[3]->state = NULL; /* deferred, and taken back beside another */
  searcher_drop(s, leaf[3]);
  searcher_add(s, leaf[1], &leaf[3], 1);
  check_chances(s, &leaf[1], (double[]){2, 2, 3, 2, 2}, 5);
  searcher_free(s);
  places_free(at);
  mem_free(p);
}

/* Each time that somebody comes to an instruction makes all that stand there lighter. */
static void test_instrcount(void **state) {
  (void)state;
  Pool *p = NEW(Pool);
  Places *at = places_new();
  Searcher *s = plain_new(&instrcount_ops, 4);
  Leaf *leaf[3] = {pool_add(p), pool_add(p), pool_add(p)};
  put_at(at, leaf[0], 1, false);
  searcher_add(s, NULL, leaf, 1);
  put_at(at, leaf[1], 1, false); /* as the first did */
  put_at(at, leaf[2], 2, false);
  searcher_add(s, leaf[0], &leaf[1], 2);
  check_chances(s, leaf, (double[]){1. / 4, 1. / 4, 1}, 3);
  put_at(at, leaf[0], 2, false);
  searcher_ran(s, leaf[0], 9);
  check_chances(s, leaf, (double[]){1. / 4, 1. / 4, 1. / 4}, 3);
  searcher_ran(s, leaf[0], 9);            /* it goes in a circle */
  leaf[0]->state = leaf[2]->state = NULL; /* parked */
  check_chances(s, leaf, (double[]){1. / 9, 1. / 4, 1. / 9}, 3);
  searcher_free(s);
  places_free(at);
  mem_free(p);
}

/* What ran in a function makes leaves lighter that stand in it, called from the same place. */
static void test_cpicount(void **state) {
  (void)state;
  Pool *p = NEW(Pool);
  Places *at = places_new();
  Searcher *s = plain_new(&cpicount_ops, 6);
  Leaf *leaf[3] = {pool_add(p), pool_add(p), pool_add(p)};
  put_at(at, leaf[0], 1, true);
  searcher_add(s, NULL, leaf, 1);
  put_at(at, leaf[1], 1, true);
  put_at(at, leaf[2], 2, true); /* another call */
  searcher_add(s, leaf[0], &leaf[1], 2);
  check_chances(s, leaf, (double[]){1, 1, 1}, 3);
  searcher_ran(s, leaf[0], 4);
  check_chances(s, leaf, (double[]){1. / 4, 1. / 4, 1}, 3);
  searcher_ran(s, leaf[2], 2);
  check_chances(s, leaf, (double[]){1. / 4, 1. / 4, 1. / 2}, 3);
  put_at(at, leaf[1], 3, false); /* it returned */
  searcher_ran(s, leaf[1], 5);
  leaf[0]->state = NULL; /* parked */
  check_chances(s, leaf, (double[]){1. / 4, 1. / 5, 1. / 2}, 3);
  searcher_free(s);
  places_free(at);
  mem_free(p);
}

/* ---- orders that are made of others ------------------------------------------------------------- */

static Searcher *search_new(const char *text) {
  SearchOrder how;
  assert_int_equal(search_order_parse(text, &how), OK);
  Searcher *s = searcher_new(&how, NULL, NULL, 1);
  search_order_done(&how);
  return s;
}

static void test_interleave(void **state) {
  (void)state;
  Pool *p = NEW(Pool);
  Searcher *s = search_new("interleave(dfs,bfs,dfs)");
  Leaf *first = begin(p, s), *a[1], *b[1];
  split(p, s, first, 1, a);
  split(p, s, first, 1, b); /* depth first it is first, breadth first a */
  for (u32 i = 0; i < 6; i++) assert_ptr_equal(searcher_pick(s), i % 3 == 1 ? a[0] : first);
  searcher_drop(s, a[0]);
  for (u32 i = 0; i < 6; i++) assert_ptr_equal(searcher_pick(s), first);
  searcher_free(s);
  mem_free(p);
}

/* It stays with a leaf, also across its forks, until it ran for so long or ended. */
static void test_batch(void **state) {
  (void)state;
  Pool *p = NEW(Pool);
  Searcher *s = search_new("batch(bfs,10)");
  Leaf *first = begin(p, s), *a[1], *b[1];
  assert_ptr_equal(searcher_pick(s), first);
  split(p, s, first, 1, a);
  searcher_ran(s, first, 6);
  assert_ptr_equal(searcher_pick(s), first);
  split(p, s, first, 1, b); /* breadth first a is next */
  searcher_ran(s, first, 3);
  assert_ptr_equal(searcher_pick(s), first);
  searcher_ran(s, first, 1);
  assert_ptr_equal(searcher_pick(s), a[0]);
  LeafVec all = {0};
  searcher_list(s, &all);
  assert_ptr_equal(vec_last(&all), a[0]); /* not to be parked */
  vec_free(&all);
  searcher_drop(s, a[0]);
  assert_ptr_equal(searcher_pick(s), first);
  searcher_free(s);
  mem_free(p);
}

/* How often, in percent, it goes depth first, where steps take something new; so does somebody else
 * between any two steps. */
static u32 share_of_dfs(const char *order) {
  Machine m;
  Module *module = machine_compile("int main(int n) { return n ? 3 : 4; }");
  VmConfig config = vm_config_default();
  Cover *cover = config.cover = cover_new(module, NULL, NULL);
  machine_init_module(&m, module, &config);
  SearchOrder how;
  Pool *p = NEW(Pool);
  assert_int_equal(search_order_parse(order, &how), OK);
  Searcher *s = searcher_new(&how, m.vm, m.solver, 1);
  search_order_done(&how);
  Leaf *first = begin(p, s), *a[1], *b[1];
  split(p, s, first, 1, a);
  split(p, s, first, 1, b); /* depth first it is first, breadth first a */
  u32 n = 0;
  for (u32 i = 0; i < 20000; i++) {
    Leaf *leaf = searcher_pick(s);
    cover->n_seen += leaf == first;
    n += leaf == first;
    searcher_ran(s, leaf, 10);
    cover->n_seen++;
  }
  searcher_free(s);
  mem_free(p);
  machine_done(&m);
  cover_free(cover);
  return n / 200;
}

static void test_adapt(void **state) {
  (void)state;
  u32 share = share_of_dfs("adapt(dfs,bfs)");
  assert_true(share > 65 && share < 100);
  assert_int_equal(share, share_of_dfs("adapt(bfs,dfs)"));
}

/* Which side of the first choice finds something: that one is followed, and each of the others now and
 * then. */
static void test_shaped(void **state) {
  (void)state;
  enum { SIDES = 5, FINDER = 3 };
  Machine m;
  Module *module = machine_compile("int main(int n) { return n ? 3 : 4; }");
  VmConfig config = vm_config_default();
  Cover *cover = config.cover = cover_new(module, NULL, NULL);
  machine_init_module(&m, module, &config);
  SearchOrder how;
  Pool *p = NEW(Pool);
  Path first[SIDES] = {0}, second[SIDES] = {0};
  assert_int_equal(search_order_parse("shaped(bfs)", &how), OK);
  Searcher *s = searcher_new(&how, m.vm, m.solver, 1);
  search_order_done(&how);
  Leaf *leaves[SIDES], *more[SIDES];
  leaves[0] = begin(p, s);
  assert_ptr_equal(searcher_pick(s), leaves[0]);
  for (u32 i = 0; i < SIDES; i++) {
    first[i] = (Path){.decision = {.side = i}};
    second[i] = (Path){.parent = &first[i]};
    if (i) leaves[i] = pool_add(p);
    leaves[i]->path = &first[i];
  }
  searcher_add(s, leaves[0], leaves + 1, SIDES - 1);
  searcher_ran(s, leaves[0], 10);
  for (u32 i = 0; i < SIDES; i++) {
    more[i] = pool_add(p);
    leaves[i]->path = more[i]->path = &second[i];
    searcher_add(s, leaves[i], &more[i], 1);
  }
  check_list(p, s);
  u32 n[SIDES] = {0};
  for (u32 i = 0; i < 50000; i++) {
    Leaf *leaf = searcher_pick(s);
    u32 side = (u32)leaf->path->parent->decision.side;
    cover->n_seen += side == FINDER;
    n[side]++;
    searcher_ran(s, leaf, 10);
    cover->n_seen++; /* somebody else's */
  }
  for (u32 i = 0; i < SIDES; i++) assert_true(i == FINDER ? n[i] > 30000 : n[i] > 500);
  searcher_drop(s, leaves[FINDER]);
  pool_remove(p, leaves[FINDER]);
  searcher_drop(s, more[FINDER]);
  pool_remove(p, more[FINDER]);
  for (u32 i = 0; i < 1000; i++) {
    Leaf *leaf = searcher_pick(s);
    assert_true(leaf->path->parent != &first[FINDER]);
    searcher_ran(s, leaf, 10);
  }
  check_list(p, s);
  searcher_free(s);
  mem_free(p);
  machine_done(&m);
  cover_free(cover);
}

/* How often each of them is picked, in percent, while one of them takes something new now and then. */
static void pick_shares(Searcher *s, Leaf *const *leaves, u32 n, u32 origin, u32 *ret_shares) {
  enum { PICKS = 60000 };
  u32 n_picked[8] = {0};
  for (u32 i = 0; i < PICKS; i++) {
    Leaf *leaf = searcher_pick(s);
    if (leaf == leaves[origin] && i % 4 == 0) leaf->state->n_covered++;
    for (u32 k = 0; k < n; k++) n_picked[k] += leaf == leaves[k];
    searcher_ran(s, leaf, 1000);
  }
  for (u32 k = 0; k < n; k++) ret_shares[k] = 100 * n_picked[k] / PICKS;
}

/* Leaves differ by the choice that they took last, and one kind finds more: it is picked more often, and
 * another one is when that has become better. */
static void test_learned(void **state) {
  (void)state;
  enum { LEAVES = 4 };
  Pool *p = NEW(Pool);
  Places *at = places_new();
  Searcher *s = plain_new(&learned_ops, 7);
  Leaf *leaf[LEAVES];
  Path paths[LEAVES] = {0};
  for (u32 k = 0; k < LEAVES; k++) {
    put_at(at, leaf[k] = pool_add(p), 10, false);
    paths[k] = (Path){.decision = {.pc = 3 * k}};
    leaf[k]->state->path = &paths[k];
  }
  searcher_add(s, NULL, leaf, 1);
  searcher_add(s, leaf[0], leaf + 1, LEAVES - 1);
  for (u32 origin = 1; origin < 3; origin++) {
    u32 share[LEAVES];
    pick_shares(s, leaf, LEAVES, origin, share);
    for (u32 k = 0; k < LEAVES; k++)
      if (k != origin) assert_true(share[origin] > share[k]);
    assert_true(share[origin] > 40);
  }
  searcher_free(s);
  places_free(at);
  mem_free(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_walks),    cmocka_unit_test(test_dropped_unpicked),
      cmocka_unit_test(test_dfs),      cmocka_unit_test(test_bfs),
      cmocka_unit_test(test_chances),  cmocka_unit_test(test_wide_fork),
      cmocka_unit_test(test_rotate),   cmocka_unit_test(test_fresh),
      cmocka_unit_test(test_dives),    cmocka_unit_test(test_endless_loop_starves_nobody),
      cmocka_unit_test(test_depth),    cmocka_unit_test(test_instrcount),
      cmocka_unit_test(test_cpicount), cmocka_unit_test(test_interleave),
      cmocka_unit_test(test_batch),    cmocka_unit_test(test_adapt),
      cmocka_unit_test(test_shaped),   cmocka_unit_test(test_learned),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
