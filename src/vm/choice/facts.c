/* facts.c — what the path says of single bytes and floats, as the solver keeps it of the context (solver/bytes/domains.h).
 *
 * A side that was forced is not in the path condition, which implies it.  Where it says more of a byte or a float than the
 * constraints do one by one, it becomes one of them.
 */
#include "vm/choice/facts.h"

#include "expr/float.h"
#include "expr/input.h"
#include "vm/vm_impl.h"

enum { MAX_PARTS = 16 }; /* of a conjunction that are looked at */

void facts_learn(Vm *vm, State *s, Expr condition) {
  Expr todo[MAX_PARTS + 1] = {condition};
  assert(expr_width(condition) == 1);
  for (u32 n = 1; n > 0;) {
    Expr part = todo[--n];
    bool is_and = expr_kind(part) == EXPR_AND;
    bool is_nor = expr_kind(part) == EXPR_NOT && expr_kind(expr_kid(part, 0)) == EXPR_OR;
    Expr x;
    bool counts = vm->config.knows_bytes || float_known(part, &x);
    if (counts && solver_would_narrow(vm->solver, s->context, part)) {
      context_extend(&s->context, part, context_model(s->context));
      continue;
    }
    if (!(is_and || is_nor) || n + 2 > MAX_PARTS) continue;
    Expr both = is_and ? part : expr_kid(part, 0);
    for (u32 k = 0; k < 2; k++)
      todo[n++] = is_and ? expr_kid(both, k) : expr_not(expr_kid(both, k));
  }
}

/* ---- asking ------------------------------------------------------------------------------------------ */

bool facts_decide(Vm *vm, const State *s, Expr condition, bool *ret_holds) {
  u32 cell;
  ByteSet table;
  if (!vm->config.knows_bytes || !solver_byte_table(vm->solver, condition, &cell, &table))
    return false;
  ByteSet left = solver_byte_left(vm->solver, s->context, cell);
  bool may_hold = !byte_set_is_empty(byte_set_and(left, table));
  for (u32 i = 0; i < 4; i++) table.word[i] = ~table.word[i];
  bool may_fail = !byte_set_is_empty(byte_set_and(left, table));
  *ret_holds = may_hold;
  return may_hold != may_fail;
}

u32 facts_values(Vm *vm, const State *s, Expr e, u32 max, u64 *ret) {
  u32 cell, n = 0;
  u64 all[256];
  if (!vm->config.knows_bytes) return 0;
  if (!solver_byte_values(vm->solver, e, &cell, all)) return 0;
  ByteSet left = solver_byte_left(vm->solver, s->context, cell);
  for (u32 v = byte_set_next(left, 0); v < 256; v = byte_set_next(left, v + 1)) {
    u32 k = 0;
    while (k < n && ret[k] != all[v]) k++;
    if (k < n) continue;
    if (n == max) return 0;
    ret[n++] = all[v];
  }
  return n;
}

bool facts_are_few(Vm *vm, const State *s, Expr e, u64 max) {
  u32 n_cells;
  u64 n = 1;
  const u32 *cells = solver_cells(vm->solver, e, &n_cells);
  for (u32 k = 0; k < n_cells; k++) {
    if (input_info(input_of_cell(cells[k]))->shape == INPUT_ARRAY) return false;
    n *= byte_set_count(solver_byte_left(vm->solver, s->context, cells[k]));
    if (n > max) return false;
  }
  return true;
}

u32 facts_float(const Vm *vm, const State *s, Expr x) {
  return solver_float_known(vm->solver, s->context, x);
}

/* ---- bytes of one value ------------------------------------------------------------------------------
 *
 * A path that has decided all about its input goes on deciding: a compressor that has found which
 * letters occur asks for each of 256 once more.  Each such question is refuted by the whole of the
 * path condition.  After some of these in a row the machine asks for each byte that they read
 * whether it can have another value; those that cannot become conditions of the path, by which the
 * solver settles the rest at once.  They follow from the path condition, and nothing but the solver looks at
 * them: so whoever follows the path without them comes to the same decisions. */

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
  cleanup(result_done) Result r = solver_check(vm->solver, s->context, expr_not(*ret_condition));
  return r.answer == ANSWER_NO && r.depth != DEPTH_FACTS; /* else the path says so already */
}

void facts_look(Vm *vm, State *s, Expr term) {
  u32 n, cells[MAX_CELLS];
  const u32 *all = solver_cells(vm->solver, term, &n);
  if (n > MAX_CELLS || s->n_refuted < MAX(FIRST_LOOK, n) || s->n_refuted < s->look_at) return;
  memcpy(cells, all, n * sizeof *cells);
  s->look_at = NEXT_LOOK * s->n_refuted;
  for (u32 k = 0; k < n; k++) {
    Expr condition;
    if (!is_fixed(vm, s, cells[k], &condition)) continue;
    context_extend(&s->context, condition, context_model(s->context));
  }
}
