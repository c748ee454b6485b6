/* ledger.c — writes a line for each path as it ends.
 *
 * Lines are flushed one by one, so that a run that is killed leaves whole lines.  Paths that the
 * budget cuts off are not flushed, as they all end at once.  A write error is kept for the end of
 * the run.
 */
#include "record/ledger.h"

#include "base/os.h"
#include "record/places.h"
#include "record/stops.h"

#include <string.h>

enum { LINE_BYTES = 1 << 16 };

/* One field: blanks and control characters of what programs say would tear the line. */
static void put_text(FILE *to, const char *text) {
  for (; *text; text++) fputc((unsigned char)*text < ' ' ? ' ' : *text, to);
}

static void add_path(Ledger *l, const PathEvent *p) {
  const PathEnd *end = p->end;
  char test[TEST_NAME_BYTES] = "-";
  if (p->test) test_name(test, p->test, "ktest");
  if (!outdir_has(l->out, test)) strcpy(test, "-"); /* it could not be written */
  fprintf(l->file, "%ju\t%s\t%ju\t%u\t%s\t%s\t", (uintmax_t)++l->n, stop_label(end->stop),
          (uintmax_t)end->n_instructions, path_length(end->path), test,
          *p->facts->place ? p->facts->place : "-");
  put_text(l->file, *p->facts->text ? p->facts->text : "-");
  fputc('\n', l->file);
  /* We flush, so that a killed run leaves whole lines; paths that a limit cuts off come all at
   * once, and so do those of other processes. */
  if (end->stop != STOP_BUDGET && end->state) fflush(l->file);
}

static void add_warning(Ledger *l, const WarningEvent *w) {
  cleanup(text_free) Text where = {0};
  char test[TEST_NAME_BYTES];
  test_name(test, w->test, "ktest");
  place_print(&where, &w->warning->place);
  fprintf(l->file, "# warning\t%s\t%s\t%s\t%s\n", w->warning->kind, test,
          where.n ? text_c(&where) : "-", w->warning->meaning);
}

static void add_sums(Ledger *l, const ExploreStats *stats) {
  fputs("#\n# ended\tpaths\tmeaning\n", l->file);
  for (u32 stop = 0; stop < STOP_COUNT; stop++)
    if (stats->n_ended[stop])
      fprintf(l->file, "# %s\t%ju\t%s\n", stop_label((Stop)stop), (uintmax_t)stats->n_ended[stop],
              stop_infos[stop].meaning);
  bool is_partial = stats->limit == LIMIT_NOT && !explore_is_complete(stats);
  fprintf(l->file, "# all\t%ju\t%s\n", (uintmax_t)stats->n_paths,
          is_partial ? "incomplete" : limit_meaning(stats->limit));
}

/* ---- public -------------------------------------------------------------------------------------- */

Err ledger_open(OutDir *out, Ledger *ret) {
  cleanup(text_free) Text path = text_format("%s/ledger", text_c(&out->path));
  FILE *file = fopen(text_c(&path), "we");
  if (!file) return file_error("write", text_c(&path));
  setvbuf(file, NULL, _IOFBF, LINE_BYTES);
  fputs("# path\tended\tinstructions\tdecisions\ttest\tplace\ttext\n", file);
  *ret = (Ledger){.out = out, .file = file};
  return OK;
}

void ledger_on_event(void *user, const RunEvent *e) {
  Ledger *l = user;
  if (e->kind == RUN_PATH_ENDED) add_path(l, &e->path);
  if (e->kind == RUN_WARNED) add_warning(l, &e->warning);
  if (e->kind == RUN_MISSED) fprintf(l->file, "# missing\t%s\n", e->name);
  if (e->kind == RUN_SIZE_ENDED) add_sums(l, e->stats);
}

void ledger_done(Ledger *l) {
  if (!l->file) return;
  bool failed = ferror(l->file);
  failed |= fclose(l->file) != 0;
  l->file = NULL;
  if (failed) outdir_keep_error(l->out, err_set(ERR_FILE, "the ledger could not be written"));
}
