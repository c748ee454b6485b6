/* nontermination.h — notices paths that come back to where they were; see nontermination.c. */
#pragma once

#include "vm/vm_impl.h"

Watch watch_new(void);
void watch_fork(Watch *w); /* it was copied, for a state that is a fork */
void watch_done(Vm *vm, Watch *w);
void pasts_mark(Vm *vm); /* expr_mark on what past states hold */

/* After so many instructions the state is to be looked at: nontermination_at_jump. */
u64 nontermination_fuel(const State *s);

/* The state came to a choice, or stands at a jump: it may have ended now. */
void nontermination_at_choice(Vm *vm, State *s);
void nontermination_at_jump(Vm *vm, State *s);
