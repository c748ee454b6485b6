/* multipoly.h — polynomials in a few integer variables, fitted exactly.
 *
 * Variable 0 is the size N; the others are indices: of the loops around a value, outermost
 * first, or of an array's element.  The paper's generators (const and incre, nested) are a
 * special case: an element of nested runs is multilinear in the indices,
 *
 *     incre(incre(0, N-2, 1), const(0, N-1), -1)     is     i - j   for i < N-1, j < i+1
 *
 * so that one exact fit replaces the parsing of each size and the matching of the results.  A run
 * of one element, or of none, is not ambiguous here: it only gives fewer points.
 *
 * After: Saumya, Koo, Kulkarni, Bagchi, "XSTRESSOR", ICST 2019, sec. IV-B and IV-C.
 * Differs: any degree in an index, rationals instead of least squares on floats.
 */
#pragma once

#include "base/text.h"
#include "base/vec.h"

enum { MAX_VARIABLES = 6 };

/* What was seen: at the variables' values x the value y.  An index x[v] ran from 0 to
 * extent[v] - 1 (extent[0] is not used). */
typedef struct Point {
  i64 x[MAX_VARIABLES], extent[MAX_VARIABLES];
  i64 y;
} Point;
typedef VEC(Point) PointVec;

typedef struct PolyTerm {
  i64 coefficient; /* over the polynomial's denominator; not 0 */
  u8 power[MAX_VARIABLES];
} PolyTerm;

/* Invariant: terms of higher degree stand first, no two have the same powers. */
typedef struct MultiPoly {
  PolyTerm *at;    /* owned */
  u32 n;           /* 0: the zero polynomial */
  i64 denominator; /* positive; 0 stands for 1, so that a zeroed one is the zero polynomial */
} MultiPoly;

/* The simplest polynomial (sets of terms in the order of multipoly_fit.c) of at most this
 * degree, or linear in each index and of one more, that goes through all points; *ret_n_terms
 * is how many coefficients the points determined.  False: none does. */
bool multipoly_fit(const Point *at, u32 n, u32 n_variables, u32 max_degree, MultiPoly *ret,
                   u32 *ret_n_terms);
/* False: not an integer there, or out of the range of i64. */
bool multipoly_at(const MultiPoly *p, const i64 *x, i64 *ret);
/* "1/2*N^2 - 1/2*N + i"; one name per variable. */
void multipoly_print(const MultiPoly *p, const char *const *names, Text *ret);
/* The same as an expression of C without fractions: "(N*N - N + 2*i) / 2". */
void multipoly_print_c(const MultiPoly *p, const char *const *names, Text *ret);
void multipoly_done(MultiPoly *p);
