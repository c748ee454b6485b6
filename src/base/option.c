/* option.c — values of options: read by their kind, checked against their range. */
#include "base/option.h"

#include "base/quantity.h"
#include "base/registry.h"

#include <math.h>
#include <stdlib.h>

const char *option_dashes(const Option *o) { return o->name[1] ? "--" : "-"; }

void option_add_name(Text *to, const OptionGroup *g, const Option *o) {
  text_addf(to, "%s%s%s", g->settings_of ? g->settings_of : option_dashes(o),
            g->settings_of ? "." : "", o->name);
}

/* Puts the option's name before the text of an error about its value. */
static Err name_option(const OptionGroup *g, const Option *o, Err err) {
  cleanup(freep) char *why = text_dup(err_text());
  cleanup(text_free) Text name = {0};
  option_add_name(&name, g, o);
  return err_set(err, "%s '%s': %s", g->settings_of ? "setting" : "option", text_c(&name), why);
}

static Err parse_choice(const OptionGroup *g, const Option *o, const char *text, u64 *ret_number) {
  u32 n = 0, row;
  cleanup(text_free) Text what = {0};
  while (o->choices[n].name) n++;
  option_add_name(&what, g, o);
  text_add(&what, ": there is no");
  TRY(ROW_FIND(text_c(&what), text, o->choices, n, &row));
  *ret_number = row;
  return OK;
}

static Err parse_number(const OptionGroup *g, const Option *o, const char *text, u64 *ret_number) {
  switch (o->kind) {
  case OPTION_CHOICE:
    return parse_choice(g, o, text, ret_number);
  case OPTION_NUMBER:
    return number_parse(text, ret_number);
  case OPTION_DURATION:
    return duration_parse(text, ret_number);
  case OPTION_SIZE:
    return size_parse(text, ret_number);
  case OPTION_FLAG:
  case OPTION_TEXT:
  case OPTION_LIST:
  case OPTION_REAL:
    return OK;
  }
  return OK;
}

/* Checks the form and the range together: a number outside the range is not a value. */
static Err parse_real(const Option *o, const char *text, double *ret) {
  char *end;
  double x = strtod(text, &end);
  bool is_number = *text >= '0' && *text <= '9' && !*end && isfinite(x);
  if (!is_number) return err_set(ERR_USAGE, "'%s' is not a number such as 0.1", text);
  if (x < (double)o->min || (o->max && x > (double)o->max))
    return err_set(ERR_USAGE, "%s is out of range (%llu to %llu)", text, (unsigned long long)o->min,
                   (unsigned long long)o->max);
  *ret = x;
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

static Err set_value(OptionSet *s, u32 option, const char *text) {
  const Option *o = &s->group->options[option];
  OptionValue *v = &s->values[option];
  u64 number = 0;
  Err err = o->kind == OPTION_REAL ? parse_real(o, text, &v->real)
                                   : parse_number(s->group, o, text, &number);
  if (o->kind == OPTION_LIST) vec_push(&v->list, text);
  if (err != OK && o->kind == OPTION_CHOICE) return err; /* it names the option itself */
  if (err == OK && o->kind >= OPTION_NUMBER && o->kind != OPTION_REAL)
    err = check_range(o, number, text);
  if (err != OK) return name_option(s->group, o, err);
  v->is_set = true;
  v->text = text;
  v->number = number;
  return OK;
}

Err option_give(OptionSet *s, u32 option, const char *text) {
  assert(option < s->group->n_options);
  s->values[option].given = true;
  s->values[option].is_set = true;
  return s->group->options[option].kind == OPTION_FLAG ? OK : set_value(s, option, text);
}

void option_standard(OptionSet *s, u32 option, const char *text) {
  Err err = set_value(s, option, text);
  CHECK(err == OK, "a standard value is wrong: %s", err_text());
}

OptionSet option_set_new(const OptionGroup *group) {
  OptionSet s = {group, mem_new(MAX(group->n_options, 1u) * sizeof *s.values)};
  for (u32 i = 0; i < group->n_options; i++)
    if (group->options[i].standard) option_standard(&s, i, group->options[i].standard);
  return s;
}

void option_set_done(OptionSet *s) {
  for (u32 i = 0; s->values && i < s->group->n_options; i++) vec_free(&s->values[i].list);
  s->values = mem_free(s->values);
}

const OptionSet *option_set_find(const OptionSet *sets, u32 n, const OptionGroup *group) {
  for (u32 i = 0; i < n; i++)
    if (sets[i].group == group) return &sets[i];
  die(__FILE__, __LINE__, "the command has no options of '%s'", group->title);
}

bool option_has(const OptionSet *s, u32 option) { return s->values[option].is_set; }

bool option_is_given(const OptionSet *s, u32 option) { return s->values[option].given; }

bool option_flag(const OptionSet *s, u32 option) {
  assert(s->group->options[option].kind == OPTION_FLAG);
  return s->values[option].given;
}

const char *option_text(const OptionSet *s, u32 option) {
  assert(s->group->options[option].kind == OPTION_TEXT);
  return s->values[option].text;
}

const WordList *option_list(const OptionSet *s, u32 option) {
  assert(s->group->options[option].kind == OPTION_LIST);
  return &s->values[option].list;
}

u32 option_choice(const OptionSet *s, u32 option) {
  assert(s->group->options[option].kind == OPTION_CHOICE);
  return (u32)s->values[option].number;
}

u64 option_number(const OptionSet *s, u32 option) {
  assert(s->group->options[option].kind >= OPTION_NUMBER);
  return s->values[option].number;
}

double option_real(const OptionSet *s, u32 option) {
  assert(s->group->options[option].kind == OPTION_REAL);
  return s->values[option].real;
}

u64 option_number_or(const OptionSet *s, u32 option, u64 otherwise) {
  return option_has(s, option) ? option_number(s, option) : otherwise;
}
