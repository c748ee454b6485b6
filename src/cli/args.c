/* args.c — reads a command line by the tables of options that the command has.
 *
 * It follows GNU's habits: `--name value` and `--name=value`, options and operands mixed, `--`
 * ends the options, a single `-` is an operand, the last of two equal options wins.  Unlike GNU's,
 * names cannot be shortened: a script must not break because a new option made its abbreviation
 * ambiguous.  A command that runs programs takes everything behind `FILE --`, or behind a program
 * that is ready to run, for words of that program.  --sym-arg and its like are such words wherever
 * they stand, as KLEE's users write them behind their bitcode.
 */
#include "cli/args.h"

#include "base/os.h"
#include "base/suggest.h"
#include "build/environment.h"

#include <string.h>

/* A walk over the words of the command line. */
typedef struct ArgWords {
  char *const *at;
  int n, next;
} ArgWords;

/* ---- finding an option --------------------------------------------------------------------------- */

typedef struct Found {
  OptionSet *set;
  u32 option;
} Found;

/* By the first n bytes of a word; false: there is none. */
static bool find(Args *a, const char *name, size_t n, Found *ret) {
  for (u32 k = 0; k < a->sets.n; k++) {
    const OptionGroup *g = a->sets.at[k].group;
    for (u32 i = 0; i < g->n_options && !g->settings_of; i++) {
      if (strlen(g->options[i].name) != n || memcmp(g->options[i].name, name, n)) continue;
      *ret = (Found){&a->sets.at[k], i};
      return true;
    }
  }
  return false;
}

/* What does here what an option of KLEE does there; NULL: it is none of those. */
static const char *klee_answer(const char *name) {
  static const struct {
    const char *name, *ours;
  } rows[] = {
#define KLEE_OPTION(name, ours) {name, ours},
#include "cli/klee_options.def"
#undef KLEE_OPTION
  };
  for (u32 i = 0; i < ARRAY_LEN(rows); i++)
    if (!strcmp(rows[i].name, name)) return rows[i].ours;
  return NULL;
}

static Err unknown_option(const Args *a, const char *name, size_t n) {
  cleanup(freep) char *typed = mem_dup(name, n + 1);
  typed[n] = 0;
  Suggestion s = suggestion_for(typed);
  for (u32 k = 0; k < a->sets.n; k++) {
    const OptionGroup *g = a->sets.at[k].group;
    for (u32 i = 0; i < g->n_options; i++) {
      if (g->settings_of && !strcmp(g->options[i].name, typed))
        return err_set(ERR_USAGE, "unknown option '--%s'; did you mean '--set %s.%s'?", typed,
                       g->settings_of, typed);
      if (!g->settings_of && g->options[i].name[1]) suggestion_offer(&s, g->options[i].name);
    }
  }
  suggestion_offer(&s, "help");
  const char *klee = a->command->is_program ? klee_answer(typed) : NULL;
  if (klee) return err_set(ERR_USAGE, "'--%s' is KLEE's; here it is: %s", typed, klee);
  if (!s.best) return err_set(ERR_USAGE, "unknown option '--%s'", typed);
  return err_set(ERR_USAGE, "unknown option '--%s'; did you mean '--%s'?", typed, s.best);
}

/* ---- settings ------------------------------------------------------------------------------------ */

/* The setting that begins a word such as ese.population=50, of n letters. */
static bool find_setting(Args *a, const char *word, size_t n, Found *ret) {
  for (u32 k = 0; k < a->sets.n; k++) {
    const OptionGroup *g = a->sets.at[k].group;
    for (u32 i = 0; i < g->n_options && g->settings_of; i++) {
      cleanup(text_free) Text name = {0};
      option_add_name(&name, g, &g->options[i]);
      if (name.n != n || memcmp(name.at, word, n)) continue;
      *ret = (Found){&a->sets.at[k], i};
      return true;
    }
  }
  return false;
}

static Err unknown_setting(const Args *a, const char *word, size_t n) {
  cleanup(freep) char *typed = mem_dup(word, n + 1);
  typed[n] = 0;
  Suggestion s = suggestion_for(typed);
  VEC(Text) names = {0};
  for (u32 k = 0; k < a->sets.n; k++) {
    const OptionGroup *g = a->sets.at[k].group;
    for (u32 i = 0; i < g->n_options && g->settings_of; i++) {
      Text name = {0};
      option_add_name(&name, g, &g->options[i]);
      vec_push(&names, name);
    }
  }
  for (u32 i = 0; i < names.n; i++) suggestion_offer(&s, text_c(&names.at[i]));
  Err err =
      s.best
          ? err_set(ERR_USAGE, "--set: there is no setting '%s'; did you mean '%s'?", typed, s.best)
          : err_set(
                ERR_USAGE,
                "--set: there is no setting '%s'; 'nadir help COMMAND NAME' lists those of NAME",
                typed);
  for (u32 i = 0; i < names.n; i++) text_free(&names.at[i]);
  vec_free(&names);
  return err;
}

/* NAME.OPTION=VALUE, or of a flag NAME.OPTION. */
static Err set_setting(Args *a, const char *word) {
  size_t n = strcspn(word, "=");
  Found f;
  if (!find_setting(a, word, n, &f)) return unknown_setting(a, word, n);
  bool is_flag = f.set->group->options[f.option].kind == OPTION_FLAG;
  if (is_flag == (word[n] == '='))
    return err_set(ERR_USAGE,
                   is_flag ? "setting '%s' takes no value" : "setting '%s' needs a value: %s=VALUE",
                   word, word);
  return option_give(f.set, f.option, is_flag ? NULL : word + n + 1);
}

/* Those of the command's option --set, if it has one. */
static Err apply_settings(Args *a) {
  Found f;
  if (!find(a, "set", strlen("set"), &f)) return OK;
  const WordList *words = option_list(f.set, f.option);
  for (u32 i = 0; i < words->n; i++) TRY(set_setting(a, words->at[i]));
  return OK;
}

/* ---- reading words ------------------------------------------------------------------------------- */

/* `value` is what stands in the same word, or NULL. */
static Err parse_value(const Found *f, const char *value, ArgWords *words) {
  const Option *o = &f->set->group->options[f->option];
  if (o->kind == OPTION_FLAG) {
    if (!value) return option_give(f->set, f->option, NULL);
    return err_set(ERR_USAGE, "option '%s%s' takes no argument", option_dashes(o), o->name);
  }
  if (!value && words->next < words->n) value = words->at[words->next++];
  if (!value)
    return err_set(ERR_USAGE, "option '%s%s' needs an argument %s", option_dashes(o), o->name,
                   o->argument);
  return option_give(f->set, f->option, value);
}

/* An option of ours among another program's words: they have two dashes and are written out. */
static bool is_own(Args *a, const char *word) {
  Found f;
  return !strncmp(word, "--", 2) && find(a, word + 2, strcspn(word + 2, "="), &f);
}

/* `word` is what follows the two dashes. */
static Err parse_option(Args *a, const char *word, ArgWords *words) {
  size_t n = strcspn(word, "=");
  Found f;
  if (n < 2 || !find(a, word, n, &f)) return unknown_option(a, word, n);
  return parse_value(&f, word[n] ? word + n + 1 : NULL, words);
}

/* -X, -X value, -Xvalue. */
static Err parse_letter(Args *a, const char *word, ArgWords *words) {
  Found f;
  size_t n = strcspn(word + 1, "=");
  if (n > 1 && (find(a, word + 1, n, &f) || klee_answer(word + 1)))
    return err_set(ERR_USAGE, "unknown option '%s': long options have two dashes, '-%s'", word,
                   word);
  if (!find(a, word + 1, 1, &f)) return err_set(ERR_USAGE, "unknown option '%s'", word);
  return parse_value(&f, word[2] ? word + 2 : NULL, words);
}

static bool asks_help(const char *word) { return !strcmp(word, "--help") || !strcmp(word, "-h"); }

/* Behind a program they are not needed; who writes them means what they mean behind C files. */
static bool skip_dashes(ArgWords *words) {
  bool is_there = words->next < words->n && !strcmp(words->at[words->next], "--");
  words->next += is_there;
  return is_there;
}

/* Options come before the program.  We warn users who forget it, because the program accepts any
 * word. */
static void add_word(Args *a, const char *word, bool is_meant) {
  if (!is_meant && !a->doubtful && is_own(a, word) && !environment_word_length(word))
    a->doubtful = word;
  vec_push(&a->words, word);
}

/* A word such as --sym-arg where options may stand, with its values: only a program's arguments have it. */
static bool take_symbolic(Args *a, const char *word, ArgWords *words) {
  if (!a->command->is_program || is_own(a, word)) return false;
  u32 n = environment_word_length(word);
  if (!n) return false;
  vec_push(&a->words, word);
  while (--n && words->next < words->n) vec_push(&a->words, words->at[words->next++]);
  return true;
}

/* A file of a program that is named twice, as in 'parse.c *.c', is meant once. */
static void add_operand(Args *a, const char *word) {
  for (u32 i = 0; a->command->is_program && i < a->operands.n; i++)
    if (!strcmp(path_plain(a->operands.at[i]), path_plain(word))) return;
  vec_push(&a->operands, word);
}

static Err parse_words(Args *a, ArgWords *words) {
  bool options_ended = false, words_began = false, is_meant = false;
  while (words->next < words->n) {
    const char *word = words->at[words->next++];
    if (words_began) {
      add_word(a, word, is_meant);
    } else if (options_ended || word[0] != '-' || !word[1]) {
      add_operand(a, word);
      words_began = a->command->is_program && a->command->is_program(word);
      if (words_began) is_meant = skip_dashes(words);
    } else if (a->command->passes_words && !is_own(a, word) && !asks_help(word)) {
      vec_push(&a->operands, word);
    } else if (take_symbolic(a, word, words)) {
      continue;
    } else if (!strcmp(word, "--")) {
      words_began = a->command->is_program && a->operands.n;
      options_ended = is_meant = true;
    } else if (asks_help(word)) {
      a->wants_help = true;
      return OK;
    } else if (word[1] == '-') {
      TRY(parse_option(a, word + 2, words));
    } else {
      TRY(parse_letter(a, word, words));
    }
  }
  return OK;
}

static Err check_operands(const Args *a) {
  const Command *c = a->command;
  if (a->operands.n < c->min_operands)
    return err_set(ERR_USAGE, "missing operand: %s", c->operands);
  if (a->operands.n > c->max_operands)
    return err_set(ERR_USAGE, "unexpected operand '%s'", a->operands.at[c->max_operands]);
  return OK;
}

void command_groups(const Command *c, OptionGroup *own, GroupList *ret) {
  *own = (OptionGroup){"options", c->options, c->n_options};
  vec_push(ret, own);
  if (c->add_groups) c->add_groups(ret);
}

/* All options at the values that they have when they are not given. */
static void set_standards(const Command *c, Args *a) {
  GroupList groups = {0};
  a->own = NEW(OptionGroup);
  command_groups(c, a->own, &groups);
  for (u32 i = 0; i < groups.n; i++) vec_push(&a->sets, option_set_new(groups.at[i]));
  for (const OptionStandard *s = c->standards; s && s->name; s++) {
    Found f;
    bool is_found = find(a, s->name, strlen(s->name), &f);
    CHECK(is_found, "a standard value for '%s', which is no option", s->name);
    option_standard(f.set, f.option, s->standard);
  }
  vec_free(&groups);
}

Err args_parse(const Command *c, int n_words, char *const *words, Args *ret_args) {
  Args a = {.command = c, .all_words = words, .n_all_words = n_words};
  set_standards(c, &a);
  Err err = parse_words(&a, &(ArgWords){words, n_words, 0});
  if (err == OK && !a.wants_help) err = apply_settings(&a);
  if (err == OK && !a.wants_help) err = check_operands(&a);
  for (u32 i = 0; i < a.sets.n && err == OK && !a.wants_help; i++)
    if (a.sets.at[i].group->check) err = a.sets.at[i].group->check(&a.sets.at[i]);
  if (err == OK)
    *ret_args = a;
  else
    args_done(&a);
  return err;
}

void args_done(Args *a) {
  for (u32 i = 0; i < a->sets.n; i++) option_set_done(&a->sets.at[i]);
  vec_free(&a->sets);
  a->own = mem_free(a->own);
  vec_free(&a->operands);
  vec_free(&a->words);
}

static bool may_override(const Overriding *allowed, const OptionSet *s, const char *name) {
  for (u32 i = 0; i < allowed->n_groups; i++)
    if (allowed->groups[i] == s->group) return true;
  for (u32 i = 0; i < allowed->n_names; i++)
    if (!strcmp(allowed->names[i], name)) return true;
  return false;
}

Err args_override(Args *io, const Args *with, const Overriding *allowed) {
  assert(io->command == with->command && io->sets.n == with->sets.n);
  for (u32 i = 0; i < with->sets.n; i++) {
    const OptionSet *s = &with->sets.at[i];
    for (u32 k = 0; k < s->group->n_options; k++) {
      const Option *o = &s->group->options[k];
      const OptionValue *v = &s->values[k];
      if (!v->given) continue;
      if (!may_override(allowed, s, o->name))
        return err_set(ERR_USAGE, "'--%s' cannot be changed when a run goes on", o->name);
      TRY(option_give(&io->sets.at[i], k, o->kind == OPTION_FLAG ? NULL : v->text));
    }
  }
  return OK;
}

const OptionSet *args_set(const Args *a, const OptionGroup *group) {
  return option_set_find(a->sets.at, a->sets.n, group);
}

bool args_has(const Args *a, u32 option) { return option_has(&a->sets.at[0], option); }

bool args_flag(const Args *a, u32 option) { return option_flag(&a->sets.at[0], option); }

const char *args_text(const Args *a, u32 option) { return option_text(&a->sets.at[0], option); }

u32 args_choice(const Args *a, u32 option) { return option_choice(&a->sets.at[0], option); }

u64 args_number(const Args *a, u32 option) { return option_number(&a->sets.at[0], option); }

static void print_option(Text *t, const Option *o, const char *value) {
  text_addf(t, " %s%s", option_dashes(o), o->name);
  if (!value) return;
  text_add_char(t, ' ');
  text_add_word(t, value);
}

static void print_given(Text *t, const OptionSet *s, const char *without) {
  for (u32 i = 0; i < s->group->n_options && !s->group->settings_of; i++) {
    const Option *o = &s->group->options[i];
    const OptionValue *v = &s->values[i];
    if (!strcmp(o->name, without)) continue;
    for (u32 k = 0; k < v->list.n; k++) print_option(t, o, v->list.at[k]);
    if (v->given && o->kind != OPTION_LIST)
      print_option(t, o, o->kind == OPTION_FLAG ? NULL : v->text);
  }
}

void args_print(const Args *a, Text *t) {
  for (u32 i = 0; i < a->operands.n; i++) {
    text_add_char(t, ' ');
    text_add_word(t, a->operands.at[i]);
  }
  args_print_options(a, "", t);
}

void args_print_options(const Args *a, const char *without, Text *t) {
  for (u32 i = 0; i < a->sets.n; i++) print_given(t, &a->sets.at[i], without);
}
