/* divergence.c — the first decision after which the hashes of two traces differ.
 *
 * A hash stands for all decisions before it, so the search can halve; it is exact as far as the
 * hashes of different beginnings differ.
 */
#include "native/divergence.h"

#include <nadir/replay.h>

void trace_steps_add(void *user, u32 position, u64 hash) {
  TraceSteps *steps = user;
  if (steps->n < NADIR_REPLAY_MAX_TRACE) vec_push(steps, ((TraceStep){hash, position}));
}

static const char *add_place(const Module *m, u32 position, u32 n_before, Text *ret) {
  const Pos *pos = &m->positions.at[position];
  text_addf(ret, "; they part after %u decision%s", n_before, n_before == 1 ? "" : "s");
  if (pos->line) text_addf(ret, ", at %s:%u", m->texts.at[pos->file], pos->line);
  if (pos->line && *m->texts.at[pos->fn]) text_addf(ret, " in %s", m->texts.at[pos->fn]);
  return m->texts.at[pos->fn];
}

const char *divergence_print(const Module *m, const TraceSteps *machine, const TraceHashes *native,
                             Text *ret) {
  u32 same = 0, end = MIN(machine->n, native->n);
  while (same < end) {
    u32 middle = same + (end - same) / 2;
    if (machine->at[middle].hash == native->at[middle])
      same = middle + 1;
    else
      end = middle;
  }
  if (same < machine->n && same < native->n)
    return add_place(m, machine->at[same].position, same, ret);
  if (machine->n && machine->n < native->n && machine->n < NADIR_REPLAY_MAX_TRACE)
    text_add(ret, "; natively it goes on where the machine's ends");
  return NULL;
}
