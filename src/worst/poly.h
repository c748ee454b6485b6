/* poly.h — polynomials in one variable with rational coefficients.
 *
 * A worst cost that is a polynomial in the size is known exactly: through enough points there is
 * one or there is none, and no rounding comes between.
 */
#ifndef WORST_POLY_H
#define WORST_POLY_H

#include "base/text.h"

#include <gmp.h>

typedef struct Poly {
  mpq_t *at; /* owned; coefficients, ascending; the last is not zero */
  u32 n;     /* degree + 1; 0: the zero polynomial */
} Poly;

/* The polynomial of lowest degree (at most 16) through all points, if there are at least `spare` more points
 * than it has coefficients (the zero polynomial counts as a constant).  The x are distinct, in any
 * order. */
bool poly_fit(const i64 *x, const i64 *y, u32 n, u32 spare, Poly *ret);

/* The same through the points that are left when as few of the first as possible are left out,
 * at most `max_skip`. */
bool poly_fit_tail(const i64 *x, const i64 *y, u32 n, u32 spare, u32 max_skip, u32 *ret_skipped,
                   Poly *ret);

void poly_at(const Poly *p, i64 x, mpq_t ret);
bool poly_at_i64(const Poly *p, i64 x, i64 *ret);              /* false: no integer, or too large */
void poly_print(const Poly *p, const char *variable, Text *t); /* appends 1/2*N^2 - 1/2*N */
bool poly_equal(const Poly *a, const Poly *b);
void poly_done(Poly *p);

#endif
