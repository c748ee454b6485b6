/* situation.h — where a path stands at a choice: everything that a guide may
 * know of it. */
#pragma once

#include "base/rng.h"
#include "vm/vm.h"

/* Everything is borrowed for as long as the guide is asked. */
typedef struct Situation {
  const Module *module;
  const Choice *choice; /* what is to be decided */
  const Path *path;     /* the last decision, and through it those before; NULL: none yet */
  Decision here;        /* fn, pc, caller and kind; the side is not known yet */
  u32 n_decisions;      /* so far */
  u32 n_frames;         /* calls that have not returned */
  u64 n_instructions;   /* executed so far */
  Vm *vm;               /* for the functions below only, as is … */
  const State *state;
} Situation;

Situation situation_of(Vm *vm, const State *s);

/* The innermost loop around the place, by the pc of its header, or NO_LOOP; how many there are. */
u32 situation_loop(const Situation *at, u32 *ret_depth);

/* Can the branch or switch end the innermost loop around it?  Then a symbol decides its rounds. */
bool situation_leaves_loop(const Situation *at);

/* A side that is known to be possible without a question; false: none is. */
bool situation_possible(const Situation *at, u64 *ret_side);

/* Every side that a branch, switch or split may have, possible or not, each once; of a branch that
 * which is true in the source, then the other.  At most `max`; returns how many. */
u32 situation_sides(const Situation *at, u64 *ret_sides, u32 max);

/* What holds of the inputs on this side of any choice; false where only the solver knows. */
bool situation_condition(const Situation *at, u64 side, Expr *ret_condition);

/* A number for the places of the last `n` calls that led here, the same in every process. */
u64 situation_calls(const Situation *at, u32 n);

/* What the path has cost so far. */
u64 situation_cost(const Situation *at, CostKind kind);

/* A random side of a branch, switch or split, possible or not. */
u64 situation_random_side(const Situation *at, Rng *rng);
