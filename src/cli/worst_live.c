/* worst_live.c — how far a search for worst cases is; see worst_live.h. */
#include "cli/worst_live.h"

#include <stdio.h>
#include <unistd.h>

enum { PLAIN_SECONDS = 10 };

static double seconds(u64 ns) {
  return (double)ns / (double)NS_PER_S;
}

static void print_best(const Trial *t, u64 now, FILE *to) {
  if (!t->best.is_found) {
    fputs("nothing found yet", to);
    return;
  }
  u64 gone = t->ns + (now - t->begin_ns), at = vec_last(&t->history).ns;
  fprintf(to, "best %ju since %.1f s", (uintmax_t)t->best.cost,
          gone > at ? seconds(gone - at) : 0.0);
}

static void line(const WorstLive *l, const Trial *t, u64 n_paths, u64 now, FILE *to) {
  u64 since = now - l->last_ns;
  bool same = l->last == t && n_paths >= l->last_paths && since;
  fprintf(to, "%s, N=%ju: ", t->how, (uintmax_t)t->size);
  print_best(t, now, to);
  fprintf(to, ", %ju paths", (uintmax_t)n_paths);
  if (same) fprintf(to, ", %.0f paths/s", (double)(n_paths - l->last_paths) / seconds(since));
  if (l->deadline_ns != NEVER_NS)
    fprintf(to, ", %.0f s left", seconds(clock_left(l->deadline_ns)));
  else
    fprintf(to, ", %.0f s", seconds(now - l->begin_ns));
}

WorstLive worst_live_begin(u64 deadline_ns) {
  u64 now = clock_ns();
  return (WorstLive){.is_terminal = isatty(STDERR_FILENO),
                     .begin_ns = now,
                     .deadline_ns = deadline_ns,
                     .next_ns = now + PLAIN_SECONDS * NS_PER_S,
                     .last_ns = now};
}

void worst_live_show(WorstLive *l, const Trial *t, const ExploreStats *stats) {
  u64 now = clock_ns(), n_paths = trial_paths(t) + stats->n_infeasible_sides;
  if (!l->is_terminal && now < l->next_ns) return;
  if (l->is_terminal) fputs("\r\033[K", stderr);
  line(l, t, n_paths, now, stderr);
  if (!l->is_terminal) fputc('\n', stderr);
  fflush(stderr);
  l->is_shown = l->is_terminal;
  l->next_ns = now + PLAIN_SECONDS * NS_PER_S;
  l->last_ns = now;
  l->last_paths = n_paths;
  l->last = t;
}

void worst_live_end(WorstLive *l) {
  if (l->is_shown) fputs("\r\033[K", stderr);
  l->is_shown = false;
}
