/* edges.h — how often each edge of the control flow was taken: each side of a conditional jump, and where a switch
 * arrives.
 *
 * One table serves two: coverage (cover.h), which wants to know the first time, of all frames; and searches that
 * want to know not only what an input costs but where, which count a run in frames without symbols and clear the
 * table between two runs, in time that grows with the edges that the run took.
 *
 * The counts of an instruction are as large as it is, so that a loop finds them by one addition (exec_loop.inc).
 */
#pragma once

#include "code/code.h"

/* Of one instruction: a jump that goes on, or is taken; where a switch arrives; a function is entered. */
enum { EDGE_STAY, EDGE_JUMP, EDGE_ARRIVE, EDGES_COUNTED, EDGE_ENTRY = EDGES_COUNTED, EDGES_OF_INS };

typedef struct EdgeCounts {
  u32 n[EDGES_OF_INS];
} EdgeCounts;

static_assert(sizeof(EdgeCounts) == sizeof(Ins), "found by the address of the instruction");

typedef struct EdgeTable {
  EdgeCounts *at;  /* owned; of each instruction of the module */
  uintptr_t shift; /* from the address of an instruction to its counts */
  u32 *
      touched; /* owned; edges that are not 0, in the order of their first times; NULL: nobody asks */
  u32 n_touched, n_edges;
} EdgeTable;

/* All 0, for who counts runs. */
EdgeTable *edges_new(const Module *m);
EdgeTable *edges_free(EdgeTable *t); /* accepts NULL, returns NULL */
void edges_clear(EdgeTable *t);

static inline EdgeCounts *edges_of(const EdgeTable *t, const Ins *i) {
  return (EdgeCounts *)((uintptr_t)i + t->shift);
}
/* Of an edge of the first three kinds, by its number: that of the instruction, times three, and the kind. */
static inline u32 edges_count(const EdgeTable *t, u32 edge) {
  assert(edge < t->n_edges);
  return t->at[edge / EDGES_COUNTED].n[edge % EDGES_COUNTED];
}
