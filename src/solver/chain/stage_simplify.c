/* stage_simplify.c — decides or shrinks a question by what the path says of
 * single terms.
 *
 * Four steps, cheapest first: the question (or its negation) is a constraint
 * of the path already; it is about one byte, which has no such value left; the
 * ranges of its operands decide it; inputs that the path has fixed to one value
 * are replaced by it and the rest rewritten.
 */
#include "solver/chain/stage.h"

#include "expr/input.h"
#include "expr/nodes.h"
#include "expr/substitute.h"

typedef struct Simplify {
  Substitution fixed; /* of the current question */
  ExprVec leaves;
} Simplify;

static void simplify_close(void *self) {
  Simplify *s = self;
  substitution_done(&s->fixed);
  vec_free(&s->leaves);
}

static bool is_on_trail(const Trail *t, Expr e, u32 *ret_item) {
  u64 item;
  if (!map_get(&t->item_of, e.id, &item) || !item) return false;
  *ret_item = (u32)item - 1;
  return true;
}

/* The constraints on the inputs of e give every range that decided it, unless a range followed from
 * other constraints. */
static Verdict refute_by_readers(Query *q) {
  if (!q->wants_core || q->trail->n_reduced) return REFUTED;
  u32 n;
  const u32 *cells = cells_of(&q->trail->cells, q->e, &n);
  trail_readers(q->trail, cells, n, &q->core);
  q->has_core = true;
  return REFUTED;
}

static Expr replace_fixed(Simplify *s, Query *q) {
  if (!q->trail->bounds.n_fixed) return q->e;
  vec_clear(&s->leaves);
  expr_leaves(q->e, &s->leaves);
  substitution_clear(&s->fixed);
  for (u32 i = 0; i < s->leaves.n; i++) {
    Expr leaf = s->leaves.at[i];
    if (expr_kind(leaf) != EXPR_VAR || expr_width(leaf) > 64) continue;
    Facts f = bounds_get(&q->trail->bounds, leaf).facts;
    if (f.umin == f.umax) substitution_put(&s->fixed, leaf, expr_const(expr_width(leaf), f.umin));
  }
  return substitute(&s->fixed, q->e);
}

static Verdict simplify_ask(void *self, Query *q) {
  u32 item;
  if (!q->base_holds) return SILENT; /* the path may contradict itself: ranges prove nothing */
  if (is_on_trail(q->trail, expr_not(q->e), &item)) {
    vec_push(&q->core, item);
    q->has_core = true;
    return REFUTED;
  }
  if (query_has_no_byte(q)) return REFUTED;
  Answer by_range =
      is_on_trail(q->trail, q->e, &item) ? ANSWER_YES : bounds_decide(&q->trail->bounds, q->e);
  if (by_range == ANSWER_NO) return refute_by_readers(q);
  if (by_range == ANSWER_YES) {
    q->e = expr_bool(true);
    return SILENT;
  }
  if (q->wants_core) return SILENT; /* a later stage would not know which items fixed what */
  q->e = bounds_reduce(&q->trail->bounds, q->e);
  if (expr_is_value(q->e, 0)) return refute_by_readers(q);
  Expr shrunk = replace_fixed(self, q);
  if (expr_is_value(shrunk, 0)) return refute_by_readers(q);
  q->e = shrunk;
  return SILENT;
}

const StageOps stage_simplify = {
    .n_bytes = sizeof(Simplify), .close = simplify_close, .ask = simplify_ask};
