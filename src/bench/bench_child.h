/* bench_child.h — a run of nadir in a process of its own, for a cell of a bench.
 *
 * What it writes stays in its folder.  Once it has ended, bench.json lies beside that and says how it
 * was run: a cell that was interrupted is run again, one that another build measured is told apart.
 */
#ifndef BENCH_BENCH_CHILD_H
#define BENCH_BENCH_CHILD_H

#include "sandbox/child.h"

typedef struct BenchChild {
  const Names *words;  /* borrowed, as everything here; ends in NULL */
  const char *folder;  /* is made, and emptied */
  const char *command; /* the words as one would type them */
  const char *build;   /* of nadir */
  u64 budget_ns;       /* that it keeps by itself, about */
  const volatile sig_atomic_t *stop;
} BenchChild;

/* The words as one would type them. */
void command_print(const Names *w, Text *to);

/* Was this command run to its end before?  *ret_other: by another build. */
bool bench_child_is_done(const BenchChild *c, bool *ret_other);

/* *ret_why says what went wrong, and is empty if nothing did; *ret_ended is false if it was stopped.
 * An error is one that no other run would be spared. */
must_use Err bench_child_run(const BenchChild *c, double *ret_seconds, bool *ret_ended,
                             Text *ret_why);

/* After what it wrote was read and is good. */
must_use Err bench_child_keep(const BenchChild *c, double seconds);

#endif
