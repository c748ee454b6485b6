/* line.h — how ESE's programs count.
 *
 * ESE's cost is the number of lines that a Python program executes.  A line of C is not a line of
 * Python (declarations, closing braces, helpers that Python has built in), so these variants say
 * themselves where the Python program would execute lines: `--cost user`. */
#ifndef LINE_H
#define LINE_H

#include <nadir.h>

/* Lines of the Python program are executed: what follows up to the next line() or lines(). */
static inline void lines(unsigned n) {
  nadir_cost(n);
}

static inline void line(void) {
  lines(1);
}

#endif
