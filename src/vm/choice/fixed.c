/* fixed.c — input bytes of which the path leaves one value are told to the solver.
 *
 * A path that has decided all about its input goes on deciding: a compressor that has found which
 * letters occur asks for each of 256 once more.  Each such question is refuted by the whole of the
 * path condition.  After some of these in a row the machine asks for each byte that they read
 * whether it can have another value; those that cannot become conditions of the path, by which the
 * solver's first stage settles the rest.
 *
 * The conditions follow from the path condition, and nothing but the solver looks at them: so
 * whoever follows the path without them comes to the same decisions.
 */
#include "vm/vm_impl.h"

/* So many questions are refuted before the first look, and this many times as many before each
 * further one; a term of many bytes is looked at later. */
enum { FIRST_LOOK = 8, NEXT_LOOK = 4, MAX_CELLS = 256 };

static bool is_fixed(Vm *vm, State *s, u32 cell, Expr *ret_condition) {
  InputInfo in = *input_info(input_of_cell(cell));
  u32 at = 8 * (cell - in.first_cell);
  if (in.shape == INPUT_ARRAY || at + 8 > in.n_bits) return false;
  Expr byte = expr_var(input_of_cell(cell), at, 8);
  u8 value = model_byte(context_model(s->context), cell);
  *ret_condition = expr_eq(byte, expr_const(8, value));
  Result r = solver_check(vm->solver, s->context, expr_not(*ret_condition));
  Answer answer = r.answer;
  /* The path says so already. */
  bool is_news = r.stage != STAGE_simplify;
  result_done(&r);
  return answer == ANSWER_NO && is_news;
}

void fixed_look(Vm *vm, State *s, Expr term) {
  u32 n, cells[MAX_CELLS];
  const u32 *all = solver_cells(vm->solver, term, &n);
  if (n > MAX_CELLS || s->n_refuted < MAX(FIRST_LOOK, n) || s->n_refuted < s->look_at) return;
  memcpy(cells, all, n * sizeof *cells);
  s->look_at = NEXT_LOOK * s->n_refuted;
  for (u32 k = 0; k < n; k++) {
    Expr condition;
    if (!is_fixed(vm, s, cells[k], &condition)) continue;
    Context *more = context_add(s->context, condition, context_model(s->context));
    context_unref(s->context);
    s->context = more;
  }
}
