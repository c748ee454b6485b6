/* fwrite.c — musl's, which says what leaves the program where it is called (port/shown.h). */
#include "shown.h"

#undef FLOCK
#define FLOCK(f) int __need_unlock = (nadir_leave(src, l, 0), (f)->lock >= 0 ? __lockfile(f) : 0)

#include "src/stdio/fwrite.c"
