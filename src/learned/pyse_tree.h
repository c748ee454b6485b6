/* pyse_tree.h — pyse+ at one size, in slices: what it has learned and the tree of known paths stay
 * between them, so that others can have their turn. */
#pragma once

#include "learned/best_paths.h"
#include "learned/episode.h"
#include "learned/pyse_tree_options.h"
#include "learned/uct.h"

typedef struct PyseTree PyseTree;

/* What is learned at one size and used at others. */
typedef struct PyseTransfer {
  Agent *agent; /* owned; NULL: nothing was learned */
  SideCounts side_counts;
} PyseTransfer;

void pyse_transfer_done(PyseTransfer *l);

/* A learner for the size search, which must outlive it; begins with what was learned before, if
 * that is not NULL. */
PyseTree *pyse_tree_new(SizeSearch *t, const PyseTreeOptions *o, const PyseTransfer *before);
PyseTree *pyse_tree_free(PyseTree *p); /* accepts NULL, returns NULL */

/* Takes up to so many paths, until the deadline (NEVER_NS: none), or until the size search is spent.
 * Call it again to go on. */
must_use Err pyse_tree_slice(PyseTree *p, u64 n_paths, u64 deadline_ns);

bool pyse_tree_is_over(const PyseTree *p); /* every path is known */
void pyse_tree_transfer(const PyseTree *p,
                        PyseTransfer *io); /* replaces it by what was learned here */
must_use Err pyse_tree_save(const PyseTree *p, const char *path); /* its policy; see agent_file.h */
