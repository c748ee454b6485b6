/* unset.h — memory that nobody wrote, and values that nobody set: what reading them gives.
 *
 * Which bytes were never written is known to their page.  The first read of some makes a symbol of
 * their own of them, which is stored in their place, so that every later read sees the same value.
 * Copying does not read: copies of unset bytes are unset.
 *
 * These symbols are no inputs: State.unset lists them apart from State.inputs, since nobody outside
 * can choose them.  In a run on a test they have the values that the test says, or zero.
 */
#ifndef VM_UNSET_H
#define VM_UNSET_H

#include "vm/vm.h"

/* What the names of such symbols begin with, in tests too: runtime/replay/test.c knows it. */
#define UNSET_PREFIX "unset@"

/* A value of 1 to 64 bits that nobody set: a new symbol, or what the mode and the test make of it,
 * then a constant.  With UNSET_ERROR it is a symbol, and the path ends where it decides. */
Expr unset_value(Vm *vm, State *s, u32 width);

/* The unset ones of n readable bytes become symbols, but with UNSET_ERROR. */
void unset_settle(Vm *vm, State *s, u64 address, u64 n);

/* Does the value of a term depend on what nobody set? */
bool unset_is_in(Vm *vm, const State *s, Expr e);

/* At a choice that can go more than one way, before it is made: tells it if it depends on what
 * nobody set.  False: the path has ended there. */
bool unset_decide(Vm *vm, State *s);

#endif
