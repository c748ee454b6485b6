/* homi.h — learns which unfinished paths to give up, from the tests that earlier ones led to.
 *
 * Conditions and sides are numbers that the caller gave out; a test is the conditions of its path
 * and the sides that it covered.  Pruning scores a path by the weights of the features, which are
 * conditions, that its path condition has.  The weights of one pruning, and the part of the paths that
 * it gave up, are a draw.  A test that came after it is to its credit.
 *
 *     homi_begin_run(&h)        how to draw until the next one, and how long that is
 *     homi_draw(&h)             before each pruning
 *     homi_add_test(&h, …)      for each test
 *     homi_learn(&h)            at the end of a run: features, laws of weights, frequencies
 *
 * After: Cha, Hong, Lee, Oh, "Making symbolic execution promising by learning aggressive state-pruning
 * strategy", ESEC/FSE 2020, Algorithm 2.
 * Differs: frequencies of parts and times are those among good tests that have one; tests of the first
 * run have no pruning before them.  How weights are drawn is decided once for each run, as it also
 * decides how long the run is.
 */
#pragma once

#include "base/set_cover.h"
#include "learn/weight_law.h"

enum { HOMI_MOST_KINDS = 8 };

typedef struct HomiPlan {
  double parts[HOMI_MOST_KINDS]; /* of the paths, that a pruning may give up; below 1 */
  u32 n_parts;
  u32 n_times;           /* lengths of a run, which the caller knows: the last is the longest */
  bool is_first_longest; /* the first run is, as the paper's section 4.2 has it; else any */
  u64 n_exploring;       /* runs that draw uniformly */
  u32 max_features;      /* the first of them; 0: all */
  u32 max_draws;         /* in a run; 0: any number */
  DrawPlan draw;
  double flat_std;         /* of weights that were always the same */
  bool learns_frequencies; /* of parts and times; else all are equally likely */
} HomiPlan;

typedef struct HomiDraw {
  u32 *features;   /* owned; conditions */
  double *weights; /* owned; parallel to them */
  bool *counts;    /* owned; likewise: does the weight distinguish paths?  Not if all are alike */
  u32 n;
  u32 part; /* index in parts */
} HomiDraw;

typedef struct HomiTest {
  u32 *conditions, *sides; /* owned */
  u32 n_conditions, n_sides;
  u32 draw; /* index + 1; 0: none before it */
  u32 time; /* index of its run's length */
} HomiTest;

typedef struct Homi {
  HomiPlan plan;
  Rng rng;
  VEC(HomiDraw) draws; /* owned, as all that follows */
  VEC(HomiTest) tests;
  U32Vec good;     /* the tests that cover what all do, of the last learning */
  U32Vec features; /* learned, as laws and counts are */
  VEC(WeightLaw) laws;
  double part_counts[HOMI_MOST_KINDS], time_counts[HOMI_MOST_KINDS];
  u64 n_runs; /* begun */
  u32 n_draws_of_run;
  DrawMethod method; /* of this run */
  u32 time;          /* likewise */
} Homi;

Homi homi_new(const HomiPlan *plan, u64 seed);
void homi_done(Homi *h);

void homi_begin_run(Homi *h);
/* Is there something to prune by? */
bool homi_can_draw(const Homi *h);
/* The index of the draw. */
u32 homi_draw(Homi *h);
double homi_part(const Homi *h, u32 draw);
/* Copies what it gets.  `draw` is an index + 1; 0: none. */
void homi_add_test(Homi *h, NumberSet conditions, NumberSet sides, u32 draw);
void homi_learn(Homi *h);
