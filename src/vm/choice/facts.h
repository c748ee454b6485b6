/* facts.h — what a path leaves of single input bytes and floats, for the machine's own decisions.
 *
 * Most conditions of programs that read text are about one byte, and most were decided before: the
 * same letter is compared again and again.  The machine takes such a side without a question; it is
 * a decision as always.  An access at a place that only one byte chooses, of few values on this path,
 * is made at each of its places, so that memory stays plain (places.c).  And what a comparison has said of a
 * float once (it is no NaN), later comparisons do not say again: so the conditions of a sort of doubles are as
 * short as those of a sort of integers.
 *
 * Facts follow from all sides that the path took, forced ones included, and so from its decisions alone: who
 * follows them knows the same.
 */
#pragma once

#include "solver/values/lanes.h"
#include "vm/vm.h"

/* The path condition implies this. */
void facts_learn(Vm *vm, State *s, Expr condition);

/* Does the path decide a condition on one byte? */
bool facts_decide(Vm *vm, const State *s, Expr condition, bool *ret_holds);

/* The values, each once and in the order of the byte's, that a term of at most 64 bits has on this
 * path; 0: it reads more than one byte, or has more than `max` values. */
u32 facts_values(Vm *vm, const State *s, Expr e, u32 max, u64 *ret);

/* Do the bytes that a term reads have at most `max` values together? */
bool facts_are_few(Vm *vm, const State *s, Expr e, u64 max);

/* FLOAT_LOW, FLOAT_HIGH, both or neither. */
u32 facts_float(const Vm *vm, const State *s, Expr x);

/* A decision by this term was no choice.  After some that only a search refuted, the bytes that it reads are asked
 * for, and those of one value become constants of the path condition. */
void facts_look(Vm *vm, State *s, Expr term);
