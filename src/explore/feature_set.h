/* feature_set.h — what path conditions say of single inputs, as small numbers.
 *
 * A core condition is one of this language:
 *
 *     condition   equal | equal and equal … | equal or equal …
 *     equal       an input, or a part of its bits such as a byte, = a constant
 *
 * Such conditions nearly determine an input: "the second byte of the first argument is o".  Each gets
 * a number when it is met first, and the same number wherever it is met again, also in another run
 * of the same program.  Conditions are known by their terms, which stay alive meanwhile.
 * After: Cha, Hong, Lee, Oh, "Making symbolic execution promising by learning aggressive state-pruning
 * strategy", ESEC/FSE 2020, section 3.2.2.
 */
#pragma once

#include "base/map.h"
#include "solver/solver.h"

typedef struct FeatureRules {
  bool only_arguments; /* of the command line, and single equalities only */
  u32 max_conditions;  /* of a path that are looked at, the first ones; 0: all */
} FeatureRules;

typedef struct Features {
  FeatureRules rules;
  ExprVec conditions; /* by their number */
  Map numbers;        /* of terms */
  ExprVec list;       /* scratch */
  U32Vec stamps;      /* scratch: by number, the last call that met it */
  u32 n_calls;
} Features;

/* It stays where it is from then on. */
void features_init(Features *f, const FeatureRules *rules);
void features_done(Features *f);

bool condition_is_core(Expr e, const FeatureRules *rules);

/* Appends the numbers of the core conditions on the path, each once; new ones get a number. */
void features_learn(Features *f, const Context *c, U32Vec *ret);
/* The same with those only that have a number. */
void features_find(Features *f, const Context *c, U32Vec *ret);
