/* uninit.h — memory that nobody wrote and values that nobody set: what reading them gives.
 *
 * A page knows which of its bytes were never written.  The first read of such bytes makes a symbol
 * for them, which is stored in their place, so that every later read sees the same value.  Copying
 * does not read: copies of uninitialised bytes are uninitialised.
 *
 * These symbols are no inputs: State.uninitialised lists them apart from State.inputs, since nobody
 * outside can choose them.  In a run on a test they have the values that the test says, or zero.
 */
#pragma once

#include "vm/vm.h"

/* What the names of such symbols begin with, in tests too: runtime/replay/test.c knows it. */
#define UNINIT_PREFIX "unset@"

/* What is usual for a program: one that speaks SV-COMP's dialect expects unknown values. */
UninitMode uninit_usual(const Module *m);

/* A value of 1 to 64 bits that nobody set: a new symbol, or what the mode and the test make of it,
 * then a constant.  With UNINIT_ERROR it is a symbol, and the path ends where it decides. */
Expr uninit_value(Vm *vm, State *s, u32 width);

/* The uninitialised ones of n readable bytes become symbols, but with UNINIT_ERROR. */
void uninit_settle(Vm *vm, State *s, u64 address, u64 n);

/* With UNINIT_ERROR, a word of which some bytes were written and some were not, as a struct with
 * padding that is passed in a register: the others become symbols, and the path ends only where they
 * decide.  False: that is not so. */
bool uninit_settle_padding(Vm *vm, State *s, u64 address, u32 n);

/* Is something that nobody set in a term?  Its value need not depend on it. */
bool uninit_is_in(Vm *vm, const State *s, Expr e);

/* At a choice that can go more than one way, before it is made: notes it, and nadir warns, if it depends on
 * what nobody set, or if the solver does not know whether it does.  If the solver may not be asked, only what the model of
 * the path shows to depend on it is found.  False: the path has ended there. */
bool uninit_decide(Vm *vm, State *s, bool may_ask);

/* A value leaves the program: printed, or as its exit code.  nadir warns, once for each place, if it depends on
 * what nobody set; with UNINIT_ERROR the path ends.  False: it has ended. */
bool uninit_leave(Vm *vm, State *s, UninitUse use, Expr value);

/* The exit code in a register, of which others see eight bits. */
bool uninit_leave_code(Vm *vm, State *s, u32 reg);

/* The same for bytes in memory that are written out: as with valgrind, those between the members of a
 * struct are no less visible than others.  `is_passed_on`: from a buffer, and what nadir warned of when it came
 * there is not warned of again. */
bool uninit_leave_bytes(Vm *vm, State *s, u64 from, u64 n, bool is_passed_on);
