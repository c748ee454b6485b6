/* stage.h — what a stage of the chain is: a struct of functions and one row in
 * stages.def. */
#pragma once

#include "solver/bits/circuit.h"
#include "solver/solver.h"
#include "solver/trail.h"

/* A question on its way through the chain.  The trail stands at the context
 * asked about. */
typedef struct Query {
  Trail *trail;    /* borrowed */
  Eval *eval;      /* borrowed */
  Expr asked;      /* the question as it came */
  Expr e;          /* the same under the path; stages may shrink it */
  Model *base;     /* borrowed; the model that an answer patches … */
  bool base_holds; /* … and whether it satisfies the context; if not, answer for the slice */
  U32Vec slice;    /* owned; items the question depends on, in order, once has_slice */
  bool has_slice;
  bool wants_core;
  u64 deadline_ns;
  const volatile sig_atomic_t *ended; /* borrowed, or NULL; once set, time is up */

  Model *found;  /* owned; set with FOUND and PROPOSED */
  U32Vec core;   /* owned; set with REFUTED if wants_core: items that exclude the question */
  bool has_core; /* else the slice is the core */
  Reason reason; /* of the last stage that tried and failed */
} Query;

typedef enum Verdict {
  SILENT,   /* nothing to say: ask the next stage */
  REFUTED,  /* the context excludes the question */
  FOUND,    /* q->found satisfies it; if validation disagrees, that is a bug */
  PROPOSED, /* q->found may satisfy it; validation decides */
} Verdict;

typedef struct StageOps {
  size_t n_bytes;                     /* of its state, zeroed; 0: it keeps none */
  void (*open)(void *self, Trail *t); /* NULL: zeroed is right */
  void (*close)(void *self);          /* frees what the state owns; NULL without one */
  Verdict (*ask)(void *self, Query *q);

  /* Optional: called with the answer that a later stage gave to a question that
   * this one passed on; q->found is the validated model of a YES. */
  void (*learn)(void *self, Query *q, Answer a);

  /* Optional: a model of the context with every word at its least value. */
  Verdict (*least)(void *self, Query *q);
} StageOps;

#define STAGE(name, depth, price, text) extern const StageOps stage_##name;
#include "solver/chain/stages.def"
#undef STAGE

/* Is the time up?  Whatever may take long asks now and then and gives up. */
bool query_is_late(const Query *q);

/* The same for work on circuits. */
static inline SatLimit query_limit(const Query *q) {
  return (SatLimit){.deadline_ns = q->deadline_ns, .ended = q->ended};
}

/* The question is about one byte, and the constraints on this byte alone leave no such value; the core
 * is set. */
bool query_has_no_byte(Query *q);

/* What an answer says whose model (owned) holds if it is YES. */
Verdict query_take(Query *q, Answer a, Model *m);

/* The items the question depends on. */
const U32Vec *query_slice(Query *q);

/* The items a general solver must see: the slice, or everything while no stage
 * has asked for one. */
const U32Vec *query_items(Query *q);

/* Appends these constraints, and the question as the last. */
void query_terms(Query *q, ExprVec *ret);

/* One of these that the model does not satisfy, the question before all others; EXPR_NONE: all hold. */
Expr query_broken(const Query *q, const ExprVec *terms, const Model *m);

/* Sets the byte to one of these values with which all terms hold; false: there is none. */
bool query_fit_byte(const Query *q, const ExprVec *terms, u32 cell, ByteSet fits, Model *io_model);
