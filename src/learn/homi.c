/* homi.c — good tests are a set cover of all; what they had in common with their draws is learned. */
#include "learn/homi.h"

#include "base/map.h"

Homi homi_new(const HomiPlan *plan, u64 seed) {
  assert(plan->n_parts <= HOMI_MOST_KINDS && plan->n_times <= HOMI_MOST_KINDS);
  return (Homi){.plan = *plan, .rng = {seed}};
}

void homi_done(Homi *h) {
  for (u32 i = 0; i < h->draws.n; i++) {
    mem_free(h->draws.at[i].features);
    mem_free(h->draws.at[i].weights);
    mem_free(h->draws.at[i].counts);
  }
  for (u32 i = 0; i < h->tests.n; i++) {
    mem_free(h->tests.at[i].conditions);
    mem_free(h->tests.at[i].sides);
  }
  vec_free(&h->draws);
  vec_free(&h->tests);
  vec_free(&h->good);
  vec_free(&h->features);
  vec_free(&h->laws);
}

/* ---- drawing ------------------------------------------------------------------------------------- */

/* As often as it was good, unless nothing learned counts now. */
static u32 draw_kind(Homi *h, const double *counts, u32 n) {
  bool is_learned = h->plan.learns_frequencies && h->method != DRAW_EXPLORE;
  return is_learned ? frequency_draw(counts, n, &h->rng) : (u32)rng_below(&h->rng, n);
}

void homi_begin_run(Homi *h) {
  bool is_first = !h->n_runs;
  h->method = draw_method(h->n_runs, h->plan.n_exploring, &h->rng);
  h->time = is_first && h->plan.is_first_longest ? h->plan.n_times - 1
                                                 : draw_kind(h, h->time_counts, h->plan.n_times);
  h->n_draws_of_run = 0;
  h->n_runs++;
}

bool homi_can_draw(const Homi *h) {
  return h->features.n && (!h->plan.max_draws || h->n_draws_of_run < h->plan.max_draws);
}

u32 homi_draw(Homi *h) {
  assert(homi_can_draw(h) && h->laws.n == h->features.n);
  u32 n = h->features.n;
  HomiDraw d = {.n = n,
                .features = mem_dup(h->features.at, n * sizeof *d.features),
                .weights = mem_new(n * sizeof *d.weights),
                .counts = mem_new(n * sizeof *d.counts)};
  weights_draw(h->laws.at, n, h->method, &h->plan.draw, &h->rng, d.weights);
  for (u32 i = 0; i < n; i++) d.counts[i] = true;
  d.part = draw_kind(h, h->part_counts, h->plan.n_parts);
  vec_push(&h->draws, d);
  h->n_draws_of_run++;
  return h->draws.n - 1;
}

double homi_part(const Homi *h, u32 draw) { return h->plan.parts[h->draws.at[draw].part]; }

/* ---- learning ------------------------------------------------------------------------------------ */

static u32 *numbers_dup(NumberSet s) { return s.n ? mem_dup(s.at, s.n * sizeof *s.at) : NULL; }

void homi_add_test(Homi *h, NumberSet conditions, NumberSet sides, u32 draw) {
  assert(draw <= h->draws.n && h->n_runs);
  vec_push(&h->tests, ((HomiTest){.conditions = numbers_dup(conditions),
                                  .sides = numbers_dup(sides),
                                  .n_conditions = conditions.n,
                                  .n_sides = sides.n,
                                  .draw = draw,
                                  .time = h->time}));
}

static void find_good(Homi *h) {
  VEC(NumberSet) sets = {0};
  for (u32 i = 0; i < h->tests.n; i++)
    vec_push(&sets, ((NumberSet){h->tests.at[i].sides, h->tests.at[i].n_sides}));
  vec_clear(&h->good);
  set_cover(sets.at, sets.n, &h->good);
  vec_free(&sets);
}

/* The conditions of good tests, in the order in which they come up; their places go into *ret_places. */
static void find_features(Homi *h, Map *ret_places) {
  vec_clear(&h->features);
  for (u32 i = 0; i < h->good.n; i++) {
    const HomiTest *t = &h->tests.at[h->good.at[i]];
    for (u32 k = 0; k < t->n_conditions; k++) {
      if (h->plan.max_features && h->features.n == h->plan.max_features) return;
      bool is_new;
      u64 *place = map_at(ret_places, t->conditions[k], &is_new);
      if (!is_new) continue;
      *place = h->features.n;
      vec_push(&h->features, t->conditions[k]);
    }
  }
}

typedef VEC(double) Weights;

/* The weights that the features had for good tests. */
static void gather(const Homi *h, const Map *places, Weights *io) {
  for (u32 i = 0; i < h->good.n; i++) {
    const HomiTest *t = &h->tests.at[h->good.at[i]];
    if (!t->draw) continue;
    const HomiDraw *d = &h->draws.at[t->draw - 1];
    for (u32 k = 0; k < d->n; k++) {
      u64 place;
      if (d->counts[k] && map_get(places, d->features[k], &place))
        vec_push(&io[place], d->weights[k]);
    }
  }
}

static void learn_laws(Homi *h, const Map *places) {
  Weights *good = mem_new(MAX(h->features.n, 1u) * sizeof *good);
  gather(h, places, good);
  vec_clear(&h->laws);
  for (u32 i = 0; i < h->features.n; i++) {
    vec_push(&h->laws, weight_law_learn(good[i].at, good[i].n, h->plan.flat_std));
    vec_free(&good[i]);
  }
  mem_free(good);
}

static void count_kinds(Homi *h) {
  for (u32 i = 0; i < HOMI_MOST_KINDS; i++) h->part_counts[i] = h->time_counts[i] = 0;
  for (u32 i = 0; i < h->good.n; i++) {
    const HomiTest *t = &h->tests.at[h->good.at[i]];
    h->time_counts[t->time]++;
    if (t->draw) h->part_counts[h->draws.at[t->draw - 1].part]++;
  }
}

void homi_learn(Homi *h) {
  Map places = {0};
  find_good(h);
  find_features(h, &places);
  learn_laws(h, &places);
  count_kinds(h);
  map_done(&places);
}
