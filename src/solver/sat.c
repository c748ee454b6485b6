/* sat.c — see sat.h. */
#include "solver/sat.h"

#include "base/clock.h"

#include <ccadical.h>

struct Sat {
  const Circuit *circuit; /* borrowed */
  CCaDiCaL *solver;       /* owned */
  VEC(u32) var_of;        /* by gate; 0: it has no clauses yet */
  u32 n_vars;
  LitVec stack; /* of the walk */
  SatLimit limit;
};

/* ---- life ---------------------------------------------------------------------------------------- */

static bool is_time_up(const SatLimit *l) {
  return (l->ended && *l->ended) || (l->deadline_ns != NEVER_NS && !clock_left(l->deadline_ns));
}

/* CaDiCaL asks: true ends the question. */
static int is_to_stop(void *self) {
  Sat *s = self;
  return is_time_up(&s->limit);
}

static u32 next_var(Sat *s) {
  return ++s->n_vars;
}

Sat *sat_new(const Circuit *c) {
  Sat *s = NEW(Sat);
  s->circuit = c;
  s->solver = ccadical_init();
  ccadical_set_option(s->solver, "quiet", 1);
  /* Local search and guesses at trivial solutions, before each question: ours are too many. */
  ccadical_set_option(s->solver, "walk", 0);
  ccadical_set_option(s->solver, "lucky", 0);
  ccadical_set_terminate(s->solver, s, is_to_stop);
  vec_push(&s->var_of, next_var(s));
  ccadical_add(s->solver, -(int)s->var_of.at[0]); /* gate 0 is false */
  ccadical_add(s->solver, 0);
  return s;
}

Sat *sat_free(Sat *s) {
  if (!s) return NULL;
  ccadical_release(s->solver);
  vec_free(&s->var_of);
  vec_free(&s->stack);
  return mem_free(s);
}

u32 sat_size(const Sat *s) {
  return s->n_vars;
}

/* ---- clauses ------------------------------------------------------------------------------------- */

static int lit_of(const Sat *s, Lit a) {
  int var = (int)s->var_of.at[lit_gate(a)];
  return a & 1 ? -var : var;
}

static void clause(Sat *s, int a, int b, int c) {
  ccadical_add(s->solver, a);
  ccadical_add(s->solver, b);
  if (c) ccadical_add(s->solver, c);
  ccadical_add(s->solver, 0);
}

static void add_clauses(Sat *s, const Gate *g, int out) {
  u32 n = gate_arity(g->kind);
  int x = n ? lit_of(s, g->in[0]) : 0, y = n ? lit_of(s, g->in[1]) : 0;
  int z = n > 2 ? lit_of(s, g->in[2]) : 0;
  switch (g->kind) {
  case GATE_FALSE:
  case GATE_INPUT:
    break;
  case GATE_AND:
    clause(s, -out, x, 0);
    clause(s, -out, y, 0);
    clause(s, out, -x, -y);
    break;
  case GATE_XOR:
    clause(s, -out, x, y);
    clause(s, -out, -x, -y);
    clause(s, out, -x, y);
    clause(s, out, x, -y);
    break;
  case GATE_MUX:
    clause(s, -x, -y, out);
    clause(s, -x, y, -out);
    clause(s, x, -z, out);
    clause(s, x, z, -out);
    clause(s, -y, -z, out); /* implied; they propagate before the condition is known */
    clause(s, y, z, -out);
    break;
  case GATE_MAJ:
    clause(s, -x, -y, out);
    clause(s, -x, -z, out);
    clause(s, -y, -z, out);
    clause(s, x, y, -out);
    clause(s, x, z, -out);
    clause(s, y, z, -out);
    break;
  }
}

static void visit(Sat *s, u32 gate) {
  const Gate *g = &s->circuit->gates.at[gate];
  bool is_ready = true;
  for (u32 i = 0; i < gate_arity(g->kind); i++) {
    if (s->var_of.at[lit_gate(g->in[i])]) continue;
    vec_push(&s->stack, lit_gate(g->in[i]));
    is_ready = false;
  }
  if (!is_ready) return;
  (void)vec_pop(&s->stack);
  if (s->var_of.at[gate]) return;
  s->var_of.at[gate] = next_var(s);
  add_clauses(s, g, (int)s->var_of.at[gate]);
}

void sat_need(Sat *s, Lit a) {
  if (s->var_of.n < s->circuit->gates.n) vec_resize(&s->var_of, s->circuit->gates.n);
  if (s->var_of.at[lit_gate(a)]) return;
  vec_push(&s->stack, lit_gate(a));
  while (s->stack.n) visit(s, vec_last(&s->stack));
}

void sat_add(Sat *s, Lit a) {
  sat_need(s, a);
  ccadical_add(s->solver, lit_of(s, a));
  ccadical_add(s->solver, 0);
}

/* ---- questions ----------------------------------------------------------------------------------- */

Answer sat_solve(Sat *s, const Lit *assumed, u32 n, SatLimit limit, Reason *ret_reason) {
  enum { SATISFIABLE = 10, UNSATISFIABLE = 20 };
  for (u32 i = 0; i < n; i++) sat_need(s, assumed[i]);
  *ret_reason = REASON_TIMEOUT;
  if (is_time_up(&limit)) return ANSWER_UNKNOWN;
  for (u32 i = 0; i < n; i++) ccadical_assume(s->solver, lit_of(s, assumed[i]));
  s->limit = limit;
  if (limit.n_conflicts) ccadical_limit(s->solver, "conflicts", (int)limit.n_conflicts);
  int status = ccadical_solve(s->solver);
  if (status == SATISFIABLE) return ANSWER_YES;
  if (status == UNSATISFIABLE) return ANSWER_NO;
  *ret_reason = is_time_up(&limit) ? REASON_TIMEOUT : REASON_INCOMPLETE;
  return ANSWER_UNKNOWN;
}

bool sat_knows(const Sat *s, Lit a) {
  return lit_gate(a) < s->var_of.n && s->var_of.at[lit_gate(a)];
}

bool sat_value(Sat *s, Lit a) {
  return ccadical_val(s->solver, lit_of(s, a)) > 0;
}

bool sat_failed(Sat *s, Lit a) {
  return ccadical_failed(s->solver, lit_of(s, a));
}
