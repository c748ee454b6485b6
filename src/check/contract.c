/* contract.c — cuts a contract into its call and its clauses.
 *
 * The call ends with the parenthesis that closes it, so everything before the first <= or "no errors" need not be
 * understood here: call_parse does that.
 */
#include "check/contract.h"

#include <stdio.h>
#include <string.h>

typedef struct ContractParser {
  const ContractText *from;
  const char *text;
  u32 at;
  Contract *c;
} ContractParser;

/* ---- places -------------------------------------------------------------------------------------- */

void contract_text_add(ContractText *t, const char *piece, size_t n, u32 line, u32 column) {
  t->origins = mem_resize(t->origins, (t->n_origins + 1) * sizeof *t->origins);
  t->origins[t->n_origins++] = (struct TextOrigin){(u32)t->text.n, line, column};
  text_add_n(&t->text, piece, n);
}

void contract_text_done(ContractText *t) {
  text_free(&t->text);
  t->origins = mem_free(t->origins);
}

static ContractPlace place_of(const ContractText *t, u32 at) {
  const struct TextOrigin *o = t->origins;
  for (u32 i = 1; i < t->n_origins && t->origins[i].at <= at; i++) o = &t->origins[i];
  return (ContractPlace){.line = o->line, .column = o->column + (at - o->at)};
}

static Err fail(const ContractParser *p, u32 at, const char *message) {
  ContractPlace place = place_of(p->from, at);
  return err_set(ERR_INPUT, "%s:%u:%u: %s\n  %s\n  %*s^", p->from->file, place.line, place.column,
                 message, p->text, (int)at, "");
}

/* ---- words --------------------------------------------------------------------------------------- */

static void skip_blanks(ContractParser *p) {
  while (p->text[p->at] && (u8)p->text[p->at] <= ' ') p->at++;
}

static bool take(ContractParser *p, const char *mark) {
  skip_blanks(p);
  size_t n = strlen(mark);
  if (strncmp(p->text + p->at, mark, n)) return false;
  p->at += (u32)n;
  return true;
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

static bool is_word_at(const ContractParser *p, const char *word) {
  size_t n = strlen(word);
  return !strncmp(p->text + p->at, word, n) && !is_letter(p->text[p->at + n]);
}

static bool take_word(ContractParser *p, const char *word) {
  skip_blanks(p);
  if (!is_word_at(p, word)) return false;
  p->at += (u32)strlen(word);
  return true;
}

static bool is_clause_end(const ContractParser *p) {
  char c = p->text[p->at];
  return !c || c == ',' || c == ';' || is_word_at(p, "for") || is_word_at(p, "with");
}

/* ---- the call ------------------------------------------------------------------------------------ */

/* Behind the parenthesis that closes the call; 0: none does.  Quotes hide parentheses. */
static u32 call_end(const char *text) {
  u32 depth = 0;
  for (u32 i = 0; text[i]; i++) {
    char c = text[i];
    if (c == '"' || c == '\'') {
      for (i++; text[i] && text[i] != c; i++)
        if (text[i] == '\\' && text[i + 1]) i++;
      if (!text[i]) return 0;
    }
    depth += c == '(';
    if (c == ')' && depth && !--depth) return i + 1;
  }
  return 0;
}

static Err parse_call(ContractParser *p) {
  u32 end = call_end(p->text), name = (u32)strcspn(p->text, "(<");
  if (p->text[name] != '(')
    return fail(p, 0, "expected a call and a bound: sort(int a[N], N) <= n log n");
  if (!end) return fail(p, name, "this parenthesis is not closed");
  text_add_n(&p->c->call, p->text, end);
  cleanup(call_done) UserCall call = {0};
  if (call_parse(text_c(&p->c->call), &call) != OK)
    return fail(p, MIN(call_fault()->at, end), call_fault()->message);
  p->c->function = text_dup(call.function);
  p->c->has_size = call_has_size(&call);
  p->at = end;
  return OK;
}

/* ---- clauses ------------------------------------------------------------------------------------- */

/* A row of metrics.def, perhaps with what follows its colon. */
static Err parse_metric(ContractParser *p, Clause *c) {
  skip_blanks(p);
  u32 begin = p->at;
  while (is_letter(p->text[p->at])) p->at++;
  if (p->text[p->at] == ':')
    while ((u8)p->text[p->at] > ' ' && !strchr(",;", p->text[p->at])) p->at++;
  if (p->at == begin)
    return fail(p, begin, "expected '<= BOUND', 'METRIC <= BOUND' or 'no errors'");
  Text name = {0};
  text_add_n(&name, p->text + begin, p->at - begin);
  c->metric = name.at;
  cleanup(metric_done) Metric metric = {0};
  if (metric_parse(c->metric, &metric) == OK) return OK;
  char message[400];
  snprintf(message, sizeof message, "%s", err_text());
  return fail(p, begin, message);
}

/* A class of growth is alone: no factor, no sum. */
static Err end_class(ContractParser *p, u32 begin) {
  skip_blanks(p);
  if (p->text[p->at] && strchr("+-*/^", p->text[p->at]))
    return fail(p, begin,
                "a class of growth stands alone, such as n^2; for a formula write N: 3*N^2 + N");
  return OK;
}

/* n^2 or O(n^2); false: it is a formula. */
static bool take_class(ContractParser *p, Clause *c) {
  u32 begin = p->at;
  bool is_big = take(p, "O(") || take(p, "O (");
  skip_blanks(p);
  const char *at = p->text + p->at, *behind = at + strspn(at, "0123456789.");
  behind += strspn(behind, " ");
  bool is_number = behind > at && *behind != '^';
  if ((is_big || !is_number) && cost_order_parse(&at, &c->order)) {
    p->at = (u32)(at - p->text);
    if (!is_big || take(p, ")")) return true;
  }
  p->at = begin;
  return false;
}

static Err parse_formula(ContractParser *p, Clause *c) {
  FormulaFault fault = {0};
  u32 to = p->at;
  if (!formula_parse(p->text, p->at, &c->formula, &to, &fault))
    return fail(p, fault.at, fault.message);
  p->at = to;
  return OK;
}

static Err parse_bound(ContractParser *p, Clause *c) {
  skip_blanks(p);
  u32 begin = p->at;
  c->kind = take_class(p, c) ? CLAUSE_CLASS : CLAUSE_FORMULA;
  if (c->kind == CLAUSE_CLASS && !p->c->has_size)
    return fail(p, begin,
                "a class of growth is about N, and there is no N in the call; write a formula");
  TRY(c->kind == CLAUSE_CLASS ? end_class(p, begin) : parse_formula(p, c));
  skip_blanks(p);
  if (is_clause_end(p)) return OK;
  if (c->metric)
    return fail(p, p->at, "expected ',', 'for N = LIST', 'with FILE' or the end behind the bound");
  return parse_metric(p, c);
}

static Err parse_clause_parts(ContractParser *p, Clause *c) {
  if (take_word(p, "no")) {
    c->kind = CLAUSE_NO_ERRORS;
    return take_word(p, "errors") ? OK : fail(p, p->at, "expected 'errors' behind 'no'");
  }
  if (!take(p, "<=")) {
    TRY(parse_metric(p, c));
    if (!take(p, "<="))
      return fail(p, p->at, "expected '<=' and a bound, such as n^2 or 40*N + 200");
  }
  TRY(parse_bound(p, c));
  if (!c->metric) c->metric = text_dup("instructions");
  return OK;
}

static void clause_done(Clause *c) {
  text_free(&c->text);
  mem_free(c->metric);
  formula_done(&c->formula);
}

static Err parse_clause(ContractParser *p) {
  Clause c = {0};
  skip_blanks(p);
  u32 begin = p->at;
  Err err = parse_clause_parts(p, &c);
  if (err != OK) {
    clause_done(&c);
    return err;
  }
  u32 end = p->at;
  while (end > begin && (u8)p->text[end - 1] <= ' ') end--;
  text_add_n(&c.text, p->text + begin, end - begin);
  vec_push(&p->c->clauses, c);
  return OK;
}

/* ---- sizes and files ----------------------------------------------------------------------------- */

static Err parse_sizes(ContractParser *p) {
  if (!take_word(p, "N") || !take(p, "="))
    return fail(p, p->at, "expected 'N = LIST', such as for N = 1:8,64");
  skip_blanks(p);
  u32 begin = p->at;
  while ((u8)p->text[p->at] > ' ' && p->text[p->at] != ';') p->at++;
  cleanup(text_free) Text list = {0};
  text_add_n(&list, p->text + begin, p->at - begin);
  if (!p->c->has_size) return fail(p, begin, "there is no N in the call");
  if (ladder_parse("for N =", text_c(&list), &p->c->sizes) == OK) return OK;
  char message[400];
  snprintf(message, sizeof message, "%s", err_text());
  return fail(p, begin, message);
}

static Err parse_files(ContractParser *p) {
  for (;;) {
    skip_blanks(p);
    u32 begin = p->at;
    if (is_word_at(p, "for")) break;
    while ((u8)p->text[p->at] > ' ' && p->text[p->at] != ';') p->at++;
    if (p->at == begin) break;
    cleanup(text_free) Text file = {0};
    text_add_n(&file, p->text + begin, p->at - begin);
    names_add(&p->c->with, text_c(&file));
  }
  return p->c->with.n ? OK : fail(p, p->at, "expected the name of a file behind 'with'");
}

static Err parse_rest(ContractParser *p) {
  for (;;) {
    if (take_word(p, "for"))
      TRY(parse_sizes(p));
    else if (take_word(p, "with"))
      TRY(parse_files(p));
    else
      break;
  }
  take(p, ";");
  skip_blanks(p);
  if (!p->text[p->at]) return OK;
  return fail(p, p->at, "expected ',', 'for N = LIST', 'with FILE' or the end");
}

static Err parse_all(ContractParser *p) {
  TRY(parse_call(p));
  take(p, ":");
  take(p, ",");
  do TRY(parse_clause(p));
  while (take(p, ","));
  return parse_rest(p);
}

/* ---- public -------------------------------------------------------------------------------------- */

Err contract_parse(const ContractText *t, const char *source, Contract *ret) {
  cleanup(contract_done) Contract c = {.source = text_dup(source)};
  c.place = place_of(t, 0);
  c.place.file = text_dup(t->file);
  ContractParser p = {.from = t, .text = text_c(&t->text), .c = &c};
  TRY(parse_all(&p));
  *ret = c;
  c = (Contract){0};
  return OK;
}

void contract_done(Contract *c) {
  mem_free(c->place.file);
  mem_free(c->source);
  mem_free(c->function);
  text_free(&c->call);
  for (u32 i = 0; i < c->clauses.n; i++) clause_done(&c->clauses.at[i]);
  vec_free(&c->clauses);
  ladder_done(&c->sizes);
  names_free(&c->with);
}

void contracts_done(ContractVec *v) {
  for (u32 i = 0; i < v->n; i++) contract_done(&v->at[i]);
  vec_free(v);
}
