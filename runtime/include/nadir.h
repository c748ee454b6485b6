/* nadir.h — what a program can tell nadir, for programs that are written for it.
 *
 *     #include <nadir.h>
 *
 *     int main(void) {
 *       size_t n = nadir_size();
 *       int *a = malloc(n * sizeof *a);
 *       nadir_symbolic(a, n * sizeof *a, "a");
 *       for (size_t i = 0; i < n; i++) nadir_assume(a[i] >= 0);
 *       sort(a, n);
 *     }
 *
 * nadir finds this header by itself.  The same file is compiled natively with -lnadir-replay and
 * then takes its inputs from the test named by the environment variable NADIR_TEST.
 */
#ifndef NADIR_H
#define NADIR_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes n bytes an input: from here on they have every value.  The name is for people, and in the
 * test. */
void nadir_symbolic(void *bytes, size_t n, const char *name);

/* Goes on only with inputs for which the condition holds.  The macro keeps the upper half of a
 * condition that is longer than an int. */
void nadir_assume(int condition);
#define nadir_assume(condition) nadir_assume((condition) != 0)

/* The size N that this run is about (--size). */
size_t nadir_size(void);

/* Adds n to the cost of this path, as `--cost user` counts it. */
void nadir_cost(unsigned long n);

/* Counts one execution of this place, as `--cost target` counts it. */
void nadir_target(void);

/* Does x depend on an input?  0 in a native run. */
int nadir_is_symbolic(unsigned long x);

/* The value of x for one input of this path.  The path is not bound to it: for output only. */
unsigned long nadir_concrete(unsigned long x);

/* The same, and the path goes on with this value only.  Other values are lost, and counted as
 * such. */
unsigned long nadir_fix(unsigned long x);

/* Ends the path with an error of the program. */
void nadir_stop(const char *file, int line, const char *text) __attribute__((__noreturn__));

/* Ends the path without a test. */
void nadir_quiet_exit(int code) __attribute__((__noreturn__));

#ifdef __cplusplus
}
#endif

#endif
