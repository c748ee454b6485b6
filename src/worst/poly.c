/* poly.c — exact interpolation, and nothing that could be inexact.
 *
 * Newton's form: the points are added one by one, each with the coefficient that makes it fit.  A
 * polynomial of degree d goes through all of them exactly if the coefficients after the d-th are
 * zero.  That costs O(n*d) where there is one.  Where there is none the fractions would grow with
 * each point, so a degree above MAX_DEGREE is not looked for: no program of nested loops needs it.
 *
 * Points are taken from the last to the first, so that one pass also tells from which point on a
 * polynomial fits (poly_fit_tail).
 */
#include "worst/poly.h"

enum { MAX_DEGREE = 16 };

/* ---- over the rationals -------------------------------------------------- */

static mpq_t *rationals_new(u32 n) {
  mpq_t *at = mem_new((n + 1) * sizeof(mpq_t));
  for (u32 i = 0; i < n; i++) mpq_init(at[i]);
  return at;
}

static void rationals_free(mpq_t *at, u32 n) {
  for (u32 i = 0; i < n; i++) mpq_clear(at[i]);
  mem_free(at);
}

static void set_difference(mpq_t r, i64 a, i64 b) { /* a - b may not fit into 64 bits */
  mpq_t minus;
  mpq_init(minus);
  mpq_set_si(r, a, 1);
  mpq_set_si(minus, b, 1);
  mpq_sub(r, r, minus);
  mpq_clear(minus);
}

/* Newton's form with coefficients c[0..n-1], whose nodes are *last and those before it. */
static void newton_at(const mpq_t *c, u32 n, const i64 *last, i64 x, mpq_t ret) {
  mpq_t factor;
  mpq_init(factor);
  mpq_set_ui(ret, 0, 1);
  for (u32 i = n; i-- > 0;) {
    set_difference(factor, x, last[-(ptrdiff_t)i]);
    mpq_mul(ret, ret, factor);
    mpq_add(ret, ret, c[i]);
  }
  mpq_clear(factor);
}

/* The coefficient that makes point k fit, when `rest` is missing there. */
static void newton_coefficient(const i64 *last, u32 k, const mpq_t rest, mpq_t ret) {
  mpq_t factor;
  mpq_init(factor);
  mpq_set(ret, rest);
  for (u32 i = 0; i < k; i++) {
    set_difference(factor, last[-(ptrdiff_t)k], last[-(ptrdiff_t)i]);
    mpq_div(ret, ret, factor);
  }
  mpq_clear(factor);
}

/* Newton's coefficients of the n points that end at last_x, last_y; at most `max` of them may be
 * needed.  Returns how many are, or max + 1. */
static u32 newton_fit(const i64 *last_x, const i64 *last_y, u32 n, u32 max, mpq_t *c) {
  u32 used = 0;
  mpq_t value, rest;
  mpq_inits(value, rest, NULL);
  for (u32 k = 0; k < n && used <= max; k++) {
    newton_at(c, used, last_x, last_x[-(ptrdiff_t)k], value);
    mpq_set_si(rest, last_y[-(ptrdiff_t)k], 1);
    mpq_sub(rest, rest, value);
    if (mpq_sgn(rest) == 0) continue;
    if (k < max) newton_coefficient(last_x, k, rest, c[k]);
    used = k < max ? k + 1 : max + 1;
  }
  mpq_clears(value, rest, NULL);
  return used;
}

/* Newton's form multiplied out, from the inside: p <- p * (x - x_i) + c_i. */
static void newton_expand(const mpq_t *c, u32 n, const i64 *last, Poly *ret) {
  mpq_t node, product;
  mpq_inits(node, product, NULL);
  ret->at = rationals_new(n);
  ret->n = n;
  for (u32 i = n; i-- > 0;) {
    mpq_set_si(node, last[-(ptrdiff_t)i], 1);
    for (u32 k = n - 1 - i; k > 0; k--) {
      mpq_mul(product, ret->at[k], node);
      mpq_sub(ret->at[k], ret->at[k - 1], product);
    }
    mpq_mul(product, ret->at[0], node);
    mpq_sub(ret->at[0], c[i], product);
  }
  mpq_clears(node, product, NULL);
}

static bool fit_exactly(const i64 *x, const i64 *y, u32 n, u32 spare, Poly *ret) {
  u32 max = MIN(n - spare, MAX_DEGREE + 1u);
  mpq_t *c = rationals_new(max);
  u32 used = newton_fit(x + n - 1, y + n - 1, n, max, c);
  if (used <= max) newton_expand(c, used, x + n - 1, ret);
  rationals_free(c, max);
  return used <= max;
}

/* ---- printing ------------------------------------------------------------ */

/* The absolute value of a coefficient, left out where it is 1 and a power follows. */
static void print_coefficient(const mpq_t c, bool power, Text *t) {
  mpq_t size;
  mpq_init(size);
  mpq_abs(size, c);
  if (!power || mpq_cmp_ui(size, 1, 1) != 0) {
    cleanup(freep) char *digits =
        mem_new(mpz_sizeinbase(mpq_numref(size), 10) + mpz_sizeinbase(mpq_denref(size), 10) + 3);
    text_add(t, mpq_get_str(digits, 10, size));
    if (power) text_add_char(t, '*');
  }
  mpq_clear(size);
}

/* ---- public -------------------------------------------------------------- */

bool poly_fit_tail(const i64 *x, const i64 *y, u32 n, u32 spare, u32 max_skip, u32 *ret_skipped,
                   Poly *ret) {
  for (u32 skip = 0; skip <= max_skip && n - skip > spare; skip++) {
    if (!fit_exactly(x + skip, y + skip, n - skip, spare, ret)) continue;
    *ret_skipped = skip;
    return true;
  }
  return false;
}

bool poly_fit(const i64 *x, const i64 *y, u32 n, u32 spare, Poly *ret) {
  u32 skipped;
  return poly_fit_tail(x, y, n, spare, 0, &skipped, ret);
}

void poly_at(const Poly *p, i64 x, mpq_t ret) {
  mpq_t at;
  mpq_init(at);
  mpq_set_si(at, x, 1);
  mpq_set_ui(ret, 0, 1);
  for (u32 i = p->n; i-- > 0;) {
    mpq_mul(ret, ret, at);
    mpq_add(ret, ret, p->at[i]);
  }
  mpq_clear(at);
}

bool poly_at_i64(const Poly *p, i64 x, i64 *ret) {
  mpq_t value;
  mpq_init(value);
  poly_at(p, x, value);
  bool fits = mpz_cmp_ui(mpq_denref(value), 1) == 0 && mpz_fits_slong_p(mpq_numref(value));
  if (fits) *ret = mpz_get_si(mpq_numref(value));
  mpq_clear(value);
  return fits;
}

void poly_print(const Poly *p, const char *variable, Text *t) {
  bool first = true;
  for (u32 i = p->n; i-- > 0;) {
    int sign = mpq_sgn(p->at[i]);
    if (sign == 0) continue;
    text_add(t, first ? (sign < 0 ? "-" : "") : (sign < 0 ? " - " : " + "));
    print_coefficient(p->at[i], i > 0, t);
    if (i > 0) text_add(t, variable);
    if (i > 1) text_addf(t, "^%u", i);
    first = false;
  }
  if (first) text_add_char(t, '0');
}

bool poly_equal(const Poly *a, const Poly *b) {
  if (a->n != b->n) return false;
  for (u32 i = 0; i < a->n; i++)
    if (!mpq_equal(a->at[i], b->at[i])) return false;
  return true;
}

void poly_done(Poly *p) {
  rationals_free(p->at, p->n);
  *p = (Poly){0};
}
