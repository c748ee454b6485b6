/* ledger.c — why each path ended; see ledger.h. */
#include "engine/ledger.h"

#include "engine/places.h"
#include "engine/stops.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { LINE_BYTES = 1 << 16 };

struct Ledger {
  FILE *file; /* owned */
  u64 n;
};

/* One field: blanks and control characters of what programs say would tear the line. */
static void put_text(FILE *to, const char *text) {
  for (; *text; text++) fputc((unsigned char)*text < ' ' ? ' ' : *text, to);
}

Err ledger_open(const Text *dir, Ledger **ret_ledger) {
  cleanup(text_free) Text path = {0};
  text_addf(&path, "%s/ledger", text_c(dir));
  FILE *file = fopen(text_c(&path), "w");
  if (!file) return err_set(ERR_FILE, "cannot write '%s': %s", text_c(&path), strerror(errno));
  setvbuf(file, NULL, _IOFBF, LINE_BYTES);
  fputs("# path\tended\tinstructions\tdecisions\ttest\tplace\ttext\n", file);
  *ret_ledger = NEW(Ledger);
  (*ret_ledger)->file = file;
  return OK;
}

void ledger_add(Ledger *l, const PathEnd *end, const ReportPlace *place, const char *test) {
  cleanup(text_free) Text where = {0};
  place_print(&where, place);
  fprintf(l->file, "%ju\t%s\t%ju\t%u\t%s\t%s\t", (uintmax_t)++l->n, stop_label(end->stop),
          (uintmax_t)end->n_instructions, path_length(end->path), test ? test : "-",
          where.n ? text_c(&where) : "-");
  put_text(l->file, *end->text ? end->text : "-");
  fputc('\n', l->file);
  /* A run that is killed leaves whole lines; what its limits leave over is told all at once. */
  if (end->stop != STOP_BUDGET) fflush(l->file);
}

void ledger_warn(Ledger *l, const ReportError *e, const char *test) {
  cleanup(text_free) Text where = {0};
  place_print(&where, &e->place);
  fprintf(l->file, "# warning\t%s\t%s\t%s\t%s\n", e->kind, test, where.n ? text_c(&where) : "-",
          e->meaning);
}

Err ledger_close(Ledger *l, const ExploreStats *stats) {
  fputs("#\n# ended\tpaths\tmeaning\n", l->file);
  for (u32 stop = 0; stop < STOP_COUNT; stop++)
    if (stats->n_ended[stop])
      fprintf(l->file, "# %s\t%ju\t%s\n", stop_label((Stop)stop), (uintmax_t)stats->n_ended[stop],
              stop_infos[stop].meaning);
  bool is_partial = stats->limit == LIMIT_NOT && !explore_is_complete(stats);
  fprintf(l->file, "# all\t%ju\t%s\n", (uintmax_t)stats->n_paths,
          is_partial ? "incomplete" : limit_meaning(stats->limit));
  bool failed = ferror(l->file);
  failed |= fclose(l->file) != 0;
  mem_free(l);
  return failed ? err_set(ERR_FILE, "the ledger could not be written") : OK;
}
