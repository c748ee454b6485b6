/* distance.h — how many instructions are between a place and a side that nobody has taken yet.
 *
 * Over the jumps and calls of the whole program, the least number of instructions, whatever the
 * conditions say.  A place is a stretch of code: it begins where something jumps to or where a call
 * returns, and ends with the next call, jump or return.  Distances count from its beginning.
 */
#pragma once

#include "base/vec.h"
#include "vm/exec/cover.h"

/* What is not nearer than this is nowhere near. */
enum { FAR_AWAY = 10000 };

typedef struct Stretch {
  u32 start;     /* pc of its first instruction */
  u32 cost;      /* instructions in it */
  u32 site;      /* of the jump or switch at its end, in Module.sites; NO_SITE: none that counts */
  u32 to_new;    /* to a side that nobody took, at most FAR_AWAY */
  u32 to_return; /* to the end of its function; FAR_AWAY: it does not come there */
} Stretch;

#define NO_SITE UINT32_MAX

/* From the beginning of a stretch to the beginning of another. */
typedef struct StretchEdge {
  u32 from, cost;
} StretchEdge;

/* A stretch and a distance that it may have; a row of these is linked by next. */
typedef struct StretchGuess {
  u32 stretch, next;
} StretchGuess;

typedef struct Distances {
  const Cover *cover;     /* borrowed */
  U32Vec first_stretch;   /* of each function, and one more */
  VEC(Stretch) stretches; /* those of functions, then one for each kind of call through a pointer */
  U32Vec first_edge;      /* of each stretch, and one more: in edges, those that lead there */
  VEC(StretchEdge) edges;
  u32 n_seen;                /* Cover.n_seen when to_new was computed */
  u32 n_asked;               /* how often it was asked for since */
  VEC(StretchGuess) guesses; /* empty but while distances are computed */
} Distances;

Distances *distances_new(const Module *m, const Cover *cover);
Distances *distances_free(Distances *d); /* accepts NULL, returns NULL */

/* The stretch of a function that an instruction is in. */
u32 distances_stretch(const Distances *d, u32 fn, u32 pc);

/* Computes to_new again if something was covered since, but not so often that this would be most of
 * the work.  True: it did. */
bool distances_refresh(Distances *d);
