/* gf2.c — Gauss-Jordan elimination on rows of bits, 64 columns to a word.
 *
 * An AND that must hold is taken apart into its inputs; the XOR gates below what must hold become
 * rows.  A variable that gets a single value is a fact.  An AND of sums that must not hold is the
 * question whether two words of sums differ: sums that the system fixes are facts, and one of the
 * others has to fail.  Facts may bring new sums, so all this is repeated a few times.  The work is bounded before it begins: a question that is too large gets no
 * answer.
 */
#include "solver/linear/gf2.h"

#include "base/sort.h"

enum {
  MAX_COLUMNS = 1 << 13,
  MAX_WORDS_OF_FORMS = 1 << 22, /* 32 MB */
  MAX_WORK = 1 << 27,           /* words added in one elimination: a tenth of a second */
  MAX_ROUNDS = 16,              /* facts that bring new sums */
  MAX_DIFFERING = 256,          /* sums under one AND */
};

void gf2_done(Gf2 *g) {
  map_done(&g->value_of);
  vec_free(&g->required);
  vec_free(&g->differing);
  vec_free(&g->ends);
  vec_free(&g->sums);
  vec_free(&g->columns);
  map_done(&g->column_of);
  map_done(&g->row_of);
  vec_free(&g->forms);
  vec_free(&g->rows);
  vec_free(&g->pivots);
  vec_free(&g->stack);
  vec_free(&g->facts);
}

/* ---- what must hold ------------------------------------------------------------------------------ */

/* False: the opposite must hold, too. */
static bool require(Gf2 *g, Lit a) {
  if (lit_is_const(a)) return a == LIT_TRUE;
  bool is_fresh;
  u64 *value = map_at(&g->value_of, lit_gate(a), &is_fresh);
  u64 wanted = 2 - (a & 1);
  assert(is_fresh || *value == 1 || *value == 2);
  if (!is_fresh) return *value == wanted;
  *value = wanted;
  vec_push(&g->required, a);
  return true;
}

/* An AND that holds is its inputs. */
static bool take_apart(Gf2 *g, const Circuit *c) {
  for (; g->n_seen < g->required.n; g->n_seen++) {
    Lit a = g->required.at[g->n_seen];
    const Gate *gate = &c->gates.at[lit_gate(a)];
    if (gate->kind != GATE_AND || (a & 1)) continue;
    if (!require(g, gate->in[0]) || !require(g, gate->in[1])) return false;
  }
  return true;
}

/* ---- sums ---------------------------------------------------------------------------------------- */

static bool is_sum(const Circuit *c, u32 gate) { return c->gates.at[gate].kind == GATE_XOR; }

static void add_column(Gf2 *g, u32 gate) {
  bool is_fresh;
  u64 *column = map_at(&g->column_of, gate, &is_fresh);
  if (!is_fresh) return;
  vec_push(&g->columns, gate);
  *column = g->columns.n;
}

/* Collects the XOR gates from here down to the first gates of another kind. */
static void collect(Gf2 *g, const Circuit *c, u32 gate) {
  vec_push(&g->stack, gate);
  while (g->stack.n) {
    u32 at = vec_pop(&g->stack);
    bool is_fresh;
    if (!is_sum(c, at)) {
      add_column(g, at);
      continue;
    }
    map_at(&g->row_of, at, &is_fresh);
    if (!is_fresh) continue;
    vec_push(&g->sums, at);
    for (u32 i = 0; i < 2; i++) vec_push(&g->stack, lit_gate(c->gates.at[at].in[i]));
  }
}

/* A sum of more than two variables, which can combine with others.  We skip mere disequalities of
 * two words. */
static bool is_long_sum(const Circuit *c, u32 gate) {
  const Gate *g = &c->gates.at[gate];
  return is_sum(c, gate) && (is_sum(c, lit_gate(g->in[0])) || is_sum(c, lit_gate(g->in[1])));
}

/* The inputs of an AND of any number of sums become a group, if that is what it is. */
static void add_differing(Gf2 *g, const Circuit *c, u32 gate) {
  u32 begin = g->differing.n;
  bool fits = true;
  vec_clear(&g->stack);
  vec_push(&g->stack, (Lit)gate << 1);
  while (g->stack.n && fits) {
    Lit a = vec_pop(&g->stack);
    const Gate *at = &c->gates.at[lit_gate(a)];
    if (at->kind == GATE_AND && !(a & 1)) {
      for (u32 i = 0; i < 2; i++) vec_push(&g->stack, at->in[i]);
    } else {
      fits = is_long_sum(c, lit_gate(a)) && g->differing.n - begin < MAX_DIFFERING;
      if (fits) vec_push(&g->differing, a);
    }
  }
  vec_clear(&g->stack);
  if (fits)
    vec_push(&g->ends, g->differing.n);
  else
    g->differing.n = begin;
}

static void find_differing(Gf2 *g, const Circuit *c) {
  vec_clear(&g->differing);
  vec_clear(&g->ends);
  for (u32 i = 0; i < g->required.n; i++) {
    Lit a = g->required.at[i];
    if (c->gates.at[lit_gate(a)].kind == GATE_AND && (a & 1)) add_differing(g, c, lit_gate(a));
  }
}

static void collect_all(Gf2 *g, const Circuit *c) {
  vec_clear(&g->sums);
  vec_clear(&g->columns);
  map_clear(&g->column_of);
  map_clear(&g->row_of);
  for (u32 i = 0; i < g->required.n; i++)
    if (is_sum(c, lit_gate(g->required.at[i]))) collect(g, c, lit_gate(g->required.at[i]));
  for (u32 i = 0; i < g->differing.n; i++) collect(g, c, lit_gate(g->differing.at[i]));
  g->n_words = g->columns.n / 64 + 1; /* the constant is one more */
}

static bool is_too_large(const Gf2 *g) {
  u64 n_rows = g->required.n + g->differing.n;
  return g->columns.n > MAX_COLUMNS || (u64)g->n_words * g->sums.n > MAX_WORDS_OF_FORMS ||
         g->n_words * n_rows * MIN(g->required.n, g->columns.n) > MAX_WORK;
}

/* False: there are none, or too many. */
static bool find_sums(Gf2 *g, const Circuit *c) {
  find_differing(g, c);
  collect_all(g, c);
  if (g->ends.n && is_too_large(g)) { /* then without these */
    vec_clear(&g->differing);
    vec_clear(&g->ends);
    collect_all(g, c);
  }
  if (!g->sums.n || is_too_large(g)) return false;
  u32_sort(g->sums.at, g->sums.n);
  return true;
}

static void flip(u64 *row, u32 column) { row[column / 64] ^= 1ull << (column % 64); }

static bool has(const u64 *row, u32 column) { return row[column / 64] >> (column % 64) & 1; }

static void add_row(const Gf2 *g, u64 *to, const u64 *from) {
  for (u32 i = 0; i < g->n_words; i++) to[i] ^= from[i];
}

static void make_forms(Gf2 *g, const Circuit *c) {
  vec_clear(&g->forms);
  vec_resize(&g->forms, g->sums.n * g->n_words);
  for (u32 i = 0; i < g->sums.n; i++) {
    u64 *form = g->forms.at + (size_t)i * g->n_words;
    const Gate *gate = &c->gates.at[g->sums.at[i]];
    map_put(&g->row_of, g->sums.at[i], i + 1);
    for (u32 k = 0; k < 2; k++) {
      u32 in = lit_gate(gate->in[k]);
      assert(in < g->sums.at[i]); /* its form is there already */
      if (is_sum(c, in))
        add_row(g, form, g->forms.at + (*map_find(&g->row_of, in) - 1) * g->n_words);
      else
        flip(form, (u32)*map_find(&g->column_of, in) - 1);
    }
  }
}

/* ---- elimination --------------------------------------------------------------------------------- */

static u64 *row_at(const Gf2 *g, u32 i) {
  assert((size_t)(i + 1) * g->n_words <= g->rows.n);
  return g->rows.at + (size_t)i * g->n_words;
}

/* The first variable of a row; g->columns.n when it has none. */
static u32 first_of(const Gf2 *g, const u64 *row) {
  for (u32 i = 0; i < g->n_words; i++) {
    if (!row[i]) continue;
    u32 column = i * 64 + (u32)__builtin_ctzll(row[i]);
    return MIN(column, g->columns.n);
  }
  return g->columns.n;
}

/* Adds the last row of g->rows to the reduced system before it; false: it says 0 = 1. */
static bool reduce_last(Gf2 *g) {
  u32 n = g->pivots.n;
  assert(g->rows.n == (n + 1) * g->n_words);
  u64 *row = row_at(g, n);
  for (u32 i = 0; i < n; i++)
    if (has(row, g->pivots.at[i])) add_row(g, row, row_at(g, i));
  u32 pivot = first_of(g, row);
  if (pivot == g->columns.n) {
    bool is_false = has(row, g->columns.n);
    g->rows.n -= g->n_words;
    return !is_false;
  }
  for (u32 i = 0; i < n; i++)
    if (has(row_at(g, i), pivot)) add_row(g, row_at(g, i), row);
  vec_push(&g->pivots, pivot);
  return true;
}

/* gate = value as a row: its form, or a single variable; false: the system has no such gate. */
static bool push_equation(Gf2 *g, const Circuit *c, u32 gate, bool value) {
  const u64 *form = map_find(is_sum(c, gate) ? &g->row_of : &g->column_of, gate);
  if (!form) return false;
  u64 at = *form - 1;
  vec_resize(&g->rows, g->rows.n + g->n_words);
  u64 *row = g->rows.at + (g->rows.n - g->n_words);
  if (is_sum(c, gate))
    add_row(g, row, g->forms.at + at * g->n_words);
  else
    flip(row, (u32)at);
  if (value) flip(row, g->columns.n);
  return true;
}

static bool eliminate(Gf2 *g, const Circuit *c) {
  vec_clear(&g->rows);
  vec_clear(&g->pivots);
  for (u32 i = 0; i < g->required.n; i++) {
    Lit a = g->required.at[i];
    if (push_equation(g, c, lit_gate(a), !(a & 1)) && !reduce_last(g)) return false;
    assert(g->rows.n == g->pivots.n * g->n_words);
  }
  return true;
}

/* ---- what follows -------------------------------------------------------------------------------- */

static bool add_fact(Gf2 *g, Lit a) {
  if (!map_find(&g->value_of, lit_gate(a))) vec_push(&g->facts, a);
  return require(g, a);
}

/* Requires the variables that have one value; false: contradiction. */
static bool find_facts(Gf2 *g) {
  for (u32 i = 0; i < g->pivots.n; i++) {
    u64 *row = row_at(g, i);
    bool value = has(row, g->columns.n);
    assert(has(row, g->pivots.at[i]));
    if (value) flip(row, g->columns.n);
    flip(row, g->pivots.at[i]);
    bool is_single = true;
    for (u32 k = 0; k < g->n_words && is_single; k++) is_single = !row[k];
    flip(row, g->pivots.at[i]);
    if (value) flip(row, g->columns.n);
    u32 gate = g->columns.at[g->pivots.at[i]];
    if (!is_single || map_find(&g->value_of, gate)) continue;
    if (!add_fact(g, lit_if((Lit)gate << 1, !value))) return false;
  }
  return true;
}

/* The value of a sum in all solutions; -1: it has both. */
static int value_of_sum(Gf2 *g, const Circuit *c, u32 gate) {
  push_equation(g, c, gate, false);
  u64 *row = row_at(g, g->pivots.n);
  for (u32 i = 0; i < g->pivots.n; i++)
    if (has(row, g->pivots.at[i])) add_row(g, row, row_at(g, i));
  int value = first_of(g, row) == g->columns.n ? has(row, g->columns.n) : -1;
  g->rows.n -= g->n_words;
  return value;
}

/* Of each group one has to fail; false: none can.  *ret_is_new: one is left that does, which the system
 * does not say yet. */
static bool differ(Gf2 *g, const Circuit *c, bool *ret_is_new) {
  *ret_is_new = false;
  for (u32 i = 0, at = 0; i < g->ends.n; i++) {
    Lit open = LIT_FALSE;
    u32 n_open = 0;
    bool fails = false;
    for (; at < g->ends.at[i]; at++) {
      Lit a = g->differing.at[at];
      int value = value_of_sum(g, c, lit_gate(a));
      if (value >= 0) {
        fails |= value == (int)(a & 1);
        if (!add_fact(g, lit_if((Lit)lit_gate(a) << 1, !value))) return false;
      } else {
        open = a;
        n_open++;
      }
    }
    if (fails || n_open > 1) continue;
    if (!n_open || !add_fact(g, lit_not(open))) return false;
    *ret_is_new = true;
  }
  return true;
}

static bool is_solved(const Gf2 *g, const Circuit *c) {
  for (u32 i = 0; i < g->required.n; i++) {
    Lit a = g->required.at[i];
    const Gate *gate = &c->gates.at[lit_gate(a)];
    bool is_apart = gate->kind == GATE_AND && !(a & 1);
    if (!is_apart && gate->kind != GATE_XOR && gate->kind != GATE_INPUT) return false;
  }
  for (u32 i = 0; i < g->columns.n; i++)
    if (c->gates.at[g->columns.at[i]].kind != GATE_INPUT) return false;
  return true;
}

Gf2Outcome gf2_solve(Gf2 *g, const Circuit *c, const Lit *roots, u32 n) {
  map_clear(&g->value_of);
  vec_clear(&g->required);
  vec_clear(&g->facts);
  g->n_seen = 0;
  for (u32 i = 0; i < n; i++)
    if (!require(g, roots[i])) return GF2_REFUTED;
  if (!take_apart(g, c)) return GF2_REFUTED;
  for (u32 round = 0; round < MAX_ROUNDS; round++) {
    if (!find_sums(g, c)) return GF2_SILENT;
    make_forms(g, c);
    bool is_new;
    if (!eliminate(g, c) || !find_facts(g) || !differ(g, c, &is_new)) return GF2_REFUTED;
    u32 n_before = g->required.n;
    if (!take_apart(g, c)) return GF2_REFUTED;
    if (!is_new && g->required.n == n_before) break; /* no fact gave another sum */
  }
  return is_solved(g, c) ? GF2_SOLVED : GF2_PARTLY;
}

void gf2_complete(const Gf2 *g, bool *io_values) {
  for (u32 i = 0; i < g->pivots.n; i++) {
    const u64 *row = row_at(g, i);
    bool value = has(row, g->columns.n);
    assert(has(row, g->pivots.at[i]));
    for (u32 column = 0; column < g->columns.n; column++)
      if (column != g->pivots.at[i] && has(row, column)) value ^= io_values[column];
    io_values[g->pivots.at[i]] = value;
  }
}
