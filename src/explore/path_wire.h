/* path_wire.h — the decisions of many paths as bytes, each decision once, for processes that have the same module.
 *
 * Numbers of functions and instructions are those of the module; path_tree.h is the text that outlives it.  What occurs
 * again, a place in the code or a decision that leads to several paths, is written where it first occurs, and has a
 * number from then on; 0 stands before a new place, and for the start of the program.
 */
#ifndef EXPLORE_PATH_WIRE_H
#define EXPLORE_PATH_WIRE_H

#include "base/map.h"
#include "base/wire.h"
#include "vm/vm.h"

typedef struct PathEncoder {
  Map sites;        /* place and kind -> its number */
  Map numbers;      /* Path -> its number */
  VEC(Path *) kept; /* shared; those with numbers: their addresses stay theirs */
  VEC(Path *) todo; /* scratch; borrowed */
} PathEncoder;

void path_encode(PathEncoder *w, Path *path, Text *to); /* appended; NULL: nothing was decided */
void path_encoder_done(PathEncoder *w);                 /* also for cleanup(); it is as new then */

typedef struct PathDecoder {
  const Module *module; /* borrowed */
  DecisionVec sites;    /* fn, pc and kind */
  VEC(Path *) paths;    /* shared */
} PathDecoder;

/* The next path, which the caller shares; NULL also when the bytes are damaged. */
Path *path_decode(PathDecoder *r, Wire *from);
void path_decoder_done(PathDecoder *r); /* also for cleanup() */

#endif
