/* end_writer.h — what happened in an exploration as bytes, for who leads it: paths that ended, warnings, what was missing.
 *
 * What was written since the last batch is put in the order of the paths' decisions (end_key.h), so that who reads many
 * batches has only to merge them.  Of a path that leaves no test and shows nothing there is what the ledger says of it;
 * which sides such paths took is said once for all of them.
 *
 *     batch   names that are missing, sides, endings, rows to its end
 *     ending  why a path ended, where, and what is said about it
 *     row     its key (what it shares with the row before, the rest), its kind, and what belongs to that
 */
#pragma once

#include "record/end_key.h"
#include "record/recorder.h"
#include "record/sides.h"

/* Of two rows about the same decisions: a warning, or a test of a path that goes on, stands before the ends of the paths that go on from there. */
typedef enum EndRowKind {
  ROW_WARNING,
  ROW_PENDING_TEST,
  ROW_PATH,
  ROW_PLAIN_PATH,
  ROW_KIND_COUNT
} EndRowKind;

typedef struct EndRow {
  size_t key, more; /* where its bytes begin in the writer's texts … */
  u32 n_key, n_more;
  Path *path; /* shared; NULL: of a plain path nobody asks for the decisions */
  u64 n_instructions;
  u32 n_decisions;
  u32 ending;
  EndRowKind kind;
} EndRow;

typedef struct PlainEnding {
  Stop stop;
  char *place, *text; /* owned */
} PlainEnding;

/* All zero: nothing was written. */
typedef struct EndWriter {
  VEC(EndRow) rows;
  Text keys, more; /* of the rows */
  EndKeys at;
  Map endings_at; /* hash -> its index … */
  VEC(PlainEnding) endings;
  Names missing;
  SideSet sides; /* of all batches; … */
  u32 n_sides;   /* … so many were in those before this one */
} EndWriter;

void end_write_path(EndWriter *w, const Vm *vm, const PathEnd *end);
void end_write_sides(EndWriter *w, const Path *path); /* of a path that is left unexplored */
void end_write_warning(EndWriter *w, const UninitWarning *warning);
void end_write_pending_test(EndWriter *w, const State *s, const TestCase *test);
void end_write_missing(EndWriter *w, const char *name);

/* About what the next batch has in bytes. */
size_t end_writer_bytes(const EndWriter *w);
/* Appended; the batch after it begins empty. */
void end_writer_batch(EndWriter *w, Text *to);
void end_writer_done(EndWriter *w);
