/* cost_choose.c — which laws are tried, and which one is believed.
 *
 * Families of terms are tried from simple to rich: polynomials; those with cases by N modulo 2, 3,
 * 4; functions that go in steps (stairs.def); powers c^N of any base; linear recurrences like
 * Fibonacci's; those of permutations, N*cost(N-1); those of programs that halve their input.  Each
 * is also tried without the smallest sizes ("from N = 3 on").
 *
 * With many families, a law has many chances to fit by accident.  The points that it did not need
 * speak for it.  Each is worth as many bits as it is away from the line through the two before it,
 * which is what anybody would have guessed; or, where such bends repeat themselves, as many as it
 * takes to tell them apart.  A law that is no plain polynomial has to predict EVIDENCE bits and
 * one more for each number that could be chosen.  Costs of a few hundred instructions reach that
 * with three points to spare; costs that rise by ones and twos need ten sizes.
 *
 * If two laws are equally simple and grow differently, the points do not decide, and neither is
 * taken.
 */
#include "growth/cost_choose.h"

#include "base/vec.h"

#include <math.h>
#include <stdlib.h>

enum {
  MAX_DEGREE = 12,
  MAX_CASE_DEGREE = 3,
  MAX_MODULUS = 4,
  MAX_BASE = 16,
  SPARE = 2,       /* points that a polynomial must have to spare, */
  OTHER_SPARE = 3, /* any other law, and one that leaves out small sizes */
  SKIP_SHARE =
      4, /* at most one in so many points is left out: floor(log2(N)) is flat over half of them */
  EVIDENCE = 2,
  AHEAD = 24, /* so many sizes beyond the last a law must go on as a cost does */
};

typedef struct Family {
  CostTerm term[MAX_LAW_TERMS];
  u32 n;
  u32 n_chosen; /* free choices besides the coefficients */
  bool is_polynomial;
} Family;
typedef VEC(Family) FamilyVec;

/* ---- families ------------------------------------------------------------ */

static void add_term(Family *f, TermKind kind, u32 power, u32 which, u32 rest) {
  CHECK(f->n < MAX_LAW_TERMS, "too many terms");
  f->term[f->n++] = (CostTerm){kind, power, which, rest};
}

/* Powers of N below `n_powers`, high ones first. */
static void add_powers(Family *f, u32 n_powers) {
  for (u32 k = n_powers; k-- > 0;) add_term(f, TERM_POWER, k, 0, 0);
}

/* The family with each number of powers from `first` to `last` behind it. */
static void push_tails(FamilyVec *v, const Family *head, u32 first, u32 last) {
  for (u32 n_powers = first; n_powers <= last; n_powers++) {
    Family f = *head;
    add_powers(&f, n_powers);
    vec_push(v, f);
  }
}

static void push_polynomials(FamilyVec *v) {
  push_tails(v, &(Family){.is_polynomial = true}, 1, MAX_DEGREE + 1);
}

/* Cases differ in the constant alone, or in all coefficients. */
static void push_cases(FamilyVec *v) {
  for (u32 modulus = 2; modulus <= MAX_MODULUS; modulus++)
    for (u32 degree = 0; degree <= MAX_CASE_DEGREE; degree++)
      for (u32 n_own = 1; n_own <= degree + 1; n_own++) {
        Family f = {.n_chosen = modulus > 2};
        if ((degree + 1) + n_own * (modulus - 1) > MAX_LAW_TERMS) continue;
        add_powers(&f, degree + 1);
        for (u32 power = 0; power < n_own; power++)
          for (u32 rest = 1; rest < modulus; rest++)
            add_term(&f, TERM_RESIDUE, power, modulus, rest);
        vec_push(v, f);
      }
}

static void push_stairs(FamilyVec *v) {
  enum {
#define STAIR(id, text, degree, logs, value) STAIR_##id,
#include "growth/stairs.def"
#undef STAIR
    N_STAIRS
  };
  for (u32 row = 0; row < N_STAIRS; row++) {
    Family f = {.n_chosen = 1};
    add_term(&f, TERM_STAIR, 0, row, 0);
    push_tails(v, &f, 0, 3);
  }
  Family both = {.n_chosen = 1}; /* of programs that halve, and do something at each level */
  add_term(&both, TERM_STAIR, 0, STAIR_N_FLOOR_LOG, 0);
  add_term(&both, TERM_STAIR, 0, STAIR_FLOOR_POWER, 0);
  push_tails(v, &both, 1, 2);
  add_term(&both, TERM_STAIR, 0, STAIR_FLOOR_LOG, 0);
  push_tails(v, &both, 1, 2);
}

static void push_exponentials(FamilyVec *v) {
  for (u32 base = 2; base <= MAX_BASE; base++) {
    Family f = {.n_chosen = 1};
    add_term(&f, TERM_EXPONENTIAL, 0, base, 0);
    push_tails(v, &f, 0, 3);
    Family times = {.n_chosen = 1};
    add_term(&times, TERM_EXPONENTIAL, 1, base, 0);
    push_tails(v, &times, 0, 2);
    add_term(&times, TERM_EXPONENTIAL, 0, base, 0);
    push_tails(v, &times, 0, 2);
  }
}

static void push_recurrences(FamilyVec *v) {
  static const u8 backs[][4] = {{1, 2}, {2}, {3}, {1, 3}, {2, 3}, {1, 2, 3}, {1, 2, 3, 4}};
  for (u32 i = 0; i < ARRAY_LEN(backs); i++) {
    Family f = {.n_chosen = i > 0};
    for (u32 k = 0; k < 4 && backs[i][k]; k++) add_term(&f, TERM_BACK, 0, backs[i][k], 0);
    push_tails(v, &f, 0, 2);
  }
  Family permutations = {0};
  add_term(&permutations, TERM_BACK, 1, 1, 0);
  push_tails(v, &permutations, 0, 3);
  add_term(&permutations, TERM_BACK, 0, 1, 0);
  push_tails(v, &permutations, 0, 3);
}

static void push_halvings(FamilyVec *v) {
  enum {
#define PART(id, text, value) PART_##id,
#include "growth/parts.def"
#undef PART
  };
  static const u8 sets[][2] = {{PART_LESS, PART_LESS},
                               {PART_MORE, PART_MORE},
                               {PART_WITHOUT, PART_WITHOUT},
                               {PART_LESS, PART_MORE},
                               {PART_WITHOUT, PART_LESS}};
  for (u32 i = 0; i < ARRAY_LEN(sets); i++) {
    Family f = {.n_chosen = 1};
    add_term(&f, TERM_PART, 0, sets[i][0], 0);
    if (sets[i][1] != sets[i][0]) add_term(&f, TERM_PART, 0, sets[i][1], 0);
    push_tails(v, &f, 0, 3);
    Family odd = f;
    add_powers(&odd, 2);
    add_term(&odd, TERM_RESIDUE, 0, 2, 1);
    vec_push(v, odd);
  }
}

/* ---- what is believed ---------------------------------------------------- */

/* How far a point is away from the line through the two before it. */
static double bend_at(const CostPoints *p, u32 i) {
  if (i < 2) return 0;
  double slope =
      (double)(p->cost[i - 1] - p->cost[i - 2]) / (double)(p->size[i - 1] - p->size[i - 2]);
  double guess = (double)p->cost[i - 1] + slope * (double)(p->size[i] - p->size[i - 1]);
  return (double)p->cost[i] - guess;
}

static u32 n_bends(const CostPoints *p) { /* that differ */
  u32 n = 0;
  for (u32 i = 2; i < p->n; i++) {
    bool is_new = true;
    for (u32 k = 2; k < i; k++) is_new &= bend_at(p, k) != bend_at(p, i);
    n += is_new;
  }
  return n;
}

/* The same for polynomials: how far it is away from that of a degree less, at sizes in a row. */
static double degree_bits(const CostPoints *p, u32 degree) {
  double difference[MAX_DEGREE + 2];
  for (u32 k = 0; k <= degree; k++) difference[k] = (double)p->cost[k];
  for (u32 round = 0; round < degree; round++)
    for (u32 k = 0; k < degree - round; k++) difference[k] = difference[k + 1] - difference[k];
  return log2(2 + fabs(difference[0]));
}

/* Where the highest power is seen in steps of one alone, chance may have made them. */
static bool has_degree(const CostPoints *p, u32 degree) {
  u32 n_spare = p->n - (degree + 1);
  return degree <= 2 || n_spare * degree_bits(p, degree) >= EVIDENCE + degree - 2;
}

static bool has_evidence(const Family *f, const CostPoints *p, u32 n_free) {
  u32 n_different = n_bends(p), first = MIN(n_free, p->n);
  double bits = 0;
  if (f->term[0].kind == TERM_STAIR || 5 * n_different >= 4 * (p->n - 2))
    for (u32 i = first; i < p->n; i++) bits += log2(2 + fabs(bend_at(p, i)));
  else
    bits = (p->n - first) * log2(n_different);
  return bits >= EVIDENCE + n_free;
}

/* Each case has a point more than coefficients of its own, and one at least to check what is common. */
static bool has_cases(const Family *f, const CostPoints *p) {
  u32 modulus = 1, n_own = 0;
  for (u32 i = 0; i < f->n; i++) {
    if (f->term[i].kind != TERM_RESIDUE) continue;
    modulus = f->term[i].which;
    n_own = MAX(n_own, f->term[i].power + 1);
  }
  for (u32 rest = 0; rest < modulus; rest++) {
    u32 n = 0;
    for (u32 i = 0; i < p->n; i++) n += p->size[i] % modulus == rest;
    if (n < n_own + 1) return false;
  }
  return true;
}

static i64 power_below(i64 n) { return (i64)(1ull << (63 - __builtin_clzll((u64)n))); }

/* Points that say something new about parts: between two powers of two sizes are much alike. */
static u32 n_of_octaves(const CostPoints *p) {
  enum { MOST = 4 };
  u32 sum = 0;
  for (u32 i = 0; i < p->n;) {
    u32 n = 0;
    for (i64 end = 2 * power_below(p->size[i]); i < p->n && p->size[i] < end; i++) n++;
    sum += MIN(n, MOST);
  }
  return sum;
}

/* The same for what goes in steps: where a stair is a line, two points say all. */
static u32 n_of_pieces(const CostTerm *stair, const CostPoints *p) {
  u32 sum = 0, length = 0;
  double last[2] = {0};
  mpz_t value;
  mpz_init(value);
  for (u32 i = 0; i < p->n; i++) {
    cost_term_at(stair, p->size[i], value);
    double y = mpz_get_d(value);
    double slope = length > 1 ? (last[1] - last[0]) / (double)(p->size[i - 1] - p->size[i - 2]) : 0;
    if (length > 1 && y != last[1] + slope * (double)(p->size[i] - p->size[i - 1])) length = 0;
    sum += length++ < 2;
    last[0] = last[1];
    last[1] = y;
  }
  mpz_clear(value);
  return sum;
}

static bool has_steps(const Family *f, const CostPoints *p, u32 n_free) {
  enum { MIN_SIZES = 7, SPARE_PIECES = 2, SPARE_SMALL = 4, LARGE = 8 };
  double bend = 0;
  for (u32 i = 2; i < p->n; i++) bend = fmax(bend, fabs(bend_at(p, i)));
  if (f->term[0].kind == TERM_PART)
    return n_of_octaves(p) >= n_free + (bend >= LARGE ? OTHER_SPARE : 2 * SPARE_SMALL);
  if (f->term[0].kind != TERM_STAIR) return true;
  return p->n >= MIN_SIZES &&
         n_of_pieces(&f->term[0], p) >= n_free + (bend >= LARGE ? SPARE_PIECES : SPARE_SMALL);
}

/* Between two powers of two whatever counts halvings looks like a constant or a line. */
static bool is_wide(const Family *f, const CostPoints *p, bool is_late) {
  i64 first = p->size[0], last = p->size[p->n - 1];
  return f->n > 2 || !f->is_polynomial ||
         (last >= 2 * first + 2 && (!is_late || last >= 4 * first));
}

static bool has_points(const Family *f, const CostPoints *p, u32 n_free, bool is_late) {
  u32 spare = f->is_polynomial && !is_late ? SPARE : OTHER_SPARE;
  if (p->n < n_free + spare || !is_wide(f, p, is_late) || !has_cases(f, p)) return false;
  if (!has_steps(f, p, n_free)) return false;
  return f->is_polynomial ? has_degree(p, f->n - 1) : has_evidence(f, p, n_free);
}

/* A cost is a whole number and not negative, and it does not fall for good. */
static bool is_cost_beyond(const CostLaw *l, const CostPoints *p) {
  i64 last = p->size[p->n - 1];
  bool is_cost = true;
  mpq_t value, before;
  mpq_inits(value, before, NULL);
  for (i64 n = last + 1; n <= last + AHEAD && is_cost; n++)
    is_cost =
        cost_law_at(l, n, value) && mpq_sgn(value) >= 0 && mpz_cmp_ui(mpq_denref(value), 1) == 0;
  mpq_set_si(before, p->cost[p->n - 1], 1);
  for (i64 n = last + AHEAD / 2; n <= last + 4 * AHEAD && is_cost; n += AHEAD / 2) {
    is_cost = cost_law_at(l, n, value) && mpq_cmp(value, before) >= 0;
    mpq_set(before, value);
  }
  mpq_clears(value, before, NULL);
  return is_cost;
}

/* What a recurrence of constants describes and no simpler law does is exponential.  A polynomial of a lower
 * degree is another family's, which asks for more. */
static bool is_worth_it(const Family *f, const CostLaw *l) {
  if (f->is_polynomial && f->n > 1) return mpq_sgn(l->coefficient[0]) != 0;
  if (l->term[0].kind != TERM_BACK) return true;
  CostOrder order = cost_law_order(l);
  return order.is_factorial || order.base > 1.05;
}

static bool try_family(const Family *f, const CostPoints *p, u32 n_skipped, CostLaw *ret) {
  CostPoints rest = {p->size + n_skipped, p->cost + n_skipped, p->n - n_skipped};
  u32 n_free = f->n + f->n_chosen + n_skipped;
  bool is_recurrence = f->term[0].kind == TERM_BACK || f->term[0].kind == TERM_PART;
  if (is_recurrence && n_skipped) return false; /* it has a beginning of its own */
  if (!has_points(f, &rest, n_free, n_skipped > 0)) return false;
  if (!cost_fit(f->term, f->n, &rest, ret)) return false;
  ret->n_free += f->n_chosen + n_skipped;
  if (has_points(f, &rest, ret->n_free, n_skipped > 0) && is_worth_it(f, ret) &&
      is_cost_beyond(ret, &rest))
    return true;
  cost_law_done(ret);
  return false;
}

static bool grow_alike(const CostLaw *a, const CostLaw *b) {
  cleanup(text_free) Text one = {0}, other = {0};
  CostOrder a_order = cost_law_order(a), b_order = cost_law_order(b);
  cost_order_print(&a_order, &one);
  cost_order_print(&b_order, &other);
  return !strcmp(text_c(&one), text_c(&other));
}

/* ---- public -------------------------------------------------------------- */

bool cost_choose(const CostPoints *p, const CostVeto *veto, CostLaw *ret) {
  void (*const kinds[])(FamilyVec *) = {push_polynomials,  push_cases,       push_stairs,
                                        push_exponentials, push_recurrences, push_halvings};
  FamilyVec all = {0};
  CostLaw best = {0};
  bool is_told = true; /* by the points, between the best laws */
  for (u32 i = 0; i < ARRAY_LEN(kinds); i++) kinds[i](&all);
  for (u32 skipped = 0; skipped <= p->n / SKIP_SHARE && p->n - skipped > SPARE; skipped++)
    for (u32 i = 0; i < all.n; i++) {
      CostLaw law;
      if (best.n && all.at[i].n + all.at[i].n_chosen + skipped > best.n_free) continue;
      if (!try_family(&all.at[i], p, skipped, &law)) continue;
      bool is_simpler = !best.n || law.n_free < best.n_free;
      if ((best.n && law.n_free > best.n_free) || veto->is_refuted(veto->self, &law)) {
        cost_law_done(&law);
        continue;
      }
      is_told = is_simpler || (is_told && grow_alike(&best, &law));
      if (is_simpler) cost_law_done(&best);
      if (is_simpler)
        best = law;
      else
        cost_law_done(&law);
    }
  vec_free(&all);
  if (best.n && !is_told) cost_law_done(&best);
  *ret = best;
  return best.n > 0;
}
