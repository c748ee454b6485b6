/* live.c — how far a run is; see live.h. */
#include "cli/live.h"

#include "base/text.h"

#include <stdio.h>
#include <unistd.h>

enum { PLAIN_SECONDS = 10 };

static double rate(u64 n, u64 ns) {
  return ns ? (double)n * (double)NS_PER_S / (double)ns : 0;
}

static void print(const Live *l, const ExploreStats *stats, u64 solver_ns, u64 now, Text *to) {
  u64 gone = now - l->begin_ns, since = now - l->last_ns, n_errors = 0;
  for (u32 stop = 0; stop < STOP_COUNT; stop++)
    if (stop_infos[stop].class == STOP_BUG) n_errors += stats->n_ended[stop];
  text_addf(to, "paths %ju", (uintmax_t)stats->n_paths);
  if (n_errors) text_addf(to, " (%ju errors)", (uintmax_t)n_errors);
  text_addf(to, ", states %u", stats->n_leaves);
  if (stats->n_leaves > stats->n_in_memory)
    text_addf(to, " (%u put aside)", stats->n_leaves - stats->n_in_memory);
  text_addf(to, ", %.0f paths/s, %.2f M instructions/s, solver %.0f %%, %.0f MiB, ",
            rate(stats->n_paths - l->last_paths, since),
            rate(stats->n_instructions - l->last_instructions, since) / 1e6,
            gone ? 100.0 * (double)solver_ns / (double)gone : 0.0,
            (double)mem_bytes() / (double)(1 << 20));
  if (l->deadline_ns != NEVER_NS)
    text_addf(to, "%.0f s left", (double)clock_left(l->deadline_ns) / (double)NS_PER_S);
  else
    text_addf(to, "%.0f s", (double)gone / (double)NS_PER_S);
}

LiveLine live_line_begin(u64 now) {
  return (LiveLine){.is_terminal = isatty(STDERR_FILENO),
                    .next_ns = now + PLAIN_SECONDS * NS_PER_S};
}

bool live_line_due(const LiveLine *l, u64 now) {
  return l->is_terminal || now >= l->next_ns;
}

void live_line_show(LiveLine *l, u64 now, const char *text) {
  fprintf(stderr, l->is_terminal ? "\r\033[K%s" : "%s\n", text);
  fflush(stderr);
  l->is_shown = l->is_terminal;
  l->next_ns = now + PLAIN_SECONDS * NS_PER_S;
}

void live_line_end(LiveLine *l) {
  if (l->is_shown) fputs("\r\033[K", stderr);
  l->is_shown = false;
}

Live live_begin(u64 deadline_ns) {
  u64 now = clock_ns();
  return (Live){
      .line = live_line_begin(now), .begin_ns = now, .deadline_ns = deadline_ns, .last_ns = now};
}

void live_show(Live *l, const ExploreStats *stats, u64 solver_ns) {
  u64 now = clock_ns();
  l->max_bytes = MAX(l->max_bytes, mem_bytes());
  if (!live_line_due(&l->line, now)) return;
  cleanup(text_free) Text text = {0};
  print(l, stats, solver_ns, now, &text);
  live_line_show(&l->line, now, text_c(&text));
  l->last_ns = now;
  l->last_paths = stats->n_paths;
  l->last_instructions = stats->n_instructions;
}
