/* builtin_klee.c — what only KLEE's programs say: messages on their standard error, and wishes
 * about tests and forks.
 *
 * What has no meaning here is counted, so that the run can say what it ignored.
 */
#include "expr/print.h"
#include "vm/builtin/builtin_impl.h"
#include "vm/prefer.h"

/* klee_warning: the program prints a warning, on its standard error. */
bool builtin_do_warn(const BuiltinCall *n) {
  if (!builtin_args_concrete(n, 1)) return false;
  cleanup(text_free) Text t = {0};
  text_add(&t, "warning: ");
  builtin_text(n, builtin_arg_value(n, 0), &t);
  text_add_char(&t, '\n');
  return builtin_say(n, &t);
}

/* klee_print_expr: a name and the terms behind it. */
bool builtin_do_print_terms(const BuiltinCall *n) {
  if (!builtin_args_concrete(n, 1)) return false;
  cleanup(text_free) Text t = {0};
  builtin_text(n, builtin_arg_value(n, 0), &t);
  text_add_char(&t, ':');
  for (u32 k = 1; k < n->call->n_args; k++) {
    text_add_char(&t, ' ');
    expr_print(&t, builtin_arg_term(n, k));
  }
  text_add_char(&t, '\n');
  return builtin_say(n, &t);
}

/* The least and the greatest value of a term, signed; false: the solver does not know. */
static bool range_of(const BuiltinCall *n, Expr e, i64 *ret_low, i64 *ret_high) {
  Solver *solver = n->vm->solver;
  u64 low, high;
  if (expr_width(e) > 64) return false;
  if (solver_extreme(solver, n->s->context, e, EXTREME_SMIN, &low) != ANSWER_YES) return false;
  if (solver_extreme(solver, n->s->context, e, EXTREME_SMAX, &high) != ANSWER_YES) return false;
  *ret_low = value_signed(low, expr_width(e));
  *ret_high = value_signed(high, expr_width(e));
  return true;
}

bool builtin_do_print_range(const BuiltinCall *n) {
  if (!builtin_args_concrete(n, 1)) return false;
  Expr e = builtin_arg_term(n, 1);
  i64 low, high;
  cleanup(text_free) Text t = {0};
  builtin_text(n, builtin_arg_value(n, 0), &t);
  if (!range_of(n, e, &low, &high))
    text_add(&t, ": unknown\n");
  else if (low == high)
    text_addf(&t, ": %lld\n", (long long)low);
  else
    text_addf(&t, ": %lld to %lld\n", (long long)low, (long long)high);
  return builtin_say(n, &t);
}

/* Innermost first; a caller stands behind its call. */
bool builtin_do_stack_trace(const BuiltinCall *n) {
  const Module *m = n->vm->module;
  cleanup(text_free) Text t = {0};
  u32 k = 0;
  for (const Frame *f = n->s->top; f; f = f->caller) {
    const Pos *p = &m->positions.at[f->fn->positions[f == n->s->top || !f->pc ? f->pc : f->pc - 1]];
    text_addf(&t, "#%u %s", k++, f->fn->name);
    if (p->line) text_addf(&t, " at %s:%u", m->texts.at[p->file], p->line);
    text_add_char(&t, '\n');
  }
  return builtin_say(n, &t);
}

bool builtin_do_prefer(const BuiltinCall *n) {
  Expr zero = expr_const(builtin_arg_width(n, 1), 0);
  prefer_add(n->s, expr_ne(builtin_arg_term(n, 1), zero));
  return builtin_done(n);
}

bool builtin_do_set_forking(const BuiltinCall *n) {
  if (!builtin_args_concrete(n, 1)) return false;
  n->s->takes_one_side = !builtin_arg_value(n, 0);
  return builtin_done(n);
}

bool builtin_do_ignored(const BuiltinCall *n) {
  n->vm->n_ignored[n->builtin]++;
  return builtin_done(n);
}

bool builtin_do_refused(const BuiltinCall *n) {
  return step_stop(n->s, STOP_UNSUPPORTED, builtin_infos[n->builtin].name);
}
