/* multipoly.c — evaluates and prints polynomials.
 *
 * Evaluation is exact: in 64 bits where products fit, else in 128.  It fails where the value is not
 * an integer or does not fit, and never rounds.  Polynomials are printed for people and as C.
 */
#include "laws/multipoly.h"

#include "base/number.h"

#include <inttypes.h>

/* Products mostly fit in a word; only where they do not the slow 128 bits are used. */
static bool term_at(const PolyTerm *t, const i64 *x, i128 *ret) {
  i64 product = t->coefficient;
  bool is_small = true;
  for (u32 v = 0; v < MAX_VARIABLES && is_small; v++) {
    for (u32 k = 0; k < t->power[v] && is_small; k++) {
      is_small = !__builtin_mul_overflow(product, x[v], &product);
    }
  }
  *ret = product;
  if (is_small) return true;
  *ret = t->coefficient;
  for (u32 v = 0; v < MAX_VARIABLES; v++) {
    for (u32 k = 0; k < t->power[v]; k++) {
      if (__builtin_mul_overflow(*ret, x[v], ret)) return false;
    }
  }
  return true;
}

static bool is_constant(const PolyTerm *t) {
  for (u32 v = 0; v < MAX_VARIABLES; v++) {
    if (t->power[v]) return false;
  }
  return true;
}

static void powers_print(const PolyTerm *t, const char *const *names, bool is_c, bool has_factor,
                         Text *ret) {
  for (u32 v = 0; v < MAX_VARIABLES; v++) {
    for (u32 k = 0; k < (is_c ? t->power[v] : MIN(t->power[v], 1)); k++) {
      text_addf(ret, "%s%s", has_factor ? "*" : "", names[v]);
      has_factor = true;
    }
    if (!is_c && t->power[v] > 1) text_addf(ret, "^%u", t->power[v]);
  }
}

/* The sign that joins a term to what stands before it. */
static void sign_print(i64 coefficient, bool is_first, Text *ret) {
  if (is_first) {
    text_add(ret, coefficient < 0 ? "-" : "");
  } else {
    text_add(ret, coefficient < 0 ? " - " : " + ");
  }
}

static u64 magnitude(i64 x) { return x < 0 ? -(u64)x : (u64)x; }

static i64 denominator(const MultiPoly *p) { return p->denominator ? p->denominator : 1; }

bool multipoly_at(const MultiPoly *p, const i64 *x, i64 *ret) {
  i128 sum = 0;
  for (u32 i = 0; i < p->n; i++) {
    i128 value;
    if (!term_at(&p->at[i], x, &value)) return false;
    if (__builtin_add_overflow(sum, value, &sum)) return false;
  }
  i64 below = denominator(p);
  if (below != 1) {
    if (sum % below != 0) return false;
    sum /= below;
  }
  if (sum < INT64_MIN || sum > INT64_MAX) return false;
  *ret = (i64)sum;
  return true;
}

void multipoly_print(const MultiPoly *p, const char *const *names, Text *ret) {
  if (p->n == 0) text_add(ret, "0");
  for (u32 i = 0; i < p->n; i++) {
    const PolyTerm *t = &p->at[i];
    i64 common = greatest_divisor(t->coefficient, denominator(p));
    u64 above = magnitude(t->coefficient) / (u64)common;
    i64 below = denominator(p) / common;
    bool has_factor = above != 1 || below != 1 || is_constant(t);
    sign_print(t->coefficient, i == 0, ret);
    if (has_factor) text_addf(ret, "%" PRIu64, above);
    if (below != 1) text_addf(ret, "/%" PRId64, below);
    powers_print(t, names, false, has_factor, ret);
  }
}

void multipoly_print_c(const MultiPoly *p, const char *const *names, Text *ret) {
  if (p->n == 0) text_add(ret, "0");
  if (denominator(p) != 1) text_add(ret, "(");
  for (u32 i = 0; i < p->n; i++) {
    const PolyTerm *t = &p->at[i];
    u64 above = magnitude(t->coefficient);
    bool has_factor = above != 1 || is_constant(t);
    sign_print(t->coefficient, i == 0, ret);
    if (has_factor) text_addf(ret, "%" PRIu64, above);
    powers_print(t, names, true, has_factor, ret);
  }
  if (denominator(p) != 1) text_addf(ret, ") / %" PRId64, denominator(p));
}

void multipoly_done(MultiPoly *p) {
  mem_free(p->at);
  *p = (MultiPoly){0};
}
