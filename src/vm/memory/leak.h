/* leak.h — memory of the heap that nobody can free any more.
 *
 * As with LeakSanitizer, memory is lost when no pointer leads to it: not from a global, a living local
 * variable or a register of a frame, nor from memory that one of these leads to.  A pointer into an
 * object leads to all of it; a symbolic one leads where it does on the input that shows the path.
 */
#pragma once

#include "vm/vm.h"

/* The first heap object that is lost. */
bool leak_find_lost(Vm *vm, State *s, Object *ret);

/* The first heap object that was not freed, whoever knows it. */
bool leak_find_kept(State *s, Object *ret);

/* The path ends with this leak. */
bool leak_stop(Vm *vm, State *s, Object o);

/* Of a path that ended with another error: notes in its ending what it had lost by then, if leaks are
 * looked for. */
void leak_note(Vm *vm, State *s);
