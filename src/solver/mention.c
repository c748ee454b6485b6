/* mention.c — walks each new term once, and logs what it sees so that a level can be undone.
 *
 * Nodes and cells that were seen have flags in arrays, as handles and cells are small numbers.
 * Kids come before their parents, so a read is listed after the reads that its index depends on.
 */
#include "solver/mention.h"

#include "expr/input.h"

/* Sets a flag; was it clear before? */
static bool mark(Flags *seen, u32 i) {
  if (i >= seen->n) vec_resize(seen, MAX(i + 1, seen->n * 2));
  bool fresh = !seen->at[i];
  seen->at[i] = 1;
  return fresh;
}

static void mention_cells(Mention *m, u32 first, u32 n) {
  for (u32 i = 0; i < n; i++)
    if (mark(&m->seen_cell, first + i)) vec_push(&m->cells, first + i);
}

/* A term all of whose kids have been visited. */
static void visit(Mention *m, Expr e) {
  ExprKind kind = expr_kind(e);
  if (kind == EXPR_VAR) {
    u32 low = expr_var_low(e), first = low / 8;
    u32 n = (low + expr_width(e) - 1) / 8 - first + 1;
    mention_cells(m, input_info(expr_input(e))->first_cell + first, n);
  } else if (kind == EXPR_SELECT) {
    vec_push(&m->reads, e);
  } else if (kind == EXPR_ARRAY_EQ) {
    m->n_equalities++;
  } else if (kind == EXPR_ARRAY_INPUT) {
    const InputInfo *info = input_info(expr_input(e));
    if (info->shape == INPUT_ARRAY)
      vec_push(&m->arrays, expr_input(e));
    else
      mention_cells(m, info->first_cell, info->n_cells);
  }
}

static bool is_seen(const Mention *m, Expr e) {
  return e.id < m->seen_node.n && m->seen_node.at[e.id];
}

void mention_done(Mention *m) {
  vec_free(&m->seen_node);
  vec_free(&m->seen_cell);
  vec_free(&m->nodes);
  vec_free(&m->cells);
  vec_free(&m->reads);
  vec_free(&m->arrays);
  vec_free(&m->levels);
  vec_free(&m->stack);
  map_done(&m->roots);
}

void mention_push(Mention *m, Expr term) {
  vec_push(&m->levels,
           ((MentionLevel){m->nodes.n, m->cells.n, m->reads.n, m->arrays.n, m->n_equalities}));
  vec_push(&m->stack, term);
  while (m->stack.n) {
    Expr e = vec_last(&m->stack);
    u32 n_before = m->stack.n;
    if (!is_seen(m, e)) {
      for (u32 i = 0; i < expr_arity(e); i++)
        if (!is_seen(m, expr_kid(e, i))) vec_push(&m->stack, expr_kid(e, i));
      if (m->stack.n > n_before) continue;
      mark(&m->seen_node, e.id);
      vec_push(&m->nodes, e.id);
      visit(m, e);
    }
    m->stack.n--;
  }
}

void mention_pop_to(Mention *m, u32 n_levels) {
  if (n_levels >= m->levels.n) return;
  MentionLevel to = m->levels.at[n_levels];
  while (m->nodes.n > to.n_nodes) m->seen_node.at[vec_pop(&m->nodes)] = 0;
  while (m->cells.n > to.n_cells) m->seen_cell.at[vec_pop(&m->cells)] = 0;
  m->reads.n = to.n_reads;
  m->arrays.n = to.n_arrays;
  m->n_equalities = to.n_equalities;
  m->levels.n = n_levels;
}

Expr mention_root(Mention *m, Expr array) {
  Expr e = array;
  u64 known = 0;
  while (expr_kind(e) == EXPR_STORE && !map_get(&m->roots, e.id, &known)) e = expr_kid(e, 0);
  if (expr_kind(e) != EXPR_STORE) known = expr_kind(e) == EXPR_ITE ? 0 : e.id;
  for (Expr s = array; !expr_same(s, e); s = expr_kid(s, 0)) map_put(&m->roots, s.id, known);
  return (Expr){(u32)known};
}
