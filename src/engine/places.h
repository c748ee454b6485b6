/* places.h — where in the source a path ended. */
#ifndef ENGINE_PLACES_H
#define ENGINE_PLACES_H

#include "report/run_report.h"
#include "vm/vm.h"

typedef VEC(ReportPlace) PlaceVec;

/* The active calls of a state, innermost first; texts are borrowed from the module. */
void places_of(const Vm *vm, const State *s, PlaceVec *ret);

/* Where a path ended: the innermost of these places that is not in the runtime library; of a leak,
 * where the memory was allocated.  The file is "" when there is no such place. */
/* The innermost place in the user's own code. */
ReportPlace place_of_stack(const PlaceVec *stack);
ReportPlace place_of_end(const Vm *vm, const Ending *e, const PlaceVec *stack);

ReportPlace place_at(const Vm *vm, u32 position); /* in Module.positions */

void place_print(Text *t, const ReportPlace *p); /* file:line, or "" when not known */

#endif
