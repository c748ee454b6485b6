/* tree.c — the execution tree: a fork that is left with one kid is replaced by it. */
#include "explore/tree.h"

#include <stdlib.h>

/* ---- nodes ------------------------------------------------------------------------------------ */

static void node_put(Tree *t, TreeNode *node, Leaf *leaf) {
  assert(!node->n_kids && !node->first);
  node->leaf = leaf;
  if (leaf->slot >= t->nodes.n) vec_resize(&t->nodes, leaf->slot + 1);
  t->nodes.at[leaf->slot] = node;
}

static void node_add_kid(Tree *t, TreeNode *parent, Leaf *leaf) {
  TreeNode *kid = NEW(TreeNode);
  node_put(t, kid, leaf);
  kid->parent = parent;
  kid->next = parent->first;
  if (kid->next) kid->next->before = kid;
  assert(!parent->leaf && !parent->first == !parent->n_kids);
  parent->first = kid;
  parent->n_kids++;
}

/* Puts `heir`, the only kid of a fork, in the place of the fork. */
static void node_replace(Tree *t, TreeNode *fork, TreeNode *heir) {
  assert(fork->n_kids == 1 && fork->first == heir && !heir->next && !heir->before);
  heir->parent = fork->parent;
  heir->before = fork->before;
  heir->next = fork->next;
  if (heir->next) heir->next->before = heir;
  if (heir->before)
    heir->before->next = heir;
  else if (heir->parent)
    heir->parent->first = heir;
  if (t->root == fork) t->root = heir;
  mem_free(fork);
}

/* ---- order by depth ---------------------------------------------------------------------------- */

typedef struct DepthLeaf {
  u32 depth;
  Leaf *leaf;
} DepthLeaf;

/* Equal depths by slot: the order must not depend on addresses. */
static int deeper_first(const void *a, const void *b) {
  const DepthLeaf *x = a, *y = b;
  if (x->depth != y->depth) return x->depth > y->depth ? -1 : 1;
  return x->leaf->slot < y->leaf->slot ? -1 : 1;
}

/* The node after this one in a walk that visits each fork before its kids; NULL at the end. */
static const TreeNode *walk_next(const TreeNode *at, u32 *io_depth) {
  if (at->first) {
    ++*io_depth;
    return at->first;
  }
  while (!at->next && at->parent) {
    --*io_depth;
    at = at->parent;
  }
  return at->next;
}

/* ---- public ------------------------------------------------------------------------------------ */

void tree_add(Tree *t, Leaf *from, Leaf *const *leaves, u32 n) {
  if (!from) {
    assert(!t->root && n == 1);
    t->root = NEW(TreeNode);
    node_put(t, t->root, leaves[0]);
    return;
  }
  TreeNode *fork = t->nodes.at[from->slot];
  assert(fork->leaf == from && n > 0);
  fork->leaf = NULL;
  for (u32 i = n; i > 0; i--) node_add_kid(t, fork, leaves[i - 1]);
  node_add_kid(t, fork, from);
}

void tree_remove(Tree *t, Leaf *leaf) {
  TreeNode *node = t->nodes.at[leaf->slot], *parent = node->parent;
  assert(node->leaf == leaf && !node->n_kids && (!parent || parent->n_kids > 1));
  t->nodes.at[leaf->slot] = NULL;
  if (node->next) node->next->before = node->before;
  if (node->before)
    node->before->next = node->next;
  else if (parent)
    parent->first = node->next;
  mem_free(node);
  if (!parent)
    t->root = NULL;
  else if (--parent->n_kids == 1)
    node_replace(t, parent, parent->first);
}

Leaf *tree_walk(const Tree *t, Rng *rng) {
  const TreeNode *at = t->root;
  if (!at) return NULL;
  while (!at->leaf) {
    assert(at->n_kids > 1);
    u64 steps = rng_below(rng, at->n_kids);
    at = at->first;
    while (steps--) at = at->next;
  }
  return at->leaf;
}

void tree_list(const Tree *t, LeafVec *ret) {
  VEC(DepthLeaf) all = {0};
  u32 depth = 0;
  for (const TreeNode *at = t->root; at; at = walk_next(at, &depth))
    if (at->leaf) vec_push(&all, ((DepthLeaf){depth, at->leaf}));
  if (all.n) qsort(all.at, all.n, sizeof *all.at, deeper_first);
  for (u32 i = 0; i < all.n; i++) vec_push(ret, all.at[i].leaf);
  vec_free(&all);
}

void tree_done(Tree *t) {
  LeafVec all = {0};
  tree_list(t, &all);
  for (u32 i = 0; i < all.n; i++) tree_remove(t, all.at[i]);
  assert(!t->root);
  vec_free(&all);
  vec_free(&t->nodes);
}
