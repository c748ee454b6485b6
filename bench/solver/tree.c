/* tree.c — insertion into a binary search tree; rising keys make it a chain, so
 * every key is compared with all before it, twice. */
#include "bench/solver/workload.h"

enum { NONE = UINT32_MAX };

typedef struct Node {
  Expr key;
  u32 left, right;
} Node;

static void insert(Path *p, Node *nodes, u32 fresh) {
  Expr key = nodes[fresh].key;
  for (u32 at = 0; at != fresh;) {
    u32 *next;
    if (path_branch(p, expr_slt(key, nodes[at].key)))
      next = &nodes[at].left;
    else if (path_branch(p, expr_slt(nodes[at].key, key)))
      next = &nodes[at].right;
    else
      return;
    if (*next == NONE) *next = fresh;
    at = *next;
  }
}

void workload_tree(Path *p, u32 n) {
  path_init(p, 4 * n);
  Node *nodes = mem_new(n * sizeof *nodes);
  for (u32 i = 0; i < n; i++) {
    nodes[i] = (Node){path_int(p, i, (int)i), NONE, NONE};
    insert(p, nodes, i);
  }
  mem_free(nodes);
}
