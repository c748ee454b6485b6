/* blast_ops.c — circuits of sums, products, quotients, shifts and orders.
 *
 * Nothing here looks for constants, except where another circuit is better with them: the gates
 * fold themselves, so that a division by ten or a shift by three is as small as it should be.
 */
#include "solver/bits/blast_ops.h"

#include <string.h>

void word_not(u32 width, const Lit *a, Lit *r) {
  for (u32 i = 0; i < width; i++) r[i] = lit_not(a[i]);
}

static Lit *word_new(u32 width) { return mem_new(width * sizeof(Lit)); /* all false */ }

Lit word_add(Circuit *c, u32 width, const Lit *a, const Lit *b, Lit carry, Lit *r) {
  for (u32 i = 0; i < width; i++) {
    Lit next = circuit_maj(c, a[i], b[i], carry);
    r[i] = circuit_xor(c, circuit_xor(c, a[i], b[i]), carry);
    carry = next;
  }
  return carry;
}

void word_sub(Circuit *c, u32 width, const Lit *a, const Lit *b, Lit *r) {
  Lit *other = word_new(width);
  word_not(width, b, other);
  word_add(c, width, a, other, LIT_TRUE, r);
  mem_free(other);
}

void word_neg(Circuit *c, u32 width, const Lit *a, Lit *r) {
  Lit *zero = word_new(width);
  word_sub(c, width, zero, a, r);
  mem_free(zero);
}

void word_mux(Circuit *c, u32 width, Lit cond, const Lit *then, const Lit *other, Lit *r) {
  for (u32 i = 0; i < width; i++) r[i] = circuit_mux(c, cond, then[i], other[i]);
}

/* ---- products ------------------------------------------------------------------------------------ */

static bool is_constant(u32 width, const Lit *a) {
  for (u32 i = 0; i < width; i++)
    if (!lit_is_const(a[i])) return false;
  return true;
}

static u32 n_live(u32 width, const Lit *a) {
  u32 n = 0;
  for (u32 i = 0; i < width; i++) n += a[i] != LIT_FALSE;
  return n;
}

/* r += a << shift, or r -= … */
static void add_shifted(Circuit *c, u32 width, Lit *r, const Lit *a, u32 shift, bool is_minus) {
  u32 n = width - shift;
  Lit *term = word_new(n), *sum = word_new(n);
  for (u32 i = 0; i < n; i++) term[i] = lit_if(a[i], is_minus);
  word_add(c, n, r + shift, term, is_minus ? LIT_TRUE : LIT_FALSE, sum);
  memcpy(r + shift, sum, n * sizeof *r);
  mem_free(term);
  mem_free(sum);
}

/* The digits of the constant are -1, 0 and 1 with no two neighbours that are not 0: fewest sums. */
static void mul_const(Circuit *c, u32 width, const Lit *a, const Lit *constant, Lit *r) {
  bool carry = false;
  for (u32 i = 0; i < width; i++) r[i] = LIT_FALSE;
  for (u32 i = 0; i < width; i++) {
    bool bit = (constant[i] == LIT_TRUE) != carry;
    bool next = i + 1 < width && constant[i + 1] == LIT_TRUE;
    bool is_minus = bit && next;
    if (bit) add_shifted(c, width, r, a, i, is_minus);
    carry = (constant[i] == LIT_TRUE && carry) || is_minus;
  }
}

void word_mul(Circuit *c, u32 width, const Lit *a, const Lit *b, Lit *r) {
  if (n_live(width, b) > n_live(width, a)) {
    const Lit *t = a;
    a = b;
    b = t;
  }
  if (is_constant(width, a)) return mul_const(c, width, b, a, r);
  if (is_constant(width, b)) return mul_const(c, width, a, b, r);
  Lit *term = word_new(width);
  for (u32 i = 0; i < width; i++) r[i] = LIT_FALSE;
  for (u32 i = 0; i < width; i++) {
    if (b[i] == LIT_FALSE) continue;
    for (u32 k = 0; k + i < width; k++) term[k] = circuit_and(c, a[k], b[i]);
    add_shifted(c, width, r, term, i, false);
  }
  mem_free(term);
}

/* ---- quotients ----------------------------------------------------------------------------------- */

Lit word_is_zero(Circuit *c, u32 width, const Lit *a) {
  Lit any = LIT_FALSE;
  for (u32 i = 0; i < width; i++) any = circuit_or(c, any, a[i]);
  return lit_not(any);
}

/* One step of long division: the remainder (`n` bits, one more while it is shifted) takes the next
 * bit of the dividend; returns the bit of the quotient. */
static Lit divide_step(Circuit *c, u32 n, Lit next, const Lit *not_b, Lit *remainder, Lit *room) {
  memmove(remainder + 1, remainder, n * sizeof *remainder);
  remainder[0] = next;
  Lit fits = word_add(c, n + 1, remainder, not_b, LIT_TRUE, room);
  for (u32 i = 0; i < n; i++) remainder[i] = circuit_mux(c, fits, room[i], remainder[i]);
  remainder[n] = LIT_FALSE;
  return fits;
}

void word_udivrem(Circuit *c, u32 width, const Lit *a, const Lit *b, Lit *q, Lit *r) {
  u32 n = width; /* bits that the divisor, and so the remainder, can have */
  while (n > 1 && b[n - 1] == LIT_FALSE) n--;
  Lit *remainder = word_new(n + 1), *not_b = word_new(n + 1), *room = word_new(n + 1);
  word_not(n, b, not_b);
  not_b[n] = LIT_TRUE;
  for (u32 i = width; i-- > 0;) q[i] = divide_step(c, n, a[i], not_b, remainder, room);
  Lit is_zero = word_is_zero(c, n, b);
  for (u32 i = 0; i < width; i++) {
    q[i] = circuit_or(c, q[i], is_zero);
    r[i] = circuit_mux(c, is_zero, a[i], i < n ? remainder[i] : LIT_FALSE);
  }
  mem_free(remainder);
  mem_free(not_b);
  mem_free(room);
}

static void negate_if(Circuit *c, u32 width, Lit cond, const Lit *a, Lit *r) {
  Lit *neg = word_new(width);
  word_neg(c, width, a, neg);
  word_mux(c, width, cond, neg, a, r);
  mem_free(neg);
}

void word_sdivrem(Circuit *c, u32 width, const Lit *a, const Lit *b, Lit *q, Lit *r) {
  Lit a_sign = a[width - 1], b_sign = b[width - 1];
  Lit *at = word_new(4 * width), *abs_a = at, *abs_b = at + width, *abs_q = at + 2 * width,
      *abs_r = at + 3 * width;
  negate_if(c, width, a_sign, a, abs_a);
  negate_if(c, width, b_sign, b, abs_b);
  word_udivrem(c, width, abs_a, abs_b, abs_q, abs_r);
  negate_if(c, width, circuit_xor(c, a_sign, b_sign), abs_q, q);
  negate_if(c, width, a_sign, abs_r, r);
  mem_free(at);
}

/* ---- shifts -------------------------------------------------------------------------------------- */

void word_shift_right(Circuit *c, u32 width, const Lit *a, const Lit *by, Lit fill, Lit *r) {
  Lit *from = word_new(width), is_over = LIT_FALSE;
  memcpy(r, a, width * sizeof *r);
  for (u32 bit = 0; bit < width; bit++) {
    if (bit >= 32 || 1u << bit >= width) {
      is_over = circuit_or(c, is_over, by[bit]);
      continue;
    }
    u32 step = 1u << bit;
    memcpy(from, r, width * sizeof *r);
    for (u32 i = 0; i < width; i++)
      r[i] = circuit_mux(c, by[bit], i + step < width ? from[i + step] : fill, from[i]);
  }
  for (u32 i = 0; i < width; i++) r[i] = circuit_mux(c, is_over, fill, r[i]);
  mem_free(from);
}

static void reverse(u32 width, const Lit *a, Lit *r) {
  for (u32 i = 0; i < width; i++) r[i] = a[width - 1 - i];
}

void word_shift_left(Circuit *c, u32 width, const Lit *a, const Lit *by, Lit *r) {
  Lit *turned = word_new(width), *shifted = word_new(width);
  reverse(width, a, turned);
  word_shift_right(c, width, turned, by, LIT_FALSE, shifted);
  reverse(width, shifted, r);
  mem_free(turned);
  mem_free(shifted);
}

/* ---- comparisons --------------------------------------------------------------------------------- */

Lit word_equal(Circuit *c, u32 width, const Lit *a, const Lit *b) {
  Lit all = LIT_TRUE;
  for (u32 i = 0; i < width; i++) all = circuit_and(c, all, lit_not(circuit_xor(c, a[i], b[i])));
  return all;
}

Lit word_less(Circuit *c, u32 width, const Lit *a, const Lit *b, bool is_signed) {
  Lit less = LIT_FALSE;
  for (u32 i = 0; i < width; i++) {
    bool is_sign = is_signed && i + 1 == width;
    less = circuit_maj(c, lit_if(a[i], !is_sign), lit_if(b[i], is_sign), less);
  }
  return less;
}
