/* tree.h — the execution tree: inner nodes are forks, leaves are leaves.
 *
 * There are no inner nodes with one kid: what has ended is taken out, and a fork that has one side
 * left is replaced by that side.  So n leaves have fewer than n inner nodes.
 */
#pragma once

#include "base/rng.h"
#include "explore/leaf.h"

typedef struct TreeNode {
  struct TreeNode *parent;        /* NULL: the root */
  struct TreeNode *first;         /* owned; its kids; NULL: it is a leaf */
  struct TreeNode *before, *next; /* among the kids of its parent */
  u32 n_kids;
  Leaf *leaf; /* borrowed; NULL: it is a fork */
} TreeNode;

typedef struct Tree {
  TreeNode *root;        /* owned; NULL: empty */
  VEC(TreeNode *) nodes; /* by slot, of the leaves */
} Tree;

/* The leaf `from` becomes a fork of itself and these; NULL: the tree is empty and gets one leaf. */
void tree_add(Tree *t, Leaf *from, Leaf *const *leaves, u32 n);
void tree_remove(Tree *t, Leaf *leaf);
Leaf *tree_walk(const Tree *t, Rng *rng);    /* to a random side at each fork; NULL when empty */
void tree_list(const Tree *t, LeafVec *ret); /* appended; those with the most forks above first */
void tree_done(Tree *t);
