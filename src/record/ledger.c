/* ledger.c — collects lines, and writes them in one go: after a tenth of a second, or when there are many.
 *
 * Whole lines are written, so that a run that is killed leaves no torn ones.  A write error is kept for the end of the run.
 */
#include "record/ledger.h"

#include "base/os.h"
#include "record/places.h"
#include "record/stops.h"

#include <string.h>

enum { MOST_BYTES = 1 << 16 };
#define MOST_NS (100 * NS_PER_MS)

static void write_lines(Ledger *l, u64 now_ns) {
  fwrite(l->lines.at, 1, l->lines.n, l->file);
  fflush(l->file);
  text_clear(&l->lines);
  l->written_ns = now_ns;
}

static void write_if_due(Ledger *l, u64 now_ns) {
  if (!l->lines.n) return;
  if (l->lines.n >= MOST_BYTES || now_ns - l->written_ns >= MOST_NS) write_lines(l, now_ns);
}

/* ---- lines ------------------------------------------------------------------------------------- */

/* One field: blanks and control characters of what programs say would tear the line. */
static void add_text(Text *to, const char *text) {
  size_t begin = to->n;
  text_add(to, *text ? text : "-");
  for (size_t i = begin; i < to->n; i++)
    if ((unsigned char)to->at[i] < ' ') to->at[i] = ' ';
}

static void add_end(Ledger *l, const PlainEnd *end, const char *test) {
  Text *to = &l->lines;
  text_add_number(to, ++l->n);
  text_add_char(to, '\t');
  text_add(to, stop_label(end->stop));
  text_add_char(to, '\t');
  text_add_number(to, end->n_instructions);
  text_add_char(to, '\t');
  text_add_number(to, end->n_decisions);
  text_add_char(to, '\t');
  text_add(to, test);
  text_add_char(to, '\t');
  text_add(to, *end->place ? end->place : "-");
  text_add_char(to, '\t');
  add_text(to, end->text);
  text_add_char(to, '\n');
}

static void add_path(Ledger *l, const PathEvent *p) {
  const PathEnd *end = p->end;
  char test[TEST_NAME_BYTES] = "-";
  if (p->test) test_name(test, p->test, "ktest");
  if (p->test && !outdir_has(l->out, test)) strcpy(test, "-"); /* it could not be written */
  add_end(l,
          &(PlainEnd){end->stop, end->n_instructions, path_length(end->path), p->facts->place,
                      p->facts->text},
          test);
}

static void add_warning(Ledger *l, const WarningEvent *w) {
  cleanup(text_free) Text where = {0};
  char test[TEST_NAME_BYTES];
  test_name(test, w->test, "ktest");
  place_print(&where, &w->warning->place);
  text_addf(&l->lines, "# warning\t%s\t%s\t%s\t%s\n", w->warning->kind, test,
            where.n ? text_c(&where) : "-", w->warning->meaning);
}

static void add_sums(Ledger *l, const ExploreStats *stats) {
  text_add(&l->lines, "#\n# ended\tpaths\tmeaning\n");
  for (u32 stop = 0; stop < STOP_COUNT; stop++)
    if (stats->n_ended[stop])
      text_addf(&l->lines, "# %s\t%ju\t%s\n", stop_label((Stop)stop),
                (uintmax_t)stats->n_ended[stop], stop_infos[stop].meaning);
  bool is_partial = stats->limit == LIMIT_NOT && !explore_is_complete(stats);
  text_addf(&l->lines, "# all\t%ju\t%s\n", (uintmax_t)stats->n_paths,
            is_partial ? "incomplete" : limit_meaning(stats->limit));
}

/* ---- public -------------------------------------------------------------------------------------- */

Err ledger_open(OutDir *out, Ledger *ret) {
  cleanup(text_free) Text path = text_format("%s/ledger", text_c(&out->path));
  FILE *file = fopen(text_c(&path), "we");
  if (!file) return file_error("write", text_c(&path));
  *ret = (Ledger){.out = out, .file = file};
  text_add(&ret->lines, "# path\tended\tinstructions\tdecisions\ttest\tplace\ttext\n");
  return OK;
}

void ledger_on_event(void *user, const RunEvent *e) {
  Ledger *l = user;
  if (e->kind == RUN_PATH_ENDED) add_path(l, &e->path);
  if (e->kind == RUN_PLAIN_END) add_end(l, &e->plain, "-");
  if (e->kind == RUN_WARNED) add_warning(l, &e->warning);
  if (e->kind == RUN_MISSED) text_addf(&l->lines, "# missing\t%s\n", e->name);
  if (e->kind == RUN_SIZE_ENDED) add_sums(l, e->stats);
  write_if_due(l, e->ns);
}

void ledger_done(Ledger *l) {
  if (!l->file) return;
  write_lines(l, 0);
  text_free(&l->lines);
  bool failed = ferror(l->file);
  failed |= fclose(l->file) != 0;
  l->file = NULL;
  if (failed) outdir_keep_error(l->out, err_set(ERR_FILE, "the ledger could not be written"));
}
