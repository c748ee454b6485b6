/* solver.h — questions about path conditions.
 *
 * A Context is a path condition: immutable, shared and counted.  Adding a
 * constraint makes a new context that shares all of the old one, so a fork of a
 * state costs one reference.  A context may carry a model, an input that
 * satisfies it; the solver keeps its promises relative to that model (only what
 * changed is validated again).
 *
 * The solver materialises one context at a time (trail.h) and moves between
 * contexts by undoing to their common ancestor: neighbours on a line of search
 * cost what they differ in.
 */
#pragma once

#include "expr/expr.h"
#include "expr/model.h"
#include "solver/answer.h"

#include <signal.h>

typedef struct Solver Solver;
typedef struct Context Context;

typedef enum Stage {
#define STAGE(name, depth, price, text) STAGE_##name,
#include "solver/chain/stages.def"
#undef STAGE
  STAGE_COUNT
} Stage;

/* What an answer needed. */
typedef enum Depth {
  DEPTH_FACTS, /* what the path says of single terms, or its model */
  DEPTH_PATH,  /* a theory that is kept up to date along the path */
  DEPTH_SLICE, /* the constraints that it depends on, looked at together */
  DEPTH_GENERAL, /* the same, by a stage that takes any slice: where the others are silent, these decide */
} Depth;

/* Faults for tests: each fires once, at the n-th occasion counted from 1; 0 never. */
typedef struct SolverFaults {
  u64 unknown_at;  /* the n-th question is answered unknown */
  u64 deadline_at; /* the n-th look at the clock says that time is up */
} SolverFaults;

typedef struct SolverConfig {
  bool enabled[STAGE_COUNT];
  u64 query_ns; /* time for one question; NEVER_NS: no limit */
  SolverFaults faults;
} SolverConfig;

SolverConfig solver_config_default(void);
/* The fewest stages that decide everything: to check the others by. */
SolverConfig solver_config_plain(void);

/* Parses "simplify,model,sat" (only these), "-order,-sums" (all but these) or
 * "all" into the config. */
must_use Err solver_config_stages(SolverConfig *c, const char *list);

Solver *solver_new(const SolverConfig *config);
Solver *solver_free(Solver *s); /* all contexts must be gone */

/* When the run ends: at the deadline (NEVER_NS: none), or once *ended is set, which a signal
 * handler may do (borrowed until the next call; NULL: no handler does).  The solver then gives up
 * its current question within a fraction of a second, with REASON_ENDED. */
void solver_set_end(Solver *s, u64 deadline_ns, const volatile sig_atomic_t *ended);
bool solver_has_ended(const Solver *s);

/* ---- contexts ------------------------------------------------------------ */

Context *context_new(Solver *s); /* the empty path condition, satisfied by the zero model */
/* The same with a model that the caller knows to satisfy what will be added.  It is shared. */
Context *context_new_guess(Solver *s, Model *model);
Context *context_ref(Context *c);
Context *context_unref(Context *c); /* accepts NULL, returns NULL */

/* The context with e added (conjunctions are taken apart).  `model`, when not
 * NULL, is an answer of this solver for exactly c and e; it is shared, not taken. */
must_use Context *context_add(const Context *c, Expr e, Model *model);

/* The same in place of *io, which is given back. */
void context_extend(Context **io, Expr e, Model *model);

u32 context_length(const Context *c);              /* constraints */
Model *context_model(const Context *c);            /* borrowed; NULL when not solved yet */
void context_list(const Context *c, ExprVec *ret); /* appended in order */

/* ---- questions ----------------------------------------------------------- */

typedef struct Result {
  Answer answer;
  Model *model;  /* owned; of context and question; set iff YES */
  ExprVec core;  /* owned; iff NO: constraints that exclude the question together with it */
  Reason reason; /* iff UNKNOWN */
  Stage stage;   /* which stage answered, for tests and statistics; … */
  Depth depth;   /* … for decisions, what that needed */
} Result;

void result_done(Result *r); /* also for cleanup() */

/* Is c ∧ e satisfiable? */
Result solver_check(Solver *s, Context *c, Expr e);

/* Is c itself satisfiable?  A model found is kept in the context. */
Result solver_solve(Solver *s, Context *c);

/* Must e hold under c?  YES, NO or UNKNOWN. */
Answer solver_must(Solver *s, Context *c, Expr e);

/* Like solver_check, but a NO comes with a core: constraints that a stage used. */
Result solver_explain(Solver *s, Context *c, Expr e);

/* The smallest or largest value of a term of at most 64 bits under c; YES when
 * proven, UNKNOWN (with the best bound seen) otherwise, NO when c is unsatisfiable. */
typedef enum Extreme {
  EXTREME_UMIN,
  EXTREME_UMAX,
  EXTREME_SMIN,
  EXTREME_SMAX,
} Extreme;
Answer solver_extreme(Solver *s, Context *c, Expr term, Extreme which, u64 *ret_value);

/* The canonical smallest model of c where the order theory covers all of it
 * (each word at its least value); otherwise any model. */
Result solver_least(Solver *s, Context *c);

/* ---- terms of one byte ----------------------------------------------------- */

/* Of a term that reads one cell of the inputs and no other: the cell, and for each of its 256 values
 * what the term (at most 64 bits) is, or whether a condition holds, which is kept.  False: it reads
 * none or several, or is too large. */
struct ByteSet;
bool solver_byte_table(Solver *s, Expr condition, u32 *ret_cell, struct ByteSet *ret);
bool solver_byte_values(Solver *s, Expr e, u32 *ret_cell, u64 *ret);

/* What the constraints of a context say of single bytes and floats, each constraint taken alone: the values that are
 * left of a byte; FLOAT_LOW and FLOAT_HIGH of a float (expr/float.h); whether e, no conjunction, would say more. */
struct ByteSet solver_byte_left(Solver *s, Context *at, u32 cell);
u32 solver_float_known(Solver *s, Context *at, Expr x);
bool solver_would_narrow(Solver *s, Context *at, Expr e);

/* The cells (expr/input.h) that a term reads, ascending; valid until the next call. */
const u32 *solver_cells(Solver *s, Expr e, u32 *ret_n);

/* ---- figures ------------------------------------------------------------- */

typedef struct StageStats {
  u64 n_asked, n_yes, n_no;
  u64 n_ns;
} StageStats;

typedef struct SolverStats {
  u64 n_questions, n_yes, n_no, n_unknown;
  u64 solve_ns; /* in solver_solve and solver_least */
  StageStats stage[STAGE_COUNT];
  u64 n_validated; /* constraint evaluations done to validate models */
} SolverStats;

SolverStats solver_stats(const Solver *s);
/* Microseconds that what was asked so far usually takes: by what was asked, not by the clock. */
u64 solver_price(const Solver *s);
u64 solver_n_slow(const Solver *s); /* how many of them came to a stage that takes milliseconds */
const char *stage_name(Stage stage);
