/* stage_words.c — answers comparisons of sums by changing the model word by word.
 *
 * A path length that must be longer is made longer by one of its edges, most likely by one that the
 * path has said little about.  What this breaks is again a comparison of sums and is repaired in
 * the same way, with a word that has not been changed before.  The stage does not ask whether
 * something wraps around: validation does.  So it finds models and refutes nothing.
 */
#include "expr/input.h"
#include "expr/value.h"
#include "solver/chain/stage.h"
#include "solver/linear/linear.h"

enum {
  MAX_WORDS = 128, /* of a comparison */
  MAX_TRIED = 3,   /* first words */
  /* Words changed after that one.  Of 756 questions of bench-solver's dijkstra with
   * N = 30, at 64 steps 206 are left to later stages, at 128 steps 83, at 256 none. */
  MAX_STEPS = 256,
};

typedef struct WordStep {
  Expr var;
  int coef;
  u32 n_readers; /* constraints that may break */
} WordStep;

/* The two sides of a comparison as one sum, left minus right. */
typedef struct Sum {
  WordStep words[MAX_WORDS];
  u32 n;
} Sum;

typedef struct WordRepair {
  Query *q;
  Model *m;       /* owned; what it has come to */
  ExprVec moved;  /* words that were changed */
  U32Vec pending; /* items that may have broken */
} WordRepair;

typedef struct ScaledTerm {
  Expr e;
  int coef;
} ScaledTerm;

static bool add_word(Sum *s, Expr var, int coef) {
  for (u32 i = 0; i < s->n; i++) {
    if (!expr_same(s->words[i].var, var)) continue;
    s->words[i].coef += coef;
    return true;
  }
  if (s->n == MAX_WORDS) return false;
  s->words[s->n++] = (WordStep){.var = var, .coef = coef};
  return true;
}

/* False when a side is more than a sum of few words. */
static bool sum_of(Expr left, Expr right, Sum *s) {
  VEC(ScaledTerm) todo = {0};
  bool is_sum = true;
  vec_push(&todo, ((ScaledTerm){left, 1}));
  vec_push(&todo, ((ScaledTerm){right, -1}));
  while (todo.n && is_sum) {
    ScaledTerm p = vec_pop(&todo);
    ExprKind kind = expr_kind(p.e);
    if (kind == EXPR_VAR) {
      is_sum = add_word(s, p.e, p.coef);
    } else if (kind == EXPR_ADD) {
      vec_push(&todo, ((ScaledTerm){expr_kid(p.e, 0), p.coef}));
      vec_push(&todo, ((ScaledTerm){expr_kid(p.e, 1), p.coef}));
    } else if (kind == EXPR_NEG) {
      vec_push(&todo, ((ScaledTerm){expr_kid(p.e, 0), -p.coef}));
    } else if (kind == EXPR_ZEXT || kind == EXPR_SEXT) {
      vec_push(&todo, ((ScaledTerm){expr_kid(p.e, 0), p.coef}));
    } else {
      is_sum = kind == EXPR_CONST;
    }
    is_sum &= s->n + todo.n <= MAX_WORDS;
  }
  vec_free(&todo);
  return is_sum;
}

static i128 value_in(WordRepair *r, Expr e, bool is_signed) {
  u64 bits = eval(r->q->eval, r->m, e);
  return is_signed ? (i128)value_signed(bits, expr_width(e)) : (i128)bits;
}

/* By how much left minus right must change for the comparison to hold, or not. */
static i128 missing(WordRepair *r, Expr atom, bool holds) {
  bool is_signed = expr_kind(atom) != EXPR_ULT;
  i128 d = value_in(r, expr_kid(atom, 0), is_signed) - value_in(r, expr_kid(atom, 1), is_signed);
  if (expr_kind(atom) == EXPR_EQ) return holds ? -d : 1;
  return holds ? -1 - d : -d;
}

static bool was_moved(const WordRepair *r, Expr var) {
  for (u32 i = 0; i < r->moved.n; i++)
    if (expr_same(r->moved.at[i], var)) return true;
  return false;
}

/* May the word change so, as far as its own range on the path goes? */
static bool can_move(WordRepair *r, const WordStep *w, i128 by) {
  if ((w->coef != 1 && w->coef != -1) || was_moved(r, w->var)) return false;
  Facts f = bounds_get(&r->q->trail->bounds, w->var).facts;
  i128 as_signed = value_in(r, w->var, true) + by * w->coef;
  i128 as_unsigned = value_in(r, w->var, false) + by * w->coef;
  return (as_signed >= f.smin && as_signed <= f.smax) ||
         (as_unsigned >= (i128)f.umin && as_unsigned <= (i128)f.umax);
}

static u32 count_readers(const Trail *t, Expr var) {
  u32 first = input_info(expr_input(var))->first_cell + expr_var_low(var) / 8;
  return first < t->readers.n ? t->readers.at[first].n : 0;
}

/* The rank-th of the words that may move, counted from the one that the fewest
 * constraints read; NULL when there are not so many. */
static const WordStep *choose(WordRepair *r, Sum *s, i128 by, u32 rank) {
  assert(s->n <= MAX_WORDS);
  u32 n = 0;
  for (u32 i = 0; i < s->n; i++) {
    if (!can_move(r, &s->words[i], by)) continue;
    s->words[n] = s->words[i];
    s->words[n].n_readers = count_readers(r->q->trail, s->words[n].var);
    n++;
  }
  if (rank >= n) return NULL;
  for (u32 k = 0; k <= rank; k++)
    for (u32 i = k + 1; i < n; i++) {
      if (s->words[i].n_readers >= s->words[k].n_readers) continue;
      WordStep w = s->words[i];
      s->words[i] = s->words[k];
      s->words[k] = w;
    }
  return &s->words[rank];
}

static void move_word(WordRepair *r, const WordStep *w, i128 by) {
  u32 width = expr_width(w->var), n;
  u64 bits = (u64)(value_in(r, w->var, true) + by * w->coef) & value_mask(width);
  model_set_bits(r->m, expr_input(w->var), expr_var_low(w->var), width, &bits);
  vec_push(&r->moved, w->var);
  const u32 *cells = cells_of(&r->q->trail->cells, w->var, &n);
  trail_readers(r->q->trail, cells, n, &r->pending);
}

/* Makes one comparison hold by its rank-th word. */
static bool mend(WordRepair *r, Expr e, u32 rank) {
  bool holds = expr_kind(e) != EXPR_NOT;
  Expr atom = holds ? e : expr_kid(e, 0);
  ExprKind kind = expr_kind(atom);
  bool compares = kind == EXPR_EQ || kind == EXPR_ULT || kind == EXPR_SLT;
  if (!compares || expr_width(expr_kid(atom, 0)) > 64) return false;
  Sum s;
  s.n = 0;
  if (!sum_of(expr_kid(atom, 0), expr_kid(atom, 1), &s)) return false;
  i128 by = missing(r, atom, holds);
  const WordStep *w = choose(r, &s, by, rank);
  if (!w) return false;
  move_word(r, w, by);
  return true;
}

/* Begins with the rank-th word of the question.  *ret_started is false when there
 * is none. */
static bool repair(WordRepair *r, u32 rank, bool *ret_started) {
  const Trail *t = r->q->trail;
  *ret_started = mend(r, r->q->e, rank);
  if (!*ret_started) return false;
  for (u32 n_steps = 0; r->pending.n;) {
    Expr e = t->items.at[vec_pop(&r->pending)].e;
    if (eval_true(r->q->eval, r->m, e)) continue;
    if (n_steps++ == MAX_STEPS || query_is_late(r->q) || !mend(r, e, 0)) return false;
  }
  return eval_true(r->q->eval, r->m, r->q->asked);
}

static Verdict words_ask(void *self, Query *q) {
  (void)self;
  if (!q->base_holds) return SILENT;
  bool is_started = true;
  for (u32 rank = 0; rank < MAX_TRIED && is_started && !q->found; rank++) {
    WordRepair r = {.q = q, .m = model_copy(q->base)};
    if (repair(&r, rank, &is_started)) q->found = TAKE(r.m);
    model_unref(r.m);
    vec_free(&r.moved);
    vec_free(&r.pending);
  }
  return q->found ? PROPOSED : SILENT;
}

const StageOps stage_words = {.ask = words_ask};
