/* stage_sample.c — looks for a model by trying random values of the question's words.
 *
 * For divisions and products: they make large circuits, and inverse operations fail when a word
 * occurs often.  The day of a date is a question about one word in a small range, and one value in
 * a hundred answers it.  Values are drawn from the range that the path gives the word.  This stage
 * refutes nothing, so it is tried only where the stages for bits would take long.
 */
#include "base/rng.h"
#include "expr/substitute.h"
#include "expr/value.h"
#include "solver/stage.h"

enum {
  MAX_NODES = 2000,  /* of terms that are looked at */
  MAX_WORK = 100000, /* nodes evaluated in all: about as long as a small question of sat */
  MAX_WORDS = 4,
  LEAST_WIDTH = 16, /* of a product or quotient: below, bits are quick */
  LEAST_HARD = 2,
};

/* How many nodes there are below the terms, and how many of them are hard for bits. */
static u32 count_nodes(const ExprVec *terms, u32 *ret_hard) {
  Map seen = {0};
  ExprVec stack = {0};
  *ret_hard = 0;
  for (u32 i = 0; i < terms->n; i++) vec_push(&stack, terms->at[i]);
  while (stack.n && seen.n <= MAX_NODES) {
    Expr e = vec_pop(&stack);
    ExprKind kind = expr_kind(e);
    bool is_fresh, is_hard = kind >= EXPR_MUL && kind <= EXPR_SREM;
    map_at(&seen, e.id, &is_fresh);
    if (!is_fresh) continue;
    *ret_hard += is_hard && expr_width(e) >= LEAST_WIDTH;
    for (u32 k = 0; k < expr_arity(e); k++) vec_push(&stack, expr_kid(e, k));
  }
  u32 n = seen.n;
  map_done(&seen);
  vec_free(&stack);
  return n;
}

/* The words of the question; 0: too many, or something else is there. */
static u32 words_of(Expr e, Expr *ret) {
  ExprVec leaves = {0};
  expr_leaves(e, &leaves);
  u32 n = leaves.n <= MAX_WORDS ? leaves.n : 0;
  for (u32 i = 0; i < leaves.n && n; i++) {
    Expr leaf = leaves.at[i];
    if (expr_kind(leaf) != EXPR_VAR || expr_width(leaf) > 64) n = 0;
    if (n) ret[i] = leaf;
  }
  vec_free(&leaves);
  return n;
}

static u64 draw(Query *q, Rng *rng, Expr word) {
  Facts f = bounds_get(&q->trail->bounds, word).facts;
  u64 n = f.umax - f.umin + 1;
  return n ? f.umin + rng_below(rng, n) : rng_u64(rng);
}

static bool holds(Query *q, const Model *m, const ExprVec *terms) {
  for (u32 i = terms->n; i-- > 0;) /* the question is the last */
    if (!eval_true(q->eval, m, terms->at[i])) return false;
  return true;
}

static Model *sample(Query *q, const ExprVec *terms, const Expr *words, u32 n, u32 n_tries) {
  Rng rng = {q->e.id}; /* the same in every run */
  Model *m = model_copy(q->base);
  for (u32 i = 0; i < n_tries; i++) {
    for (u32 k = 0; k < n; k++) {
      u64 value = draw(q, &rng, words[k]);
      model_set_bits(m, expr_input(words[k]), expr_var_low(words[k]), expr_width(words[k]), &value);
    }
    if (holds(q, m, terms)) return m;
    if (i % 64 == 63 && query_is_late(q)) break;
  }
  return model_unref(m);
}

static Verdict sample_ask(void *self, Query *q) {
  (void)self;
  ExprVec terms = {0};
  Expr words[MAX_WORDS];
  u32 n_words = words_of(q->e, words), n_hard = 0, n_nodes = 0;
  if (n_words) {
    query_terms(q, &terms);
    n_nodes = count_nodes(&terms, &n_hard);
  }
  if (n_hard >= LEAST_HARD && n_nodes <= MAX_NODES)
    q->found = sample(q, &terms, words, n_words, MAX_WORK / n_nodes);
  vec_free(&terms);
  return q->found ? PROPOSED : SILENT;
}

const StageOps stage_sample = {.ask = sample_ask};
