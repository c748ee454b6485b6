/* beginning.c — reads the folder and the dictionary, and says of each test what became of it at the largest size. */
#include "engine/beginning.h"

#include "inputs/dictionary.h"
#include "inputs/input_search.h"

Err beginning_read(const OptionSet *options, u32 n, Beginning *ret) {
  cleanup(beginning_done) Beginning b = {0};
  const OptionSet *o = NULL;
  for (u32 i = 0; i < n; i++)
    if (options[i].group == &input_search_options) o = &options[i];
  if (o && option_has(o, INPUT_SEARCH_DICTIONARY))
    TRY(dictionary_read(option_text(o, INPUT_SEARCH_DICTIONARY), &b.given.words));
  if (o && option_has(o, INPUT_SEARCH_SEEDS))
    TRY(seed_folder_read(option_text(o, INPUT_SEARCH_SEEDS), &b.seeds));
  for (u32 i = 0; i < b.seeds.seeds.n; i++)
    vec_push(&b.given.tests, ((GivenTest){.inputs = &b.seeds.seeds.at[i].inputs}));
  *ret = b;
  b = (Beginning){0};
  return OK;
}

void beginning_report(Beginning *b, WorstReport *io) {
  ReportSeeds *r = &b->seeds.report;
  if (!r->folder) return;
  for (u32 i = 0; i < b->given.tests.n; i++) {
    GivenFit fit = b->given.tests.at[i].fit;
    if (fit == GIVEN_UNUSED)
      seed_refuse(r, b->seeds.seeds.at[i].file, "the program asks for none of its inputs");
    if (fit == GIVEN_UNTRIED) seed_refuse(r, b->seeds.seeds.at[i].file, "the time was over");
    r->n_used += fit > GIVEN_UNUSED;
    r->n_cut += fit == GIVEN_CUT;
    r->n_filled += fit == GIVEN_EXTENDED;
  }
  io->has_seeds = true;
  seeds_copy(&io->seeds, r);
}

void beginning_done(Beginning *b) {
  given_done(&b->given);
  seed_folder_done(&b->seeds);
}
