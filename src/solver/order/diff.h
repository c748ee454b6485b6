/* diff.h — difference constraints over the integers, kept satisfied.
 *
 * Variables are small numbers; variable 0 is the constant zero.  A constraint
 * (an atom) is x - y <= c, or x - y != c, and carries a tag of the caller's,
 * its reason.  The system lives on a stack and keeps an assignment that
 * satisfies everything on it.  Adding an atom that the assignment satisfies
 * costs O(1); otherwise only what must move is touched (diff_search.c).
 *
 * Knows nothing of terms: whoever uses it proves that nothing wraps around.
 *
 * Constants: |c| < DIFF_C_LIMIT, anything else is the caller's bug and ends the
 * process.  Values have 128 bits, because a chain of n such constants needs
 * more than 64; a variable bounded on both sides stays inside its bounds.
 */
#ifndef SOLVER_ORDER_DIFF_H
#define SOLVER_ORDER_DIFF_H

#include "base/base.h"

typedef i128 DiffInt;

#define DIFF_ZERO 0u
#define DIFF_C_LIMIT INT64_MAX

typedef struct Diff Diff;

typedef enum DiffAnswer {
  DIFF_YES,     /* satisfiable: diff_moves */
  DIFF_NO,      /* unsatisfiable: diff_reasons */
  DIFF_UNKNOWN, /* the disequalities asked for more than `max_splits` case splits */
} DiffAnswer;

typedef struct DiffAtom {
  u32 x, y;
  i64 c;
  u32 reason;
  bool differs; /* false: x - y <= c; true: x - y != c */
} DiffAtom;

typedef struct DiffMove {
  DiffInt value;
  u32 var;
} DiffMove;

typedef struct DiffMark {
  u32 n_edges, n_nes;
} DiffMark;

must_use Diff *diff_new(void);
Diff *diff_free(Diff *d); /* accepts NULL, returns NULL */

/* Lets a repair move what it must move further by up to `gap`, where that touches
 * nothing else; 0, no further than needed, is what a new Diff has.  With room
 * between the values, what comes later fits in without moving a whole order. */
void diff_set_gap(Diff *d, u32 gap);

u32 diff_var(Diff *d); /* a new variable; its value is 0; variables are never popped */
u32 diff_n_vars(const Diff *d);
DiffInt diff_value(const Diff *d, u32 var);
bool diff_holds(const Diff *d); /* do the values satisfy every atom?  O(atoms), for assertions */

/* Adds all atoms (YES) or none (NO, UNKNOWN).  Values change only on YES. */
must_use DiffAnswer diff_push(Diff *d, const DiffAtom *atoms, u32 n, u32 max_splits);

/* The answer diff_push would give; changes nothing but moves and reasons. */
must_use DiffAnswer diff_trial(Diff *d, const DiffAtom *atoms, u32 n, u32 max_splits);

/* Of the last push, trial or solve that said YES: the variables whose value it
 * changed (for a trial: would change), with their new values, each once, in no
 * special order.  Borrowed until the next call on `d`. */
const DiffMove *diff_moves(const Diff *d, u32 *ret_n);

/* Of the last push, trial or solve that said NO: the reasons.  One cycle of edges, each once, when no case split
 * was needed; otherwise the union over the cases.  Borrowed as above. */
const u32 *diff_reasons(const Diff *d, u32 *ret_n);

DiffMark diff_mark(const Diff *d);
void diff_pop(Diff *d, DiffMark to); /* O(atoms popped); values stay */

/* Adds atoms without looking at the values.  Until diff_load, diff_solve or a
 * pop has made the values fit again, only these four may be called. */
void diff_push_unchecked(Diff *d, const DiffAtom *atoms, u32 n);

/* Values known to satisfy every atom, given for the variables that differ. */
void diff_load(Diff *d, const DiffMove *moves, u32 n);

/* Finds values for all atoms at once, starting from the present ones.  After NO
 * or UNKNOWN atoms and values are as before the call. */
must_use DiffAnswer diff_solve(Diff *d, u32 max_splits);

/* The least solution of the edges with variable 0 = 0, for each variable; disequalities count only
 * where they sharpen an edge between the same variables (x <= y and x != y).
 * A variable without a lower bound is taken to be at least the largest number
 * not above 0 that every such variable can have for a lower bound.  Says
 * whether the disequalities hold in it. */
bool diff_least(Diff *d, DiffInt *ret_values);

#endif
