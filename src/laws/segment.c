/* segment.c — finds the loops in sequences that come without any: run lengths of decisions, values
 * of inputs.
 *
 * A flat sequence is cut into groups where a rule says so: where the step is not d, where it
 * goes down, where the first value comes again.  The groups are then cut into groups of groups
 * by the same rules on their first values or their lengths, and so on.  A rule cuts all sizes,
 * and of all ways of cutting the one whose law is the lightest is the answer: nothing is
 * decided by looking at one size alone.
 */
#include "laws/generator.h"

typedef enum Cut {
  CUT_DOWN,     /* before a smaller one */
  CUT_UP,       /* before a larger one */
  CUT_NOT_UP,   /* before one that is not larger */
  CUT_NOT_DOWN, /* before one that is not smaller */
  CUT_RESTART,  /* before each that equals the first */
  CUT_FIRST,    /* before one whose step is not the first step of the sequence */
  CUT_STEP,     /* before one whose step is not d */
} Cut;

typedef enum Key { KEY_START, KEY_COUNT } Key;

typedef struct CutRule {
  Cut cut;
  Key key;
  i64 d; /* CUT_STEP */
} CutRule;

/* One way of cutting: the nests of all sizes. */
typedef struct Cutting {
  Nest *at; /* owned, n_sizes of them */
} Cutting;
typedef VEC(Cutting) CuttingVec;

enum {
  SEARCH_DEPTH = 3,
  CASES_DEPTH = 2, /* cases and deep nests together are more freedom than small sizes determine */
  N_STEPS = 3,     /* steps that are tried: the most frequent ones */
};

static void cutting_done(Cutting *c, u32 n_sizes) {
  for (u32 i = 0; i < n_sizes; i++) nest_done(&c->at[i]);
  mem_free(c->at);
}

/* ---- cutting ---- */

/* One key for each child of the root. */
static void keys_of(const Nest *n, Key key, I64Vec *ret) {
  u32 n_children = n->counts[0].at[0], first_leaf = 0, next[MAX_DEPTH] = {0};
  for (u32 i = 0; i < n_children; i++) {
    if (n->depth == 1) {
      vec_push(ret, n->values.at[i]);
      continue;
    }
    vec_push(ret, key == KEY_START ? n->values.at[first_leaf] : (i64)n->counts[1].at[i]);
    u32 n_groups = 1;
    for (u32 l = 1; l < n->depth; l++) { /* the groups of child i at level l, then its leaves */
      u32 sum = 0;
      for (u32 g = 0; g < n_groups; g++) sum += n->counts[l].at[next[l]++];
      n_groups = sum;
    }
    first_leaf += n_groups;
  }
}

/* Wraps around: values may be anything. */
static i64 step_between(i64 before, i64 here) { return (i64)((u64)here - (u64)before); }

static bool is_cut(const CutRule *rule, const I64Vec *keys, u32 i) {
  i64 before = keys->at[i - 1], here = keys->at[i];
  switch (rule->cut) {
  case CUT_DOWN:
    return here < before;
  case CUT_UP:
    return here > before;
  case CUT_NOT_UP:
    return here <= before;
  case CUT_NOT_DOWN:
    return here >= before;
  case CUT_RESTART:
    return here == keys->at[0];
  case CUT_FIRST:
    return step_between(before, here) != step_between(keys->at[0], keys->at[1]);
  case CUT_STEP:
    return step_between(before, here) != rule->d;
  }
  return false;
}

static void nest_cut(const Nest *n, const CutRule *rule, Nest *ret) {
  I64Vec keys = {0};
  keys_of(n, rule->key, &keys);
  nest_init(ret, n->size, n->depth + 1, n->width);
  for (u32 i = 0; i < keys.n; i++) {
    if (i == 0 || is_cut(rule, &keys, i)) {
      vec_push(&ret->counts[1], 0);
      ret->counts[0].at[0]++;
    }
    vec_last(&ret->counts[1])++;
  }
  for (u32 l = 1; l < n->depth; l++) {
    vec_append(&ret->counts[l + 1], n->counts[l].at, n->counts[l].n);
  }
  vec_append(&ret->values, n->values.at, n->values.n);
  vec_free(&keys);
}

/* Whether the cut of the largest size has several groups, and one with several children. */
static bool is_useful(const Nest *n) {
  u32 n_groups = n->counts[0].at[0];
  return n_groups > 1 && n->counts[1].n > 0 &&
         n_groups < (n->depth == 2 ? n->values.n : n->counts[2].n);
}

static bool cutting_equal(const Cutting *a, const Cutting *b, u32 n_sizes) {
  for (u32 i = 0; i < n_sizes; i++) {
    if (!nest_equal(&a->at[i], &b->at[i])) return false;
  }
  return true;
}

static void cutting_add(const Cutting *of, u32 n_sizes, CutRule rule, CuttingVec *ret) {
  Cutting c = {.at = mem_new(n_sizes * sizeof *c.at)};
  for (u32 i = 0; i < n_sizes; i++) nest_cut(&of->at[i], &rule, &c.at[i]);
  bool is_new = is_useful(&c.at[n_sizes - 1]);
  for (u32 k = 0; k < ret->n && is_new; k++) is_new = !cutting_equal(&c, &ret->at[k], n_sizes);
  if (is_new) {
    vec_push(ret, c);
  } else {
    cutting_done(&c, n_sizes);
  }
}

/* The most frequent steps of the keys, at most N_STEPS. */
static u32 steps_of(const Nest *n, Key key, i64 *ret) {
  I64Vec keys = {0};
  keys_of(n, key, &keys);
  u32 n_steps = 0;
  for (; n_steps < N_STEPS; n_steps++) {
    u32 best = 0;
    for (u32 i = 1; i < keys.n; i++) {
      i64 step = step_between(keys.at[i - 1], keys.at[i]);
      u32 times = 0;
      for (u32 k = 1; k < keys.n; k++) times += step_between(keys.at[k - 1], keys.at[k]) == step;
      for (u32 k = 0; k < n_steps; k++) times = ret[k] == step ? 0 : times;
      if (times <= best) continue;
      best = times;
      ret[n_steps] = step;
    }
    if (best == 0) break;
  }
  vec_free(&keys);
  return n_steps;
}

static void cutting_expand(const Cutting *of, u32 n_sizes, CuttingVec *ret) {
  const Nest *largest = &of->at[n_sizes - 1];
  u32 n_keys = largest->depth == 1 ? 1 : 2;
  for (Key key = KEY_START; key < n_keys; key++) {
    i64 steps[N_STEPS];
    u32 n_steps = steps_of(largest, key, steps);
    for (u32 i = 0; i < n_steps; i++) {
      cutting_add(of, n_sizes, (CutRule){CUT_STEP, key, steps[i]}, ret);
    }
    for (Cut cut = CUT_DOWN; cut < CUT_STEP; cut++) {
      cutting_add(of, n_sizes, (CutRule){cut, key, 0}, ret);
    }
  }
}

/* ---- search ---- */

/* The lightest law of all; deep ones only without cases. */
static bool cuttings_fit(const CuttingVec *all, u32 n_sizes, Generator *ret, Text *ret_why) {
  bool has_best = false;
  for (u32 i = 0; i < all->n; i++) {
    const Cutting *c = &all->at[i];
    Cases cases = c->at[0].depth <= CASES_DEPTH ? CASES_YES : CASES_NO;
    Generator g;
    /* The reason given is that of the flat sequence. */
    if (generator_fit(c->at, n_sizes, cases, &g, i == 0 ? ret_why : NULL)) {
      generator_choose(ret, &has_best, &g);
    }
  }
  return has_best;
}

/* All ways of cutting, shallow first. */
static void cuttings_make(const Nest *at, u32 n, CuttingVec *ret) {
  Cutting flat = {.at = mem_new(n * sizeof *flat.at)};
  for (u32 i = 0; i < n; i++) {
    nest_from(&flat.at[i], at[i].size, at[i].values.at, at[i].values.n);
  }
  vec_push(ret, flat);
  u32 next = 0;
  for (u32 depth = 1; depth < SEARCH_DEPTH; depth++) {
    for (u32 end = ret->n; next < end; next++) {
      Cutting of = ret->at[next]; /* a copy: the vector moves */
      cutting_expand(&of, n, ret);
    }
  }
}

bool generator_find(const Nest *at, u32 n, Generator *ret, Text *ret_why) {
  cleanup(text_free) Text why = {0};
  CuttingVec all = {0};
  for (u32 i = 0; i < n; i++) assert(at[i].depth == 1 && at[i].width == 1);
  if (n == 0) return false;
  cuttings_make(at, n, &all);
  bool found = cuttings_fit(&all, n, ret, &why);
  if (!found && ret_why) text_add(ret_why, text_c(&why));
  for (u32 i = 0; i < all.n; i++) cutting_done(&all.at[i], n);
  vec_free(&all);
  return found;
}
