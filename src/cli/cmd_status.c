/* cmd_status.c — nadir status FOLDER|URL: who does what in a run of several processes.
 *
 * On a terminal the answer is drawn anew each second, until Ctrl-C or the end of the run; elsewhere there is one.
 */
#include "base/os.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/share_cmd.h"
#include "cli/terminal.h"
#include "engine/run_status.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JSON };

/* clang-format off */
static const Option options[] = {
    [JSON] = {"json", OPTION_FLAG, .help = "print it once, as JSON", .is_common = true},
};
/* clang-format on */

enum { DRAW_MS = 1000, MOST_LINES = 40 };
/* Who was not heard of for so many seconds may have died: workers commit twice a second, between two steps. */
enum { SILENT_S = 10 };

/* ---- words --------------------------------------------------------------------------------------- */

static void add_number(Text *to, u64 n, const char *of) {
  text_add_count(to, n);
  text_add_char(to, ' ');
  text_add_unit(to, n, of);
}

static void add_sums(const StatusReport *r, Text *to) {
  add_number(to, r->paths, "paths");
  if (r->errors) {
    text_add(to, ", ");
    add_number(to, r->errors, "with errors");
  }
  text_addf(to, ", %.4g a second", r->rate);
  if (r->has_cover)
    text_addf(to, ", covered %ju of %ju sides", (uintmax_t)r->covered, (uintmax_t)r->sides);
  text_add(to, "\n");
  add_number(to, r->leaves, "unfinished paths");
  text_add(to, " in ");
  add_number(to, r->jobs, "jobs");
  text_addf(to, ", %ju of them free", (uintmax_t)r->waiting_jobs);
  if (r->given_up) text_addf(to, ", %ju given up", (uintmax_t)r->given_up);
  text_add(to, "\n");
  add_number(to, r->workers.n, "workers");
  text_addf(to, ", %ju of them without a job", (uintmax_t)r->waiting);
  if (r->gone) text_addf(to, ", %ju gone", (uintmax_t)r->gone);
  text_add(to, "\n");
}

static void add_worker(const StatusWorker *w, Text *to) {
  cleanup(text_free) Text who = text_format("%s %ju", w->host, (uintmax_t)w->pid);
  cleanup(text_free) Text what = {0};
  if (w->has_job)
    text_addf(&what, "job %ju", (uintmax_t)w->job);
  else
    text_add(&what, "waits");
  text_addf(to, "  %6ju  %-28s  %-10s  %8.1f s  %10ju paths", (uintmax_t)w->id, text_c(&who),
            text_c(&what), w->since, (uintmax_t)w->paths);
  if (w->errors) text_addf(to, ", %ju with errors", (uintmax_t)w->errors);
  if (w->silent > SILENT_S) text_addf(to, ", silent for %.0f s", w->silent);
  text_add(to, "\n");
}

static void add_status(const StatusReport *r, u32 most, Text *to) {
  text_addf(to, "%s\n", r->command);
  add_sums(r, to);
  for (u32 i = 0; i < MIN(r->workers.n, most); i++) add_worker(&r->workers.at[i], to);
  if (r->workers.n > most) text_addf(to, "  … and %u more\n", r->workers.n - most);
}

/* ---- drawing ------------------------------------------------------------------------------------- */

static u32 count_lines(const Text *t) {
  u32 n = 0;
  for (size_t i = 0; i < t->n; i++) n += t->at[i] == '\n';
  return n;
}

/* Over what stands there. */
static void draw(const StatusReport *r, u32 *io_n_lines) {
  cleanup(text_free) Text t = {0}, up = {0};
  add_status(r, MOST_LINES, &t);
  if (*io_n_lines) text_addf(&up, "\033[%uA\033[J", *io_n_lines);
  fflush(stdout);
  terminal_command(text_c(&up));
  terminal_print(&t);
  fflush(stdout);
  *io_n_lines = count_lines(&t);
}

static Err watch(Store *s, const char *command) {
  const volatile sig_atomic_t *interrupted = interrupt_watch();
  StatusBefore before = {0};
  u32 n_lines = 0;
  u64 last_ns = 0;
  while (!*interrupted) {
    cleanup(status_report_done) StatusReport r = {0};
    u64 now_ns = clock_ns();
    before.ago_ns = last_ns ? now_ns - last_ns : 0;
    Err err = run_status_read(s, &before, &r);
    if (err != OK && n_lines) return OK; /* what was seen last is what is known */
    TRY(err);
    r.command = text_dup(command);
    draw(&r, &n_lines);
    before.n_paths = r.paths;
    last_ns = now_ns;
    poll(NULL, 0, DRAW_MS);
  }
  return OK;
}

static Err print_once(Store *s, const char *command, bool as_json) {
  cleanup(status_report_done) StatusReport r = {0};
  cleanup(text_free) Text t = {0};
  TRY(run_status_read(s, &(StatusBefore){0}, &r));
  r.command = text_dup(command);
  if (as_json)
    status_report_json(&r, &t);
  else
    add_status(&r, UINT32_MAX, &t);
  terminal_print(&t);
  return OK;
}

/* ---- the command --------------------------------------------------------------------------------- */

static Err read_command(Store *s, const char *from, Text *ret) {
  cleanup(text_free) Text words = {0};
  EarlierWords all = {0};
  TRY(store_get(s, "command", &words));
  Err err = share_cmd_split(&words, from, &all);
  if (err == OK) text_addf(ret, "nadir %s", all.at[EARLIER_COMMAND]);
  for (u32 i = N_EARLIER; err == OK && i < all.n; i++) {
    text_add_char(ret, ' ');
    text_add_word(ret, all.at[i]);
  }
  vec_free(&all);
  return err;
}

static Err show(Store *s, const Args *args) {
  cleanup(text_free) Text command = {0};
  TRY(read_command(s, args->operands.at[0], &command));
  bool as_json = args_flag(args, JSON);
  if (!as_json && isatty(STDOUT_FILENO)) return watch(s, text_c(&command));
  return print_once(s, text_c(&command), as_json);
}

static Err run(const Args *args) {
  cleanup(text_free) Text name = {0};
  const char *where = args->operands.at[0];
  Store *s;
  if (store_is_at_server(where))
    text_add(&name, where);
  else
    TRY(share_cmd_store(where, &name));
  TRY(store_open(text_c(&name), &s));
  Err err = show(s, args);
  store_close(s);
  return err;
}

const Command cmd_status = {
    .operands = "FOLDER|URL",
    .min_operands = 1,
    .max_operands = 1,
    .about = "Shows who does what in a run of several processes: FOLDER is that of its results, or "
             "URL is\n"
             "its --store.  Each worker has a line: its number, its host and process, what it does "
             "and for\n"
             "how long, the paths that it explored to their end.  On a terminal the lines are "
             "drawn anew\n"
             "each second until Ctrl-C; elsewhere they are printed once.\n",
    .examples = "status nadir-out\n"
                "status redis://head-node --json\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run,
};
