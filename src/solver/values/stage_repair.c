/* stage_repair.c — pushes the wanted value of a condition down the term until an input has it.
 *
 * The model of the path satisfies everything but the question.  The value that the question should
 * have becomes, operation by operation, the value that one of the operands should have, while the
 * other one stays as it is.  At the end there is an input word, which gets the value.  What this
 * breaks is repaired in the same way.  The stage finds models and refutes nothing: a term that can
 * be inverted step by step (a hash, a cipher, a look-up in a permutation) is answered for the price
 * of some evaluations.
 * After: Niemetz, Preiner, Biere, "Propagation based local search for bit-precise reasoning", FMSD
 * 2017.  Differs: begins with the model that the path has, and ends after few steps, as the next
 * stage is complete.
 */
#include "expr/input.h"
#include "expr/nodes.h"
#include "expr/value.h"
#include "solver/chain/stage.h"
#include "solver/values/inverse.h"

enum {
  MAX_STEPS = 48,    /* inputs changed */
  MAX_WORK = 60000,  /* nodes evaluated, all steps together */
  MAX_DEPTH = 10000, /* of a term that is walked down */
};

typedef struct TermRepair {
  Query *q;
  Model *m; /* owned; what it has come to */
  ExprVec terms;
  Rng rng; /* always the same: a question has one answer */
} TermRepair;

static u64 value_of(TermRepair *r, Expr e) { return eval(r->q->eval, r->m, e); }

/* ---- one step down ------------------------------------------------------------------------------- */

/* A goal on its way: the term, and the value that it should have. */
typedef struct Goal {
  Expr e;
  u64 wanted;
} Goal;

static bool go_on(Goal *g, Expr e, u64 wanted) {
  *g = (Goal){e, wanted & value_mask(expr_width(e))};
  return true;
}

static bool step_unary(TermRepair *r, Goal *g) {
  Expr kid = expr_kid(g->e, 0);
  u32 from = expr_width(kid), width = expr_width(g->e);
  if (from > 64) return false;
  u64 mask = value_mask(from), v = g->wanted;
  switch ((int)expr_kind(g->e)) {
  case EXPR_NOT:
    return go_on(g, kid, ~v);
  case EXPR_NEG:
    return go_on(g, kid, -v);
  case EXPR_ZEXT:
    return v <= mask && go_on(g, kid, v);
  case EXPR_SEXT:
    return ((u64)value_signed(v & mask, from) & value_mask(width)) == v && go_on(g, kid, v);
  default: {
    u32 low = expr_extract_low(g->e);
    return go_on(g, kid, (value_of(r, kid) & ~(value_mask(width) << low)) | v << low);
  }
  }
}

/* Both halves are slices of one term: a rotation. */
static bool step_rotation(TermRepair *r, Goal *g, Expr high, Expr low) {
  Expr whole = expr_kid(low, 0);
  if (expr_width(whole) > 64) return false;
  u32 shift = expr_width(low), low_at = expr_extract_low(low), high_at = expr_extract_low(high);
  u64 low_mask = value_mask(shift), high_mask = value_mask(expr_width(high));
  u64 v = value_of(r, whole) & ~(low_mask << low_at) & ~(high_mask << high_at);
  return go_on(g, whole, v | (g->wanted & low_mask) << low_at | g->wanted >> shift << high_at);
}

/* The half that is not as it should be; the other one comes later. */
static bool step_concat(TermRepair *r, Goal *g) {
  Expr high = expr_kid(g->e, 0), low = expr_kid(g->e, 1);
  bool is_rotation = expr_kind(high) == EXPR_EXTRACT && expr_kind(low) == EXPR_EXTRACT &&
                     expr_same(expr_kid(high, 0), expr_kid(low, 0));
  if (is_rotation) return step_rotation(r, g, high, low);
  u32 shift = expr_width(low);
  bool is_low_right = value_of(r, low) == (g->wanted & value_mask(shift));
  bool is_high_right = value_of(r, high) == g->wanted >> shift;
  bool goes_low = is_high_right || (!is_low_right && rng_chance(&r->rng, 2));
  return goes_low ? go_on(g, low, g->wanted) : go_on(g, high, g->wanted >> shift);
}

static bool step_binary(TermRepair *r, Goal *g) {
  Expr kids[2] = {expr_kid(g->e, 0), expr_kid(g->e, 1)};
  u32 width = expr_width(kids[0]);
  if (width > 64) return false;
  Operation op = {expr_kind(g->e), width, {value_of(r, kids[0]), value_of(r, kids[1])}};
  u32 first = expr_is_const(kids[0]) ? 1 : expr_is_const(kids[1]) ? 0 : (u32)rng_below(&r->rng, 2);
  for (u32 i = 0; i < 2; i++) {
    u32 which = first ^ i;
    u64 v;
    if (expr_is_const(kids[which]) || !inverse_of(&op, which, g->wanted, &r->rng, &v)) continue;
    if (v != op.value[which]) return go_on(g, kids[which], v);
  }
  /* No single operand will do: bits of an AND or OR that both lack. */
  if (op.kind != EXPR_AND && op.kind != EXPR_OR) return false;
  u64 v = op.kind == EXPR_AND ? op.value[first] | g->wanted : op.value[first] & g->wanted;
  return !expr_is_const(kids[first]) && v != op.value[first] && go_on(g, kids[first], v);
}

/* Stays with the branch that is taken, unless the other one has the value already. */
static bool step_ite(TermRepair *r, Goal *g) {
  Expr cond = expr_kid(g->e, 0);
  bool is_first = value_of(r, cond);
  Expr taken = expr_kid(g->e, is_first ? 1 : 2), other = expr_kid(g->e, is_first ? 2 : 1);
  bool turns = expr_is_const(taken) || value_of(r, other) == g->wanted || rng_chance(&r->rng, 8);
  return turns ? go_on(g, cond, !is_first) : go_on(g, taken, g->wanted);
}

/* An index at which a table has the value, the nearest after one at random. */
static bool step_table(TermRepair *r, Goal *g) {
  Expr index = expr_kid(g->e, 1);
  u32 n;
  const u64 *entries = expr_table(expr_kid(g->e, 0), &n);
  u64 reach = MIN(n, value_mask(expr_width(index)) + (expr_width(index) < 64));
  u64 from = reach ? rng_below(&r->rng, reach) : 0;
  for (u64 i = 0; i < reach; i++)
    if (entries[(from + i) % reach] == g->wanted) return go_on(g, index, (from + i) % reach);
  return false;
}

/* The store that the read sees, or the element itself, which is then set: *ret_done. */
static bool step_select(TermRepair *r, Goal *g, bool *ret_done) {
  Expr array = expr_kid(g->e, 0);
  if (expr_kind(array) == EXPR_ARRAY_TABLE) return step_table(r, g);
  u64 at = value_of(r, expr_kid(g->e, 1));
  for (u32 depth = 0; depth < MAX_DEPTH; depth++) {
    ExprKind kind = expr_kind(array);
    if (kind == EXPR_STORE) {
      if (value_of(r, expr_kid(array, 1)) == at) return go_on(g, expr_kid(array, 2), g->wanted);
      array = expr_kid(array, 0);
    } else if (kind == EXPR_ITE) {
      array = expr_kid(array, value_of(r, expr_kid(array, 0)) ? 1 : 2);
    } else {
      break;
    }
  }
  if (expr_kind(array) == EXPR_ARRAY_FILL) return go_on(g, expr_kid(array, 0), g->wanted);
  if (expr_kind(array) != EXPR_ARRAY_INPUT) return false;
  const InputInfo *in = input_info(expr_input(array));
  *ret_done = true;
  if (in->shape == INPUT_ARRAY)
    model_set_element(r->m, expr_input(array), at, g->wanted);
  else if (at < in->n_cells)
    model_set_byte(r->m, in->first_cell + (u32)at, (u8)g->wanted);
  else
    return false;
  return true;
}

/* ---- all the way --------------------------------------------------------------------------------- */

/* Changes one input to give e the wanted value, with all other inputs as they are; false: there is
 * no way. */
static bool push_down(TermRepair *r, Expr e, u64 wanted) {
  Goal g = {e, wanted};
  bool is_done = false, fits = true;
  for (u32 depth = 0; fits && !is_done && depth < MAX_DEPTH; depth++) {
    ExprKind kind = expr_kind(g.e);
    if (expr_width(g.e) > 64) return false;
    if (kind == EXPR_CONST || kind == EXPR_ARRAY_EQ) return false;
    if (kind == EXPR_VAR) {
      model_set_bits(r->m, expr_input(g.e), expr_var_low(g.e), expr_width(g.e), &g.wanted);
      return true;
    }
    fits = kind == EXPR_ITE       ? step_ite(r, &g)
           : kind == EXPR_SELECT  ? step_select(r, &g, &is_done)
           : kind == EXPR_CONCAT  ? step_concat(r, &g)
           : expr_arity(g.e) == 1 ? step_unary(r, &g)
                                  : step_binary(r, &g);
  }
  return fits && is_done;
}

static u32 size_of(const ExprVec *terms) {
  ExprVec nodes = {0};
  expr_all_nodes(terms->at, terms->n, MAX_WORK, &nodes);
  u32 n = nodes.n;
  vec_free(&nodes);
  return n;
}

static bool repair(TermRepair *r) {
  u32 n_steps = MIN(MAX_STEPS, MAX_WORK / (1 + size_of(&r->terms)));
  for (u32 i = 0; i < n_steps; i++) {
    Expr broken = query_broken(r->q, &r->terms, r->m);
    if (expr_is_none(broken)) return true;
    for (u32 tries = 0; !push_down(r, broken, 1); tries++)
      if (tries == 4) return false;
  }
  return n_steps && expr_is_none(query_broken(r->q, &r->terms, r->m));
}

static Verdict repair_ask(void *self, Query *q) {
  (void)self;
  TermRepair r = {.q = q, .m = model_copy(q->base)};
  query_terms(q, &r.terms);
  bool is_repaired = repair(&r);
  vec_free(&r.terms);
  if (is_repaired)
    q->found = r.m;
  else
    model_unref(r.m);
  return is_repaired ? PROPOSED : SILENT;
}

const StageOps stage_repair = {.ask = repair_ask};
