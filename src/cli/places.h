/* places.h — where in the source a path ended. */
#ifndef CLI_PLACES_H
#define CLI_PLACES_H

#include "report/run_report.h"
#include "vm/vm.h"

typedef VEC(ReportPlace) PlaceVec;

/* The active calls of a state, innermost first; texts are borrowed from the module. */
void places_of(const Vm *vm, const State *s, PlaceVec *ret);

/* The innermost place that is not in the runtime library; all zero when there is none. */
ReportPlace place_of_user(const PlaceVec *stack);

void place_print(Text *t, const ReportPlace *p); /* file:line, or "" when not known */

#endif
