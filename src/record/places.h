/* places.h — where in the source a path ended. */
#pragma once

#include "report/run_report.h"
#include "vm/vm.h"

/* The active calls of a state, innermost first; texts are borrowed from the module. */
void places_of(const Vm *vm, const State *s, ReportPlaceVec *ret);

/* The innermost of these places that is not in the runtime library; the file is "" when there is
 * none. */
ReportPlace place_of_stack(const ReportPlaceVec *stack);
/* Where a path ended: the same, or of a leak where the memory was allocated. */
ReportPlace place_of_end(const Vm *vm, const Ending *e, const ReportPlaceVec *stack);

ReportPlace place_at(const Vm *vm, u32 position); /* in Module.positions */

void place_print(Text *t, const ReportPlace *p);             /* file:line, or "" when not known */
void place_print_end(Text *t, const Vm *vm, const State *s); /* where this one ended */
