/* linear.c — elimination modulo a prime finds out what can be solved; GMP solves it.
 *
 * Most systems that are tried have no solution.  Modulo a prime of 61 bits, that is found out at
 * the speed of single words; with fractions the numbers would grow to hundreds of digits first.  A
 * point becomes a row only if the combination that the rows so far determine misses it: there are
 * many points and few coefficients.  Each row determines one more coefficient or shows that there
 * is no solution.
 *
 * What is left is a square system: the rows that were taken, and the columns that they determine.
 * It is solved over the integers without fractions (Bareiss, "Sylvester's identity and multistep
 * integer-preserving Gaussian elimination", Math. Comp. 22, 1968).
 */
#include "laws/linear.h"

#include <string.h>

/* Rows in reduced echelon form: pivot column 1, all other rows 0 there; the column after the last
 * is the right side. */
typedef struct ModularSystem {
  const LinearSource *source;
  u32 n_rows;
  u32 pivot[MAX_COLUMNS], point[MAX_COLUMNS];
  u64 row[MAX_COLUMNS][MAX_COLUMNS + 1];
} ModularSystem;

/* ---- modulo the prime ---- */

static u64 mod_sub(u64 a, u64 b) { return a >= b ? a - b : a + LINEAR_PRIME - b; }

static u64 mod_inverse(u64 a) {
  u64 result = 1;
  for (u64 power = LINEAR_PRIME - 2; power; power >>= 1) {
    if (power & 1) result = linear_mod_mul(result, a);
    a = linear_mod_mul(a, a);
  }
  return result;
}

static void row_make(const LinearSource *s, u32 point, u64 *row) {
  if (s->modular) {
    s->modular(s->self, point, row);
    return;
  }
  mpz_t value;
  mpz_init(value);
  for (u32 c = 0; c <= s->n_columns; c++) {
    s->exact(s->self, point, c, value);
    row[c] = mpz_fdiv_ui(value, LINEAR_PRIME);
  }
  mpz_clear(value);
}

/* Whether the solution so far (0 for what is not determined) goes through the row's point. */
static bool system_meets(const ModularSystem *s, const u64 *row) {
  u32 right = s->source->n_columns;
  u64 rest = row[right];
  for (u32 r = 0; r < s->n_rows; r++)
    rest = mod_sub(rest, linear_mod_mul(s->row[r][right], row[s->pivot[r]]));
  return rest == 0;
}

static void row_subtract(u64 *row, u32 pivot, const u64 *other, u32 n_columns) {
  u64 factor = row[pivot];
  if (factor == 0) return;
  for (u32 c = 0; c < n_columns; c++) row[c] = mod_sub(row[c], linear_mod_mul(factor, other[c]));
}

/* False: the row contradicts those before it. */
static bool system_add(ModularSystem *s, u32 point, u64 *row) {
  u32 right = s->source->n_columns, pivot = 0;
  for (u32 r = 0; r < s->n_rows; r++) row_subtract(row, s->pivot[r], s->row[r], right + 1);
  while (pivot < right && row[pivot] == 0) pivot++;
  if (pivot == right) return false;
  u64 scale = mod_inverse(row[pivot]);
  for (u32 c = pivot; c <= right; c++) row[c] = linear_mod_mul(row[c], scale);
  for (u32 r = 0; r < s->n_rows; r++) row_subtract(s->row[r], pivot, row, right + 1);
  s->pivot[s->n_rows] = pivot;
  s->point[s->n_rows] = point;
  memcpy(s->row[s->n_rows++], row, (right + 1) * sizeof *row);
  return true;
}

/* A row that was met may be missed when a later one determines more, so until nothing changes. */
static bool system_fill(ModularSystem *s) {
  u64 row[MAX_COLUMNS + 1];
  bool is_changed = true;
  while (is_changed) {
    is_changed = false;
    for (u32 i = 0; i < s->source->n_points; i++) {
      row_make(s->source, i, row);
      if (system_meets(s, row)) continue;
      if (!system_add(s, i, row)) return false;
      is_changed = true;
    }
  }
  return true;
}

/* ---- over the integers ---- */

/* n rows of n + 1 numbers. */
typedef struct SquareSystem {
  mpz_t *at; /* owned */
  u32 n;
} SquareSystem;

static mpz_t *cell(const SquareSystem *m, u32 row, u32 column) {
  return &m->at[row * (m->n + 1) + column];
}

static void matrix_init(SquareSystem *m, const ModularSystem *s) {
  *m = (SquareSystem){.at = mem_new((size_t)s->n_rows * (s->n_rows + 1) * sizeof(mpz_t) + 1),
                      .n = s->n_rows};
  for (u32 r = 0; r < m->n; r++)
    for (u32 c = 0; c <= m->n; c++) {
      mpz_init(*cell(m, r, c));
      s->source->exact(s->source->self, s->point[r], c < m->n ? s->pivot[c] : s->source->n_columns,
                       *cell(m, r, c));
    }
}

static void matrix_done(SquareSystem *m) {
  for (u32 i = 0; i < m->n * (m->n + 1); i++) mpz_clear(m->at[i]);
  m->at = mem_free(m->at);
}

static bool bring_pivot(const SquareSystem *m, u32 k) {
  u32 r = k;
  while (r < m->n && mpz_sgn(*cell(m, r, k)) == 0) r++;
  if (r == m->n) return false;
  for (u32 c = 0; r != k && c <= m->n; c++) mpz_swap(*cell(m, r, c), *cell(m, k, c));
  return true;
}

/* To a diagonal of one number, the determinant.  False: it is 0, which modulo the prime it is not. */
static bool matrix_reduce(const SquareSystem *m) {
  mpz_t last, product;
  mpz_init_set_ui(last, 1);
  mpz_init(product);
  bool is_regular = true;
  for (u32 k = 0; k < m->n && is_regular; k++) {
    is_regular = bring_pivot(m, k);
    for (u32 r = 0; r < m->n && is_regular; r++) {
      if (r == k) continue;
      for (u32 c = m->n + 1; c-- > 0;) {
        if (c == k) continue;
        mpz_mul(*cell(m, r, c), *cell(m, r, c), *cell(m, k, k));
        mpz_mul(product, *cell(m, r, k), *cell(m, k, c));
        mpz_sub(*cell(m, r, c), *cell(m, r, c), product);
        mpz_divexact(*cell(m, r, c), *cell(m, r, c), last);
      }
      mpz_set_ui(*cell(m, r, k), 0);
    }
    mpz_set(last, *cell(m, k, k));
  }
  mpz_clears(last, product, NULL);
  return is_regular;
}

static bool system_solve(const ModularSystem *s, LinearFit *ret) {
  SquareSystem m;
  matrix_init(&m, s);
  bool is_solved = matrix_reduce(&m);
  if (is_solved) {
    u32 n = s->source->n_columns;
    *ret = (LinearFit){.at = mem_new((n + 1) * sizeof(mpq_t)), .n = n, .n_used = s->n_rows};
    for (u32 c = 0; c < n; c++) mpq_init(ret->at[c]);
    for (u32 r = 0; r < m.n; r++) {
      mpq_t *c = &ret->at[s->pivot[r]];
      mpz_set(mpq_numref(*c), *cell(&m, r, m.n));
      mpz_set(mpq_denref(*c), *cell(&m, r, r));
      mpq_canonicalize(*c);
    }
  }
  matrix_done(&m);
  return is_solved;
}

/* ---- public ---- */

bool linear_fit(const LinearSource *source, LinearFit *ret) {
  assert(source->n_columns <= MAX_COLUMNS);
  ModularSystem s;
  s.source = source;
  s.n_rows = 0;
  return system_fill(&s) && system_solve(&s, ret);
}

void linear_fit_done(LinearFit *f) {
  for (u32 c = 0; c < f->n; c++) mpq_clear(f->at[c]);
  f->at = mem_free(f->at);
  f->n = 0;
}
