/* site_table.c — names places by their positions in the source, and finds them again in the code.
 *
 * A place is found by counting the instructions at its line and column.  Targets of a switch are
 * ranked by their order in the code, and the sides of a branch that the compiler inverted are
 * turned back.  A file may be damaged or belong to another program, so every site that is read is
 * checked against the code, and every decision against its site.
 */
#include "explore/site_table.h"

#include "explore/follow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ------------------------------------------------------------------------------------- */

void word_print(Text *t, const char *word) {
  for (; *word; word++) {
    u8 c = (u8)*word;
    if (c <= ' ' || c == '%' || c == 0x7f)
      text_addf(t, "%%%02x", c);
    else
      text_add_char(t, (char)c);
  }
}

static int hex_digit(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

char *word_parse(const char **io_at) {
  Text t = {0};
  const char *at = *io_at;
  for (; *at && *at != ' ' && *at != '\n'; at++) {
    int high = *at == '%' ? hex_digit(at[1]) : -1;
    int low = high >= 0 ? hex_digit(at[2]) : -1;
    text_add_char(&t, low < 0 ? *at : (char)(high << 4 | low));
    if (low >= 0) at += 2;
  }
  *io_at = *at == ' ' ? at + 1 : at;
  char *word = t.n ? text_dup(text_c(&t)) : NULL;
  text_free(&t);
  return word;
}

/* ---- sides ------------------------------------------------------------------------------------- */

static bool is_listed(const Case *cases, u32 n, u32 pc) {
  for (u32 i = 0; i < n; i++)
    if (cases[i].pc == pc) return true;
  return false;
}

static const Switch *switch_of(const Module *m, const Decision *d) {
  const Fn *f = &m->fns.at[d->fn];
  return &f->switches[f->code[d->pc].b];
}

u64 switch_rank(const Module *m, const Decision *d) {
  const Switch *sw = switch_of(m, d);
  const Case *cases = m->fns.at[d->fn].cases + sw->first_case;
  u64 rank = 1;
  for (u32 i = 0; i < sw->n_cases; i++)
    rank += cases[i].pc < d->side && !is_listed(cases, i, cases[i].pc);
  return rank + (sw->other < d->side && !is_listed(cases, sw->n_cases, sw->other));
}

bool switch_of_rank(const Module *m, const Decision *at, u64 rank, u64 *ret_pc) {
  const Switch *sw = switch_of(m, at);
  const Case *cases = m->fns.at[at->fn].cases + sw->first_case;
  for (u32 i = 0; i <= sw->n_cases; i++) {
    Decision d = *at;
    d.side = i < sw->n_cases ? cases[i].pc : sw->other;
    if (switch_rank(m, &d) != rank) continue;
    *ret_pc = d.side;
    return true;
  }
  return false;
}

u64 side_in_source(const Module *m, const Decision *at, u64 side) {
  const Site *site = at->kind == CHOICE_BRANCH ? module_site(m, at->fn, at->pc) : NULL;
  return site && site->inverted ? !side : side;
}

static bool side_from_text(const Module *m, Decision *io) {
  if (io->kind == CHOICE_SWITCH) return switch_of_rank(m, io, io->side, &io->side);
  io->side = side_in_source(m, io, io->side);
  return true;
}

/* ---- places ------------------------------------------------------------------------------------ */

/* Is it one of those that are counted at this position? */
static bool is_there(const Module *m, u32 fn, u32 pc, u32 line, u32 column, bool only_sites) {
  const Pos *pos = module_position(m, fn, pc);
  return pos->line == line && pos->column == column && (!only_sites || module_site(m, fn, pc));
}

static bool find_pc(const Module *m, u32 fn, u32 line, u32 column, bool only_sites, u32 ordinal,
                    u32 *ret) {
  for (u32 pc = 0; pc < m->fns.at[fn].n_code; pc++) {
    if (!is_there(m, fn, pc, line, column, only_sites) || ordinal--) continue;
    *ret = pc;
    return true;
  }
  return false;
}

/* Is the instruction one that can decide so?  A file may be damaged, or of another program. */
static bool fits(const Module *m, const Decision *d) {
  const Site *site = module_site(m, d->fn, d->pc);
  bool is_switch = site && site->kind == SITE_SWITCH;
  return d->kind == CHOICE_SWITCH ? is_switch : d->kind != CHOICE_BRANCH || !is_switch;
}

static ChoiceKind kind_of(const char *word) {
  for (u32 k = 0; k < CHOICE_COUNT; k++)
    if (choice_infos[k].word && !strcmp(choice_infos[k].word, word)) return (ChoiceKind)k;
  return CHOICE_NONE;
}

/* "5:20 #0" at the end of a line. */
static bool position_parse(const char *at, u32 *ret_line, u32 *ret_column, char *ret_mark,
                           u32 *ret_ordinal) {
  int n = 0;
  return sscanf(at, "%9u:%9u %c%9u%n", ret_line, ret_column, ret_mark, ret_ordinal, &n) == 4 &&
         (*ret_mark == '#' || *ret_mark == '+') && (!at[n] || at[n] == '\n');
}

/* ---- public: sites ----------------------------------------------------------------------------- */

bool site_table_is_line(const char *text) { return !strncmp(text, "site ", 5); }

Err site_table_read(SiteTable *t, const char *name, u32 line, const char *text) {
  char kind[16], mark = 0;
  u32 number = 0, at_line = 0, column = 0, ordinal = 0;
  int n = 0;
  bool begins = sscanf(text, "site %9u %15s %n", &number, kind, &n) == 2 && n;
  const char *at = text + n;
  cleanup(freep) char *fn = begins ? word_parse(&at) : NULL;
  if (!fn || !kind_of(kind) || number != t->places.n + 1 ||
      !position_parse(at, &at_line, &column, &mark, &ordinal))
    return err_set(ERR_INPUT, "%s:%u: is not a site", name, line);
  Decision d = {.fn = module_find_fn(t->module, fn), .kind = (u8)kind_of(kind)};
  bool is_found = d.fn && t->module->fns.at[d.fn].is_defined &&
                  find_pc(t->module, d.fn, at_line, column, mark == '#', ordinal, &d.pc) &&
                  fits(t->module, &d);
  if (!is_found)
    return err_set(ERR_INPUT,
                   "%s:%u: the program has no such %s at %u:%u of '%s': it is another one", name,
                   line, kind, at_line, column, fn);
  vec_push(&t->places, d);
  return OK;
}

void site_table_done(SiteTable *t) {
  map_done(&t->numbers);
  vec_free(&t->places);
}

/* ---- public: decisions ------------------------------------------------------------------------- */

static u32 number_of(SiteTable *t, const Decision *d, Text *sites) {
  bool is_fresh;
  u64 *slot = map_at(&t->numbers, (u64)d->kind << 60 | (u64)d->fn << 32 | d->pc, &is_fresh);
  if (!is_fresh) return (u32)*slot;
  vec_push(&t->places, *d);
  *slot = t->places.n;
  u32 number = t->places.n;
  const Pos *pos = module_position(t->module, d->fn, d->pc);
  bool is_site = module_site(t->module, d->fn, d->pc) != NULL;
  u32 ordinal = 0;
  for (u32 pc = 0; pc < d->pc; pc++)
    ordinal += is_there(t->module, d->fn, pc, pos->line, pos->column, is_site);
  text_addf(sites, "site %u %s ", number, choice_infos[d->kind].word);
  word_print(sites, t->module->fns.at[d->fn].name);
  text_addf(sites, " %u:%u %c%u\n", pos->line, pos->column, is_site ? '#' : '+', ordinal);
  return t->places.n;
}

void site_table_print(SiteTable *t, SiteCursor *io, const Decision *d, Text *sites, Text *to) {
  static const char *const marks[] = {
      [ALTERNATIVES_UNASKED] = "", [ALTERNATIVES_IMPOSSIBLE] = "!", [ALTERNATIVES_POSSIBLE] = "+"};
  u32 site = number_of(t, d, sites);
  Decision shown = *d;
  if (site != io->site) text_addf(to, "@%u:", site);
  if (d->caller != io->caller) text_addf(to, "^%x:", d->caller);
  *io = (SiteCursor){site, d->caller};
  shown.side =
      d->kind == CHOICE_SWITCH ? switch_rank(t->module, d) : side_in_source(t->module, d, d->side);
  decision_print(to, &shown);
  text_add(to, marks[d->alternatives]);
}

/* "@1:" or "^2a:" */
static bool reference_parse(const char **io_at, char mark, int base, u32 *io) {
  if (**io_at != mark) return true;
  char *end;
  const char *digits = *io_at + 1;
  unsigned long long n = strtoull(digits, &end, base);
  if (hex_digit(*digits) < 0 || n > UINT32_MAX || *end != ':') return false;
  *io = (u32)n;
  *io_at = end + 1;
  return true;
}

Err site_table_parse(const SiteTable *t, SiteCursor *io, const char *name, u32 line,
                     const char **io_at, Decision *ret) {
  bool is_good = reference_parse(io_at, '@', 10, &io->site) &&
                 reference_parse(io_at, '^', 16, &io->caller) && io->site &&
                 io->site <= t->places.n;
  if (!is_good) return err_set(ERR_INPUT, "%s:%u: a decision has no site", name, line);
  Decision d;
  TRY(decision_parse(name, line, io_at, &d));
  const Decision *place = &t->places.at[io->site - 1];
  bool same_kind = d.kind == place->kind;
  d.fn = place->fn;
  d.pc = place->pc;
  d.caller = io->caller;
  if (!same_kind || !side_from_text(t->module, &d))
    return err_set(ERR_INPUT, "%s:%u: site %u cannot make this decision", name, line, io->site);
  d.alternatives = **io_at == '!'   ? ALTERNATIVES_IMPOSSIBLE
                   : **io_at == '+' ? ALTERNATIVES_POSSIBLE
                                    : ALTERNATIVES_UNASKED;
  *io_at += d.alternatives != ALTERNATIVES_UNASKED;
  *ret = d;
  return OK;
}
