/* law.c — fits one polynomial, or a tree of cases (partitions.def) with a polynomial in each.
 *
 * A polynomial competes with laws of one level of cases, and the lightest wins; deeper trees are
 * tried only if there is none.  Cases give much freedom, so such a law must explain at least twice
 * as many points as it has coefficients; demand_of was tuned on random arrays.  Answers (0 or 1)
 * get constants in cases and no polynomials, and only the partitions that settle most of them are
 * tried.
 */
#include "laws/law.h"

#include <inttypes.h>

typedef struct PartitionRow {
  u32 n_cases, n_indices;
  const char *expression;
} PartitionRow;

static const PartitionRow partition_rows[PARTITION_COUNT] = {
    [PARTITION_NONE] = {1, 0, "0"},
#define PARTITION(id, n_cases, n_indices, expression) \
  [PARTITION_##id] = {n_cases, n_indices, #expression},
#include "laws/partitions.def"
#undef PARTITION
};

const char *const law_names[MAX_VARIABLES] = {"N", "i", "j", "k", "l", "m"};
const char *const law_extents[MAX_VARIABLES] = {"N", "#i", "#j", "#k", "#l", "#m"};

enum { MAX_CASES = 4, MAX_TRIED = PARTITION_COUNT * MAX_VARIABLES, MAX_TREES = 6 };

static u32 partition_case(Partition partition, u32 index, const i64 *x, const i64 *extent) {
  const i64 N = x[0], X = index ? x[index] : 0, E = index ? extent[index] : 0;
  const i64 Y = index > 1 ? x[index - 1] : 0;
  switch (partition) {
#define PARTITION(id, n_cases, n_indices, expression) \
  case PARTITION_##id:                                \
    return (u32)(expression);
#include "laws/partitions.def"
#undef PARTITION
  case PARTITION_NONE:
  case PARTITION_COUNT:
    break;
  }
  return 0;
}

/* ---- fitting ---- */

static void say_miss(const MultiPoly *p, const Point *point, Text *ret_why) {
  i64 y;
  if (!ret_why) return;
  multipoly_print(p, law_names, ret_why);
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

static const char *const no_polynomial = "no polynomial fits";
static const char *const too_few = "too few values for the number of coefficients";

/* What a fit may do, and must show. */
typedef struct Demand {
  u32 n_variables;
  u32 max_degree;
  u32 spare;  /* more points than coefficients, in each case; */
  u32 factor; /* and over all cases that many times as many */
} Demand;

static const u32 plain_degree = 6, case_degree = 3;

static bool is_constant(const MultiPoly *p) {
  for (u32 i = 0; i < p->n; i++)
    for (u32 v = 0; v < MAX_VARIABLES; v++)
      if (p->at[i].power[v]) return false;
  return true;
}

/* One polynomial: fitted to the smaller sizes, confirmed at the largest.  Adds its number of
 * coefficients. */
static bool poly_fit(const Point *at, u32 n, const Demand *d, MultiPoly *ret, u32 *ret_n_terms,
                     Text *ret_why) {
  i64 largest = INT64_MIN;
  PointVec fit = {0};
  MultiPoly p;
  u32 n_terms;
  for (u32 i = 0; i < n; i++) largest = MAX(largest, at[i].x[0]);
  for (u32 i = 0; i < n; i++) {
    if (at[i].x[0] < largest) vec_push(&fit, at[i]);
  }
  u32 n_fit = fit.n;
  bool fits = n_fit && multipoly_fit(fit.at, n_fit, d->n_variables, d->max_degree, &p, &n_terms);
  vec_free(&fit);
  if (fits && !d->max_degree && !is_constant(&p)) {
    multipoly_done(&p);
    fits = false;
  }
  if (!fits) {
    say(ret_why, n_fit ? no_polynomial : "no second size to confirm it");
    return false;
  }
  if (n < n_terms + d->spare) {
    say(ret_why, too_few);
  } else if (confirms(&p, at, n, largest, n_fit > n_terms ? ret_why : NULL)) {
    *ret = p;
    *ret_n_terms += n_terms;
    return true;
  } else if (n_fit == n_terms) { /* any values have a polynomial with so many coefficients */
    say(ret_why, no_polynomial);
  }
  multipoly_done(&p);
  return false;
}

static bool case_fit(const Point *at, u32 n, const Demand *d, u32 depth, Law *ret,
                     u32 *ret_n_terms);

/* How many points are in cases with one answer only. */
static u32 n_settled(const Point *at, u32 n, const Law *partition) {
  u32 count[MAX_CASES][2] = {0}, sum = 0;
  for (u32 i = 0; i < n; i++)
    count[partition_case(partition->partition, partition->index, at[i].x, at[i].extent)][at[i].y]++;
  for (u32 k = 0; k < partition_rows[partition->partition].n_cases; k++)
    if (!count[k][0] || !count[k][1]) sum += count[k][0] + count[k][1];
  return sum;
}

static bool partition_fit(const Point *at, u32 n, const Demand *d, Law partition, u32 depth,
                          Law *ret, u32 *ret_n_terms) {
  u32 n_cases = partition_rows[partition.partition].n_cases, n_terms = 0;
  bool fits = true;
  partition.cases = mem_new(n_cases * sizeof *partition.cases);
  for (u32 k = 0; k < n_cases && fits; k++) {
    PointVec of_case = {0};
    for (u32 i = 0; i < n; i++) {
      if (partition_case(partition.partition, partition.index, at[i].x, at[i].extent) == k) {
        vec_push(&of_case, at[i]);
      }
    }
    fits =
        of_case.n < n && case_fit(of_case.at, of_case.n, d, depth, &partition.cases[k], &n_terms);
    vec_free(&of_case);
  }
  if (fits && n >= n_terms * d->factor) {
    *ret = partition;
    *ret_n_terms += n_terms;
    return true;
  }
  law_done(&partition);
  return false;
}

/* Takes the candidate, and true, if it is lighter than the best so far. */
static bool law_choose(Law *best, bool *has_best, Law *candidate) {
  if (*has_best && law_weight(best) <= law_weight(candidate)) {
    law_done(candidate);
    return false;
  }
  if (*has_best) law_done(best);
  *best = *candidate;
  *has_best = true;
  return true;
}

/* The partitions to try.  Of answers those that settle most, as there are too many trees. */
static u32 list_partitions(const Point *at, u32 n, const Demand *d, Law *ret) {
  u32 settled[MAX_TRIED], n_listed = 0;
  for (Partition s = PARTITION_NONE + 1; s < PARTITION_COUNT; s++) {
    u32 n_indices = partition_rows[s].n_indices;
    for (u32 index = n_indices ? d->n_variables - 1 : 0; index >= n_indices; index--) {
      Law partition = {.partition = s, .index = index};
      u32 score = d->max_degree ? 1 : n_settled(at, n, &partition), k = n_listed;
      for (; k > 0 && settled[k - 1] < score; k--) {
        if (k == MAX_TRIED) continue;
        settled[k] = settled[k - 1];
        ret[k] = ret[k - 1];
      }
      if (score && k < MAX_TRIED) {
        settled[k] = score;
        ret[k] = partition;
        n_listed = MIN(n_listed + 1, (u32)MAX_TRIED);
      }
      if (index == 0) break;
    }
  }
  return d->max_degree ? n_listed : MIN(n_listed, (u32)MAX_TREES);
}

/* The lightest law with cases, and cases of cases to the given depth. */
static bool partition_fit_best(const Point *at, u32 n, const Demand *d, u32 depth, Law *ret,
                               u32 *ret_n_terms) {
  Law partitions[MAX_TRIED];
  u32 n_partitions = list_partitions(at, n, d, partitions);
  bool has_best = false;
  for (u32 k = 0; k < n_partitions; k++) {
    Law f;
    u32 n_terms = 0;
    bool fits = partition_fit(at, n, d, partitions[k], depth, &f, &n_terms);
    if (fits && law_choose(ret, &has_best, &f)) *ret_n_terms = n_terms;
  }
  return has_best;
}

/* Within a case a polynomial comes first. */
static bool case_fit(const Point *at, u32 n, const Demand *d, u32 depth, Law *ret,
                     u32 *ret_n_terms) {
  Law f = {0};
  u32 n_terms = 0;
  if (!poly_fit(at, n, d, &f.poly, &n_terms, NULL) &&
      (depth == 0 || !partition_fit_best(at, n, d, depth - 1, &f, &n_terms))) {
    return false;
  }
  *ret = f;
  *ret_n_terms += n_terms;
  return true;
}

/* One value per size: a parameter that depends on N alone. */
static bool is_parameter(const Point *at, u32 n) {
  for (u32 i = 1; i < n; i++) {
    if (at[i].x[0] == at[i - 1].x[0]) return false;
  }
  return true;
}

/* Yes or no, and enough of it: a polynomial that goes up and down between 0 and 1 is no law for it,
 * but what changes with the cases is. */
static bool is_yes_or_no(const Point *at, u32 n) {
  enum { ENOUGH = 12 };
  for (u32 i = 0; i < n; i++)
    if (at[i].y != 0 && at[i].y != 1) return false;
  return n >= ENOUGH;
}

/* What a law must show, by the number of its coefficients.  For a parameter one value to confirm
 * it must do.  Others have many values, and with cases much freedom: with less than this, one or
 * two in a hundred random arrays of sizes 1 to 5 had a law; with this, none of 1,800. */
static Demand demand_of(const Point *at, u32 n, u32 n_variables, u32 depth) {
  bool yes_or_no = is_yes_or_no(at, n);
  if (depth == 0)
    return (Demand){n_variables, yes_or_no ? 0 : plain_degree, 1, is_parameter(at, n) ? 1 : 2};
  return (Demand){n_variables, yes_or_no ? 0 : case_degree, 2, 2 * depth};
}

enum { LIGHTEST_PARTITION = 3 }; /* two cases that are 0 */
/* Answers may hang on several conditions; each has to settle something, so there are not many to
 * try. */
enum { YES_OR_NO_DEPTH = 4 };

bool law_fit(const Point *at, u32 n, u32 n_variables, Cases cases, Law *ret, Text *ret_why) {
  cleanup(text_free) Text why = {0};
  Demand d = demand_of(at, n, n_variables, 0);
  Law f = {0};
  u32 n_terms = 0;
  bool has_best = false;
  if (poly_fit(at, n, &d, &f.poly, &n_terms, ret_why ? &why : NULL)) {
    has_best = n >= n_terms * d.factor;
    if (has_best) *ret = f;
    if (!has_best) {
      law_done(&f);
      text_add(&why, too_few);
    }
  }
  u32 max_depth = cases == CASES_NESTED && !d.max_degree ? YES_OR_NO_DEPTH : cases;
  for (u32 depth = 1; depth <= max_depth; depth++) {
    if (has_best && (depth > 1 || law_weight(ret) <= LIGHTEST_PARTITION)) break;
    d = demand_of(at, n, n_variables, depth);
    if (partition_fit_best(at, n, &d, depth - 1, &f, &n_terms)) law_choose(ret, &has_best, &f);
  }
  if (!has_best) say(ret_why, text_c(&why));
  return has_best;
}

/* ---- use ---- */

bool law_at(const Law *f, const i64 *x, const i64 *extent, i64 *ret) {
  while (f->partition != PARTITION_NONE)
    f = &f->cases[partition_case(f->partition, f->index, x, extent)];
  return multipoly_at(&f->poly, x, ret);
}

/* The expression of the partition with its letters replaced. */
static void partition_print(const Law *f, const char *const *names, const char *const *extents,
                            Text *ret) {
  for (const char *c = partition_rows[f->partition].expression; *c; c++) {
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

static void case_print(const Law *f, const char *const *names, const char *const *extents,
                       Text *ret) {
  bool is_nested = f->partition != PARTITION_NONE;
  if (is_nested) text_add_char(ret, '(');
  law_print(f, names, extents, ret);
  if (is_nested) text_add_char(ret, ')');
}

void law_print(const Law *f, const char *const *names, const char *const *extents, Text *ret) {
  if (f->partition == PARTITION_NONE) {
    multipoly_print(&f->poly, names, ret);
    return;
  }
  u32 n_cases = partition_rows[f->partition].n_cases;
  if (n_cases > 2) text_add(ret, "by ");
  partition_print(f, names, extents, ret);
  text_add(ret, n_cases > 2 ? ": " : " ? ");
  if (n_cases == 2) {
    case_print(&f->cases[1], names, extents, ret);
    text_add(ret, " : ");
    case_print(&f->cases[0], names, extents, ret);
    return;
  }
  for (u32 k = 0; k < n_cases; k++) {
    text_addf(ret, "%s%u → ", k ? ", " : "", k);
    case_print(&f->cases[k], names, extents, ret);
  }
}

void law_print_c(const Law *f, const char *const *names, const char *const *extents, Text *ret) {
  if (f->partition == PARTITION_NONE) {
    multipoly_print_c(&f->poly, names, ret);
    return;
  }
  u32 n_cases = partition_rows[f->partition].n_cases;
  text_add_char(ret, '(');
  for (u32 k = n_cases; k-- > 1;) {
    text_add_char(ret, '(');
    partition_print(f, names, extents, ret);
    text_addf(ret, n_cases > 2 ? ") == %u ? " : ") ? ", k);
    law_print_c(&f->cases[k], names, extents, ret);
    text_add(ret, " : ");
  }
  law_print_c(&f->cases[0], names, extents, ret);
  text_add_char(ret, ')');
}

u32 law_weight(const Law *f) {
  u32 weight = 1;
  if (f->partition != PARTITION_NONE) {
    for (u32 k = 0; k < partition_rows[f->partition].n_cases; k++)
      weight += law_weight(&f->cases[k]);
    return weight;
  }
  for (u32 i = 0; i < f->poly.n; i++) {
    weight++;
    for (u32 v = 0; v < MAX_VARIABLES; v++) weight += f->poly.at[i].power[v];
    weight += f->poly.denominator > 1;
  }
  return weight;
}

void law_done(Law *f) {
  multipoly_done(&f->poly);
  for (u32 k = 0; f->cases && k < partition_rows[f->partition].n_cases; k++) law_done(&f->cases[k]);
  f->cases = mem_free(f->cases);
}
