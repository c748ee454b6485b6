/* z3_worker.h — Z3 in a process of its own, so that a deadline is a deadline.
 *
 * Z3's own time-outs are advisory; a process can be killed.  The process is
 * forked on first use and again after it was killed or died; both are invisible
 * but for an `unknown` answer.  It keeps one solver warm per logic: a question
 * is a sequence of constraints, and the longest common prefix with the previous
 * sequence of that logic stays asserted.
 */
#ifndef SOLVER_Z3_Z3_WORKER_H
#define SOLVER_Z3_Z3_WORKER_H

#include "expr/expr.h"
#include "expr/model.h"
#include "solver/answer.h"
#include "solver/z3/int_term.h"

#include <signal.h>

typedef struct Worker Worker;

typedef struct WorkerStats {
  u64 n_bits, n_ints; /* questions by logic */
  u64 n_spawned, n_killed, n_died;
  u64 n_bytes_sent;
} WorkerStats;

/* Lives inside one expr_open … expr_close.  Make it early: it forks a nursery
 * (nursery.h) whose size, for good, is what the process has now. */
Worker *worker_new(u64 memory_limit_bytes); /* of the Z3 process; 0: none */
Worker *worker_free(Worker *w); /* accepts NULL, returns NULL; the process is gone after */

/* Once *ended is set (borrowed; NULL: nobody does), a question is given up as if its time were up. */
void worker_set_ended(Worker *w, const volatile sig_atomic_t *ended);

/* Is the conjunction of n width-1 terms satisfiable, over bit-vectors and
 * arrays?  On YES, io_model (fresh, all zero or a model to patch) gets the
 * value of every cell and array element the terms mention; NULL: no model is
 * wanted.  On UNKNOWN, *ret_reason says why. */
Answer worker_bits(Worker *w, const Expr *terms, u32 n, u64 deadline_ns, Model *io_model,
                   Reason *ret_reason);

/* May the last model be none?  Where arrays are compared Z3 is not always right about them. */
bool worker_model_is_guess(const Worker *w);

/* The same over integers: roots are Bool nodes of the arena, which has only
 * grown since the previous call.  On YES, ret_values[v] is set for each variable
 * v < n_values that the roots mention; others are left alone.  A value outside
 * of i64 makes the answer UNKNOWN. */
Answer worker_ints(Worker *w, const IntNodes *arena, const u32 *roots, u32 n, u64 deadline_ns,
                   i64 *ret_values, u32 n_values, Reason *ret_reason);

/* Forgets the arena (the caller starts a new one). */
void worker_ints_reset(Worker *w);

/* Which of the terms make the conjunction unsatisfiable: sets ret_in_core[i].
 * ANSWER_NO when it is unsatisfiable and a core was found. */
Answer worker_core(Worker *w, const Expr *terms, u32 n, u64 deadline_ns, bool *ret_in_core,
                   Reason *ret_reason);

WorkerStats worker_stats(const Worker *w);
int worker_pid(const Worker *w); /* of the live process, or 0: for tests that kill it */

#endif
