/* decision_law.h — laws of decisions: which sides the worst path takes at any size.
 *
 * A law of constraints (generator.h) says what is compared; this one says only how each
 * comparison ends, and the machine, which follows it, finds out the rest.  So it needs neither
 * leaf vectors nor versions of variables, and covers what these cannot: recursion, data moved
 * through memory.
 *
 * Decisions are told apart by a key that the caller chooses: the branch site, or the site in its
 * calling context (an unsigned number; one key for everything describes the whole string, with
 * symbols as sides).  The order of decisions with different keys need not be described: the
 * machine knows it.  The sides of one key are a string; its runs, (1 x 3)(0 x 1)…, are two
 * sequences, of sides and of lengths, and these have generators.  Where they have none, the
 * string of N may be made of those of smaller sizes (recursions.def), merge sort's of S(ceil
 * N/2) S(floor N/2) and a merge; then what is new at N has a generator.
 *
 *     KeyedPath seen[8] = …                        // worst paths at sizes 1 to 8
 *     DecisionLaw m;
 *     if (!decision_law_fit(seen, 8, &m, &why)) …
 *     Prediction p;
 *     if (!decision_law_make(&m, 500, 1 << 24, &p, &why)) …
 *     at a choice of the machine: if (!prediction_next(&p, site, &side)) the law was wrong
 *     at the end of the path:     if (!prediction_is_over(&p)) the law was wrong
 *
 * Not in the paper.
 */
#pragma once

#include "laws/generator.h"

typedef struct KeyedSide {
  u32 key, side;
} KeyedSide;

/* The decisions of one path, in order. */
typedef struct KeyedPath {
  i64 size;
  const KeyedSide *at; /* borrowed */
  u32 n;
} KeyedPath;

/* A side taken n times in a row. */
typedef struct SideRun {
  u32 side;
  u64 n;
} SideRun;
typedef VEC(SideRun) SideRunVec;

typedef enum Recursion {
  RECURSION_NONE,
#define RECURSION(id, first, second, where) RECURSION_##id,
#include "laws/recursions.def"
#undef RECURSION
  RECURSION_COUNT
} Recursion;

/* The string of a size that the recursion stops at. */
typedef struct BaseString {
  i64 size;
  SideRunVec runs; /* owned */
} BaseString;

typedef struct KeyLaw {
  u32 key;
  Recursion recursion;
  Generator sides, lengths; /* owned; of the runs of the string, or of what is new at N */
  i64 from;                 /* they hold from this size on */
  BaseString *base;         /* owned; with a recursion: the sizes below */
  u32 n_base;
} KeyLaw;

typedef struct DecisionLaw {
  KeyLaw *at; /* owned; ascending keys */
  u32 n;
} DecisionLaw;

typedef struct KeyPrediction {
  u32 key;
  SideRunVec runs; /* owned */
  u32 next;        /* the run that is being followed */
  u64 n_used;      /* of it */
} KeyPrediction;

typedef struct Prediction {
  KeyPrediction *at; /* owned; ascending keys */
  u32 n;
} Prediction;

/* From paths of ascending sizes.  False: some key has no law, and why. */
bool decision_law_fit(const KeyedPath *at, u32 n, DecisionLaw *ret, Text *ret_why);
/* False: the law says nothing at this size, or more than max_runs runs, and why. */
bool decision_law_make(const DecisionLaw *m, i64 size, u64 max_runs, Prediction *ret,
                       Text *ret_why);
/* One line per key. */
void decision_law_print(const DecisionLaw *m, Text *ret);
void decision_law_done(DecisionLaw *m);

/* The side of the next decision with this key.  False: there is none. */
bool prediction_next(Prediction *p, u32 key, u32 *ret_side);
bool prediction_is_over(const Prediction *p); /* all that was predicted has happened */
void prediction_done(Prediction *p);
