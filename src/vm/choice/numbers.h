/* numbers.h — which floats of the inputs are not NaN on a path.
 *
 * What an assumption or a comparison has said once, later comparisons do not say again.  So the
 * conditions of a sort of doubles are as short as those of a sort of integers.
 */
#ifndef VM_CHOICE_NUMBERS_H
#define VM_CHOICE_NUMBERS_H

#include "vm/vm.h"

/* Four bits for each cell: what is known (expr/float.h) of the float and of the double that begin
 * there.  Shared by the states that were forked since. */
typedef struct Numbers {
  u32 refs, n_bytes;
  u8 known[];
} Numbers;

Numbers *numbers_ref(Numbers *n);   /* accepts NULL */
Numbers *numbers_unref(Numbers *n); /* accepts NULL, returns NULL */

/* The path condition implies this. */
void numbers_learn(State *s, Expr condition);

/* FLOAT_LOW, FLOAT_HIGH, both or neither. */
u32 numbers_known(const State *s, Expr x);

#endif
