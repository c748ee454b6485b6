/* worst_live.c — how far a search for worst cases is; see worst_live.h. */
#include "cli/worst_live.h"

static double seconds(u64 ns) {
  return (double)ns / (double)NS_PER_S;
}

static void print_best(const Trial *t, u64 now, Text *to) {
  if (!t->best.is_found) {
    text_add(to, "nothing found yet");
    return;
  }
  u64 gone = t->ns + (now - t->begin_ns), at = vec_last(&t->history).ns;
  text_addf(to, "best %ju since %.1f s", (uintmax_t)t->best.cost,
            gone > at ? seconds(gone - at) : 0.0);
}

static void print(const WorstLive *l, const Trial *t, u64 n_paths, u64 now, Text *to) {
  u64 since = now - l->last_ns;
  bool same = l->last == t && n_paths >= l->last_paths && since;
  text_addf(to, "%s, N=%ju: ", finder_names[t->how], (uintmax_t)t->size);
  print_best(t, now, to);
  text_addf(to, ", %ju paths", (uintmax_t)n_paths);
  if (same) text_addf(to, ", %.0f paths/s", (double)(n_paths - l->last_paths) / seconds(since));
  if (l->deadline_ns != NEVER_NS)
    text_addf(to, ", %.0f s left", seconds(clock_left(l->deadline_ns)));
  else
    text_addf(to, ", %.0f s", seconds(now - l->begin_ns));
}

WorstLive worst_live_begin(u64 deadline_ns) {
  u64 now = clock_ns();
  return (WorstLive){
      .line = live_line_begin(now), .begin_ns = now, .deadline_ns = deadline_ns, .last_ns = now};
}

void worst_live_show(WorstLive *l, const Trial *t, const ExploreStats *stats) {
  u64 now = clock_ns(), n_paths = trial_paths(t) + stats->n_infeasible_sides;
  if (!live_line_due(&l->line, now)) return;
  cleanup(text_free) Text text = {0};
  print(l, t, n_paths, now, &text);
  live_line_show(&l->line, now, text_c(&text));
  l->last_ns = now;
  l->last_paths = n_paths;
  l->last = t;
}
