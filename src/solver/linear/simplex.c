/* simplex.c — the simplex of SMT solvers, on integers with a denominator per row.
 *
 * After: Dutertre, de Moura, "A Fast Linear-Arithmetic Solver for DPLL(T)", CAV 2006: variables
 * that are not basic lie within their bounds, a basic one that does not is exchanged for one that
 * can make room, and becomes its bound.  Bland's rule (the first of each) makes it end.
 * Differs: a row has one denominator for all of its coefficients, den * basic = sum; and values of
 * variables that are not basic are always integers (they begin as such, and bounds are), so that
 * fractions come up only when a basic value is looked at.
 */
#include "solver/linear/simplex.h"

#include "base/number.h"
#include "base/vec.h"

enum { NO_ROW = -1 };

typedef struct Var {
  i64 value; /* of one that is not basic */
  i64 low, high;
  bool has_low, has_high;
  int row; /* of a basic one, else NO_ROW */
} Var;

typedef struct SimplexRow {
  u32 basic;
  i64 den;    /* > 0 */
  i128 num;   /* of the value: the sum at the values of the others */
  i64 *coefs; /* owned; by variable, as many as Simplex.n_wide */
} SimplexRow;

struct Simplex {
  VEC(Var) vars;
  VEC(SimplexRow) rows;
  u32 n_wide; /* variables that rows have room for */
  bool overflowed;
  /* What refuted: a row that nothing moves back, or (NO_ROW) the bounds of a single variable. */
  int no_row;
  u32 no_var;
};

/* ---- checked arithmetic ------------------------------------------------------------ */

static i64 multiply(Simplex *s, i64 a, i64 b) {
  i64 r;
  s->overflowed |= __builtin_mul_overflow(a, b, &r) || r > SIMPLEX_LIMIT || r < -SIMPLEX_LIMIT;
  return s->overflowed ? 0 : r;
}

static i64 add(Simplex *s, i64 a, i64 b) {
  i64 r;
  s->overflowed |= __builtin_add_overflow(a, b, &r) || r > SIMPLEX_LIMIT || r < -SIMPLEX_LIMIT;
  return s->overflowed ? 0 : r;
}

#ifndef NDEBUG
/* No row mentions a basic variable but its own.  Called by asserts only. */
static bool simplex_is_sound(const Simplex *s) {
  for (u32 i = 0; i < s->rows.n; i++) {
    const SimplexRow *r = &s->rows.at[i];
    if (r->den <= 0 || s->vars.at[r->basic].row != (int)i) return false;
    for (u32 k = 0; k < s->vars.n; k++)
      if (s->vars.at[k].row != NO_ROW && r->coefs[k]) return false;
  }
  return s->vars.n <= s->n_wide;
}
#endif

/* ---- rows --------------------------------------------------------------------------- */

/* Takes out what all numbers of the row have in common. */
static void shorten(const Simplex *s, SimplexRow *r) {
  assert(r->den > 0);
  i64 g = r->den;
  for (u32 k = 0; k < s->vars.n && g != 1; k++)
    if (r->coefs[k]) g = greatest_divisor(g, r->coefs[k]);
  if (g == 1) return;
  r->den /= g;
  for (u32 k = 0; k < s->vars.n; k++) r->coefs[k] /= g;
}

/* row += factor / den of the other, in whole numbers: a variable of the row is replaced by the
 * other's sum.  The coefficient of that variable is `coef`, and it is gone from the row. */
static void add_row(Simplex *s, SimplexRow *r, i64 coef, const SimplexRow *other) {
  assert(r != other && other->den > 0);
  i64 g = greatest_divisor(coef, other->den), mine = other->den / g, theirs = coef / g;
  r->den = multiply(s, r->den, mine);
  for (u32 k = 0; k < s->vars.n; k++) {
    if (!r->coefs[k] && !other->coefs[k]) continue;
    i64 kept = mine == 1 ? r->coefs[k] : multiply(s, r->coefs[k], mine);
    r->coefs[k] = add(s, kept, multiply(s, other->coefs[k], theirs));
  }
  if (r->den != 1) shorten(s, r);
}

static void set_value(Simplex *s, SimplexRow *r) {
  i128 num = 0;
  for (u32 k = 0; k < s->vars.n; k++) {
    i128 part;
    if (!r->coefs[k]) continue;
    s->overflowed |= __builtin_mul_overflow((i128)r->coefs[k], (i128)s->vars.at[k].value, &part);
    s->overflowed |= __builtin_add_overflow(num, part, &num);
  }
  r->num = num;
}

/* The basic variable of the row leaves for `to`, a bound, and var enters. */
static void exchange(Simplex *s, u32 row, u32 var, i64 to) {
  SimplexRow *r = &s->rows.at[row];
  i64 coef = r->coefs[var], sign = coef < 0 ? -1 : 1;
  u32 leaving = r->basic;
  assert(coef && s->vars.at[var].row == NO_ROW && s->vars.at[leaving].row == (int)row);
  for (u32 k = 0; k < s->vars.n; k++) r->coefs[k] *= -sign;
  r->coefs[var] = 0;
  r->coefs[leaving] = sign * r->den;
  r->den = sign * coef;
  r->basic = var;
  if (r->den != 1) shorten(s, r);
  s->vars.at[var].row = (int)row;
  s->vars.at[leaving].row = NO_ROW;
  s->vars.at[leaving].value = to;
  for (u32 i = 0; i < s->rows.n && !s->overflowed; i++) {
    SimplexRow *other = &s->rows.at[i];
    i64 had = i == row ? 0 : other->coefs[var];
    if (!had) continue; /* nothing that it sums up has moved */
    other->coefs[var] = 0;
    add_row(s, other, had, r);
    set_value(s, other);
  }
  set_value(s, r);
}

/* ---- the search ---------------------------------------------------------------------- */

/* How the value of the row lies to the bound of its variable: -1 below the low one, 1 above the
 * high one. */
static int side(const Simplex *s, const SimplexRow *r) {
  const Var *v = &s->vars.at[r->basic];
  if (v->has_low && r->num < (i128)v->low * r->den) return -1;
  return v->has_high && r->num > (i128)v->high * r->den ? 1 : 0;
}

/* The first row whose variable is out of bounds; false: there is none. */
static bool find_row(const Simplex *s, u32 *ret_row, int *ret_side) {
  bool found = false;
  for (u32 i = 0; i < s->rows.n; i++) {
    if (found && s->rows.at[i].basic > s->rows.at[*ret_row].basic) continue;
    int out = side(s, &s->rows.at[i]);
    if (!out) continue;
    *ret_row = i;
    *ret_side = out;
    found = true;
  }
  return found;
}

/* The first variable that can move the row back; false: none can, so nothing can. */
static bool find_var(const Simplex *s, const SimplexRow *r, int out, u32 *ret_var) {
  for (u32 k = 0; k < s->vars.n; k++) {
    const Var *v = &s->vars.at[k];
    if (!r->coefs[k]) continue;
    bool grows = (r->coefs[k] > 0) == (out < 0);
    bool has_room = grows ? !v->has_high || v->value < v->high : !v->has_low || v->value > v->low;
    if (!has_room) continue;
    *ret_var = k;
    return true;
  }
  return false;
}

/* Variables that are not basic and not within their bounds go to the nearest one. */
static bool settle(Simplex *s) {
  bool has_moved = false;
  for (u32 k = 0; k < s->vars.n; k++) {
    Var *v = &s->vars.at[k];
    if (v->has_low && v->has_high && v->low > v->high) {
      s->no_row = NO_ROW;
      s->no_var = k;
      return false;
    }
    if (v->row != NO_ROW) continue;
    i64 old = v->value;
    if (v->has_low && v->value < v->low) v->value = v->low;
    if (v->has_high && v->value > v->high) v->value = v->high;
    has_moved |= v->value != old;
  }
  if (has_moved)
    for (u32 i = 0; i < s->rows.n; i++) set_value(s, &s->rows.at[i]);
  return true;
}

SimplexAnswer simplex_solve(Simplex *s, u32 max_steps) {
  u32 row = 0, var;
  int out = 0;
  if (!settle(s)) return SIMPLEX_NO;
  for (u32 i = 0;; i++) {
    if (s->overflowed) return SIMPLEX_UNKNOWN;
    assert(simplex_is_sound(s));
    if (!find_row(s, &row, &out)) return SIMPLEX_YES;
    const SimplexRow *r = &s->rows.at[row];
    const Var *v = &s->vars.at[r->basic];
    if (!find_var(s, r, out, &var)) {
      s->no_row = (int)row;
      return SIMPLEX_NO;
    }
    if (i == max_steps) return SIMPLEX_UNKNOWN;
    exchange(s, row, var, out < 0 ? v->low : v->high);
  }
}

/* ---- public -------------------------------------------------------------------------- */

Simplex *simplex_new(void) { return NEW(Simplex); }

void simplex_clear(Simplex *s) {
  while (s->rows.n) mem_free(vec_pop(&s->rows).coefs);
  vec_clear(&s->vars);
  s->overflowed = false;
}

Simplex *simplex_free(Simplex *s) {
  if (!s) return NULL;
  simplex_clear(s);
  vec_free(&s->rows);
  vec_free(&s->vars);
  return mem_free(s);
}

u32 simplex_var(Simplex *s, i64 value) {
  assert(value <= SIMPLEX_LIMIT && value >= -SIMPLEX_LIMIT);
  vec_push(&s->vars, ((Var){.value = value, .row = NO_ROW}));
  if (s->vars.n > s->n_wide) {
    u32 n_old = s->n_wide;
    s->n_wide = s->vars.n * 2;
    for (u32 i = 0; i < s->rows.n; i++) {
      i64 **coefs = &s->rows.at[i].coefs;
      *coefs = mem_resize(*coefs, s->n_wide * sizeof **coefs);
      memset(*coefs + n_old, 0, (s->n_wide - n_old) * sizeof **coefs);
    }
  }
  return s->vars.n - 1;
}

bool simplex_row(Simplex *s, const SimplexTerm *terms, u32 n, u32 *ret_var) {
  u32 var = simplex_var(s, 0);
  SimplexRow r = {.basic = var, .den = 1, .coefs = mem_new(s->n_wide * sizeof *r.coefs)};
  for (u32 i = 0; i < n; i++) {
    assert(terms[i].var < var);
    const Var *v = &s->vars.at[terms[i].var];
    if (terms[i].coef > SIMPLEX_LIMIT || terms[i].coef < -SIMPLEX_LIMIT) s->overflowed = true;
    i64 coef = multiply(s, terms[i].coef, r.den);
    if (v->row == NO_ROW)
      r.coefs[terms[i].var] = add(s, r.coefs[terms[i].var], coef);
    else
      add_row(s, &r, coef, &s->rows.at[v->row]);
  }
  s->vars.at[var].row = (int)s->rows.n;
  set_value(s, &r);
  vec_push(&s->rows, r);
  *ret_var = var;
  return !s->overflowed;
}

bool simplex_at_least(Simplex *s, u32 var, i64 low) {
  Var *v = &s->vars.at[var];
  if (low > SIMPLEX_LIMIT || low < -SIMPLEX_LIMIT) return false;
  if (!v->has_low || v->low < low) v->low = low;
  v->has_low = true;
  return true;
}

bool simplex_at_most(Simplex *s, u32 var, i64 high) {
  Var *v = &s->vars.at[var];
  if (high > SIMPLEX_LIMIT || high < -SIMPLEX_LIMIT) return false;
  if (!v->has_high || v->high > high) v->high = high;
  v->has_high = true;
  return true;
}

bool simplex_blames(const Simplex *s, u32 var) {
  assert(var < s->vars.n && s->no_row < (int)s->rows.n);
  if (s->no_row == NO_ROW) return var == s->no_var;
  const SimplexRow *r = &s->rows.at[s->no_row];
  return var == r->basic || r->coefs[var];
}

i64 simplex_value(const Simplex *s, u32 var, bool *ret_is_whole) {
  const Var *v = &s->vars.at[var];
  assert(var < s->vars.n);
  *ret_is_whole = true;
  if (v->row == NO_ROW) return v->value;
  const SimplexRow *r = &s->rows.at[v->row];
  *ret_is_whole = r->num % r->den == 0;
  i128 down = floor_div(r->num, r->den);
  return down > SIMPLEX_LIMIT ? SIMPLEX_LIMIT : down < -SIMPLEX_LIMIT ? -SIMPLEX_LIMIT : (i64)down;
}

u32 simplex_rows(const Simplex *s) { return s->rows.n; }
