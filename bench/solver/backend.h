/* backend.h — who is measured: each follows a path, asking at every branch
 * whether the other side is feasible, too. */
#pragma once

#include "bench/solver/path.h"
#include "solver/solver.h"

typedef struct Measured {
  bool applies; /* false: this backend cannot express the path; nothing else is set */
  u64 n_ns;     /* to the last answer; the making of a Z3 context is not in it */
  u32 n_branches;
  u32 n_yes, n_no, n_unknown; /* other sides */
  u64 peak_bytes;
  SolverStats stats; /* of the chain only */
} Measured;

typedef struct Backend {
  const char *name;
  void (*follow)(const Path *p, const char *stages, Measured *out);
} Backend;

/* nadir's chain.  `stages` as for solver_config_stages, NULL for all.  It does
 * more than the others: it leaves each step with a validated model. */
extern const Backend backend_chain;

/* Plain Z3, one incremental solver in this process, node by node: bit-vectors,
 * and integers that do not know the range of their type (which makes it easier). */
extern const Backend backend_bits, backend_ints;
