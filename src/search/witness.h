/* witness.h — a path, what it costs, and an input that takes it.  That of a size search is the worst
 * found so far. */
#pragma once

#include "base/named_bytes.h"
#include "search/origin.h"
#include "vm/vm.h"

/* A path and what it costs. */
typedef struct Witness {
  bool is_found;
  bool is_seen;      /* the cost was counted in a run on this input, not in a search */
  bool is_predicted; /* the cost is that of a formula: too high to be seen in a run with symbols */
  bool is_plain;     /* a standard pattern; of others at the same cost, one is shown */
  bool is_followed;  /* of such an input the decisions were looked for */
  bool
      depends_on_uninit; /* memory that nobody wrote decided where it goes; see vm/memory/uninit.h */
  u64 cost;              /* by the metric of the search */
  Cost costs;
  DecisionVec decisions; /* owned */
  NamedBytesVec inputs;  /* owned */
  NamedBytesVec uninit;  /* owned; what memory held that nobody wrote */
} Witness;

void witness_done(Witness *w);

/* Replaces *w by the path of a state that ended.  The input is the canonical smallest one where the
 * solver knows it, so that people see 3 2 1 and not what the search happened to have. */
void witness_set(Witness *w, Vm *vm, State *s, u64 cost, const TestCase *test);

/* When the best became better. */
typedef struct Improvement {
  u64 cost;
  u64 n_paths; /* ended before and with it, infeasible ones included */
  u64 ns;      /* since the size search began */
  Origin origin;
} Improvement;

typedef VEC(Improvement) ImprovementVec;
