/* sat.c — the clauses of each kind of gate, and CaDiCaL's settings.
 *
 * A gate gets its variable and clauses when a walk first reaches it, inputs first.  An XOR of an
 * XOR is eight clauses over three inputs, without a variable for the inner one.  A choice has two
 * implied clauses more, which propagate before its condition is known.  Local search and lucky
 * guesses are switched off: CaDiCaL would try them before each of our many questions.
 */
#include "solver/bits/sat.h"

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

/* CaDiCaL asks: true ends the question. */
static int is_to_stop(void *self) {
  Sat *s = self;
  return sat_limit_is_over(&s->limit);
}

static u32 next_var(Sat *s) {
  assert(s->n_vars < INT32_MAX);
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
  /* What programs compute with is small, so most of its bits are zero. */
  ccadical_set_option(s->solver, "phase", 0);
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

u32 sat_size(const Sat *s) { return s->n_vars; }

/* ---- clauses ------------------------------------------------------------------------------------- */

static int lit_of(const Sat *s, Lit a) {
  int var = (int)s->var_of.at[lit_gate(a)];
  assert(var && var <= (int)s->n_vars);
  return a & 1 ? -var : var;
}

static void clause(Sat *s, int a, int b, int c) {
  assert(a && b);
  ccadical_add(s->solver, a);
  ccadical_add(s->solver, b);
  if (c) ccadical_add(s->solver, c);
  ccadical_add(s->solver, 0);
}

/* out = x ^ y ^ z, without a variable for the sum of two. */
static void add_sum_of_three(Sat *s, int x, int y, int z, int out) {
  for (u32 i = 0; i < 8; i++) {
    bool is_odd = __builtin_popcount(i) & 1;
    ccadical_add(s->solver, i & 1 ? -x : x);
    ccadical_add(s->solver, i & 2 ? -y : y);
    ccadical_add(s->solver, i & 4 ? -z : z);
    ccadical_add(s->solver, is_odd ? out : -out);
    ccadical_add(s->solver, 0);
  }
}

enum { NONE = 3 };

/* Which input of an XOR is an XOR itself and has no variable yet; NONE: neither. */
static u32 nested_of(const Sat *s, const Gate *g) {
  for (u32 i = 0; i < 2 && g->kind == GATE_XOR; i++) {
    u32 in = lit_gate(g->in[i]);
    if (!s->var_of.at[in] && s->circuit->gates.at[in].kind == GATE_XOR) return i;
  }
  return NONE;
}

static void add_clauses(Sat *s, const Gate *g, int out) {
  u32 n = gate_arity(g->kind);
  u32 nested = nested_of(s, g);
  if (nested != NONE) {
    const Gate *in = &s->circuit->gates.at[lit_gate(g->in[nested])];
    add_sum_of_three(s, lit_of(s, in->in[0]), lit_of(s, in->in[1]), lit_of(s, g->in[1 - nested]),
                     out);
    return;
  }
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

static void push_missing(Sat *s, Lit a) {
  if (!s->var_of.at[lit_gate(a)]) vec_push(&s->stack, lit_gate(a));
}

static void visit(Sat *s, u32 gate) {
  const Gate *g = &s->circuit->gates.at[gate];
  u32 nested = nested_of(s, g), n = gate_arity(g->kind), n_before = s->stack.n;
  for (u32 i = 0; i < n; i++)
    if (i != nested) push_missing(s, g->in[i]);
  if (nested != NONE) {
    const Gate *in = &s->circuit->gates.at[lit_gate(g->in[nested])];
    for (u32 i = 0; i < 2; i++) push_missing(s, in->in[i]);
  }
  if (s->stack.n > n_before) return;
  (void)vec_pop(&s->stack);
  if (s->var_of.at[gate]) return;
  s->var_of.at[gate] = next_var(s);
  add_clauses(s, g, (int)s->var_of.at[gate]);
}

/* Makes the clauses; false: time is up, and some gates have none. */
static bool need_in_time(Sat *s, Lit a, const SatLimit *limit) {
  enum { GATES_PER_LOOK = 4096 };
  if (s->var_of.n < s->circuit->gates.n) vec_resize(&s->var_of, s->circuit->gates.n);
  if (!s->var_of.at[lit_gate(a)]) vec_push(&s->stack, lit_gate(a));
  for (u32 i = 1; s->stack.n; i++) {
    visit(s, vec_last(&s->stack));
    if (i % GATES_PER_LOOK || !sat_limit_is_over(limit)) continue;
    vec_clear(&s->stack);
    return false;
  }
  return true;
}

void sat_need(Sat *s, Lit a) { (void)need_in_time(s, a, &(SatLimit){.deadline_ns = NEVER_NS}); }

void sat_add(Sat *s, Lit a) {
  sat_need(s, a);
  ccadical_add(s->solver, lit_of(s, a));
  ccadical_add(s->solver, 0);
}

/* ---- questions ----------------------------------------------------------------------------------- */

Answer sat_solve(Sat *s, const Lit *assumed, u32 n, SatLimit limit, Reason *ret_reason) {
  enum { SATISFIABLE = 10, UNSATISFIABLE = 20 };
  *ret_reason = REASON_TIMEOUT;
  assert(!s->stack.n);
  for (u32 i = 0; i < n; i++)
    if (!need_in_time(s, assumed[i], &limit)) return ANSWER_UNKNOWN;
  if (sat_limit_is_over(&limit)) return ANSWER_UNKNOWN;
  for (u32 i = 0; i < n; i++) ccadical_assume(s->solver, lit_of(s, assumed[i]));
  s->limit = limit;
  if (limit.n_conflicts) ccadical_limit(s->solver, "conflicts", (int)limit.n_conflicts);
  int status = ccadical_solve(s->solver);
  if (status == SATISFIABLE) return ANSWER_YES;
  if (status == UNSATISFIABLE) return ANSWER_NO;
  *ret_reason = sat_limit_is_over(&limit) ? REASON_TIMEOUT : REASON_INCOMPLETE;
  return ANSWER_UNKNOWN;
}

bool sat_value(Sat *s, Lit a) { return ccadical_val(s->solver, lit_of(s, a)) > 0; }

bool sat_failed(Sat *s, Lit a) { return ccadical_failed(s->solver, lit_of(s, a)); }
