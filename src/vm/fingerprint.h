/* fingerprint.h — recognises states that go on in the same way.
 *
 * How a state goes on is decided by its memory, its frames and what its path condition says of the
 * inputs that these still hold.  Registers that are not read again do not matter, nor do constraints on
 * inputs that no term in memory or in such a register mentions, unless another constraint ties them to
 * those that are.  Two states at a choice with the same fingerprint therefore take the same sides, make
 * the same errors and differ only in what lies behind them.
 *
 * After: Boonstoppel, Cadar, Engler, "RWset: attacking path explosion in constraint-based test
 * generation" (TACAS 2008), with what is reachable in place of what is read later.
 */
#ifndef VM_FINGERPRINT_H
#define VM_FINGERPRINT_H

#include "vm/print.h"
#include "vm/vm.h"

/* Of a state at a choice, until terms are swept. */
Hash128 state_fingerprint(Vm *vm, State *s);

#endif
