/* path.c — see path.h. */
#include "bench/solver/path.h"

#include "expr/input.h"

static Expr chosen(Path *p, u32 low, u32 width, u64 value) {
  model_set_bits(p->input, p->in, low, width, &value);
  return expr_var(p->in, low, width);
}

void path_init(Path *p, u32 n_bytes) {
  *p = (Path){.in = input_bytes("in", n_bytes), .input = model_new(), .eval = eval_new()};
}

void path_done(Path *p) {
  model_unref(p->input);
  eval_free(p->eval);
  vec_free(&p->steps);
}

Expr path_int(Path *p, u32 i, int value) { return chosen(p, 32 * i, 32, (u32)value); }

Expr path_byte(Path *p, u32 i, u8 value) { return chosen(p, 8 * i, 8, value); }

void path_assume(Path *p, Expr e) {
  CHECK(eval_true(p->eval, p->input, e), "a workload's input does not fit its assumptions");
  if (!expr_is_const(e)) vec_push(&p->steps, ((Step){e, false}));
}

bool path_branch(Path *p, Expr e) {
  bool goes = eval_true(p->eval, p->input, e);
  if (expr_is_const(e)) return goes;
  vec_push(&p->steps, ((Step){goes ? e : expr_not(e), true}));
  p->n_branches++;
  return goes;
}
