/* each_size.c — the command line again for each size, with other values of a few options. */
#include "cli/each_size.h"

#include "base/clock.h"
#include "base/quantity.h"
#include "cli/commands.h"
#include "cli/explore_cmd.h"
#include "cli/interrupt.h"
#include "cli/results_folder.h"
#include "cli/share_cmd.h"
#include "engine/settings.h"
#include "growth/ladder.h"

#include <stdio.h>
#include <string.h>

typedef struct Sizes {
  const Args *args; /* borrowed */
  Ladder all;       /* owned */
  OutDir out;       /* owned; the folder of the folders */
  u64 deadline_ns;
} Sizes;

static void sizes_done(Sizes *s) {
  ladder_done(&s->all);
  outdir_done(&s->out);
}

/* Which several runs cannot share. */
static Err check(const Args *args) {
  static const char *const names[] = {"json",  "follow", "output-of", "jobs",
                                      "store", "resume", "sarif",     "test-comp"};
  for (u32 i = 0; i < args->sets.n; i++) {
    const OptionSet *s = &args->sets.at[i];
    for (u32 k = 0; k < s->group->n_options; k++)
      for (u32 n = 0; n < ARRAY_LEN(names); n++)
        if (option_is_given(s, k) && !strcmp(s->group->options[k].name, names[n]))
          return err_set(ERR_USAGE, "'--%s' needs one size, and --size names several", names[n]);
  }
  return OK;
}

static OptionSet *set_of(Args *a, const OptionGroup *group) {
  return (OptionSet *)args_set(a, group);
}

/* An error that was found counts for more than paths that were left out. */
static int worse_of(int a, int b) {
  return a == EXIT_ERROR_FOUND || b == EXIT_ERROR_FOUND ? EXIT_ERROR_FOUND : MAX(a, b);
}

static Err run_size(const Sizes *s, u32 i, Err (*one)(const Args *args)) {
  cleanup(args_done) Args a = {0};
  int code = 0;
  TRY(args_parse(s->args->command, s->args->n_all_words, s->args->all_words, &a));
  a.exit_code = &code;
  OptionSet *o = set_of(&a, &explore_options), *limits = set_of(&a, &limit_options);
  cleanup(text_free) Text size = text_format("%u", s->all.at[i]);
  cleanup(text_free) Text out = text_format("%s/size-%u", text_c(&s->out.path), s->all.at[i]);
  cleanup(text_free) Text corpus = {0}, time = {0};
  TRY(option_give(o, EXPLORE_SIZE, text_c(&size)));
  TRY(option_give(o, EXPLORE_OUT, text_c(&out)));
  if (option_has(o, EXPLORE_CORPUS)) {
    text_addf(&corpus, "%s/size-%u", option_text(o, EXPLORE_CORPUS), s->all.at[i]);
    TRY(option_give(o, EXPLORE_CORPUS, text_c(&corpus)));
  }
  if (s->deadline_ns != NEVER_NS) {
    u64 part = clock_left(s->deadline_ns) / (s->all.n - i);
    text_addf(&time, "%juns", (uintmax_t)MAX(part, 1u));
    TRY(option_give(limits, LIMITS_TIME, text_c(&time)));
  }
  printf("%sN=%u\n", i ? "\n" : "", s->all.at[i]);
  fflush(stdout);
  TRY(one(&a));
  *s->args->exit_code = worse_of(*s->args->exit_code, code);
  return OK;
}

Err each_size(const Args *args, Err (*one)(const Args *args)) {
  const OptionSet *o = args_set(args, &explore_options), *limits = args_set(args, &limit_options);
  const char *text = option_text(o, EXPLORE_SIZE);
  u64 size;
  if (!text[strspn(text, "0123456789")]) {
    if (number_parse(text, &size) != OK)
      return err_set(ERR_USAGE, "--size: '%s' is no size: %s", text, err_text());
    return one(args);
  }
  cleanup(sizes_done) Sizes s = {.args = args, .deadline_ns = NEVER_NS};
  TRY(ladder_parse("--size", text, &s.all));
  TRY(check(args));
  const volatile sig_atomic_t *interrupted = interrupt_watch();
  if (option_has(limits, LIMITS_TIME))
    s.deadline_ns = clock_after(option_number(limits, LIMITS_TIME));
  TRY(results_folder_make(option_text(o, EXPLORE_OUT), option_is_given(o, EXPLORE_OUT), &s.out));
  for (u32 i = 0; i < s.all.n && !*interrupted; i++) TRY(run_size(&s, i, one));
  return OK;
}
