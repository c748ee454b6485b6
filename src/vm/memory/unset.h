/* unset.h — memory that nobody wrote and values that nobody set: what reading them gives.
 *
 * A page knows which of its bytes were never written.  The first read of such bytes makes a symbol
 * for them, which is stored in their place, so that every later read sees the same value.  Copying
 * does not read: copies of unset bytes are unset.
 *
 * These symbols are no inputs: State.unset lists them apart from State.inputs, since nobody
 * outside can choose them.  In a run on a test they have the values that the test says, or zero.
 */
#ifndef VM_MEMORY_UNSET_H
#define VM_MEMORY_UNSET_H

#include "vm/vm.h"

/* What the names of such symbols begin with, in tests too: runtime/replay/test.c knows it. */
#define UNSET_PREFIX "unset@"

/* What is usual for a program: one that speaks SV-COMP's dialect expects unknown values. */
UnsetMode unset_usual(const Module *m);

/* A value of 1 to 64 bits that nobody set: a new symbol, or what the mode and the test make of it,
 * then a constant.  With UNSET_ERROR it is a symbol, and the path ends where it decides. */
Expr unset_value(Vm *vm, State *s, u32 width);

/* The unset ones of n readable bytes become symbols, but with UNSET_ERROR. */
void unset_settle(Vm *vm, State *s, u64 address, u64 n);

/* With UNSET_ERROR, a word of which some bytes were written and some were not, as a struct with
 * padding that is passed in a register: the others become symbols, and the path ends only where they
 * decide.  False: that is not so. */
bool unset_settle_padding(Vm *vm, State *s, u64 address, u32 n);

/* Is something that nobody set in a term?  Its value need not depend on it. */
bool unset_is_in(Vm *vm, const State *s, Expr e);

/* At a choice that can go more than one way, before it is made: notes and tells it if it depends on
 * what nobody set, or if the solver does not say whether it does.  If nothing may be asked, only what the model of the path shows to depend on it is
 * found.  False: the path has ended there. */
bool unset_decide(Vm *vm, State *s, bool may_ask);

/* A value leaves the program: printed, or as its exit code.  Tells it, each place once, if it depends on
 * what nobody set; with UNSET_ERROR the path ends.  False: it has ended. */
bool unset_leave(Vm *vm, State *s, UnsetUse use, Expr value);

/* The exit code in a register, of which others see eight bits. */
bool unset_leave_code(Vm *vm, State *s, u32 reg);

/* The same for bytes in memory that are written out: as with valgrind, those between the members of a
 * struct are no less visible than others.  `is_passed_on`: from a buffer, and what was told when it came
 * there is not told again. */
bool unset_leave_bytes(Vm *vm, State *s, u64 from, u64 n, bool is_passed_on);

#endif
