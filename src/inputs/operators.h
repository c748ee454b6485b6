/* operators.h — how a genetic search makes children: what it does to genomes.
 *
 * Which operator helps depends on the program: orders want ranks and segments, hash tables want
 * single values, parsers want words.  So each operator has a weight, and one that brought
 * improvements is chosen more often (adaptive pursuit: Thierens, GECCO 2005).
 */
#pragma once

#include "inputs/genome.h"

typedef enum GeneOperator {
#define OPERATOR(id, of, what) OPERATOR_##id,
#include "inputs/operators.def"
#undef OPERATOR
  OPERATOR_COUNT
} GeneOperator;

extern const char *const operator_names[OPERATOR_COUNT];

/* Changes one gene of a child, which begins as a copy of its parent.  `other` is another parent, of the
 * same plan.  A gene that the operator makes no sense for stays as it is. */
typedef struct Breeding {
  const Plan *plan;
  const Vocabulary *v;
  u64 size;
  Rng *rng;
} Breeding;

void operator_apply(GeneOperator op, const Breeding *b, const u8 *other, u8 *child);

/* ---- which one ----------------------------------------------------------------------------------- */

typedef struct OperatorOdds {
  double weights[OPERATOR_COUNT];
  u32 tries[OPERATOR_COUNT], gains[OPERATOR_COUNT]; /* since the weights were last adapted */
  u32 n_tries;
} OperatorOdds;

OperatorOdds operator_odds(void); /* all alike */
GeneOperator operator_choose(const OperatorOdds *o, Rng *rng);
/* It was used, and the child was better than its parent or not. */
void operator_learn(OperatorOdds *o, GeneOperator op, bool is_better);
