/* values.c — prints values of a model as SMT-LIB 2.
 *
 * An array is a constant array with stores.  A function is a chain of ite over the arguments at
 * which its value is known.  If it takes several look-ups (expr/parse.h), each but the last is a
 * let.
 */
#include "cli/values.h"

#include "expr/array_value.h"
#include "expr/print.h"
#include "expr/value.h"

typedef struct ValueSource {
  Eval *ev;
  const Model *m;
} ValueSource;

/* A value of a sort other than an array; low words first. */
static void plain_print(Text *out, Sort sort, const u64 *words) {
  switch (sort.kind) {
  case SORT_BOOL:
    text_add(out, words[0] ? "true" : "false");
    return;
  case SORT_NAMED:
    text_addf(out, "(as @%ju ", (uintmax_t)words[0]);
    sort_print(out, sort);
    text_add_char(out, ')');
    return;
  case SORT_BITS:
  case SORT_ARRAY:
    literal_print(out, sort.width, words);
    return;
  }
}

/* The words of the element that begins at pieces.at[*io_i], and past it. */
static u64 next_element(const ArrayValue *v, u32 *io_i, u64 *ret_words) {
  u64 index = v->pieces.at[*io_i].index;
  for (u32 k = 0; k < v->n_pieces; k++) ret_words[k] = v->rest.at[k];
  for (; *io_i < v->pieces.n && v->pieces.at[*io_i].index == index; ++*io_i)
    ret_words[v->pieces.at[*io_i].piece] = v->pieces.at[*io_i].value;
  return index;
}

static u32 count_elements(const ArrayValue *v) {
  u32 n = 0;
  for (u32 i = 0; i < v->pieces.n; i++)
    n += !i || v->pieces.at[i].index != v->pieces.at[i - 1].index;
  return n;
}

static void array_print(Text *out, ValueSource s, Expr array, Sort sort) {
  cleanup(array_value_done) ArrayValue v = {0};
  u64 words[VALUE_WORDS(EXPR_MAX_WIDTH)];
  eval_array(s.ev, s.m, array, &v);
  for (u32 n = count_elements(&v); n; n--) text_add(out, "(store ");
  text_add(out, "((as const ");
  sort_print(out, sort);
  text_add(out, ") ");
  plain_print(out, sort_element(sort), v.rest.at);
  text_add_char(out, ')');
  for (u32 i = 0; i < v.pieces.n;) {
    u64 index = next_element(&v, &i, words);
    text_add_char(out, ' ');
    plain_print(out, sort_index(sort), &index);
    text_add_char(out, ' ');
    plain_print(out, sort_element(sort), words);
    text_add_char(out, ')');
  }
}

void value_print(Text *out, Eval *ev, const Model *m, Expr e, Sort sort) {
  u64 words[VALUE_WORDS(EXPR_MAX_WIDTH)];
  if (sort.kind == SORT_ARRAY) {
    array_print(out, (ValueSource){ev, m}, e, sort);
    return;
  }
  eval_words(ev, m, e, words);
  plain_print(out, sort, words);
}

void definition_print(Text *out, Eval *ev, const Model *m, const SmtConstant *c) {
  text_add(out, "  (define-fun ");
  symbol_print(out, c->name);
  text_add(out, " () ");
  sort_print(out, c->sort);
  text_add_char(out, ' ');
  value_print(out, ev, m, c->term, c->sort);
  text_add(out, ")\n");
}

/* ---- functions -------------------------------------------------------------------- */

/* "(= (argument or a part of it) value)" */
static void print_piece(Text *out, const SmtFunction *f, SmtPiece p, u32 step, u64 value) {
  static const Sort token = {.kind = SORT_BITS, .width = 32};
  text_add(out, "(= ");
  if (p.argument == PIECE_TOKEN) {
    text_addf(out, "t!%u ", step);
    plain_print(out, token, &value);
  } else {
    Sort sort = function_parameter(f, p.argument);
    bool is_whole = p.width == sort.width;
    if (!is_whole) text_addf(out, "((_ extract %u %u) ", p.low + p.width - 1, p.low);
    text_addf(out, "x!%u", p.argument + 1);
    text_add(out, is_whole ? " " : ") ");
    if (!is_whole) sort = (Sort){.kind = SORT_BITS, .width = p.width};
    plain_print(out, sort, &value);
  }
  text_add_char(out, ')');
}

/* The arguments are those that this index stands for. */
static void print_condition(Text *out, const SmtFunction *f, u32 step, u64 index) {
  const SmtStep *s = &f->steps[step];
  u32 low = expr_index_width(s->array);
  if (s->n_pieces > 1) text_add(out, "(and");
  for (u32 i = 0; i < s->n_pieces; i++) {
    SmtPiece p = f->pieces[s->first_piece + i];
    low -= p.width;
    if (s->n_pieces > 1) text_add_char(out, ' ');
    print_piece(out, f, p, step, index >> low & value_mask(p.width));
  }
  if (s->n_pieces > 1) text_add_char(out, ')');
}

static void print_step(Text *out, ValueSource s, const SmtFunction *f, u32 step) {
  cleanup(array_value_done) ArrayValue v = {0};
  u64 words[VALUE_WORDS(EXPR_MAX_WIDTH)];
  bool is_last = step + 1 == f->n_steps;
  Sort sort = is_last ? f->sort : (Sort){.kind = SORT_BITS, .width = 32};
  eval_array(s.ev, s.m, f->steps[step].array, &v);
  for (u32 i = 0; i < v.pieces.n;) {
    u64 index = next_element(&v, &i, words);
    text_add(out, "(ite ");
    print_condition(out, f, step, index);
    text_add_char(out, ' ');
    plain_print(out, sort, words);
    text_add_char(out, ' ');
  }
  plain_print(out, sort, v.rest.at);
  for (u32 n = count_elements(&v); n; n--) text_add_char(out, ')');
}

void function_print(Text *out, Eval *ev, const Model *m, const SmtFunction *f) {
  ValueSource s = {ev, m};
  text_add(out, "  (define-fun ");
  symbol_print(out, f->name);
  text_add(out, " (");
  for (u32 i = 0; i < f->n_parameters; i++) {
    text_addf(out, "%s(x!%u ", i ? " " : "", i + 1);
    sort_print(out, function_parameter(f, i));
    text_add_char(out, ')');
  }
  text_add(out, ") ");
  sort_print(out, f->sort);
  text_add_char(out, ' ');
  for (u32 i = 0; i + 1 < f->n_steps; i++) {
    text_addf(out, "(let ((t!%u ", i + 1);
    print_step(out, s, f, i);
    text_add(out, ")) ");
  }
  print_step(out, s, f, f->n_steps - 1);
  for (u32 i = 1; i < f->n_steps; i++) text_add_char(out, ')');
  text_add(out, ")\n");
}
