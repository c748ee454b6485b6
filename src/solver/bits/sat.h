/* sat.h — CaDiCaL on circuits.
 *
 * A gate gets its clauses when a question first needs it.  Questions are asked under assumptions,
 * so that what was learned for one serves the next.  CaDiCaL runs in this process and is stopped by
 * its call-back, which it calls every few conflicts and within each of its own simplifications.
 */
#pragma once

#include "solver/answer.h"
#include "solver/bits/circuit.h"

typedef struct Sat Sat;

Sat *sat_new(const Circuit *c); /* borrowed; only grows during the life of the Sat */
Sat *sat_free(Sat *s);          /* accepts NULL, returns NULL */

/* The literal holds from now on, in every question. */
void sat_add(Sat *s, Lit a);

/* Makes the clauses of the gates below a; sat_solve does it for its assumptions. */
void sat_need(Sat *s, Lit a);

/* May all of these hold?  After YES sat_value, after NO sat_failed; both until the next call. */
Answer sat_solve(Sat *s, const Lit *assumed, u32 n, SatLimit limit, Reason *ret_reason);
bool sat_value(Sat *s, Lit a);
bool sat_failed(Sat *s, Lit a); /* of an assumption: the refutation used it */

u32 sat_size(const Sat *s); /* gates with clauses */
