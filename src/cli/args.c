/* args.c — reads a command line by the command's table of options.
 *
 * GNU's habits: `--name value` and `--name=value`, options and operands mixed,
 * `--` ends the options, a single `-` is an operand, the last of two equal
 * options wins.  Unlike GNU's, names cannot be shortened: a script must not
 * break because a new option made its abbreviation ambiguous.
 */
#include "cli/args.h"

#include "base/suggest.h"
#include "cli/quantity.h"

#include <string.h>

/* A walk over the words of the command line. */
typedef struct Words {
  char *const *at;
  int n, next;
} Words;

static const char *dashes(const Option *o) {
  return o->name[1] ? "--" : "-";
}

/* Puts the option's name before the text of an error about its value. */
static Err name_option(const Option *o, Err err) {
  cleanup(freep) char *why = text_dup(err_text());
  return err_set(err, "option '%s%s': %s", dashes(o), o->name, why);
}

static Err parse_number(const Option *o, const char *text, u64 *ret_number) {
  switch (o->kind) {
  case OPTION_NUMBER:
    return number_parse(text, ret_number);
  case OPTION_DURATION:
    return duration_parse(text, ret_number);
  case OPTION_SIZE:
    return size_parse(text, ret_number);
  case OPTION_FLAG:
  case OPTION_TEXT:
  case OPTION_LIST:
    return OK;
  }
  return OK;
}

static Err check_range(const Option *o, u64 number, const char *text) {
  u64 max = o->max ? o->max : UINT64_MAX;
  if (number >= o->min && number <= max) return OK;
  const char *unit = o->kind == OPTION_DURATION ? " ns" : o->kind == OPTION_SIZE ? " bytes" : "";
  if (!o->max)
    return err_set(ERR_USAGE, "%s is too small (at least %llu%s)", text, (unsigned long long)o->min,
                   unit);
  return err_set(ERR_USAGE, "%s is out of range (%llu to %llu%s)", text, (unsigned long long)o->min,
                 (unsigned long long)max, unit);
}

static Err set_value(OptionValue *v, const Option *o, const char *text) {
  u64 number = 0;
  Err err = parse_number(o, text, &number);
  if (o->kind == OPTION_LIST) vec_push(&v->list, text);
  if (err == OK && o->kind > OPTION_LIST) err = check_range(o, number, text);
  if (err != OK) return name_option(o, err);
  v->is_set = true;
  v->text = text;
  v->number = number;
  return OK;
}

static Err set_standards(Args *a) {
  for (u32 i = 0; i < a->command->n_options; i++) {
    const Option *o = &a->command->options[i];
    if (o->standard) TRY(set_value(&a->values[i], o, o->standard));
  }
  return OK;
}

static Err unknown_option(const Command *c, const char *name, size_t n) {
  cleanup(freep) char *typed = mem_dup(name, n + 1);
  typed[n] = 0;
  Suggestion s = suggestion_for(typed);
  for (u32 i = 0; i < c->n_options; i++)
    if (c->options[i].name[1]) suggestion_offer(&s, c->options[i].name);
  suggestion_offer(&s, "help");
  if (!s.best) return err_set(ERR_USAGE, "unknown option '--%s'", typed);
  return err_set(ERR_USAGE, "unknown option '--%s'; did you mean '--%s'?", typed, s.best);
}

/* `value` is what stands in the same word, or NULL. */
static Err parse_value(Args *a, u32 i, const char *value, Words *words) {
  const Option *o = &a->command->options[i];
  a->values[i].given = true;
  if (o->kind == OPTION_FLAG) {
    a->values[i].is_set = true;
    return value ? err_set(ERR_USAGE, "option '%s%s' takes no argument", dashes(o), o->name) : OK;
  }
  if (!value && words->next < words->n) value = words->at[words->next++];
  if (!value)
    return err_set(ERR_USAGE, "option '%s%s' needs an argument %s", dashes(o), o->name,
                   o->argument);
  return set_value(&a->values[i], o, value);
}

/* `word` is what follows the two dashes. */
static Err parse_option(Args *a, const char *word, Words *words) {
  size_t n = strcspn(word, "=");
  const Command *c = a->command;
  for (u32 i = 0; i < c->n_options; i++)
    if (n > 1 && strlen(c->options[i].name) == n && !memcmp(c->options[i].name, word, n))
      return parse_value(a, i, word[n] ? word + n + 1 : NULL, words);
  return unknown_option(c, word, n);
}

/* -X, -X value, -Xvalue. */
static Err parse_letter(Args *a, const char *word, Words *words) {
  const Command *c = a->command;
  for (u32 i = 0; i < c->n_options; i++)
    if (c->options[i].name[0] == word[1] && !c->options[i].name[1])
      return parse_value(a, i, word[2] ? word + 2 : NULL, words);
  return err_set(ERR_USAGE, "unknown option '%s'", word);
}

static Err parse_words(Args *a, Words *words) {
  bool options_ended = false;
  while (words->next < words->n) {
    const char *word = words->at[words->next++];
    if (options_ended || word[0] != '-' || !word[1]) {
      vec_push(&a->operands, word);
    } else if (!strcmp(word, "--")) {
      options_ended = true;
    } else if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
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

Err args_parse(const Command *c, int n_words, char *const *words, Args *ret_args) {
  cleanup(args_done) Args a = {.command = c, .values = mem_new(c->n_options * sizeof *a.values)};
  TRY(set_standards(&a));
  TRY(parse_words(&a, &(Words){words, n_words, 0}));
  if (!a.wants_help) TRY(check_operands(&a));
  *ret_args = a;
  a.values = NULL;
  a.operands.at = NULL;
  return OK;
}

void args_done(Args *a) {
  for (u32 i = 0; a->values && i < a->command->n_options; i++) vec_free(&a->values[i].list);
  a->values = mem_free(a->values);
  vec_free(&a->operands);
}

bool args_has(const Args *a, u32 option) {
  return a->values[option].is_set;
}

bool args_flag(const Args *a, u32 option) {
  assert(a->command->options[option].kind == OPTION_FLAG);
  return a->values[option].given;
}

const char *args_text(const Args *a, u32 option) {
  assert(a->command->options[option].kind == OPTION_TEXT);
  return a->values[option].text;
}

const ArgList *args_list(const Args *a, u32 option) {
  assert(a->command->options[option].kind == OPTION_LIST);
  return &a->values[option].list;
}

u64 args_number(const Args *a, u32 option) {
  assert(a->command->options[option].kind > OPTION_LIST);
  return a->values[option].number;
}

static void print_option(Text *t, const Option *o, const char *value) {
  text_addf(t, " %s%s", o->name[1] ? "--" : "-", o->name);
  if (!value) return;
  text_add_char(t, ' ');
  text_add_word(t, value);
}

void args_print(const Args *a, Text *t) {
  for (u32 i = 0; i < a->operands.n; i++) {
    text_add_char(t, ' ');
    text_add_word(t, a->operands.at[i]);
  }
  for (u32 i = 0; i < a->command->n_options; i++) {
    const Option *o = &a->command->options[i];
    const OptionValue *v = &a->values[i];
    for (u32 k = 0; k < v->list.n; k++) print_option(t, o, v->list.at[k]);
    if (v->given && o->kind != OPTION_LIST)
      print_option(t, o, o->kind == OPTION_FLAG ? NULL : v->text);
  }
}
