/* bench_child.c — runs a cell of a bench, and keeps how it was run. */
#include "bench/bench_child.h"

#include "base/clock.h"
#include "base/os.h"
#include "report/bench_report.h"

#include <dirent.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Compiling, verifying and reporting take their time on a busy host. */
static const u64 GRACE_NS = 300 * NS_PER_S;

static const char record_name[] = "bench.json";

void command_print(const Names *w, Text *to) {
  for (u32 i = 0; i < w->n && w->at[i]; i++) {
    if (i) text_add_char(to, ' ');
    text_add_word(to, w->at[i]);
  }
}

/* What an earlier run of the cell left; only files, which is all that it writes. */
static void empty_folder(const char *path) {
  DIR *d = opendir(path);
  if (!d) return;
  for (struct dirent *e; (e = readdir(d));) unlinkat(dirfd(d), e->d_name, 0);
  closedir(d);
}

/* What it said of itself, or else the first line: the one of a sanitizer that matters. */
static void tell_why(int status, const Text *errors, Text *ret_why) {
  const char *said = text_c(errors), *own = strstr(said, "nadir: ");
  const char *line = own ? own + strlen("nadir: ") : said;
  if (WIFSIGNALED(status)) text_addf(ret_why, "signal %d: ", WTERMSIG(status));
  text_add_n(ret_why, line, strcspn(line, "\n"));
  if (!ret_why->n) text_add(ret_why, "it failed without a word");
}

bool bench_child_is_done(const BenchChild *c, bool *ret_other) {
  cleanup(text_free) Text path = {0};
  cleanup(bench_record_done) BenchRecord r = {0};
  text_addf(&path, "%s/%s", c->folder, record_name);
  if (bench_record_read(text_c(&path), &r) != OK || strcmp(r.command, c->command)) return false;
  *ret_other = strcmp(r.build, c->build) != 0;
  return true;
}

Err bench_child_run(const BenchChild *c, double *ret_seconds, bool *ret_ended, Text *ret_why) {
  ChildPlan child = {.words = c->words, .limit_ns = c->budget_ns + GRACE_NS, .stop = c->stop};
  ChildEnd end;
  TRY(folder_make(c->folder));
  empty_folder(c->folder);
  TRY(child_run(&child, &end));
  cleanup(text_free) Text errors = end.errors;
  *ret_seconds = (double)end.ns / (double)NS_PER_S;
  *ret_ended = !(c->stop && *c->stop); /* else it is left for the next time */
  if (!*ret_ended) return OK;
  if (end.is_late)
    text_add(ret_why, "it did not end");
  else if (!WIFEXITED(end.status) || WEXITSTATUS(end.status))
    tell_why(end.status, &errors, ret_why);
  return OK;
}

Err bench_child_keep(const BenchChild *c, double seconds) {
  cleanup(text_free) Text path = {0}, record = {0};
  cleanup(bench_record_done) BenchRecord r = {
      .command = text_dup(c->command), .build = text_dup(c->build), .seconds = seconds};
  text_addf(&path, "%s/%s", c->folder, record_name);
  bench_record_json(&r, &record);
  return file_write(text_c(&path), text_c(&record), record.n);
}
