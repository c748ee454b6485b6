/* assertions.c — keeps assertions as text with their terms, and finds those of a core.
 *
 * A core is a list of constraints, and an assertion becomes one or several of them.  It belongs to
 * the core if one of its parts does.
 */
#include "cli/assertions.h"

#include "base/map.h"
#include "expr/print.h"

static void forget_from(Assertions *a, u32 n) {
  while (a->all.n > n) {
    Assertion last = vec_pop(&a->all);
    mem_free(last.name);
    mem_free(last.text);
  }
}

void assertions_done(Assertions *a) {
  forget_from(a, 0);
  vec_free(&a->all);
  vec_free(&a->levels);
}

void assertions_add(Assertions *a, const SmtTerm *term, const char *name) {
  Text text = {0};
  text_add_n(&text, term->text, term->n_text);
  Assertion one = {term->term, name ? text_dup(name) : NULL, text_dup(text_c(&text))};
  vec_push(&a->all, one);
  text_free(&text);
}

void assertions_push(Assertions *a, u32 n) {
  for (u32 i = 0; i < n; i++) vec_push(&a->levels, a->all.n);
}

void assertions_pop(Assertions *a, u32 n) {
  if (!n) return;
  a->levels.n -= n;
  forget_from(a, a->levels.at[a->levels.n]);
}

void assertions_mark(Assertions *a) {
  for (u32 i = 0; i < a->all.n; i++) expr_mark(a->all.at[i].term);
}

void assertions_print(const Assertions *a, Text *out) {
  text_add_char(out, '(');
  for (u32 i = 0; i < a->all.n; i++) text_addf(out, "%s%s", i ? "\n " : "", a->all.at[i].text);
  text_add(out, ")\n");
}

/* Is a part of the conjunction in the set? */
static bool has_part(Expr term, const Map *set) {
  ExprVec todo = {0};
  bool found = false;
  vec_push(&todo, term);
  while (todo.n && !found) {
    Expr e = vec_pop(&todo);
    bool is_not = expr_kind(e) == EXPR_NOT;
    Expr inner = is_not ? expr_kid(e, 0) : e;
    found = map_find(set, e.id);
    if (expr_kind(inner) != (is_not ? EXPR_OR : EXPR_AND)) continue;
    for (u32 i = 0; i < 2; i++)
      vec_push(&todo, is_not ? expr_not(expr_kid(inner, i)) : expr_kid(inner, i));
  }
  vec_free(&todo);
  return found;
}

static void print_core(const Assertions *a, const ExprVec *core, bool by_name, Text *out) {
  Map set = {0};
  bool is_first = true;
  for (u32 i = 0; i < core->n; i++) map_put(&set, core->at[i].id, 1);
  text_add_char(out, '(');
  for (u32 i = 0; i < a->all.n; i++) {
    const Assertion *one = &a->all.at[i];
    if ((by_name && !one->name) || !has_part(one->term, &set)) continue;
    if (!is_first) text_add_char(out, ' ');
    is_first = false;
    if (by_name)
      symbol_print(out, one->name);
    else
      text_add(out, one->text);
  }
  text_add(out, ")\n");
  map_done(&set);
}

void assertions_print_core(const Assertions *a, const ExprVec *core, Text *out) {
  print_core(a, core, true, out);
}

void assumptions_print_core(const Assertions *assumed, const ExprVec *core, Text *out) {
  print_core(assumed, core, false, out);
}
