/* run_files.h — the files that paths write to the folder of a run when they end.
 *
 *     testNNNNNN.ktest       the input of a path that finished or shows an error
 *     testNNNNNN.SUFFIX.err  about an error, beside the first test that shows it
 *     testNNNNNN.path        the decisions, for --follow
 *     paths.tree             the decisions of every test, each once; the .path files refer to it
 */
#pragma once

#include "explore/path_tree.h"
#include "record/recorder.h"

#include <stdio.h>

typedef struct RunFiles {
  OutDir *out;          /* borrowed */
  const Recipe *recipe; /* borrowed */
  bool keeps_paths;     /* writes the decisions of each test beside it, not only of errors */
  PathTree tree;        /* owned; the module is the caller's to fill in */
  FILE *paths;          /* owned; the tree, with the decisions of all tests; NULL: none so far */
} RunFiles;

void run_files_on_event(void *user,
                        const RunEvent *e); /* a subscriber's; the user is the RunFiles */
void run_files_done(RunFiles *f);
