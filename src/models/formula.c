/* formula.c — fitting by cases, and confirming; see formula.h. */
#include "models/formula.h"

#include <inttypes.h>

typedef struct SplitRow {
  u32 n_cases, n_indices;
  const char *expression;
} SplitRow;

static const SplitRow split_rows[SPLIT_COUNT] = {
    [SPLIT_NONE] = {1, 0, "0"},
#define SPLIT(id, n_cases, n_indices, expression) [SPLIT_##id] = {n_cases, n_indices, #expression},
#include "models/splits.def"
#undef SPLIT
};

static u32 split_case(Split split, u32 index, const i64 *x, const i64 *extent) {
  const i64 N = x[0], X = index ? x[index] : 0, E = index ? extent[index] : 0;
  const i64 Y = index > 1 ? x[index - 1] : 0;
  switch (split) {
#define SPLIT(id, n_cases, n_indices, expression) \
  case SPLIT_##id:                                \
    return (u32)(expression);
#include "models/splits.def"
#undef SPLIT
  case SPLIT_NONE:
  case SPLIT_COUNT:
    break;
  }
  return 0;
}

/* ---- fitting ---- */

static void say_miss(const MultiPoly *p, const Point *point, Text *ret_why) {
  static const char *const names[MAX_VARIABLES] = {"N", "i", "j", "k", "l", "m"};
  i64 y;
  if (!ret_why) return;
  multipoly_print(p, names, ret_why);
  text_addf(ret_why, " fits the smaller sizes, but at N = %" PRId64, point->x[0]);
  if (multipoly_at(p, point->x, &y)) {
    text_addf(ret_why, " it is %" PRId64 ", not %" PRId64, y, point->y);
  } else {
    text_add(ret_why, " it is not an integer");
  }
}

static bool confirms(const MultiPoly *p, const Point *at, u32 n, i64 size, Text *ret_why) {
  for (u32 i = 0; i < n; i++) {
    i64 y;
    if (at[i].x[0] != size || (multipoly_at(p, at[i].x, &y) && y == at[i].y)) continue;
    say_miss(p, &at[i], ret_why);
    return false;
  }
  return true;
}

static void say(Text *ret_why, const char *reason) {
  if (ret_why) text_add(ret_why, reason);
}

/* One case: fitted to its smaller sizes, confirmed at its largest.  There must be `spare` more
 * points than coefficients. */
static bool case_fit(const Point *at, u32 n, u32 n_variables, u32 spare, MultiPoly *ret,
                     Text *ret_why) {
  i64 largest = INT64_MIN;
  PointVec fit = {0};
  MultiPoly p;
  u32 n_terms;
  for (u32 i = 0; i < n; i++) largest = MAX(largest, at[i].x[0]);
  for (u32 i = 0; i < n; i++) {
    if (at[i].x[0] < largest) vec_push(&fit, at[i]);
  }
  bool fits = fit.n > 0 && multipoly_fit(fit.at, fit.n, n_variables, &p, &n_terms);
  if (!fits) say(ret_why, fit.n ? "no polynomial fits" : "no second size to confirm it");
  vec_free(&fit);
  if (!fits) return false;
  if (n < n_terms + spare) {
    say(ret_why, "too few values for the number of coefficients");
  } else if (confirms(&p, at, n, largest, ret_why)) {
    *ret = p;
    return true;
  }
  multipoly_done(&p);
  return false;
}

/* More freedom asks for more confirmation. */
enum { SPARE_PLAIN = 1, SPARE_CASE = 2 };

static bool split_fit(const Point *at, u32 n, u32 n_variables, Split split, u32 index,
                      Formula *ret) {
  Formula f = {.split = split, .index = index};
  bool fits = true;
  for (u32 k = 0; k < split_rows[split].n_cases && fits; k++) {
    PointVec of_case = {0};
    for (u32 i = 0; i < n; i++) {
      if (split_case(split, index, at[i].x, at[i].extent) == k) vec_push(&of_case, at[i]);
    }
    fits = case_fit(of_case.at, of_case.n, n_variables, SPARE_CASE, &f.of[k], NULL);
    vec_free(&of_case);
  }
  if (fits) {
    *ret = f;
  } else {
    formula_done(&f);
  }
  return fits;
}

/* Innermost index first: it is the one that moves fastest. */
static bool split_fit_any(const Point *at, u32 n, u32 n_variables, Split split, Formula *ret) {
  u32 n_indices = split_rows[split].n_indices;
  if (n_indices == 0) return split_fit(at, n, n_variables, split, 0, ret);
  for (u32 index = n_variables - 1; index >= n_indices && index > 0; index--) {
    if (split_fit(at, n, n_variables, split, index, ret)) return true;
  }
  return false;
}

bool formula_fit(const Point *at, u32 n, u32 n_variables, Cases cases, Formula *ret,
                 Text *ret_why) {
  cleanup(text_free) Text why = {0};
  Formula f = {0};
  if (case_fit(at, n, n_variables, SPARE_PLAIN, &f.of[0], ret_why ? &why : NULL)) {
    *ret = f;
    return true;
  }
  for (Split s = SPLIT_NONE + 1; s < SPLIT_COUNT && cases == CASES_YES; s++) {
    if (split_fit_any(at, n, n_variables, s, ret)) return true;
  }
  say(ret_why, text_c(&why));
  return false;
}

/* ---- use ---- */

bool formula_at(const Formula *f, const i64 *x, const i64 *extent, i64 *ret) {
  return multipoly_at(&f->of[split_case(f->split, f->index, x, extent)], x, ret);
}

/* The expression of the split with its letters replaced. */
static void split_print(const Formula *f, const char *const *names, const char *const *extents,
                        Text *ret) {
  for (const char *c = split_rows[f->split].expression; *c; c++) {
    switch (*c) {
    case 'N':
      text_add(ret, names[0]);
      break;
    case 'X':
      text_add(ret, names[f->index]);
      break;
    case 'Y':
      text_add(ret, names[f->index - 1]);
      break;
    case 'E':
      text_add(ret, extents[f->index]);
      break;
    default:
      text_add_char(ret, *c);
      break;
    }
  }
}

void formula_print(const Formula *f, const char *const *names, const char *const *extents,
                   Text *ret) {
  u32 n_cases = split_rows[f->split].n_cases;
  if (n_cases > 1) {
    text_add(ret, "by ");
    split_print(f, names, extents, ret);
    text_add(ret, ": ");
  }
  for (u32 k = 0; k < n_cases; k++) {
    if (k) text_add(ret, ", ");
    if (n_cases > 1) text_addf(ret, "%u → ", k);
    multipoly_print(&f->of[k], names, ret);
  }
}

void formula_print_c(const Formula *f, const char *const *names, const char *const *extents,
                     Text *ret) {
  u32 n_cases = split_rows[f->split].n_cases;
  for (u32 k = 0; k + 1 < n_cases; k++) {
    text_add(ret, "(");
    split_print(f, names, extents, ret);
    text_addf(ret, ") == %u ? ", k);
    multipoly_print_c(&f->of[k], names, ret);
    text_add(ret, " : ");
  }
  multipoly_print_c(&f->of[n_cases - 1], names, ret);
}

void formula_done(Formula *f) {
  for (u32 k = 0; k < MAX_CASES; k++) multipoly_done(&f->of[k]);
}
