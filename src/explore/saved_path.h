/* saved_path.h — one path in a file: what a run needs to take it again and a strategy to learn
 * from it, here or in another process.
 *
 *     nadir-path 2
 *     size 8
 *     cost 28
 *     input a 0700000006000000
 *     site 1 branch insertion_sort 5:20 #0
 *     path
 *     @1:1+1+0!
 *
 * The decisions are those of site_table.h, in lines.  Inputs are bytes in hexadecimal, "-" if
 * there are none.  Size, cost and inputs may be missing.  A file without the first line has plain
 * decisions (follow.h), as people write them.
 */
#pragma once

#include "base/named_bytes.h"
#include "explore/site_table.h"

typedef struct SavedPath {
  u64 size;
  bool has_cost;
  u64 cost;
  NamedBytesVec inputs;  /* owned */
  DecisionVec decisions; /* owned */
} SavedPath;

void saved_path_done(SavedPath *p); /* also for cleanup() */

/* Appended. */
void saved_path_print(const SavedPath *p, const Module *m, Text *to);

bool saved_path_is(const char *text); /* by its first line */

/* Errors say `name` and the line.  *ret is untouched then, and the caller's otherwise. */
must_use Err saved_path_parse(const char *name, const char *text, const Module *m, SavedPath *ret);
