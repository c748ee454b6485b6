/* explain.h — what is known about an error beyond its kind, in words. */
#ifndef RECORD_EXPLAIN_H
#define RECORD_EXPLAIN_H

#include "base/text.h"
#include "vm/vm.h"

/* Appended; nothing when there is nothing to say. */
void ending_explain(Text *t, const Vm *vm, const Ending *e);

#endif
