/* native_times.h — native proof that the worst inputs are slow: their times beside those of random inputs,
 * at sizes that double.
 *
 * A worst input of the sizes that were searched runs for microseconds, which no clock tells from noise.  So
 * the largest is extended until a run takes long enough, in the way that runs longest.  Everything is
 * measured; nothing is computed from the counts of the machine.
 */
#pragma once

#include "native/replay.h"
#include "report/worst_report.h"

typedef struct TimesConfig {
  const WorstReport *report; /* borrowed */
  const WorstSize *base;     /* borrowed; one of its sizes: what is extended; NULL: there is none */
  Recipe *recipe;            /* borrowed; of the program, its size is changed */
  const Replay *replay;      /* borrowed; built of this recipe */
  u64 run_ns;                /* of a single run */
  u64 deadline_ns;
  u64 seed;
} TimesConfig;

/* Replaces ret->rows and the rest.  Texts are owned by `keeper`. */
must_use Err native_times_find(const TimesConfig *c, WorstReport *keeper, WorstTiming *ret);

/* The same for a whole program that is still to be built; its largest size is extended.  What is in the way
 * is said in io->times.why. */
void native_times_add(u64 limit_ns, u64 run_ns, WorstReport *io);
