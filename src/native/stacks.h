/* stacks.h — on which calls the instructions of a run were spent: samples of its stack.
 *
 * The machine runs a prime number of instructions between two looks, so the same run gives the same
 * stacks, and the sum is that of all instructions.  Calls of a function by itself count as one.
 */
#pragma once

#include "base/map.h"
#include "vm/vm.h"

typedef struct StackCount {
  char *stack; /* owned; "main;sort;swap" */
  u64 n;       /* instructions */
} StackCount;

typedef struct Stacks {
  VEC(StackCount) counts;
  Map index;    /* hash of a stack -> its place */
  u64 n_before; /* instructions at the last look */
  u64 n_looks;
} Stacks;

/* How many instructions the machine may run before the next look: more of them in a long run. */
u32 stacks_fuel(const Stacks *s);

/* The run ended, or is where stacks_fuel said. */
void stacks_look(Stacks *s, const State *state);

void stacks_done(Stacks *s);
