/* side_check.c — checks, in variants with asserts, that the sides of a choice leave nothing out.
 *
 * A side that nobody lists is a part of the program that nobody explores, and "complete" is then wrong
 * without a word.  So a second solver, which shares neither caches nor models with the first, is asked
 * whether some input of the path takes none of the sides, or two of them.  When it does not know in
 * a moment, nothing is said.
 *
 * The two sides of a bit are a term and its negation: there only each SAMPLE-th choice is checked, which
 * checks the solver's NO to the other side.  An assumption leaves out what it wants to leave out.
 */
#include "vm/choice/choice.h"

enum { QUERY_NS = 100000000, MAX_LENGTH = 512 };
/* So many choices are checked in any case, and then each SAMPLE-th. */
enum { SURELY = 500, SAMPLE = 32 };
/* Of an error that is listed once for many addresses: so many are looked at. */
enum { MAX_REPEATED = 4 };

static bool is_chosen(Vm *vm, const State *s) {
  const ChoiceOps *ops = choice_ops(s->choice.kind);
  if (ops->is_assumption || context_length(s->context) > MAX_LENGTH) return false;
  u32 nth = vm->n_side_checks[ops->is_bit]++;
  return nth % SAMPLE == 0 || (nth < SURELY && !ops->is_bit);
}

static Solver *checker_of(Vm *vm) {
  if (vm->checker) return vm->checker;
  SolverConfig config = solver_config_plain();
  config.query_ns = QUERY_NS;
  return vm->checker = solver_new(&config);
}

/* The path condition as the second solver knows it. */
static Context *context_of(Vm *vm, const State *s) {
  ExprVec list = {0};
  context_list(s->context, &list);
  Context *c = context_new(checker_of(vm));
  for (u32 k = 0; k < list.n; k++) {
    context_extend(&c, list.at[k], NULL);
  }
  vec_free(&list);
  return c;
}

static bool cover_all(Vm *vm, State *s, Context *c, const SideVec *sides) {
  const ChoiceOps *ops = choice_ops(s->choice.kind);
  Expr none = expr_bool(true), cond;
  for (u32 k = 0; k < sides->n; k++) none = expr_and(none, expr_not(sides->at[k].cond));
  for (u32 k = 0; k < MAX_REPEATED; k++) {
    Result r = solver_check(vm->checker, c, none);
    bool is_covered = r.answer != ANSWER_YES;
    bool is_listed = !is_covered && ops->repeats && ops->repeats(vm, s, r.model, sides, &cond);
    result_done(&r);
    if (!is_listed) return is_covered;
    none = expr_and(none, expr_not(cond));
  }
  return true;
}

static bool are_disjoint(Vm *vm, Context *c, const SideVec *sides) {
  Expr before = expr_bool(false);
  for (u32 k = 0; k < sides->n; k++) {
    Expr cond = sides->at[k].cond;
    Result r = solver_check(vm->checker, c, expr_and(before, cond));
    bool overlaps = r.answer == ANSWER_YES;
    result_done(&r);
    if (overlaps) return false;
    before = expr_or(before, cond);
  }
  return true;
}

bool sides_are_all(Vm *vm, State *s, const SideVec *sides) {
  if (!is_chosen(vm, s)) return true;
  Context *c = context_of(vm, s);
  bool is_sound = cover_all(vm, s, c, sides) && are_disjoint(vm, c, sides);
  context_unref(c);
  return is_sound;
}
