/* live.c — shows at each tick how far a run is.
 *
 * Paths and instructions per second are those since the last line: what is going on now.  A
 * terminal has one line that is overwritten; elsewhere there is a line every ten seconds.
 */
#include "cli/live.h"

#include "base/text.h"
#include "cli/terminal.h"
#include "record/run_record.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PLAIN_SECONDS = 10 };

static const char clear_line[] = "\r\033[K";

static double seconds(u64 ns) { return (double)ns / (double)NS_PER_S; }

static double rate(u64 n, u64 ns) { return ns ? (double)n / seconds(ns) : 0; }

static void add_time(const Live *l, u64 now, Text *to) {
  if (l->deadline_ns != NEVER_NS)
    text_addf(to, ", %.0f s left", seconds(clock_left(l->deadline_ns)));
  else
    text_addf(to, ", %.0f s", seconds(now - l->begin_ns));
}

/* ---- an exploration ------------------------------------------------------------------------------ */

static void print_run(const Live *l, const ExploreStats *stats, u64 now, Text *to) {
  SolverStats solver = solver_stats(l->solver);
  u64 gone = now - l->begin_ns, since = now - l->last_ns;
  if (l->cover) text_addf(to, "covered %u of %u, ", l->cover->n_seen, l->cover->n_sides);
  text_addf(to, "paths %ju", (uintmax_t)stats->n_paths);
  if (l->n_errors) text_addf(to, ", %u error%s", l->n_errors, l->n_errors == 1 ? "" : "s");
  text_addf(to, ", states %u", stats->n_leaves);
  if (stats->n_leaves > stats->n_in_memory)
    text_addf(to, " (%u put aside)", stats->n_leaves - stats->n_in_memory);
  text_addf(to, ", %.0f paths/s, %.2f M instructions/s, solver %.0f %%, %.0f MiB",
            rate(stats->n_paths - l->last_paths, since),
            rate(stats->n_instructions - l->last_instructions, since) / 1e6,
            gone ? 100.0 * (double)solver_ns(&solver) / (double)gone : 0.0,
            (double)mem_bytes() / (double)(1 << 20));
}

/* ---- a search for worst cases -------------------------------------------------------------------- */

static void print_best(const SizeSearch *t, u64 now, Text *to) {
  if (!t->best.is_found) {
    text_add(to, "nothing found yet");
    return;
  }
  u64 gone = t->ns + (now - t->begin_ns), at = vec_last(&t->history).ns;
  text_add(to, "best ");
  text_add_count(to, t->best.cost);
  text_addf(to, " since %.1f s", gone > at ? seconds(gone - at) : 0.0);
}

static void print_search(const Live *l, const SizeSearch *t, u64 n_paths, u64 now, Text *to) {
  u64 since = now - l->last_ns;
  bool same = l->last == t && n_paths >= l->last_paths && since;
  text_addf(to, "%s, N=%ju: ", origin_names[t->how], (uintmax_t)t->size);
  print_best(t, now, to);
  text_addf(to, ", %ju paths", (uintmax_t)n_paths);
  if (same) text_addf(to, ", %.0f paths/s", rate(n_paths - l->last_paths, since));
}

/* ---- both ---------------------------------------------------------------------------------------- */

/* A longer line would wrap, and the next line would not overwrite the wrapped part. */
static int line_length(const Live *l, const Text *text) {
  struct winsize size = {0};
  bool is_known = l->is_terminal && !ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col > 1;
  return (int)(is_known ? MIN(text->n, (size_t)size.ws_col - 1) : text->n);
}

static void show(Live *l, const RunEvent *e, u64 now) {
  const SizeSearch *t = e->size_search;
  u64 n_paths = t ? size_search_paths(t) + e->stats->n_infeasible_sides : e->stats->n_paths;
  cleanup(text_free) Text text = {0};
  if (t)
    print_search(l, t, n_paths, now, &text);
  else
    print_run(l, e->stats, now, &text);
  add_time(l, now, &text);
  if (l->is_terminal) terminal_command(clear_line);
  fprintf(stderr, l->is_terminal ? "%.*s" : "%.*s\n", line_length(l, &text), text_c(&text));
  fflush(stderr);
  l->is_shown = l->is_terminal;
  l->next_ns = now + PLAIN_SECONDS * NS_PER_S;
  l->last_ns = now;
  l->last_paths = n_paths;
  l->last_instructions = e->stats->n_instructions;
  l->last = t;
}

Live live_begin(u64 deadline_ns, const Solver *solver) {
  u64 now = clock_ns();
  return (Live){.is_terminal = isatty(STDERR_FILENO),
                .next_ns = now + PLAIN_SECONDS * NS_PER_S,
                .solver = solver,
                .begin_ns = now,
                .deadline_ns = deadline_ns,
                .last_ns = now};
}

void live_on_event(void *user, const RunEvent *e) {
  Live *l = user;
  u64 now = clock_ns();
  if (e->kind == RUN_SIZE_ENDED) live_end(l);
  if (e->kind == RUN_ERROR_FOUND) l->n_errors++;
  if (e->kind == RUN_TICKED && (l->is_terminal || now >= l->next_ns)) show(l, e, now);
}

void live_end(Live *l) {
  if (l->is_shown) terminal_command(clear_line);
  l->is_shown = false;
}
