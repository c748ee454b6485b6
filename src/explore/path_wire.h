/* path_wire.h — the decisions of many paths as bytes, for processes that have the same module.
 *
 * A path is written as what it shares with the path before, and the decisions behind that: neighbours share most.
 * Numbers of functions and instructions are those of the module; path_tree.h is the text that outlives it.
 */
#pragma once

#include "base/wire.h"
#include "vm/vm.h"

typedef struct PathEncoder {
  Path *last;       /* shared; written before; NULL: none was, or nothing is decided there */
  Decision before;  /* the decision written before */
  PathLinks suffix; /* scratch; borrowed */
} PathEncoder;

void path_encode(PathEncoder *e, Path *path, Text *to); /* appended; NULL: nothing was decided */
void path_encoder_done(PathEncoder *e);                 /* also for cleanup(); it is as new then */

typedef struct PathDecoder {
  const Module *module; /* borrowed */
  VEC(Path *) last;     /* shared; the path read before, by length */
  Decision before;
} PathDecoder;

/* The next path, which the caller shares; NULL also when the bytes are damaged. */
Path *path_decode(PathDecoder *d, Wire *from);
void path_decoder_done(PathDecoder *d); /* also for cleanup() */
