/* circuit.c — making gates: constants and small identities go, what is left is shared.
 *
 * After: Kuehlmann, Paruthi, Krohm, Ganai, "Robust Boolean reasoning for equivalence checking and
 * functional property verification", TCAD 2002 (two-level rules of an AND).
 */
#include "solver/bits/circuit.h"

#include "base/clock.h"
#include "base/hash.h"

bool sat_limit_is_over(const SatLimit *l) {
  return (l->ended && *l->ended) || (l->deadline_ns != NEVER_NS && !clock_left(l->deadline_ns));
}

void circuit_init(Circuit *c) {
  *c = (Circuit){0};
  vec_push(&c->gates, (Gate){.kind = GATE_FALSE});
}

void circuit_done(Circuit *c) {
  vec_free(&c->gates);
  map_done(&c->gate_of);
}

void circuit_clear(Circuit *c) {
  c->gates.n = 1;
  map_clear(&c->gate_of);
}

u32 gate_arity(GateKind kind) {
  switch (kind) {
  case GATE_FALSE:
  case GATE_INPUT:
    return 0;
  case GATE_AND:
  case GATE_XOR:
    return 2;
  case GATE_MUX:
  case GATE_MAJ:
    return 3;
  }
  return 0;
}

static bool is_same(const Gate *a, const Gate *b) {
  return a->kind == b->kind && a->in[0] == b->in[0] && a->in[1] == b->in[1] && a->in[2] == b->in[2];
}

/* The map holds one gate for a hash; another one with the same hash tries the next. */
static Lit shared(Circuit *c, Gate g) {
  for (u32 i = 0; i < 3; i++) assert(lit_gate(g.in[i]) < c->gates.n);
  u64 hash = hash_pair(hash_pair(g.in[0], g.in[1]), (u64)g.in[2] << 3 | g.kind);
  for (;; hash++) {
    bool is_fresh;
    u64 *gate = map_at(&c->gate_of, hash, &is_fresh);
    if (is_fresh) {
      *gate = c->gates.n;
      vec_push(&c->gates, g);
      return (Lit)(c->gates.n - 1) << 1;
    }
    if (is_same(&c->gates.at[*gate], &g)) return (Lit)*gate << 1;
  }
}

static void order(Lit *a, Lit *b) {
  if (*a <= *b) return;
  Lit t = *a;
  *a = *b;
  *b = t;
}

Lit circuit_input(Circuit *c, u32 what, u32 which) {
  vec_push(&c->gates, ((Gate){.kind = GATE_INPUT, .in = {what, which}}));
  return (Lit)(c->gates.n - 1) << 1;
}

static const Gate *gate_of(const Circuit *c, Lit a) {
  assert(lit_gate(a) < c->gates.n);
  return &c->gates.at[lit_gate(a)];
}

/* What a AND b is when b is an AND itself, perhaps negated; UINT32_MAX: nothing simpler. */
static Lit and_nested(Circuit *c, Lit a, Lit b) {
  const Gate *g = gate_of(c, b);
  if (g->kind != GATE_AND) return UINT32_MAX;
  Lit x = g->in[0], y = g->in[1];
  bool is_negated = b & 1;
  if (a == x || a == y) return is_negated ? circuit_and(c, a, lit_not(a == x ? y : x)) : b;
  if (a == lit_not(x) || a == lit_not(y)) return is_negated ? a : LIT_FALSE;
  return UINT32_MAX;
}

Lit circuit_and(Circuit *c, Lit a, Lit b) {
  order(&a, &b);
  if (a == LIT_FALSE || a == lit_not(b)) return LIT_FALSE;
  if (a == LIT_TRUE || a == b) return b;
  Lit simple = and_nested(c, a, b);
  if (simple == UINT32_MAX) simple = and_nested(c, b, a);
  if (simple != UINT32_MAX) return simple;
  return shared(c, (Gate){GATE_AND, {a, b}});
}

Lit circuit_xor(Circuit *c, Lit a, Lit b) {
  bool is_negated = (a ^ b) & 1;
  a &= ~1u;
  b &= ~1u;
  order(&a, &b);
  if (a == b) return lit_if(LIT_FALSE, is_negated);
  if (a == LIT_FALSE) return lit_if(b, is_negated);
  const Gate *g = gate_of(c, b), *h = gate_of(c, a);
  if (g->kind == GATE_XOR && (g->in[0] == a || g->in[1] == a))
    return lit_if(g->in[0] == a ? g->in[1] : g->in[0], is_negated);
  if (h->kind == GATE_XOR && (h->in[0] == b || h->in[1] == b))
    return lit_if(h->in[0] == b ? h->in[1] : h->in[0], is_negated);
  return lit_if(shared(c, (Gate){GATE_XOR, {a, b}}), is_negated);
}

Lit circuit_mux(Circuit *c, Lit cond, Lit then, Lit other) {
  if (cond & 1) {
    Lit t = then;
    then = other;
    other = t;
    cond = lit_not(cond);
  }
  if (cond == LIT_FALSE) return other;
  if (then == other) return then;
  if (then == lit_not(other)) return circuit_xor(c, cond, other);
  if (then == LIT_TRUE || then == cond) return circuit_or(c, cond, other);
  if (then == LIT_FALSE || then == lit_not(cond)) return circuit_and(c, lit_not(cond), other);
  if (other == LIT_FALSE || other == cond) return circuit_and(c, cond, then);
  if (other == LIT_TRUE || other == lit_not(cond)) return circuit_or(c, lit_not(cond), then);
  bool is_negated = then & 1;
  return lit_if(
      shared(c, (Gate){GATE_MUX, {cond, lit_if(then, is_negated), lit_if(other, is_negated)}}),
      is_negated);
}

Lit circuit_maj(Circuit *c, Lit x, Lit y, Lit z) {
  order(&x, &y);
  order(&y, &z);
  order(&x, &y);
  if (x == LIT_FALSE) return circuit_and(c, y, z);
  if (x == LIT_TRUE) return circuit_or(c, y, z);
  if (x == y || y == lit_not(z)) return x;
  if (y == z || x == lit_not(z)) return y;
  if (x == lit_not(y)) return z;
  bool is_negated = (x & 1) + (y & 1) + (z & 1) >= 2;
  return lit_if(
      shared(c, (Gate){GATE_MAJ,
                       {lit_if(x, is_negated), lit_if(y, is_negated), lit_if(z, is_negated)}}),
      is_negated);
}
