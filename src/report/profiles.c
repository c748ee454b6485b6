/* profiles.c — what profilers of others show: counts of lines in the format of callgrind
 * (https://valgrind.org/docs/manual/cl-format.html), with one function for each file, because the record counts
 * lines and no calls; and stacks of calls, a line each.
 */
#include "report/profiles.h"

#include <inttypes.h>
#include <string.h>

/* A line of the file cannot hold a line's end. */
static void add_name(const char *name, Text *to) {
  for (; *name; name++) text_add_char(to, *name == '\n' ? '?' : *name);
}

static void add_file(const WorstReport *r, const WorstFile *f, Text *to, u64 *io_sum) {
  cleanup(text_free) Text path = {0};
  recipe_path(&r->recipe, f->file, &path);
  text_add(to, "\nfl=");
  add_name(text_c(&path), to);
  text_add(to, "\nfn=lines of ");
  add_name(f->file, to);
  text_add_char(to, '\n');
  for (u32 i = 0; i < f->counts.n; i++) {
    if (!f->counts.at[i].n) continue;
    text_addf(to, "%u %" PRIu64 "\n", f->counts.at[i].line, f->counts.at[i].n);
    *io_sum += f->counts.at[i].n;
  }
}

void worst_report_callgrind(const WorstReport *r, Text *to) {
  const WorstSize *s = NULL;
  u64 sum = 0;
  for (u32 i = 0; i < r->sizes.n; i++)
    if (r->sizes.at[i].lines.n) s = &r->sizes.at[i];
  text_add(to, "# callgrind format\nversion: 1\ncreator: nadir\n");
  if (s) text_addf(to, "desc: worst input of N=%" PRIu64 "\n", s->size);
  text_add(to, "positions: line\nevents: Runs\n");
  for (u32 i = 0; s && i < s->lines.n; i++) add_file(r, &s->lines.at[i], to, &sum);
  text_addf(to, "\ntotals: %" PRIu64 "\n", sum);
}

void worst_report_folded(const WorstReport *r, Text *to) {
  const WorstSize *s = NULL;
  for (u32 i = 0; i < r->sizes.n; i++)
    if (r->sizes.at[i].stacks.n) s = &r->sizes.at[i];
  for (u32 i = 0; s && i < s->stacks.n; i++)
    text_addf(to, "%s %" PRIu64 "\n", s->stacks.at[i].stack, s->stacks.at[i].n);
}
