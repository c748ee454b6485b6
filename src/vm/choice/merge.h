/* merge.h — one path goes on in place of two, where the sides of a branch come together soon.
 *
 * A path is its decisions (path.h), so that two paths cannot become one afterwards.  What can be done is
 * not to part: both sides are run to the join (code/joins.h), and what they leave in registers and memory
 * becomes a choice between values, (ite condition a b).  That is a decision of its own, SIDE_MERGED, and
 * whoever follows the decisions does the same again.
 *
 * After: Hansen, Schachte, Søndergaard, "State joining and splitting for the symbolic execution of
 * binaries" (RV 2009), and Kuznetsov, Kinder, Bucur, Candea, "Efficient state merging in symbolic execution"
 * (PLDI 2012).  Differs: only branches are merged whose sides are short and do nothing that may go wrong,
 * and states that met by chance are not.
 */
#ifndef VM_CHOICE_MERGE_H
#define VM_CHOICE_MERGE_H

#include "vm/vm.h"

/* At a choice of BRANCH: true, and the state stands at the join with its decision made; false, and
 * nothing is changed, where the sides do more than can be merged, or something that is not covered: one
 * input shows only one of them.  NULL: nobody minds. */
bool merge_sides(Vm *vm, State *s, const struct Cover *covered);

#endif
