/* path_tree.h — the decisions of many paths in one text, each decision once.
 *
 *     nadir-paths 2 sites
 *     site 1 branch main 5:7 #0
 *     0 0 @1:0+1+0+0!
 *     site 2 switch main 9:3 #0
 *     1 3 @1:1+@2:s1.
 *
 * The first line has the version.  Then there is a line for each path, numbered from 1.  P N
 * DECISIONS is the path that begins like the first N decisions of path P, an earlier one, and goes
 * on with these (site_table.h).  Before it come the sites that are new.  So the text is as long as
 * the tree of the paths has decisions, however many paths share them.
 *
 * A file beside it that says `tree FILE NUMBER` stands for one of the paths.
 */
#pragma once

#include "base/map.h"
#include "base/text.h"
#include "explore/site_table.h"

/* What was written so far. */
typedef struct PathTree {
  SiteTable sites; /* owned; its module is the caller's to fill in */
  Map written;     /* owned; hash of a path -> the number of the path that it was written for */
} PathTree;

void path_tree_begin(Text *t); /* appends the first line */
/* Appends the line of the path. */
void path_tree_add(PathTree *tree, const Path *path, u32 number, Text *t);
void path_tree_done(PathTree *tree); /* also for cleanup() */

/* Path `number` of the text; `name` is what errors call it. */
must_use Err path_tree_parse(const char *name, const char *text, const Module *m, u32 number,
                             DecisionVec *ret);

void path_tree_refer(Text *t, const char *file, u32 number);
/* Does the text stand for a path of a tree?  Then ret_file is its file, to be freed. */
bool path_tree_is_reference(const char *text, char **ret_file, u32 *ret_number);
