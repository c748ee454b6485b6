/* explain.h — what is known about an error beyond its kind, in words. */
#pragma once

#include "base/text.h"
#include "vm/vm.h"

/* Appended; nothing when there is nothing to say. */
void ending_explain(Text *t, const Vm *vm, const Ending *e);
