/* gf2.c — Gauss-Jordan elimination on rows of bits, 64 columns to a word.
 *
 * An AND that must hold is taken apart into its inputs; the XOR gates below what must hold become
 * rows.  A variable that gets a single value is a fact.  Facts may bring new sums, so all this is
 * repeated a few times.  The work is bounded before it begins: a question that is too large gets no
 * answer.
 */
#include "solver/gf2.h"

#include "base/sort.h"

enum {
  MAX_COLUMNS = 1 << 13,
  MAX_WORDS_OF_FORMS = 1 << 22, /* 32 MB */
  MAX_WORK = 1 << 27,           /* words added in one elimination: a tenth of a second */
  MAX_ROUNDS = 16,              /* facts that bring new sums */
};

void gf2_done(Gf2 *g) {
  map_done(&g->value_of);
  vec_free(&g->required);
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

static bool is_sum(const Circuit *c, u32 gate) {
  return c->gates.at[gate].kind == GATE_XOR;
}

static void add_column(Gf2 *g, u32 gate) {
  bool is_fresh;
  u64 *column = map_at(&g->column_of, gate, &is_fresh);
  if (!is_fresh) return;
  vec_push(&g->columns, gate);
  *column = g->columns.n;
}

/* The XOR gates from here down to what is none. */
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

/* False: there are none, or too many. */
static bool find_sums(Gf2 *g, const Circuit *c) {
  vec_clear(&g->sums);
  vec_clear(&g->columns);
  map_clear(&g->column_of);
  map_clear(&g->row_of);
  for (u32 i = 0; i < g->required.n; i++)
    if (is_sum(c, lit_gate(g->required.at[i]))) collect(g, c, lit_gate(g->required.at[i]));
  if (!g->sums.n || g->columns.n > MAX_COLUMNS) return false;
  g->n_words = g->columns.n / 64 + 1; /* the constant is one more */
  if ((u64)g->n_words * g->sums.n > MAX_WORDS_OF_FORMS) return false;
  if ((u64)g->n_words * g->required.n * MIN(g->required.n, g->columns.n) > MAX_WORK) return false;
  u32_sort(g->sums.at, g->sums.n);
  return true;
}

static void flip(u64 *row, u32 column) {
  row[column / 64] ^= 1ull << (column % 64);
}

static bool has(const u64 *row, u32 column) {
  return row[column / 64] >> (column % 64) & 1;
}

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
      if (is_sum(c, in))
        add_row(g, form, g->forms.at + (*map_find(&g->row_of, in) - 1) * g->n_words);
      else
        flip(form, (u32)*map_find(&g->column_of, in) - 1);
    }
  }
}

/* ---- elimination --------------------------------------------------------------------------------- */

static u64 *row_at(const Gf2 *g, u32 i) {
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
  }
  return true;
}

/* ---- what follows -------------------------------------------------------------------------------- */

/* Requires the variables that have one value; false: contradiction. */
static bool find_facts(Gf2 *g) {
  for (u32 i = 0; i < g->pivots.n; i++) {
    u64 *row = row_at(g, i);
    bool value = has(row, g->columns.n);
    if (value) flip(row, g->columns.n);
    flip(row, g->pivots.at[i]);
    bool is_single = true;
    for (u32 k = 0; k < g->n_words && is_single; k++) is_single = !row[k];
    flip(row, g->pivots.at[i]);
    if (value) flip(row, g->columns.n);
    u32 gate = g->columns.at[g->pivots.at[i]];
    if (!is_single || map_find(&g->value_of, gate)) continue;
    Lit fact = lit_if((Lit)gate << 1, !value);
    vec_push(&g->facts, fact);
    if (!require(g, fact)) return false;
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
    if (!eliminate(g, c) || !find_facts(g)) return GF2_REFUTED;
    u32 n_before = g->required.n;
    if (!take_apart(g, c)) return GF2_REFUTED;
    if (g->required.n == n_before) break; /* no fact brought another sum */
  }
  return is_solved(g, c) ? GF2_SOLVED : GF2_PARTLY;
}

void gf2_complete(const Gf2 *g, bool *io_values) {
  for (u32 i = 0; i < g->pivots.n; i++) {
    const u64 *row = row_at(g, i);
    bool value = has(row, g->columns.n);
    for (u32 column = 0; column < g->columns.n; column++)
      if (column != g->pivots.at[i] && has(row, column)) value ^= io_values[column];
    io_values[g->pivots.at[i]] = value;
  }
}
