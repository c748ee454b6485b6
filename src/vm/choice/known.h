/* known.h — what a path leaves of single input bytes, known to the machine itself.
 *
 * Most conditions of programs that read text are about one byte, and most were decided before: the
 * same letter is compared again and again.  The machine takes such a side without a question; it is
 * a decision as always.  An access at a place that only one byte chooses, of few values on this path,
 * is made at each of its places, so that memory stays plain (step_mem.c).
 */
#ifndef VM_CHOICE_KNOWN_H
#define VM_CHOICE_KNOWN_H

#include "solver/values/lanes.h"
#include "vm/vm.h"

/* Shared by the states that were forked since. */
typedef struct KnownBytes KnownBytes;

KnownBytes *known_ref(KnownBytes *k);   /* accepts NULL */
KnownBytes *known_unref(KnownBytes *k); /* accepts NULL, returns NULL */

/* The path condition implies this. */
void known_learn(Vm *vm, State *s, Expr condition);

/* Does the path decide a condition on one byte? */
bool known_decides(Vm *vm, const State *s, Expr condition, bool *ret_holds);

/* The values, each once and in the order of the byte's, that a term of at most 64 bits has on this
 * path; 0: it reads more than one byte, or has more than `max` values, or nothing is known and `max`
 * is less than a byte has. */
u32 known_values(Vm *vm, const State *s, Expr e, u32 max, u64 *ret);

/* Do the bytes that a term reads have at most `max` values together? */
bool known_are_few(Vm *vm, const State *s, Expr e, u64 max);

#endif
