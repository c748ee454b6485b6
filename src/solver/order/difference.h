/* difference.h — difference constraints over the integers, kept satisfied.
 *
 * Variables are small numbers; variable 0 is the constant zero.  A constraint
 * (an atom) is x - y <= c, or x - y != c, and carries a tag of the caller's,
 * its reason.  The system lives on a stack and keeps an assignment that
 * satisfies everything on it.  Adding an atom that the assignment satisfies
 * costs O(1); otherwise only what must move is touched (difference_search.c).
 *
 * It knows nothing of terms: the caller proves that nothing wraps around.
 *
 * Constants: |c| < DIFFERENCE_C_LIMIT, anything else is the caller's bug and ends the
 * process.  Values have 128 bits, because a chain of n such constants needs
 * more than 64; a variable bounded on both sides stays inside its bounds.
 */
#pragma once

#include "base/base.h"

typedef i128 DifferenceInt;

#define DIFFERENCE_ZERO 0u
#define DIFFERENCE_C_LIMIT INT64_MAX

typedef struct Differences Differences;

typedef enum DifferenceAnswer {
  DIFFERENCE_YES,     /* satisfiable: difference_moves */
  DIFFERENCE_NO,      /* unsatisfiable: difference_reasons */
  DIFFERENCE_UNKNOWN, /* the disequalities asked for more than `max_splits` case splits */
} DifferenceAnswer;

typedef struct DifferenceAtom {
  u32 x, y;
  i64 c;
  u32 reason;
  bool differs; /* false: x - y <= c; true: x - y != c */
} DifferenceAtom;

typedef struct DifferenceMove {
  DifferenceInt value;
  u32 var;
} DifferenceMove;

typedef struct DifferenceMark {
  u32 n_edges, n_nes;
} DifferenceMark;

must_use Differences *difference_new(void);
Differences *difference_free(Differences *d); /* accepts NULL, returns NULL */

/* Lets a repair move what it must move further by up to `gap`, where that touches
 * nothing else; 0, no further than needed, is what a new Differences has.  With room
 * between the values, what comes later fits in without moving a whole order. */
void difference_set_gap(Differences *d, u32 gap);

u32 difference_var(Differences *d); /* a new variable; its value is 0; variables are never popped */
u32 difference_n_vars(const Differences *d);
DifferenceInt difference_value(const Differences *d, u32 var);
bool difference_holds(
    const Differences *d); /* do the values satisfy every atom?  O(atoms), for assertions */

/* Adds all atoms (YES) or none (NO, UNKNOWN).  Values change only on YES. */
must_use DifferenceAnswer difference_push(Differences *d, const DifferenceAtom *atoms, u32 n,
                                          u32 max_splits);

/* The answer difference_push would give; changes nothing but moves and reasons. */
must_use DifferenceAnswer difference_trial(Differences *d, const DifferenceAtom *atoms, u32 n,
                                           u32 max_splits);

/* Of the last push, trial or solve that said YES: the variables whose value it
 * changed (for a trial: would change), with their new values, each once, in no
 * special order.  Borrowed until the next call on `d`. */
const DifferenceMove *difference_moves(const Differences *d, u32 *ret_n);

/* Of the last push, trial or solve that said NO: the reasons.  One cycle of edges, each once, when no case split
 * was needed; otherwise the union over the cases.  Borrowed as above. */
const u32 *difference_reasons(const Differences *d, u32 *ret_n);

DifferenceMark difference_mark(const Differences *d);
void difference_pop(Differences *d, DifferenceMark to); /* O(atoms popped); values stay */

/* Adds atoms without looking at the values.  Until difference_load, difference_solve or a
 * pop has made the values fit again, only these four may be called. */
void difference_push_unchecked(Differences *d, const DifferenceAtom *atoms, u32 n);

/* Values known to satisfy every atom, given for the variables that differ. */
void difference_load(Differences *d, const DifferenceMove *moves, u32 n);

/* Finds values for all atoms at once, starting from the present ones.  After NO
 * or UNKNOWN atoms and values are as before the call. */
must_use DifferenceAnswer difference_solve(Differences *d, u32 max_splits);

/* The least solution of the edges with variable 0 = 0, for each variable; disequalities count only
 * where they sharpen an edge between the same variables (x <= y and x != y).
 * A variable without a lower bound is taken to be at least the largest number
 * not above 0 that every such variable can have for a lower bound.  Says
 * whether the disequalities hold in it. */
bool difference_least(Differences *d, DifferenceInt *ret_values);
