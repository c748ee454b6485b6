/* bit_solver.c — one question: its cone of gates, the sums in it, and rounds of SAT and lemmas.
 *
 * The cone is what the terms reach in the circuit, with the reads of arrays and their lemmas; only
 * its inputs go into the model, since gates of older questions have values, too.  Elimination
 * (gf2.h) comes first: it refutes, or its facts are assumed.  It is left out when a core is wanted,
 * as it does not know which terms it used.  If a model gets a read wrong, lemmas are added
 * (bit_reads.c) and the solver is asked again.
 */
#include "solver/bits/bit_solver_impl.h"

#include "base/sort.h"

enum {
  /* Clauses are made anew when they are more than SPARE gates and LOAD times what the question
   * needs: the solver gives a value to each gate that it has, needed or not. */
  LOAD = 4,
  SPARE = SIZED(20000, 200),
  MAX_ROUNDS = 10000, /* of lemmas about arrays */
};

BitSolver *bit_solver_new(void) {
  BitSolver *s = NEW(BitSolver);
  blaster_init(&s->blaster);
  s->eval = eval_new();
  return s;
}

BitSolver *bit_solver_free(BitSolver *s) {
  if (!s) return NULL;
  sat_free(s->sat);
  blaster_done(&s->blaster);
  eval_free(s->eval);
  for (u32 i = 0; i < s->lemmas.n; i++) vec_free(&s->lemmas.at[i]);
  vec_free(&s->lemmas);
  vec_free(&s->n_instances);
  map_done(&s->is_added);
  vec_free(&s->roots);
  vec_free(&s->assumed);
  gf2_done(&s->sums);
  vec_free(&s->summed);
  vec_free(&s->stamps);
  vec_free(&s->read_stamps);
  vec_free(&s->todo);
  vec_free(&s->gates);
  vec_free(&s->implied);
  vec_free(&s->reads);
  map_done(&s->reader_of);
  return mem_free(s);
}

/* ---- what belongs to a question ------------------------------------------------------------------ */

static void drop_clauses(BitSolver *s) {
  s->sat = sat_free(s->sat);
  map_clear(&s->is_added);
}

static void refresh(BitSolver *s, SatLimit limit) {
  blaster_refresh(&s->blaster, limit);
  if (s->n_forgotten == s->blaster.n_forgotten) return;
  s->n_forgotten = s->blaster.n_forgotten;
  drop_clauses(s);
  for (u32 i = 0; i < s->lemmas.n; i++) vec_free(&s->lemmas.at[i]);
  vec_clear(&s->lemmas);
  vec_clear(&s->n_instances);
  vec_clear(&s->stamps);
  vec_clear(&s->read_stamps);
  vec_clear(&s->summed);
}

/* The literal of each term; false: too large. */
static bool find_roots(BitSolver *s, const Expr *terms, u32 n) {
  vec_clear(&s->roots);
  for (u32 i = 0; i < n; i++) {
    Lit root;
    if (!blaster_lit(&s->blaster, terms[i], &root)) return false;
    vec_push(&s->roots, root);
  }
  return true;
}

/* The same, but starts an empty circuit if the circuit of other questions leaves no room for it. */
static bool begin(BitSolver *s, const Expr *terms, u32 n, SatLimit limit, Reason *ret_reason) {
  *ret_reason = REASON_NONE;
  refresh(s, limit);
  bool was_empty = s->blaster.circuit.gates.n == 1;
  if (find_roots(s, terms, n)) return true;
  if (!was_empty && !sat_limit_is_over(&limit)) {
    blaster_forget(&s->blaster);
    refresh(s, limit);
    if (find_roots(s, terms, n)) return true;
  }
  *ret_reason = sat_limit_is_over(&limit) ? REASON_TIMEOUT : REASON_TOO_LARGE;
  return false;
}

/* Two stages ask about the same roots one after the other. */
static Gf2Outcome sums_of(BitSolver *s) {
  bool is_same = s->summed.n && s->summed.n == s->roots.n &&
                 !memcmp(s->summed.at, s->roots.at, s->roots.n * sizeof *s->roots.at);
  if (is_same) return s->outcome;
  vec_clear(&s->summed);
  vec_append(&s->summed, s->roots.at, s->roots.n);
  s->outcome = gf2_solve(&s->sums, &s->blaster.circuit, s->roots.at, s->roots.n);
  return s->outcome;
}

static void reach(BitSolver *s, Lit a) {
  u32 *stamp = &s->stamps.at[lit_gate(a)];
  if (*stamp == s->stamp) return;
  *stamp = s->stamp;
  vec_push(&s->todo, lit_gate(a));
}

/* A read brings its index and what is known of it. */
static void reach_read(BitSolver *s, u32 read) {
  assert(read < s->blaster.reads.n);
  if (s->read_stamps.at[read] == s->stamp) return;
  s->read_stamps.at[read] = s->stamp;
  vec_push(&s->reads, read);
  const Read *r = &s->blaster.reads.at[read];
  for (u32 i = 0; i < expr_width(r->term); i++) reach(s, s->blaster.pool.at[r->lits + i]);
  if (expr_kind(r->term) == EXPR_SELECT) {
    Expr index = expr_kid(r->term, 1);
    const Lit *bits = blaster_bits(&s->blaster, index);
    for (u32 i = 0; i < expr_width(index); i++) reach(s, bits[i]);
  }
  if (read >= s->lemmas.n) return;
  for (u32 i = 0; i < s->lemmas.at[read].n; i++) reach(s, s->lemmas.at[read].at[i]);
}

static void walk_gate(BitSolver *s, u32 gate) {
  assert(gate < s->blaster.circuit.gates.n);
  const Gate *g = &s->blaster.circuit.gates.at[gate];
  u64 implied;
  vec_push(&s->gates, gate);
  if (map_get(&s->blaster.implied, gate, &implied)) {
    vec_push(&s->implied, (Lit)implied);
    reach(s, (Lit)implied);
  }
  if (g->kind == GATE_INPUT && g->in[0] == INPUT_READ) reach_read(s, g->in[1]);
  for (u32 i = 0; i < gate_arity(g->kind); i++) reach(s, g->in[i]);
}

static void find_cone(BitSolver *s) {
  assert(!s->todo.n);
  vec_resize(&s->stamps, s->blaster.circuit.gates.n);
  vec_resize(&s->read_stamps, s->blaster.reads.n);
  s->stamp++;
  vec_clear(&s->gates);
  vec_clear(&s->implied);
  vec_clear(&s->reads);
  for (u32 i = 0; i < s->roots.n; i++) reach(s, s->roots.at[i]);
  while (s->todo.n) walk_gate(s, vec_pop(&s->todo));
  if (s->reads.n) u32_sort(s->reads.at, s->reads.n);
}

/* ---- clauses ------------------------------------------------------------------------------------- */

static void add_once(BitSolver *s, const LitVec *all) {
  for (u32 i = 0; i < all->n; i++) {
    bool is_fresh;
    map_at(&s->is_added, all->at[i], &is_fresh);
    if (is_fresh) sat_add(s->sat, all->at[i]);
  }
}

/* Everything that the question reads gets a value. */
static void need_cone(BitSolver *s) {
  if (s->sat && sat_size(s->sat) > SPARE && sat_size(s->sat) / LOAD > s->gates.n) drop_clauses(s);
  if (!s->sat) s->sat = sat_new(&s->blaster.circuit);
  add_once(s, &s->implied);
  for (u32 i = 0; i < s->reads.n; i++) {
    const Read *r = &s->blaster.reads.at[s->reads.at[i]];
    for (u32 k = 0; k < expr_width(r->term); k++) sat_need(s->sat, s->blaster.pool.at[r->lits + k]);
    if (expr_kind(r->term) == EXPR_SELECT) {
      Expr index = expr_kid(r->term, 1);
      const Lit *bits = blaster_bits(&s->blaster, index);
      for (u32 k = 0; k < expr_width(index); k++) sat_need(s->sat, bits[k]);
    }
    if (s->reads.at[i] < s->lemmas.n) add_once(s, &s->lemmas.at[s->reads.at[i]]);
  }
}

static void set_bit(Model *m, u32 at, bool value) {
  u8 byte = model_byte(m, at / 8), mask = (u8)(1u << at % 8);
  model_set_byte(m, at / 8, value ? byte | mask : byte & (u8)~mask);
}

/* Only inputs in the cone: another question's have values, too. */
static void cells_to_model(BitSolver *s, Model *io_model) {
  for (u32 i = 0; i < s->gates.n; i++) {
    const Gate *g = &s->blaster.circuit.gates.at[s->gates.at[i]];
    if (g->kind != GATE_INPUT || g->in[0] != INPUT_CELL) continue;
    set_bit(io_model, g->in[1], sat_value(s->sat, (Lit)s->gates.at[i] << 1));
  }
}

static Answer core_of(BitSolver *s, bool *ret_in_core) {
  for (u32 i = 0; ret_in_core && i < s->roots.n; i++)
    ret_in_core[i] = sat_failed(s->sat, s->roots.at[i]);
  return ANSWER_NO;
}

/* What is assumed of the clauses: the roots and, unless the caller wants to know which of them were
 * needed, what follows from their sums.  False: these have no solution. */
static bool assume_roots(BitSolver *s, bool with_sums) {
  vec_clear(&s->assumed);
  vec_append(&s->assumed, s->roots.at, s->roots.n);
  if (!with_sums) return true;
  Gf2Outcome outcome = sums_of(s);
  if (outcome == GF2_PARTLY) vec_append(&s->assumed, s->sums.facts.at, s->sums.facts.n);
  return outcome != GF2_REFUTED;
}

Answer bit_solver_check(BitSolver *s, const Expr *terms, u32 n, SatLimit limit, Model *io_model,
                        bool *ret_in_core, Reason *ret_reason) {
  if (!begin(s, terms, n, limit, ret_reason)) return ANSWER_UNKNOWN;
  if (!assume_roots(s, !ret_in_core)) return ANSWER_NO;
  for (u32 round = 0; round < MAX_ROUNDS; round++) {
    find_cone(s);
    need_cone(s);
    Answer a = sat_solve(s->sat, s->assumed.at, s->assumed.n, limit, ret_reason);
    if (a == ANSWER_NO) return core_of(s, ret_in_core);
    if (a == ANSWER_UNKNOWN) return a;
    cells_to_model(s, io_model);
    bit_reads_to_model(s, io_model);
    Refined refined = bit_reads_refine(s, io_model);
    if (refined == READS_RIGHT) return ANSWER_YES;
    *ret_reason = REASON_INCOMPLETE;
    if (refined == READS_FAILED) {
      if (sat_limit_is_over(&limit)) *ret_reason = REASON_TIMEOUT;
      return ANSWER_UNKNOWN;
    }
  }
  return ANSWER_UNKNOWN;
}

/* Gate `gate` is a bit of an input, not of a read. */
static bool is_cell(const BitSolver *s, u32 gate) {
  const Gate *g = &s->blaster.circuit.gates.at[gate];
  return g->kind == GATE_INPUT && g->in[0] == INPUT_CELL;
}

static u32 cell_of(const BitSolver *s, u32 gate) {
  assert(is_cell(s, gate));
  return s->blaster.circuit.gates.at[gate].in[1];
}

/* Takes the values of all inputs from the solved system; false: one is a read. */
static bool sums_to_model(BitSolver *s, Model *io_model) {
  const Gf2 *g = &s->sums;
  bool *values = mem_new(g->columns.n + 1);
  bool fits = true;
  for (u32 i = 0; i < g->columns.n && fits; i++) {
    u32 gate = g->columns.at[i];
    fits = is_cell(s, gate);
    if (fits) values[i] = model_byte(io_model, cell_of(s, gate) / 8) >> (cell_of(s, gate) % 8) & 1;
  }
  if (fits) gf2_complete(g, values);
  for (u32 i = 0; i < g->columns.n && fits; i++)
    set_bit(io_model, cell_of(s, g->columns.at[i]), values[i]);
  for (u32 i = 0; i < g->required.n && fits; i++) { /* inputs that are in no sum */
    Lit a = g->required.at[i];
    if (s->blaster.circuit.gates.at[lit_gate(a)].kind != GATE_INPUT) continue;
    fits = is_cell(s, lit_gate(a));
    if (fits) set_bit(io_model, cell_of(s, lit_gate(a)), !(a & 1));
  }
  mem_free(values);
  return fits;
}

Answer bit_solver_sums(BitSolver *s, const Expr *terms, u32 n, SatLimit limit, Model *io_model) {
  Reason reason;
  if (!begin(s, terms, n, limit, &reason)) return ANSWER_UNKNOWN;
  Gf2Outcome outcome = sums_of(s);
  if (outcome == GF2_REFUTED) return ANSWER_NO;
  return outcome == GF2_SOLVED && sums_to_model(s, io_model) ? ANSWER_YES : ANSWER_UNKNOWN;
}
