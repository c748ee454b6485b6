/* end_wire.h — what happened in an exploration as bytes, for who leads it: paths that ended, warnings, what was missing.
 *
 * A writer's bytes are one batch; what the next batch says does not depend on it.
 */
#ifndef RECORD_END_WIRE_H
#define RECORD_END_WIRE_H

#include "explore/path_wire.h"
#include "record/recorder.h"

typedef struct EndWriter {
  Text batch; /* owned */
  PathEncoder paths;
} EndWriter;

void end_write_path(EndWriter *w, const Vm *vm, const PathEnd *end);
void end_write_warning(EndWriter *w, const UninitWarning *warning);
void end_write_missing(EndWriter *w, const char *name);
void end_writer_clear(EndWriter *w); /* a new batch */

/* All that several processes did, put in the order of the paths' decisions: so it does not depend on who did it. */
typedef struct EndReader EndReader;

/* Both are borrowed; what the recorder learns has its texts from the lexicon. */
EndReader *end_reader_new(const Module *m, Lexicon *texts);
EndReader *end_reader_free(EndReader *r); /* accepts NULL, returns NULL */
must_use Err end_reader_add(EndReader *r, const void *batch, size_t n);
/* A path that is left unexplored. */
void end_reader_add_leaf(EndReader *r, Path *path, u64 n_instructions, const char *why);
void end_reader_replay(EndReader *r, Recorder *to);

#endif
