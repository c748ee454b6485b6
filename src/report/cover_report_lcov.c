/* cover_report_lcov.c — what tests cover in the format of geninfo(1), which lcov, genhtml and editors read.
 *
 * A branch has the number of its place in the line as block, its sides are the branches of the block:
 * true before false, and of a switch in the order of the cases.
 */
#include "report/cover_report.h"

#include "report/recipe.h"

static bool is_reached(const CoveredBranch *b) {
  for (u32 i = 0; i < b->sides.n; i++)
    if (b->sides.at[i].n_tests) return true;
  return false;
}

static void add_branches(const CoveredFile *f, Text *to) {
  u32 block = 0;
  for (u32 i = 0; i < f->branches.n; i++) {
    const CoveredBranch *b = &f->branches.at[i];
    block = i && b->line == f->branches.at[i - 1].line ? block + 1 : 0;
    for (u32 k = 0; k < b->sides.n; k++) {
      text_addf(to, "BRDA:%u,%u,%u,", b->line, block, k);
      if (is_reached(b))
        text_addf(to, "%u\n", b->sides.at[k].n_tests);
      else
        text_add(to, "-\n");
    }
  }
  text_addf(to, "BRF:%u\nBRH:%u\n", f->counts.n_sides, f->counts.n_sides_taken);
}

static void add_file(const CoverReport *r, const CoveredFile *f, Text *to) {
  text_add(to, "TN:\nSF:");
  recipe_path(&r->run->recipe, f->name, to);
  text_add_char(to, '\n');
  for (u32 i = 0; i < f->fns.n; i++)
    text_addf(to, "FN:%u,%s\n", f->fns.at[i].line, f->fns.at[i].name);
  for (u32 i = 0; i < f->fns.n; i++)
    text_addf(to, "FNDA:%u,%s\n", f->fns.at[i].n_tests, f->fns.at[i].name);
  text_addf(to, "FNF:%u\nFNH:%u\n", f->counts.n_fns, f->counts.n_fns_entered);
  add_branches(f, to);
  for (u32 i = 0; i < f->lines.n; i++)
    text_addf(to, "DA:%u,%ju\n", f->lines.at[i].line, (uintmax_t)f->lines.at[i].n);
  text_addf(to, "LF:%u\nLH:%u\nend_of_record\n", f->counts.n_lines, f->counts.n_lines_run);
}

void cover_report_lcov(const CoverReport *r, Text *to) {
  for (u32 i = 0; i < r->files.n; i++) add_file(r, &r->files.at[i], to);
}
