/* generator.c — fits, makes and prints laws of sequences.
 *
 * A walk over the nests of all sizes collects the points of each law: one law for the counts of
 * each level, one for each value of a leaf.  Small sizes are often exceptions, so the fit is tried
 * without the first, the first two and so on.  The lightest generator wins; each size left out adds
 * to its weight.
 */
#include "laws/generator.h"

#include <inttypes.h>

/* ---- fitting ---- */

/* Walks a nest and collects the points of one law: the counts at a level, or, at level depth,
 * the w-th value of the leaves. */
typedef struct NestWalk {
  const Nest *nest;
  u32 level, w;
  u32 seen[MAX_DEPTH + 1]; /* groups of each level, and leaves, that were passed */
  Point point;
  PointVec *ret;
} NestWalk;

static void walk_group(NestWalk *k, u32 level) {
  const Nest *n = k->nest;
  if (level == n->depth) {
    k->point.y = n->values.at[k->seen[level]++ * n->width + k->w];
    vec_push(k->ret, k->point);
    return;
  }
  u32 count = n->counts[level].at[k->seen[level]++];
  if (level == k->level) {
    k->point.y = count;
    vec_push(k->ret, k->point);
    return;
  }
  k->point.extent[level + 1] = count;
  for (u32 i = 0; i < count; i++) {
    k->point.x[level + 1] = i;
    walk_group(k, level + 1);
  }
}

static bool level_fit(const Nest *at, u32 n, u32 level, u32 w, Cases cases, Law *ret,
                      Text *ret_why) {
  PointVec points = {0};
  Law none = {0};
  for (u32 i = 0; i < n; i++) {
    NestWalk k = {.nest = &at[i], .level = level, .w = w, .ret = &points};
    k.point.x[0] = at[i].size;
    walk_group(&k, 0);
  }
  bool fits = true;
  if (points.n == 0) { /* nothing is ever there, so nothing need be said about it */
    *ret = none;
  } else {
    fits = law_fit(points.at, points.n, level + 1, cases, ret, ret_why);
  }
  vec_free(&points);
  return fits;
}

static bool sizes_fit(const Nest *at, u32 n, Cases cases, Generator *ret, Text *ret_why) {
  Generator g = {.depth = at[0].depth, .width = at[0].width, .from = at[0].size};
  g.values = mem_new(g.width * sizeof *g.values);
  bool fits = true;
  for (u32 l = 0; l < g.depth && fits; l++) {
    fits = level_fit(at, n, l, 0, cases, &g.counts[l], ret_why);
    if (!fits && ret_why) text_addf(ret_why, " (number of rounds, level %u)", l + 1);
  }
  for (u32 w = 0; w < g.width && fits; w++) {
    fits = level_fit(at, n, g.depth, w, cases, &g.values[w], ret_why);
    if (!fits && ret_why) text_addf(ret_why, " (value %u)", w + 1);
  }
  if (fits) {
    *ret = g;
  } else {
    generator_done(&g);
  }
  return fits;
}

static u32 weigh(const Generator *g, u32 n_left_out) {
  u32 weight = n_left_out * WEIGHT_LEFT_OUT;
  for (u32 l = 0; l < g->depth; l++) weight += law_weight(&g->counts[l]);
  for (u32 w = 0; w < g->width; w++) weight += law_weight(&g->values[w]);
  return weight;
}

bool generator_choose(Generator *best, bool *has_best, Generator *candidate) {
  if (*has_best && best->weight <= candidate->weight) {
    generator_done(candidate);
    return false;
  }
  if (*has_best) generator_done(best);
  *best = *candidate;
  *has_best = true;
  return true;
}

bool generator_fit(const Nest *at, u32 n, Cases cases, Generator *ret, Text *ret_why) {
  bool has_best = false;
  for (u32 i = 1; i < n; i++) {
    assert(at[i].depth == at[0].depth && at[i].width == at[0].width);
    assert(at[i].size > at[i - 1].size);
  }
  if (n < MIN_SIZES && ret_why) {
    text_addf(ret_why, "%u sizes are too few, %u are needed", n, MIN_SIZES);
  }
  cleanup(text_free) Text why = {0};
  for (u32 first = 0; n >= first + MIN_SIZES; first++) {
    Cases allowed = n >= first + MIN_SIZES_CASES ? cases : CASES_NO;
    Generator g;
    /* The reason given is that of all sizes together. */
    if (!sizes_fit(at + first, n - first, allowed, &g, first == 0 ? &why : NULL)) continue;
    g.weight = weigh(&g, first);
    generator_choose(ret, &has_best, &g);
  }
  if (!has_best && ret_why) text_add(ret_why, text_c(&why));
  return has_best;
}

/* ---- making ---- */

typedef struct Maker {
  const Generator *generator;
  u64 n_left; /* leaves and groups that may still be made */
  i64 x[MAX_VARIABLES], extent[MAX_VARIABLES];
  Nest nest;
  Text *why;
} Maker;

static bool make_leaf(Maker *m) {
  const Generator *g = m->generator;
  vec_reserve(&m->nest.values, g->width);
  for (u32 w = 0; w < g->width; w++) {
    i64 value;
    if (!law_at(&g->values[w], m->x, m->extent, &value)) {
      if (m->why) text_addf(m->why, "value %u has no integer", w + 1);
      return false;
    }
    m->nest.values.at[m->nest.values.n++] = value;
  }
  return true;
}

static bool make_group(Maker *m, u32 level) {
  const Generator *g = m->generator;
  i64 count;
  if (!law_at(&g->counts[level], m->x, m->extent, &count) || count < 0) {
    if (m->why) text_addf(m->why, "the law gives no number of rounds at level %u", level + 1);
    return false;
  }
  if ((u64)count > m->n_left) {
    if (m->why) text_add(m->why, "the sequence is too long");
    return false;
  }
  m->n_left -= (u64)count;
  vec_push(&m->nest.counts[level], (u32)count);
  m->extent[level + 1] = count;
  for (i64 i = 0; i < count; i++) {
    m->x[level + 1] = i;
    if (!(level + 1 < g->depth ? make_group(m, level + 1) : make_leaf(m))) return false;
  }
  return true;
}

bool generator_make(const Generator *g, i64 size, u64 max_leaves, Nest *ret, Text *ret_why) {
  Maker m = {.generator = g, .n_left = MIN(max_leaves, UINT32_MAX / 4 / g->width), .why = ret_why};
  if (size < g->from) {
    if (ret_why) text_addf(ret_why, "the law holds from N = %" PRId64 " on", g->from);
    return false;
  }
  m.x[0] = size;
  m.nest = (Nest){.size = size, .depth = g->depth, .width = g->width};
  if (!make_group(&m, 0)) {
    nest_done(&m.nest);
    return false;
  }
  *ret = m.nest;
  return true;
}

/* ---- printing ---- */

void generator_print(const Generator *g, Text *ret) {
  for (u32 l = 0; l < g->depth; l++) {
    text_addf(ret, "%s < ", law_names[l + 1]);
    law_print(&g->counts[l], law_names, law_extents, ret);
    text_add(ret, ": ");
  }
  for (u32 w = 0; w < g->width; w++) {
    if (w) text_add(ret, ", ");
    law_print(&g->values[w], law_names, law_extents, ret);
  }
}

void generator_done(Generator *g) {
  for (u32 l = 0; l < MAX_DEPTH; l++) law_done(&g->counts[l]);
  for (u32 w = 0; g->values && w < g->width; w++) law_done(&g->values[w]);
  g->values = mem_free(g->values);
}
