/* bit_solver.c — see bit_solver.h. */
#include "solver/bit_solver_impl.h"

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
  vec_free(&s->stamps);
  vec_free(&s->read_stamps);
  vec_free(&s->todo);
  vec_free(&s->gates);
  vec_free(&s->reads);
  map_done(&s->reader_of);
  return mem_free(s);
}

/* ---- what belongs to a question ------------------------------------------------------------------ */

static void drop_clauses(BitSolver *s) {
  s->sat = sat_free(s->sat);
  map_clear(&s->is_added);
}

static void refresh(BitSolver *s) {
  blaster_refresh(&s->blaster);
  if (s->n_forgotten == s->blaster.n_forgotten) return;
  s->n_forgotten = s->blaster.n_forgotten;
  drop_clauses(s);
  for (u32 i = 0; i < s->lemmas.n; i++) vec_free(&s->lemmas.at[i]);
  vec_clear(&s->lemmas);
  vec_clear(&s->n_instances);
  vec_clear(&s->stamps);
  vec_clear(&s->read_stamps);
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

static void reach(BitSolver *s, Lit a) {
  u32 *stamp = &s->stamps.at[lit_gate(a)];
  if (*stamp == s->stamp) return;
  *stamp = s->stamp;
  vec_push(&s->todo, lit_gate(a));
}

/* A read brings its index and what is known of it. */
static void reach_read(BitSolver *s, u32 read) {
  if (s->read_stamps.at[read] == s->stamp) return;
  s->read_stamps.at[read] = s->stamp;
  vec_push(&s->reads, read);
  const Read *r = &s->blaster.reads.at[read];
  for (u32 i = 0; i < expr_width(r->select); i++) reach(s, s->blaster.pool.at[r->lits + i]);
  Expr index = expr_kid(r->select, 1);
  const Lit *bits = blaster_bits(&s->blaster, index);
  for (u32 i = 0; i < expr_width(index); i++) reach(s, bits[i]);
  if (read >= s->lemmas.n) return;
  for (u32 i = 0; i < s->lemmas.at[read].n; i++) reach(s, s->lemmas.at[read].at[i]);
}

static void walk_gate(BitSolver *s, u32 gate) {
  const Gate *g = &s->blaster.circuit.gates.at[gate];
  vec_push(&s->gates, gate);
  if (g->kind == GATE_INPUT && g->in[0] == INPUT_READ) reach_read(s, g->in[1]);
  for (u32 i = 0; i < gate_arity(g->kind); i++) reach(s, g->in[i]);
}

static void find_cone(BitSolver *s) {
  vec_resize(&s->stamps, s->blaster.circuit.gates.n);
  vec_resize(&s->read_stamps, s->blaster.reads.n);
  s->stamp++;
  vec_clear(&s->gates);
  vec_clear(&s->reads);
  for (u32 i = 0; i < s->roots.n; i++) reach(s, s->roots.at[i]);
  while (s->todo.n) walk_gate(s, vec_pop(&s->todo));
  if (s->reads.n) u32_sort(s->reads.at, s->reads.n);
}

/* ---- clauses ------------------------------------------------------------------------------------- */

static void add_lemmas(BitSolver *s, u32 read) {
  if (read >= s->lemmas.n) return;
  const LitVec *lemmas = &s->lemmas.at[read];
  for (u32 i = 0; i < lemmas->n; i++) {
    bool is_fresh;
    map_at(&s->is_added, lemmas->at[i], &is_fresh);
    if (is_fresh) sat_add(s->sat, lemmas->at[i]);
  }
}

/* Everything that the question reads gets a value. */
static void need_cone(BitSolver *s) {
  if (s->sat && sat_size(s->sat) > SPARE && sat_size(s->sat) / LOAD > s->gates.n) drop_clauses(s);
  if (!s->sat) s->sat = sat_new(&s->blaster.circuit);
  for (u32 i = 0; i < s->reads.n; i++) {
    const Read *r = &s->blaster.reads.at[s->reads.at[i]];
    Expr index = expr_kid(r->select, 1);
    for (u32 k = 0; k < expr_width(r->select); k++)
      sat_need(s->sat, s->blaster.pool.at[r->lits + k]);
    const Lit *bits = blaster_bits(&s->blaster, index);
    for (u32 k = 0; k < expr_width(index); k++) sat_need(s->sat, bits[k]);
    add_lemmas(s, s->reads.at[i]);
  }
}

/* Only inputs in the cone: another question's have values, too. */
static void cells_to_model(BitSolver *s, Model *io_model) {
  for (u32 i = 0; i < s->gates.n; i++) {
    const Gate *g = &s->blaster.circuit.gates.at[s->gates.at[i]];
    if (g->kind != GATE_INPUT || g->in[0] != INPUT_CELL) continue;
    u32 cell = g->in[1] / 8, bit = g->in[1] % 8;
    u8 byte = model_byte(io_model, cell), mask = (u8)(1u << bit);
    bool is_set = sat_value(s->sat, (Lit)s->gates.at[i] << 1);
    model_set_byte(io_model, cell, is_set ? byte | mask : byte & (u8)~mask);
  }
}

static Answer core_of(BitSolver *s, bool *ret_in_core) {
  for (u32 i = 0; ret_in_core && i < s->roots.n; i++)
    ret_in_core[i] = sat_failed(s->sat, s->roots.at[i]);
  return ANSWER_NO;
}

Answer bit_solver_check(BitSolver *s, const Expr *terms, u32 n, SatLimit limit, Model *io_model,
                        bool *ret_in_core, Reason *ret_reason) {
  refresh(s);
  *ret_reason = REASON_INCOMPLETE;
  if (!find_roots(s, terms, n)) return ANSWER_UNKNOWN;
  for (u32 round = 0; round < MAX_ROUNDS; round++) {
    find_cone(s);
    need_cone(s);
    Answer a = sat_solve(s->sat, s->roots.at, s->roots.n, limit, ret_reason);
    if (a == ANSWER_NO) return core_of(s, ret_in_core);
    if (a == ANSWER_UNKNOWN) return a;
    cells_to_model(s, io_model);
    bit_reads_to_model(s, io_model);
    Refined refined = bit_reads_refine(s, io_model);
    if (refined == READS_RIGHT) return ANSWER_YES;
    *ret_reason = REASON_INCOMPLETE;
    if (refined == READS_FAILED) return ANSWER_UNKNOWN;
  }
  return ANSWER_UNKNOWN;
}
