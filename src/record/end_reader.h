/* end_reader.h — merges what several processes found (end_writer.h), and tells it to a recorder in the order of the paths'
 * decisions: so it does not depend on who found it.
 */
#pragma once

#include "record/recorder.h"

typedef struct EndReader EndReader;

/* Both are borrowed; what the recorder learns has its texts from the lexicon. */
EndReader *end_reader_new(const Module *m, Lexicon *texts);
EndReader *end_reader_free(EndReader *r); /* accepts NULL, returns NULL */
/* The bytes are copied.  Damage may be noticed only when they are replayed. */
must_use Err end_reader_add(EndReader *r, const void *batch, size_t n);
/* Once. */
must_use Err end_reader_replay(EndReader *r, Recorder *to);
