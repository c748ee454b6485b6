/* stage_sample.c — looks for a model by trying random values of the question's words.
 *
 * For divisions and products: they make large circuits, and inverse operations fail when a word
 * occurs often.  The day of a date is a question about one word in a small range, and one value in
 * a hundred answers it.  Values are drawn from the range that the path gives the word.
 *
 * For questions about few bits of a hash: one input in 2^k has the k wanted bits, whatever the
 * hash, and clauses do no better.  Here we try 256 values of a byte at once (lanes.h).
 *
 * This stage refutes nothing, so it is tried only where the stages for bits would take long.
 */
#include "base/rng.h"
#include "expr/input.h"
#include "expr/nodes.h"
#include "expr/value.h"
#include "solver/chain/stage.h"

enum {
  MAX_NODES = 2000,  /* of terms that are looked at */
  MAX_WORK = 100000, /* nodes evaluated in all: about as long as a small question of sat */
  MAX_WORDS = 4,
  LEAST_WIDTH = 16, /* of a product or quotient: below, bits are quick */
  LEAST_HARD = 2,

  LEAST_SUMS = 6,     /* of 32 bits and more, in what may be a hash … */
  MAX_HASH = 16,      /* … of which this many bits are asked … */
  HASH_TRIES = 4,     /* … and this many times as many inputs tried as have to be on average, … */
  MAX_LANES = 100000, /* … with as many nodes in 256 lanes */
};

typedef struct Counts {
  u32 n_nodes, n_hard, n_sums;
} Counts;

/* What there is below the terms, if that is not too much. */
static bool count_nodes(const ExprVec *terms, Counts *ret) {
  ExprVec nodes = {0};
  bool fits = expr_all_nodes(terms->at, terms->n, MAX_NODES, &nodes);
  *ret = (Counts){.n_nodes = nodes.n};
  for (u32 i = 0; i < nodes.n; i++) {
    ExprKind kind = expr_kind(nodes.at[i]);
    u32 width = expr_width(nodes.at[i]);
    ret->n_hard += kind >= EXPR_MUL && kind <= EXPR_SREM && width >= LEAST_WIDTH;
    ret->n_sums += (kind == EXPR_ADD || kind == EXPR_MUL) && width >= 32;
  }
  vec_free(&nodes);
  return fits;
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

static void draw_words(Query *q, Rng *rng, const Expr *words, u32 n, Model *io_model) {
  for (u32 k = 0; k < n; k++) {
    u64 value = draw(q, rng, words[k]);
    model_set_bits(io_model, expr_input(words[k]), expr_var_low(words[k]), expr_width(words[k]),
                   &value);
  }
}

static Model *sample(Query *q, const ExprVec *terms, const Expr *words, u32 n, u32 n_tries) {
  Rng rng = {q->e.id}; /* the same in every run */
  Model *m = model_copy(q->base);
  for (u32 i = 0; i < n_tries; i++) {
    draw_words(q, &rng, words, n, m);
    if (expr_is_none(query_broken(q, terms, m))) return m;
    if (i % 64 == 63 && query_is_late(q)) break;
  }
  return model_unref(m);
}

/* ---- hashes ------------------------------------------------------------------------ */

/* How many bits of a hash the question asks for; 0: it is something else. */
static u32 hash_bits(Expr e) {
  if (expr_kind(e) != EXPR_EQ || !expr_is_const(expr_kid(e, 1))) return 0;
  u32 width = expr_width(expr_kid(e, 0));
  return width <= MAX_HASH ? width : 0;
}

static u32 any_cell(Rng *rng, Expr word) {
  u32 low = expr_var_low(word), bit = low + (u32)rng_below(rng, expr_width(word));
  return input_info(expr_input(word))->first_cell + bit / 8;
}

static Model *sample_hash(Query *q, const ExprVec *terms, const Expr *words, u32 n, u32 n_nodes) {
  Rng rng = {q->e.id};
  u32 n_tables = 1 + MIN(((u32)HASH_TRIES << hash_bits(q->e)) / 256, MAX_LANES / n_nodes);
  Model *m = model_copy(q->base);
  for (u32 i = 0; i < n_tables && !(i % 64 == 63 && query_is_late(q)); i++) {
    ByteSet fits;
    draw_words(q, &rng, words, n, m);
    u32 cell = any_cell(&rng, words[rng_below(&rng, n)]);
    if (!lanes_table(q->trail->domains.lanes, q->eval, q->e, cell, m, LANES_KEPT, &fits)) break;
    if (query_fit_byte(q, terms, cell, fits, m)) return m;
  }
  return model_unref(m);
}

/* ---- the question ------------------------------------------------------------------ */

static Verdict sample_ask(void *self, Query *q) {
  (void)self;
  ExprVec terms = {0};
  Expr words[MAX_WORDS];
  u32 n_words = words_of(q->e, words);
  if (!n_words) return SILENT;
  query_terms(q, &terms);
  Counts c;
  bool fits = count_nodes(&terms, &c);
  if (fits && c.n_hard >= LEAST_HARD)
    q->found = sample(q, &terms, words, n_words, MAX_WORK / c.n_nodes);
  if (fits && !q->found && c.n_sums >= LEAST_SUMS && hash_bits(q->e))
    q->found = sample_hash(q, &terms, words, n_words, c.n_nodes);
  vec_free(&terms);
  return q->found ? PROPOSED : SILENT;
}

const StageOps stage_sample = {.ask = sample_ask};
