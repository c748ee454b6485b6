/* stage_branch_prune.c — products and quotients, by ranges of words that are narrowed and halved.
 *
 * The path gives each word a range, and with the question a smaller one (narrow.h).  If no values
 * are left, the question is refuted: this is enough for `a * b < c` where a and b are large.  If
 * the range holds a model, we try a point of it.  Otherwise we halve a word and do the same to both
 * halves, until a box is so small that we can try all its points (enumerate.h).  The years of a
 * calendar are few, and once one is chosen, month and day follow.  Circuits of divisions are what
 * the stages for bits are slowest at.
 * After: Van Hentenryck, McAllester, Kapur, "Solving polynomial systems using a branch and prune
 * approach", SIAM J. Numer. Anal. 1997.  Differs: words of bits, which all have ends, so that
 * halving decides in time; the next stage takes what is too much work.
 */
#include "base/rng.h"
#include "solver/values/enumerate.h"
#include "solver/values/narrow.h"

enum {
  MAX_NODES = 1000, /* of terms that are looked at */
  MAX_PARTS = 24,   /* of words, of which all points are tried */
  MAX_WORDS = 6,    /* that are halved; with more, ranges as they come must do */
  MAX_STEPS =
      SIZED(1000000, 20000), /* nodes narrowed and evaluated in all: some tens of milliseconds */
  LOOK_EVERY = 16,           /* boxes between two looks at the clock */

  LANE_STEPS = 4,                 /* that a node in 256 lanes counts for; so many of these may … */
  MAX_LANES = SIZED(60000, 6000), /* … all points take that the path leaves, … */
  MAX_EASY_LANES = 3000,          /* … without a product or a quotient, */
  MAX_BOX_ROWS = 1,               /* and so many times 256 points of a box are tried, not halved */
};

typedef struct BoxSearch {
  Query *q;
  Narrow narrow;
  ExprVec terms;
  VEC(Facts) boxes; /* a stack of boxes, each as long as there are nodes … */
  U32Vec halved;    /* … and which word of each was halved last */
  Model *m;         /* owned; the point that was tried last */
  bool is_closed;   /* the terms read nothing but the words */
  Rng rng;          /* always the same: a question has one answer */
} BoxSearch;

/* ---- points ----------------------------------------------------------------- */

static u64 base_value(BoxSearch *s, Expr word) { return eval(s->q->eval, s->q->base, word); }

/* A value that the range has: the nearest to the model of the path, or one at random. */
static u64 pick(BoxSearch *s, const Facts *f, Expr word, bool is_random) {
  assert(f->umin <= f->umax);
  u64 n = f->umax - f->umin + 1;
  if (is_random) return n ? f->umin + rng_below(&s->rng, n) : rng_u64(&s->rng);
  return MIN(MAX(base_value(s, word), f->umin), f->umax);
}

static bool try_point(BoxSearch *s, const Facts *box, bool is_random) {
  for (u32 i = 0; i < s->narrow.words.n; i++) {
    u32 at = s->narrow.words.at[i];
    Expr word = s->narrow.nodes.at[at].e;
    u64 v = pick(s, &box[at], word, is_random);
    model_set_bits(s->m, expr_input(word), expr_var_low(word), expr_width(word), &v);
  }
  s->narrow.n_steps += s->narrow.nodes.n;
  return expr_is_none(query_broken(s->q, &s->terms, s->m));
}

/* ---- boxes ------------------------------------------------------------------- */

/* The word with the most values; false: all have one. */
static bool find_widest(const BoxSearch *s, const Facts *box, u32 *ret) {
  u64 most = 0;
  for (u32 i = 0; i < s->narrow.words.n; i++) {
    u32 at = s->narrow.words.at[i];
    if (box[at].umax - box[at].umin <= most) continue;
    most = box[at].umax - box[at].umin;
    *ret = at;
  }
  return most;
}

/* Both halves; the one nearer to the model of the path is the next. */
static void halve(BoxSearch *s, Facts *box, u32 at) {
  Expr word = s->narrow.nodes.at[at].e;
  Facts f = box[at], low = f, high = f;
  assert(f.umin < f.umax);
  low.umax = f.umin + (f.umax - f.umin) / 2;
  high.umin = low.umax + 1;
  bool is_low_first = base_value(s, word) <= low.umax;
  for (u32 i = 0; i < 2; i++) {
    box[at] = facts_close(is_low_first == i ? low : high, expr_width(word));
    vec_append(&s->boxes, box, s->narrow.nodes.n);
    vec_push(&s->halved, at);
  }
}

/* The bits of b are bits of a, too. */
static bool contains(Expr a, Expr b) {
  u32 low = expr_var_low(a), end = low + expr_width(a);
  bool is_equal = expr_width(a) == expr_width(b) && low == expr_var_low(b);
  return expr_input(a).id == expr_input(b).id && !is_equal && low <= expr_var_low(b) &&
         expr_var_low(b) + expr_width(b) <= end;
}

/* The words that have to run through all values so that all others do, with their ranges in a box, or
 * in what the path says without one; UINT32_MAX: too many, or something else is read. */
static u32 running_words(const BoxSearch *s, const Facts *box, RangedWord *ret) {
  const U32Vec *words = &s->narrow.words;
  u32 n = 0;
  if (!s->is_closed || words->n > MAX_PARTS) return UINT32_MAX;
  for (u32 i = 0; i < words->n; i++) {
    Expr word = s->narrow.nodes.at[words->at[i]].e;
    bool is_part = false;
    for (u32 k = 0; k < words->n && !is_part; k++)
      is_part = contains(s->narrow.nodes.at[words->at[k]].e, word);
    if (is_part) continue;
    if (n == MAX_RANGED_WORDS) return UINT32_MAX;
    Facts f = box ? box[words->at[i]] : bounds_get(&s->q->trail->bounds, word).facts;
    ret[n++] = (RangedWord){word, f.umin, f.umax};
  }
  return n;
}

/* Tries all points if they are few; UNKNOWN: they are not. */
static Answer try_all(BoxSearch *s, const Facts *box, u64 max_lanes) {
  RangedWord words[MAX_RANGED_WORDS];
  u32 lane, n = running_words(s, box, words);
  if (n == UINT32_MAX) return ANSWER_UNKNOWN;
  u64 rows = enumerate_rows(words, n, &lane);
  if (rows > max_lanes / s->narrow.nodes.n) return ANSWER_UNKNOWN;
  s->narrow.n_steps += rows * s->narrow.nodes.n * LANE_STEPS;
  return enumerate_search(s->q, &s->terms, words, n, s->m);
}

/* Halves boxes until none is left or a point of one is a model. */
static Verdict search(BoxSearch *s, Facts *box) {
  u32 n = s->narrow.nodes.n, at = 0;
  bool is_undecided = false; /* words that overlap, elements of arrays */
  for (u32 round = 0; s->halved.n; round++) {
    if (s->narrow.n_steps > MAX_STEPS || (round % LOOK_EVERY == 0 && query_is_late(s->q)))
      return SILENT;
    s->boxes.n -= n;
    assert(s->boxes.n == (s->halved.n - 1) * n);
    memcpy(box, s->boxes.at + s->boxes.n, n * sizeof *box);
    narrow_resume(&s->narrow, vec_pop(&s->halved));
    if (!narrow_run(&s->narrow, box)) continue;
    if (try_point(s, box, false) || try_point(s, box, true)) return PROPOSED;
    Answer a = try_all(s, box, MAX_BOX_ROWS * n);
    if (a == ANSWER_YES) return PROPOSED;
    if (a == ANSWER_NO) continue;
    if (find_widest(s, box, &at))
      halve(s, box, at);
    else
      is_undecided = true;
  }
  return is_undecided ? SILENT : REFUTED;
}

static Verdict begin(BoxSearch *s) {
  u32 at;
  Facts *box = mem_new(s->narrow.nodes.n * sizeof *box);
  Verdict v = SILENT;
  narrow_init(&s->narrow, box);
  if (!narrow_run(&s->narrow, box)) {
    v = REFUTED;
  } else if (try_point(s, box, false)) {
    v = PROPOSED;
  } else {
    Answer a = try_all(s, box, s->narrow.n_hard ? MAX_LANES : MAX_EASY_LANES);
    v = a == ANSWER_YES ? PROPOSED : a == ANSWER_NO ? REFUTED : SILENT;
    bool may_halve = s->narrow.n_hard && s->narrow.words.n <= MAX_WORDS;
    if (a == ANSWER_UNKNOWN && may_halve && find_widest(s, box, &at)) {
      halve(s, box, at);
      v = search(s, box);
    }
  }
  mem_free(box);
  return v;
}

/* ---- the question ------------------------------------------------------------ */

/* The terms are functions of the words. */
static bool is_closed(const Narrow *s) {
  for (u32 i = 0; i < s->nodes.n; i++) {
    Expr e = s->nodes.at[i].e;
    bool is_word = expr_kind(e) == EXPR_VAR && expr_width(e) <= 64;
    bool is_known = expr_is_const(e) || expr_kind(e) == EXPR_ARRAY_TABLE;
    if (!s->nodes.at[i].n_kids && !is_word && !is_known) return false;
  }
  return true;
}

/* The path leaves so few inputs that to try them is quicker than clauses, whatever the terms are. */
static bool has_few_points(const BoxSearch *s) {
  RangedWord words[MAX_RANGED_WORDS];
  u32 lane, n = running_words(s, NULL, words);
  return n != UINT32_MAX && enumerate_rows(words, n, &lane) <= MAX_EASY_LANES / s->narrow.nodes.n;
}

static Verdict branch_prune_ask(void *self, Query *q) {
  (void)self;
  BoxSearch s = {.q = q, .rng = {q->e.id}};
  Verdict v = SILENT;
  query_terms(q, &s.terms);
  bool fits = narrow_begin(&s.narrow, s.terms.at, s.terms.n, MAX_NODES);
  s.is_closed = fits && is_closed(&s.narrow);
  if (fits && (s.narrow.n_hard || has_few_points(&s))) {
    s.m = model_copy(q->base);
    v = begin(&s);
  }
  if (v == PROPOSED) q->found = TAKE(s.m);
  model_unref(s.m);
  vec_free(&s.terms);
  vec_free(&s.boxes);
  vec_free(&s.halved);
  narrow_done(&s.narrow);
  return v;
}

const StageOps stage_branch_prune = {.ask = branch_prune_ask};
