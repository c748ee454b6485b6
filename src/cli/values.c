/* values.c — see values.h. */
#include "cli/values.h"

#include "expr/input.h"
#include "expr/print.h"
#include "expr/value.h"

typedef struct Element {
  u64 index, value;
} Element;

typedef VEC(Element) Elements;

/* The elements that differ from `fallback`, last written first, and where the
 * walk through stores and choices ended. */
static Expr array_walk(Eval *ev, const Model *m, Expr array, Elements *ret) {
  for (;;) {
    ExprKind kind = expr_kind(array);
    if (kind == EXPR_STORE) {
      u64 index = eval(ev, m, expr_kid(array, 1)), value = eval(ev, m, expr_kid(array, 2));
      vec_push(ret, ((Element){index, value}));
      array = expr_kid(array, 0);
    } else if (kind == EXPR_ITE) {
      array = expr_kid(array, eval_true(ev, m, expr_kid(array, 0)) ? 1 : 2);
    } else {
      return array;
    }
  }
}

/* What an array holds that nobody has written to. */
static u64 base_elements(Eval *ev, const Model *m, Expr base, Elements *ret) {
  if (expr_kind(base) == EXPR_ARRAY_FILL) return eval(ev, m, expr_kid(base, 0));
  if (expr_kind(base) == EXPR_ARRAY_TABLE) {
    u32 n;
    const u64 *words = expr_table(base, &n);
    for (u32 i = 0; i < n; i++)
      if (words[i]) vec_push(ret, ((Element){i, words[i]}));
    return 0;
  }
  u64 index = 0, value;
  while (model_next_element(m, expr_input(base), &index, &value)) {
    vec_push(ret, ((Element){index, value}));
    if (++index == 0) break;
  }
  return 0;
}

static void array_print(Text *out, Eval *ev, const Model *m, Expr array, Sort sort) {
  Elements elements = {0};
  Expr base = array_walk(ev, m, array, &elements);
  u64 fallback = base_elements(ev, m, base, &elements);
  for (u32 i = 0; i < elements.n; i++) text_add(out, "(store ");
  text_add(out, "((as const ");
  sort_print(out, sort);
  text_add(out, ") ");
  literal_print(out, sort.width, &fallback);
  text_add_char(out, ')');
  for (u32 i = elements.n; i-- > 0;) { /* the first written is the innermost */
    text_add_char(out, ' ');
    literal_print(out, sort.index_width, &elements.at[i].index);
    text_add_char(out, ' ');
    literal_print(out, sort.width, &elements.at[i].value);
    text_add_char(out, ')');
  }
  vec_free(&elements);
}

void value_print(Text *out, Eval *ev, const Model *m, Expr e, Sort sort) {
  u64 words[VALUE_WORDS(EXPR_MAX_WIDTH)];
  switch (sort.kind) {
  case SORT_BOOL:
    text_add(out, eval_true(ev, m, e) ? "true" : "false");
    return;
  case SORT_BITS:
    eval_words(ev, m, e, words);
    literal_print(out, sort.width, words);
    return;
  case SORT_ARRAY:
    array_print(out, ev, m, e, sort);
    return;
  }
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
