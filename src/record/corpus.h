/* corpus.h — the inputs of tests as files of their bytes, one input a file: what fuzzers begin with. */
#pragma once

#include "report/recipe.h"

/* Of all tests (.ktest) in the folder.  If they all have one input, the same, its bytes are DIR/TEST; else
 * they are DIR/INPUT/TEST, so that each folder in DIR is a corpus of one input.  Equal bytes are written once.
 * As outdir_make does, DIR-2 is taken if DIR has something in it.  Appends a line that says where they are. */
must_use Err corpus_write(const char *tests, const Recipe *r, const char *dir, Text *ret_said);
