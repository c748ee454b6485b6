/* circuit.h — gates over single bits, each made once.
 *
 * An and-inverter graph with three more gates: exclusive or, choice and majority.  A sum is a chain
 * of exclusive ors and majorities, so that a system over GF(2) can be read off (gf2.h), and each
 * gate has clauses that propagate more than those of its four or so ANDs.
 */
#pragma once

#include "base/map.h"
#include "base/vec.h"

#include <signal.h>

/* A gate, or its negation: gate * 2 + is_negated.  Gate 0 is the constant false. */
typedef u32 Lit;
typedef VEC(Lit) LitVec;

#define LIT_FALSE ((Lit)0)
#define LIT_TRUE ((Lit)1)

static inline Lit lit_not(Lit a) { return a ^ 1; }
static inline Lit lit_if(Lit a, bool is_negated) { return a ^ (Lit)is_negated; }
static inline u32 lit_gate(Lit a) { return a >> 1; }
static inline bool lit_is_const(Lit a) { return a <= LIT_TRUE; }

typedef enum GateKind {
  GATE_FALSE,
  GATE_INPUT, /* in[0], in[1]: what it stands for, to its maker */
  GATE_AND,
  GATE_XOR, /* of two gates that are not negated */
  GATE_MUX, /* in[0] ? in[1] : in[2]; in[0] and in[1] are not negated */
  GATE_MAJ, /* at least two of the three; at most one is negated */
} GateKind;

typedef struct Gate {
  GateKind kind;
  Lit in[3];
} Gate;

/* When work on a circuit is given up. */
typedef struct SatLimit {
  u64 deadline_ns;
  const volatile sig_atomic_t *ended; /* borrowed, or NULL */
  u32 n_conflicts;                    /* 0: no limit */
} SatLimit;

bool sat_limit_is_over(const SatLimit *l); /* the time, not the conflicts */

typedef struct Circuit {
  VEC(Gate) gates; /* each after its inputs */
  Map gate_of;     /* hash of a gate → its number: equal gates are made once */
} Circuit;

void circuit_init(Circuit *c);
void circuit_done(Circuit *c);
void circuit_clear(Circuit *c);

u32 gate_arity(GateKind kind); /* inputs that are literals */

Lit circuit_input(Circuit *c, u32 what, u32 which); /* a new one at each call */
Lit circuit_and(Circuit *c, Lit a, Lit b);
Lit circuit_xor(Circuit *c, Lit a, Lit b);
Lit circuit_mux(Circuit *c, Lit cond, Lit then, Lit other);
Lit circuit_maj(Circuit *c, Lit x, Lit y, Lit z);

static inline Lit circuit_or(Circuit *c, Lit a, Lit b) {
  return lit_not(circuit_and(c, lit_not(a), lit_not(b)));
}
