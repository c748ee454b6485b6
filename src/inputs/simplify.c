/* simplify.c — tries edits that make an input simpler, and keeps those after which it costs the same.
 *
 * The edits look at rows of numbers: those of an array, a text, a column of an array of structs, and
 * numbers that the program asks for one by one.  What is simple is a sum over a row (`weigh`): letters are
 * simpler than signs, small numbers simpler than large ones; of rows of the same sum, the first in order.
 * As each edit makes the sum less, this ends.
 *
 * After: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE TSE 2002: what
 * fails as a whole is tried in halves.  The test here is not a failure but the cost.
 */
#include "inputs/simplify.h"

#include "inputs/evaluator.h"

#include <stdlib.h>
#include <string.h>

/* What a size may take: runs, and instructions in them.  No clock, so that the result is always the same. */
enum { MAX_RUNS = 800, MAX_ROW = 1 << 14 };
static const u64 max_work = 1 << 26;
/* Conditions on symbols are counted by runs that are so many times slower. */
enum { SLOWER_WITH_SYMBOLS = 32 };
/* A run may take so many times as long as the best. */
enum { LONGER_THAN_BEST = 4 };

typedef struct Spot {
  u32 gene, at; /* a number of a gene */
} Spot;

typedef VEC(Spot) SpotRow;
typedef VEC(i64) Values;

typedef struct Simplifier {
  Evaluator evaluator;
  u8 *genome; /* owned; the simplest so far */
  u8 *tried;  /* owned; the current one */
  Evaluation best;
  u64 n_left, work_left;
  bool is_changed;
} Simplifier;

/* ---- rows ---------------------------------------------------------------------------------------- */

static const Gene *gene_of(const Simplifier *s, Spot spot) {
  return &s->evaluator.plan.genes.at[spot.gene];
}

static i64 get(const Simplifier *s, const SpotRow *r, const u8 *genome, u32 i) {
  return gene_get(gene_of(s, r->at[i]), genome, r->at[i].at);
}

/* False: it may not have this value. */
static bool put(const Simplifier *s, const SpotRow *r, u32 i, i64 value) {
  gene_put(gene_of(s, r->at[i]), s->tried, r->at[i].at, value);
  return get(s, r, s->tried, i) == value;
}

static bool is_text(const Simplifier *s, const SpotRow *r) {
  return gene_of(s, r->at[0])->kind == GENE_TEXT;
}

static bool are_alike(const Gene *a, const Gene *b) {
  return a->n == 1 && b->n == 1 && a->kind == b->kind && a->width == b->width && a->low == b->low &&
         a->high == b->high;
}

/* The row that begins with the gene's column; *io_gene moves to the last gene in it. */
static void collect_row(const Simplifier *s, u32 *io_gene, u32 column, SpotRow *ret) {
  const Gene *genes = s->evaluator.plan.genes.at, *g = &genes[*io_gene];
  for (u32 i = column; i < g->n; i += g->group) vec_push(ret, ((Spot){*io_gene, i}));
  for (; *io_gene + 1 < s->evaluator.plan.genes.n && are_alike(g, &genes[*io_gene + 1]);)
    vec_push(ret, ((Spot){++*io_gene, 0}));
}

/* ---- what is simple ------------------------------------------------------------------------------ */

static u64 weigh_letter(u8 c) {
  static const struct {
    u8 first, last;
  } classes[] = {{'a', 'z'}, {'A', 'Z'},   {' ', ' '}, {'0', '9'},
                 {'!', '~'}, {'\n', '\n'}, {0, 255}};
  u32 i = 0;
  while (c < classes[i].first || c > classes[i].last) i++;
  return ((u64)i << 8) + c - classes[i].first;
}

/* Few bits, then few ones among them. */
static u64 weigh_number(i64 value) {
  u64 size = value < 0 ? -(u64)value : (u64)value;
  u64 n_bits = size ? 64 - (u64)__builtin_clzll(size) : 0;
  return (n_bits << 8) + ((u64)__builtin_popcountll(size) << 1) + (value < 0);
}

static u64 weigh(const Simplifier *s, const SpotRow *r, i64 value) {
  return is_text(s, r) ? weigh_letter((u8)value) : weigh_number(value);
}

/* The simplest value that a row may have, not among the taken ones; false: there is none. */
static bool simplest(const Simplifier *s, const SpotRow *r, const bool *taken, i64 *ret) {
  u8 *at = s->tried;
  i64 kept = get(s, r, at, 0);
  bool found = false;
  for (i64 c = 0; c < 256 && is_text(s, r); c++) {
    i64 value = gene_of(s, r->at[0])->is_signed ? (signed char)c : c;
    if (taken[c] || (found && weigh_letter((u8)c) >= weigh_letter((u8)*ret))) continue;
    if (put(s, r, 0, value)) *ret = value, found = true;
  }
  for (i64 value = 0; value < 2 && !is_text(s, r) && !found; value++)
    if (put(s, r, 0, value)) *ret = value, found = true;
  if (!found && !is_text(s, r)) *ret = gene_of(s, r->at[0])->low, found = true;
  (void)put(s, r, 0, kept);
  return found;
}

/* ---- values of a row ----------------------------------------------------------------------------- */

static int compare(const void *a, const void *b) {
  i64 x = *(const i64 *)a, y = *(const i64 *)b;
  return (x > y) - (x < y);
}

static void list_values(const Simplifier *s, const SpotRow *r, const u8 *genome, Values *ret) {
  vec_clear(ret);
  for (u32 i = 0; i < r->n; i++) vec_push(ret, get(s, r, genome, i));
}

/* The distinct values, ascending. */
static void list_distinct_of(const Simplifier *s, const SpotRow *r, const u8 *genome, Values *ret) {
  list_values(s, r, genome, ret);
  qsort(ret->at, ret->n, sizeof *ret->at, compare);
  u32 n = 0;
  for (u32 i = 0; i < ret->n; i++)
    if (!n || ret->at[n - 1] != ret->at[i]) ret->at[n++] = ret->at[i];
  ret->n = n;
}

static void list_distinct(const Simplifier *s, const SpotRow *r, Values *ret) {
  list_distinct_of(s, r, s->genome, ret);
}

static u32 index_of(const Values *sorted, i64 value) {
  const i64 *at = bsearch(&value, sorted->at, sorted->n, sizeof *sorted->at, compare);
  assert(at);
  return (u32)(at - sorted->at);
}

static i64 commonest(const Simplifier *s, const SpotRow *r) {
  Values all = {0};
  list_values(s, r, s->genome, &all);
  qsort(all.at, all.n, sizeof *all.at, compare);
  u32 best = 0, run = 0;
  i64 value = all.at[0];
  for (u32 i = 0; i < all.n; i++) {
    run = i && all.at[i] == all.at[i - 1] ? run + 1 : 1;
    if (run > best) best = run, value = all.at[i];
  }
  vec_free(&all);
  return value;
}

/* Numbers of which no two are equal stay so, or become all equal: 3 2 1 0 is simpler than 2 1 0 0. */
static bool keeps_order(const Simplifier *s, const SpotRow *r) {
  if (is_text(s, r)) return true;
  Values before = {0}, after = {0};
  list_distinct_of(s, r, s->genome, &before);
  list_distinct_of(s, r, s->tried, &after);
  bool keeps = before.n < r->n || after.n == r->n || after.n == 1;
  vec_free(&before);
  vec_free(&after);
  return keeps;
}

static bool is_simpler(const Simplifier *s, const SpotRow *r) {
  u64 before = 0, after = 0;
  int order = 0;
  for (u32 i = 0; i < r->n; i++) {
    i64 a = get(s, r, s->genome, i), b = get(s, r, s->tried, i);
    before += weigh(s, r, a);
    after += weigh(s, r, b);
    if (!order) order = (b > a) - (b < a);
  }
  return (after < before || (after == before && order < 0)) && keeps_order(s, r);
}

/* ---- edits --------------------------------------------------------------------------------------- */

/* Changes the units from `low` to `high`, excluding that, in s->tried, a copy of s->genome.  Returns the number of
 * units; false in *ret_ok: there is no such change. */
typedef u32 EditFn(const Simplifier *s, const SpotRow *r, u32 low, u32 high, bool *ret_ok);

static u32 fill(const Simplifier *s, const SpotRow *r, u32 low, u32 high, i64 value, bool *ret_ok) {
  for (u32 i = low; i < MIN(high, r->n); i++) *ret_ok &= put(s, r, i, value);
  return r->n;
}

static u32 edit_plain(const Simplifier *s, const SpotRow *r, u32 low, u32 high, bool *ret_ok) {
  bool taken[256] = {0};
  i64 value = 0;
  *ret_ok = simplest(s, r, taken, &value);
  return fill(s, r, low, high, value, ret_ok);
}

static u32 edit_common(const Simplifier *s, const SpotRow *r, u32 low, u32 high, bool *ret_ok) {
  return fill(s, r, low, high, commonest(s, r), ret_ok);
}

/* The units are the distinct values, ascending. */
static u32 change_values(const Simplifier *s, const SpotRow *r, u32 low, u32 high,
                         i64 (*change)(i64 value, i64 common), bool *ret_ok) {
  Values distinct = {0};
  list_distinct(s, r, &distinct);
  i64 common = commonest(s, r);
  u32 n = distinct.n;
  for (u32 i = 0; i < r->n; i++) {
    i64 value = get(s, r, s->genome, i);
    u32 k = index_of(&distinct, value);
    if (k >= low && k < high) *ret_ok &= put(s, r, i, change(value, common));
  }
  vec_free(&distinct);
  return n;
}

static i64 merged(i64 value, i64 common) {
  (void)value;
  return common;
}

static i64 spaced(i64 value, i64 common) {
  (void)common;
  u8 c = (u8)value, letter = c | 32;
  return (letter >= 'a' && letter <= 'z') || (c >= '0' && c <= '9') ? value : ' ';
}

static i64 halved(i64 value, i64 common) {
  (void)common;
  return value / 2;
}

/* The power of two below it. */
static i64 rounded(i64 value, i64 common) {
  (void)common;
  u64 size = value < 0 ? -(u64)value : (u64)value;
  u64 power = size ? (u64)1 << (63 - __builtin_clzll(size)) : 0;
  return (i64)(value < 0 ? -power : power);
}

static u32 edit_merge(const Simplifier *s, const SpotRow *r, u32 low, u32 high, bool *ret_ok) {
  return change_values(s, r, low, high, merged, ret_ok);
}

static u32 edit_spaces(const Simplifier *s, const SpotRow *r, u32 low, u32 high, bool *ret_ok) {
  return change_values(s, r, low, high, spaced, ret_ok);
}

static u32 edit_halve(const Simplifier *s, const SpotRow *r, u32 low, u32 high, bool *ret_ok) {
  return change_values(s, r, low, high, halved, ret_ok);
}

static u32 edit_round(const Simplifier *s, const SpotRow *r, u32 low, u32 high, bool *ret_ok) {
  return change_values(s, r, low, high, rounded, ret_ok);
}

/* Unit k is the k-th value that comes, the commonest left out: it stands between the others.  It becomes the
 * simplest one that no unit before it has; a unit that has it gets the old one. */
static u32 edit_letters(const Simplifier *s, const SpotRow *r, u32 low, u32 high, bool *ret_ok) {
  bool is_known[256] = {0}, taken[256] = {0};
  u8 units[256] = {0}, common = (u8)commonest(s, r);
  i64 now[256] = {0};
  u32 n = 0;
  is_known[common] = taken[common] = true;
  for (u32 i = 0; i < r->n; i++) {
    u8 c = (u8)get(s, r, s->genome, i);
    now[c] = get(s, r, s->genome, i);
    if (!is_known[c]) units[n++] = c;
    is_known[c] = true;
  }
  for (u32 k = 0; k < MIN(high, n) && *ret_ok; k++) {
    i64 old = now[units[k]], letter = old;
    if (k >= low) *ret_ok = simplest(s, r, taken, &letter);
    for (u32 m = k + 1; m < n; m++)
      if (now[units[m]] == letter) now[units[m]] = old;
    now[units[k]] = letter;
    taken[(u8)letter] = true;
  }
  for (u32 i = 0; i < r->n && *ret_ok; i++)
    *ret_ok = put(s, r, i, now[(u8)get(s, r, s->genome, i)]);
  return n;
}

static u32 edit_ranks(const Simplifier *s, const SpotRow *r, u32 low, u32 high, bool *ret_ok) {
  static const u8 first[] = {'a', 'A', ' '}, last[] = {'z', 'z', '~'};
  Values distinct = {0};
  list_distinct(s, r, &distinct);
  u32 k = 0, n = distinct.n;
  while (k < ARRAY_LEN(first) && n > (u32)(last[k] - first[k] + 1)) k++;
  *ret_ok = k < ARRAY_LEN(first) && low == 0 && high >= n;
  for (u32 i = 0; i < r->n && *ret_ok; i++)
    *ret_ok = put(s, r, i, first[k] + index_of(&distinct, get(s, r, s->genome, i)));
  vec_free(&distinct);
  return n;
}

/* Unit k is the gap below the k-th value, that of the first the one above the plainest value: it becomes a part
 * smaller, by 1 at least. */
static u32 close_gaps(const Simplifier *s, const SpotRow *r, u32 low, u32 high, u64 part,
                      bool *ret_ok) {
  bool none[256] = {0};
  Values distinct = {0}, moved = {0};
  i64 base = 0;
  u64 by = 0;
  list_distinct(s, r, &distinct);
  *ret_ok = simplest(s, r, none, &base);
  for (u32 k = 0; k < distinct.n; k++) {
    u64 below = k ? (u64)distinct.at[k - 1] + 1 : (u64)base;
    u64 gap = (u64)distinct.at[k] - below;
    if (k >= low && k < high && gap) by += MAX(gap / part, 1u);
    vec_push(&moved, (i64)((u64)distinct.at[k] - by));
  }
  for (u32 i = 0; i < r->n; i++)
    *ret_ok &= put(s, r, i, moved.at[index_of(&distinct, get(s, r, s->genome, i))]);
  u32 n = distinct.n;
  vec_free(&distinct);
  vec_free(&moved);
  return n;
}

static u32 edit_gaps(const Simplifier *s, const SpotRow *r, u32 low, u32 high, bool *ret_ok) {
  return close_gaps(s, r, low, high, 1, ret_ok);
}

static u32 edit_closer(const Simplifier *s, const SpotRow *r, u32 low, u32 high, bool *ret_ok) {
  return close_gaps(s, r, low, high, 8, ret_ok);
}

typedef enum RowType { ANY, TEXTS, NUMBERS } RowType;

typedef struct Edit {
  EditFn *change;
  RowType of;
  u32 depth;
} Edit;

static const Edit edits[] = {
#define EDIT(id, of, depth, what) {edit_##id, of, depth},
#include "inputs/edits.def"
#undef EDIT
};

/* ---- trying -------------------------------------------------------------------------------------- */

static bool goes_on(const Simplifier *s) {
  return s->n_left && s->work_left && clock_left(s->evaluator.deadline_ns);
}

static Err offer(Simplifier *s, bool *ret_taken) {
  Evaluation seen;
  u32 n_bytes = s->evaluator.plan.n_bytes;
  TRY(evaluator_run(&s->evaluator, s->tried, n_bytes, &seen));
  u64 work = seen.costs.n[COST_INSTRUCTIONS] + n_bytes;
  if (evaluator_asks(&s->evaluator)) work *= SLOWER_WITH_SYMBOLS;
  s->n_left--;
  s->work_left -= MIN(work, s->work_left);
  *ret_taken = seen.stop == STOP_EXIT && seen.cost == s->best.cost;
  if (!*ret_taken) return OK;
  memcpy(s->genome, s->tried, n_bytes);
  s->best = seen;
  s->is_changed = true;
  return OK;
}

/* All of these units, or else the halves of them. */
static Err try_units(Simplifier *s, const Edit *e, const SpotRow *r, u32 low, u32 high, u32 depth,
                     bool *io_taken) {
  bool ok = true, taken = false;
  if (!goes_on(s) || low >= high) return OK;
  memcpy(s->tried, s->genome, s->evaluator.plan.n_bytes);
  e->change(s, r, low, high, &ok);
  if (ok && is_simpler(s, r)) TRY(offer(s, &taken));
  *io_taken |= taken;
  if (taken || !depth || high - low < 2) return OK;
  u32 middle = low + (high - low) / 2;
  TRY(try_units(s, e, r, low, middle, depth - 1, io_taken));
  return try_units(s, e, r, middle, high, depth - 1, io_taken);
}

/* Again, as long as all together go on. */
static Err try_edit(Simplifier *s, const Edit *e, const SpotRow *r) {
  bool ok, taken = true;
  RowType kind = is_text(s, r) ? TEXTS : NUMBERS;
  for (u32 round = 0; round < 64 && taken && (e->of == ANY || e->of == kind); round++) {
    taken = false;
    memcpy(s->tried, s->genome, s->evaluator.plan.n_bytes);
    u32 n = e->change(s, r, 0, 0, &ok);
    TRY(try_units(s, e, r, 0, n, e->depth, &taken));
  }
  return OK;
}

static Err try_row(Simplifier *s, const SpotRow *r) {
  for (u32 i = 0; i < ARRAY_LEN(edits) && r->n <= MAX_ROW; i++) TRY(try_edit(s, &edits[i], r));
  return OK;
}

static Err try_rows(Simplifier *s) {
  for (u32 gene = 0; gene < s->evaluator.plan.genes.n; gene++) {
    const Gene *g = &s->evaluator.plan.genes.at[gene];
    for (u32 column = 0; column < g->group && g->n; column++) {
      SpotRow r = {0};
      collect_row(s, &gene, column, &r);
      Err err = try_row(s, &r);
      vec_free(&r);
      TRY(err);
    }
  }
  return OK;
}

/* What one edit did makes others possible. */
static Err try_all(Simplifier *s, bool *ret_changed) {
  for (*ret_changed = false, s->is_changed = true; s->is_changed; *ret_changed |= s->is_changed) {
    s->is_changed = false;
    TRY(try_rows(s));
  }
  return OK;
}

/* ---- the best ------------------------------------------------------------------------------------ */

static u32 count_bytes(const Witness *w) {
  u32 n = 0;
  for (u32 i = 0; i < w->inputs.n; i++) n += w->inputs.at[i].n_bytes;
  return n;
}

/* The genome of the best.  A run on it shows which inputs the program asks for, in how many rounds it may take. */
static Err begin(Simplifier *s, const Witness *w, bool *ret_same) {
  enum { ROUNDS = 4 };
  for (u32 round = 0; round < ROUNDS; round++) {
    u32 n = s->evaluator.plan.n_bytes;
    mem_free(s->genome);
    s->genome = evaluator_genome(&s->evaluator, w);
    TRY(evaluator_run(&s->evaluator, s->genome, n, &s->best));
    if (n == s->evaluator.plan.n_bytes) break;
  }
  s->tried = mem_dup(s->genome, MAX(s->evaluator.plan.n_bytes, 1u));
  *ret_same = s->best.stop == STOP_EXIT && s->best.cost == w->cost &&
              s->evaluator.plan.n_bytes == count_bytes(w);
  return OK;
}

static Err simplify(Simplifier *s, SizeSearch *t, u64 limit_ns) {
  bool is_same;
  TRY(begin(s, &t->best, &is_same));
  if (!is_same) return OK;
  s->evaluator.is_quiet = true;
  s->evaluator.max_instructions = s->best.costs.n[COST_INSTRUCTIONS] * LONGER_THAN_BEST;
  s->n_left = MAX_RUNS;
  s->work_left = max_work;
  bool is_changed;
  TRY(try_all(s, &is_changed));
  if (!is_changed) return OK;
  Witness w;
  TRY(evaluator_witness(&s->evaluator, s->genome, s->evaluator.plan.n_bytes, &w));
  evaluator_rest(&s->evaluator);
  return size_search_exchange(t, &w, &s->best.costs, limit_ns);
}

/* Bytes of unknown type: letters if they look like it, else words. */
static u32 reading_of(const Witness *w) {
  enum { AS_WORDS, AS_LETTERS };
  for (u32 i = 0; i < w->inputs.n; i++)
    for (u32 k = 0; k < w->inputs.at[i].n_bytes; k++) {
      u8 c = w->inputs.at[i].bytes[k];
      if (w->inputs.at[i].n_bytes > 8 && (c < ' ' || c > '~')) return AS_WORDS;
    }
  return AS_LETTERS;
}

/* What a law of inputs made is as simple as the law. */
Err simplify_best(SizeSearch *t, u64 limit_ns) {
  if (!t->best.is_found || t->best.uninit.n || t->how == ORIGIN_inputs) return OK;
  Simplifier s = {0};
  Err err = evaluator_open(t, reading_of(&t->best), clock_after(limit_ns), &s.evaluator);
  if (err == OK) err = simplify(&s, t, limit_ns);
  mem_free(s.genome);
  mem_free(s.tried);
  evaluator_close(&s.evaluator);
  return err;
}
