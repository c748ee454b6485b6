/* cost_law.c — the values, the growth and the wording of laws.
 *
 * Values are exact rationals (GMP).  A recurrence on cost(N-1) and the like is computed upwards
 * from its beginning, one on parts of N only at the sizes that it needs.  A law grows as its
 * largest term does.  For a recurrence on parts of N the master theorem says how, for other
 * recurrences the ratio of two values far out.
 */
#include "growth/cost_law.h"

#include "base/vec.h"

#include <inttypes.h>
#include <math.h>

enum {
  MAX_EXPONENT = 20000, /* beyond, 2^N is no number that anybody wants to see */
  MAX_PARTS = 256, /* sizes that a cost needs when sizes are halved: at most three per halving */
};

#define MAX_SIZE (1ll << 40) /* so that n*sqrt(n) is a number of 64 bits */

/* ---- tables -------------------------------------------------------------- */

typedef struct StairRow {
  const char *text;
  double degree, logs;
} StairRow;

static const StairRow stairs[] = {
#define STAIR(id, text, degree, logs, value) {text, degree, logs},
#include "growth/stairs.def"
#undef STAIR
};

static const char *const parts[] = {
#define PART(id, text, value) text,
#include "growth/parts.def"
#undef PART
};

static i64 floor_log(i64 n) { return 63 - __builtin_clzll((u64)n); }

static i64 ceil_log(i64 n) { return n > 1 ? floor_log(n - 1) + 1 : 0; }

static i64 power_of_2(i64 k) { return (i64)(1ull << k); }

static i64 floor_sqrt(i64 n) {
  i64 root = (i64)sqrt((double)n);
  while (root * root > n) root--;
  while ((root + 1) * (root + 1) <= n) root++;
  return root;
}

static i64 sum_of_roots(i64 n) {
  i64 m = floor_sqrt(n);
  return m * (n + 1) - m * (m + 1) * (2 * m + 1) / 6;
}

static i64 stair_at(u32 row, i64 n) {
  enum {
#define STAIR(id, text, degree, logs, value) ROW_##id,
#include "growth/stairs.def"
#undef STAIR
  };
  switch (row) {
#define STAIR(id, text, degree, logs, value) \
  case ROW_##id:                             \
    return value;
#include "growth/stairs.def"
#undef STAIR
  }
  CHECK(false, "no stair %u", row);
}

static i64 part_of(u32 row, i64 n) {
  enum {
#define PART(id, text, value) ROW_##id,
#include "growth/parts.def"
#undef PART
  };
  switch (row) {
#define PART(id, text, value) \
  case ROW_##id:              \
    return value;
#include "growth/parts.def"
#undef PART
  }
  CHECK(false, "no part %u", row);
}

/* ---- values -------------------------------------------------------------- */

void cost_term_at(const CostTerm *t, i64 n, mpz_t ret) {
  mpz_t factor;
  mpz_init(factor);
  mpz_set_ui(ret, (u64)n);
  mpz_pow_ui(ret, ret, t->power);
  if (t->kind == TERM_EXPONENTIAL) {
    mpz_ui_pow_ui(factor, t->which, (u64)n);
    mpz_mul(ret, ret, factor);
  }
  if (t->kind == TERM_RESIDUE && n % t->which != t->rest) mpz_set_ui(ret, 0);
  if (t->kind == TERM_STAIR) mpz_mul_si(ret, ret, stair_at(t->which, n));
  mpz_clear(factor);
}

i64 cost_term_size(const CostTerm *t, i64 n) {
  if (t->kind == TERM_BACK) return n - t->which;
  return t->kind == TERM_PART ? part_of(t->which, n) : 0;
}

/* Costs that are known while another one is computed. */
typedef struct KnownCost {
  i64 size;
  mpq_t cost;
} KnownCost;
typedef VEC(KnownCost) KnownVec;

static void known_free(KnownVec *v) {
  for (u32 i = 0; i < v->n; i++) mpq_clear(v->at[i].cost);
  vec_free(v);
}

static const mpq_t *known_find(const KnownVec *v, i64 size) {
  for (u32 i = v->n; i-- > 0;)
    if (v->at[i].size == size) return (const mpq_t *)&v->at[i].cost;
  return NULL;
}

static void known_add(KnownVec *v, i64 size, const mpq_t cost) {
  KnownCost k = {.size = size};
  mpq_init(k.cost);
  mpq_set(k.cost, cost);
  vec_push(v, k);
}

static void sum_at(const CostLaw *l, i64 n, const KnownVec *known, mpq_t ret) {
  mpq_t value;
  mpq_init(value);
  mpq_set_ui(ret, 0, 1);
  for (u32 i = 0; i < l->n; i++) {
    cost_term_at(&l->term[i], n, mpq_numref(value));
    mpz_set_ui(mpq_denref(value), 1);
    i64 size = cost_term_size(&l->term[i], n);
    if (size) mpq_mul(value, value, *known_find(known, size));
    mpq_mul(value, value, l->coefficient[i]);
    mpq_add(ret, ret, value);
  }
  mpq_clear(value);
}

static bool is_base(const CostLaw *l, i64 n) { return n < l->from + (i64)l->n_base; }

static void cost_at(const CostLaw *l, i64 n, const KnownVec *known, mpq_t ret) {
  if (is_base(l, n))
    mpq_set_si(ret, l->base[n - l->from], 1);
  else
    sum_at(l, n, known, ret);
}

static u32 longest_back(const CostLaw *l) {
  u32 most = 0;
  for (u32 i = 0; i < l->n; i++)
    if (l->term[i].kind == TERM_BACK) most = MAX(most, l->term[i].which);
  return most;
}

/* One size after the other; only the last few are kept. */
static void climb(const CostLaw *l, i64 n, u32 reach, mpq_t ret) {
  cleanup(known_free) KnownVec known = {0};
  for (i64 size = l->from; size <= n; size++) {
    cost_at(l, size, &known, ret);
    if (known.n < reach) {
      known_add(&known, size, ret);
      continue;
    }
    KnownCost *oldest = &known.at[(u64)(size - l->from) % reach];
    oldest->size = size;
    mpq_set(oldest->cost, ret);
  }
}

static bool has_parts(const CostLaw *l) {
  for (u32 i = 0; i < l->n; i++)
    if (l->term[i].kind == TERM_PART) return true;
  return false;
}

static u32 add_size(i64 *sizes, u32 n, i64 size) {
  for (u32 i = 0; i < n; i++)
    if (sizes[i] == size) return n;
  CHECK(n < MAX_PARTS, "too many parts");
  sizes[n] = size;
  return n + 1;
}

/* All sizes that are needed, large ones first, then their costs from the last to the first. */
static void descend(const CostLaw *l, i64 n, mpq_t ret) {
  cleanup(known_free) KnownVec known = {0};
  i64 sizes[MAX_PARTS] = {n};
  u32 n_sizes = 1;
  for (u32 i = 0; i < n_sizes; i++)
    for (u32 k = 0; k < l->n && !is_base(l, sizes[i]); k++) {
      i64 size = cost_term_size(&l->term[k], sizes[i]);
      if (size) n_sizes = add_size(sizes, n_sizes, size);
    }
  /* Parts of smaller sizes come later, but for those of one halving. */
  for (u32 i = 1; i < n_sizes; i++)
    for (u32 k = i; k > 0 && sizes[k] > sizes[k - 1]; k--) {
      i64 swap = sizes[k];
      sizes[k] = sizes[k - 1];
      sizes[k - 1] = swap;
    }
  for (u32 i = n_sizes; i-- > 0;) {
    cost_at(l, sizes[i], &known, ret);
    known_add(&known, sizes[i], ret);
  }
}

static bool is_exponential(const CostLaw *l) {
  for (u32 i = 0; i < l->n; i++)
    if (l->term[i].kind == TERM_EXPONENTIAL) return true;
  return false;
}

bool cost_law_at(const CostLaw *l, i64 n, mpq_t ret) {
  u32 reach = longest_back(l);
  if (!l->n || n < l->from || n > MAX_SIZE) return false;
  if (n > MAX_EXPONENT && (reach || is_exponential(l))) return false;
  if (reach)
    climb(l, n, reach, ret);
  else if (has_parts(l))
    descend(l, n, ret);
  else
    sum_at(l, n, &(KnownVec){0}, ret);
  return true;
}

/* ---- growth -------------------------------------------------------------- */

/* Of the terms that need no other costs.  Returns which is the largest, l->n if there is none. */
static u32 largest_term(const CostLaw *l, CostOrder *ret) {
  u32 largest = l->n;
  *ret = (CostOrder){0};
  for (u32 i = 0; i < l->n; i++) {
    const CostTerm *t = &l->term[i];
    if (mpq_sgn(l->coefficient[i]) == 0 || t->kind == TERM_BACK || t->kind == TERM_PART) continue;
    CostOrder order = {.degree = t->power};
    if (t->kind == TERM_EXPONENTIAL) order.base = t->which;
    if (t->kind == TERM_STAIR)
      order =
          (CostOrder){.degree = stairs[t->which].degree + t->power, .logs = stairs[t->which].logs};
    if (largest < l->n && cost_order_compare(&order, ret) <= 0) continue;
    largest = i;
    *ret = order;
  }
  return largest;
}

/* cost(n) = s * cost(n/2) + n^d log^k: the master theorem. */
static CostOrder order_of_parts(const CostLaw *l, CostOrder rest, bool has_rest) {
  double sum = 0;
  for (u32 i = 0; i < l->n; i++)
    if (l->term[i].kind == TERM_PART) sum += mpq_get_d(l->coefficient[i]);
  CostOrder own = {.degree = log2(sum)};
  if (!has_rest || own.degree > rest.degree) return own;
  if (own.degree == rest.degree) rest.logs++;
  return rest;
}

/* The factor from one size to the next, far out. */
static double ratio_of(const CostLaw *l, u32 reach) {
  enum { FAR = 400 };
  double ratio = 0;
  mpq_t before, after;
  mpq_inits(before, after, NULL);
  climb(l, l->from + FAR, reach, before);
  climb(l, l->from + FAR + reach, reach, after);
  if (mpq_sgn(before) > 0 && mpq_sgn(after) > 0) {
    mpq_div(after, after, before);
    ratio = pow(mpq_get_d(after), 1.0 / reach);
  }
  mpq_clears(before, after, NULL);
  return ratio;
}

CostOrder cost_law_order(const CostLaw *l) {
  CostOrder order;
  u32 reach = longest_back(l);
  bool has_rest = largest_term(l, &order) < l->n;
  if (has_parts(l)) return order_of_parts(l, order, has_rest);
  if (!reach) return order;
  for (u32 i = 0; i < l->n; i++)
    if (l->term[i].kind == TERM_BACK && l->term[i].power) return (CostOrder){.is_factorial = true};
  return (CostOrder){.base = ratio_of(l, reach)};
}

double cost_law_leading(const CostLaw *l) {
  CostOrder order;
  u32 largest = largest_term(l, &order);
  if (longest_back(l) || has_parts(l)) return (double)NAN;
  return largest < l->n ? mpq_get_d(l->coefficient[largest]) : 0;
}

/* ---- words --------------------------------------------------------------- */

static void term_print(const CostTerm *t, Text *to) {
  size_t begin = to->n;
  if (t->power == 1) text_add_char(to, 'N');
  if (t->power > 1) text_addf(to, "N^%u", t->power);
  if (t->kind == TERM_POWER || t->kind == TERM_RESIDUE) return;
  if (to->n > begin) text_add_char(to, '*');
  if (t->kind == TERM_EXPONENTIAL) text_addf(to, "%u^N", t->which);
  if (t->kind == TERM_STAIR) text_add(to, stairs[t->which].text);
  if (t->kind == TERM_BACK) text_addf(to, "cost(N-%u)", t->which);
  if (t->kind == TERM_PART) text_addf(to, "cost(%s)", parts[t->which]);
}

/* " + 1/2*N"; nothing for 0. */
static void summand_print(const mpq_t c, const CostTerm *term, bool is_first, Text *to) {
  int sign = mpq_sgn(c);
  if (sign == 0) return;
  cleanup(text_free) Text name = {0};
  term_print(term, &name);
  mpq_t size;
  mpq_init(size);
  mpq_abs(size, c);
  text_add(to, is_first ? (sign < 0 ? "-" : "") : (sign < 0 ? " - " : " + "));
  if (!name.n || mpq_cmp_ui(size, 1, 1) != 0) {
    cleanup(freep) char *digits =
        mem_new(mpz_sizeinbase(mpq_numref(size), 10) + mpz_sizeinbase(mpq_denref(size), 10) + 3);
    text_add(to, mpq_get_str(digits, 10, size));
    if (name.n) text_add_char(to, '*');
  }
  text_add(to, text_c(&name));
  mpq_clear(size);
}

static u32 modulus_of(const CostLaw *l) {
  u32 modulus = 1;
  for (u32 i = 0; i < l->n; i++)
    if (l->term[i].kind == TERM_RESIDUE) modulus = l->term[i].which;
  return modulus;
}

/* The law at sizes that leave this rest: terms of the same power are one. */
static void case_print(const CostLaw *l, u32 rest, Text *to) {
  size_t begin = to->n;
  mpq_t sum;
  mpq_init(sum);
  for (u32 i = 0; i < l->n; i++) {
    if (l->term[i].kind == TERM_RESIDUE) continue;
    mpq_set(sum, l->coefficient[i]);
    for (u32 k = 0; l->term[i].kind == TERM_POWER && k < l->n; k++)
      if (l->term[k].kind == TERM_RESIDUE && l->term[k].power == l->term[i].power &&
          l->term[k].rest == rest)
        mpq_add(sum, sum, l->coefficient[k]);
    summand_print(sum, &l->term[i], to->n == begin, to);
  }
  mpq_clear(sum);
  if (to->n == begin) text_add_char(to, '0');
}

bool cost_law_is_sum(const CostLaw *l) { return modulus_of(l) == 1 && !l->n_base; }

void cost_law_print(const CostLaw *l, Text *t) {
  static const char *const halves[] = {"for even N", "for odd N"};
  u32 modulus = modulus_of(l);
  if (l->n_base) text_add(t, "cost(N) = ");
  for (u32 rest = 0; rest < modulus; rest++) {
    if (rest) text_add(t, ", ");
    case_print(l, rest, t);
    if (modulus == 2) text_addf(t, " %s", halves[rest]);
    if (modulus > 2) text_addf(t, " for N mod %u = %u", modulus, rest);
  }
  for (u32 i = 0; i < l->n_base; i++)
    text_addf(t, ", cost(%" PRId64 ") = %" PRId64, l->from + i, l->base[i]);
}

void cost_law_done(CostLaw *l) {
  for (u32 i = 0; i < l->n; i++) mpq_clear(l->coefficient[i]);
  mem_free(l->base);
  *l = (CostLaw){0};
}
