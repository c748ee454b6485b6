/* plan.c — see plan.h. */
#include "fuzz/plan.h"

#include "expr/value.h"

#include <stdio.h>

void plan_done(Plan *p) {
  for (u32 i = 0; i < p->nodes.n; i++) mem_free(p->nodes.at[i].elements);
  vec_free(&p->inputs);
  vec_free(&p->nodes);
  vec_free(&p->built);
}

/* ---- making nodes ---------------------------------------------------------- */

u32 plan_input(Plan *p, const char *name, InputShape shape, u32 n_bits, u32 index_width,
               u32 elem_width) {
  for (u32 i = 0; i < p->inputs.n; i++)
    if (!strcmp(p->inputs.at[i].name, name)) return i;
  PlanInput in = {
      .shape = shape, .n_bits = n_bits, .index_width = index_width, .elem_width = elem_width};
  snprintf(in.name, sizeof in.name, "%s", name);
  vec_push(&p->inputs, in);
  return p->inputs.n - 1;
}

static bool is_same(const PlanNode *a, const PlanNode *b) {
  return a->kind == b->kind && a->width == b->width && a->index_width == b->index_width &&
         a->low == b->low && a->input == b->input && a->n_elements == b->n_elements &&
         !memcmp(a->kid, b->kid, sizeof a->kid) && !memcmp(a->words, b->words, sizeof a->words) &&
         (!a->n_elements || !memcmp(a->elements, b->elements, a->n_elements * sizeof *a->elements));
}

u32 plan_node(Plan *p, PlanNode n) {
  for (u32 i = 0; i < p->nodes.n; i++)
    if (is_same(&p->nodes.at[i], &n)) {
      mem_free(n.elements);
      return i;
    }
  CHECK(n.width <= 64 * PLAN_WORDS, "a node of %u bits", n.width);
  vec_push(&p->nodes, n);
  return p->nodes.n - 1;
}

u32 plan_const(Plan *p, u32 width, u64 v) {
  return plan_node(
      p, (PlanNode){.kind = EXPR_CONST, .width = width, .words = {v & value_mask(width)}});
}

u32 plan_var(Plan *p, u32 input, u32 low, u32 width) {
  return plan_node(p, (PlanNode){.kind = EXPR_VAR, .width = width, .low = low, .input = input});
}

u32 plan_table(Plan *p, u32 index_width, u32 elem_width, const u64 *elements, u32 n) {
  return plan_node(p, (PlanNode){.kind = EXPR_ARRAY_TABLE,
                                 .width = elem_width,
                                 .index_width = index_width,
                                 .elements = mem_dup(elements, n * sizeof *elements),
                                 .n_elements = n});
}

u32 plan_array(Plan *p, u32 input) {
  const PlanInput *in = &p->inputs.at[input];
  bool is_bytes = in->shape == INPUT_BYTES;
  return plan_node(p, (PlanNode){.kind = EXPR_ARRAY_INPUT,
                                 .width = is_bytes ? 8 : in->elem_width,
                                 .index_width = is_bytes ? 64 : in->index_width,
                                 .input = input});
}

u32 plan_width(const Plan *p, u32 node) { return p->nodes.at[node].width; }

u32 plan_cut(Plan *p, u32 a, u32 low, u32 width) {
  if (width == plan_width(p, a)) return a;
  return plan_node(p, (PlanNode){.kind = EXPR_EXTRACT, .width = width, .low = low, .kid = {a}});
}

u32 plan_extend(Plan *p, u32 a, u32 width, bool is_signed) {
  if (width == plan_width(p, a)) return a;
  if (width < plan_width(p, a)) return plan_cut(p, a, 0, width);
  return plan_node(
      p, (PlanNode){.kind = is_signed ? EXPR_SEXT : EXPR_ZEXT, .width = width, .kid = {a}});
}

u32 plan_op(Plan *p, ExprKind kind, u32 a, u32 b, u32 c) {
  PlanNode n = {.kind = kind, .width = plan_width(p, a), .kid = {a}};
  u32 arity = expr_arities[kind];
  if (arity > 1) n.kid[1] = b;
  if (arity > 2) n.kid[2] = c;
  if (kind == EXPR_EQ || kind == EXPR_ULT || kind == EXPR_SLT) n.width = 1;
  if (kind == EXPR_CONCAT) n.width += plan_width(p, b);
  if (kind == EXPR_STORE) n.index_width = p->nodes.at[a].index_width;
  if (kind == EXPR_ITE) {
    n.width = plan_width(p, b);
    n.index_width = p->nodes.at[b].index_width;
  }
  return plan_node(p, n);
}

/* ---- from terms ------------------------------------------------------------- */

static u32 capture_input(Plan *p, Input in) {
  const InputInfo *info = input_info(in);
  return plan_input(p, info->name, info->shape, info->n_bits, info->index_width, info->elem_width);
}

static PlanNode capture_node(Plan *p, Expr e, const Map *done) {
  ExprKind kind = expr_kind(e);
  PlanNode n = {.kind = kind, .width = expr_width(e), .index_width = expr_index_width(e)};
  for (u32 i = 0; i < expr_arity(e); i++) {
    u64 at = 0;
    map_get(done, expr_kid(e, i).id, &at);
    n.kid[i] = (u32)at;
  }
  if (kind == EXPR_CONST)
    memcpy(n.words, expr_words(e, &(u64){0}), VALUE_WORDS(n.width) * sizeof *n.words);
  if (kind == EXPR_VAR) n.low = expr_var_low(e);
  if (kind == EXPR_EXTRACT) n.low = expr_extract_low(e);
  if (kind == EXPR_VAR || kind == EXPR_ARRAY_INPUT) n.input = capture_input(p, expr_input(e));
  if (kind == EXPR_ARRAY_TABLE) {
    const u64 *elements = expr_table(e, &n.n_elements);
    n.elements = mem_dup(elements, n.n_elements * sizeof *elements);
  }
  return n;
}

u32 plan_capture(Plan *p, Expr e) {
  Map done = {0};
  ExprVec stack = {0};
  vec_push(&stack, e);
  while (stack.n) {
    Expr at = vec_last(&stack);
    u32 n_before = stack.n;
    for (u32 i = 0; i < expr_arity(at); i++)
      if (!map_find(&done, expr_kid(at, i).id)) vec_push(&stack, expr_kid(at, i));
    if (stack.n > n_before) continue;
    if (!map_find(&done, at.id)) map_put(&done, at.id, plan_node(p, capture_node(p, at, &done)));
    stack.n--;
  }
  u64 node = 0;
  map_get(&done, e.id, &node);
  map_done(&done);
  vec_free(&stack);
  return (u32)node;
}

/* ---- to terms of ours --------------------------------------------------------- */

void plan_needs(const Plan *p, u32 node, bool *ret_needed) {
  memset(ret_needed, 0, (node + 1) * sizeof *ret_needed);
  ret_needed[node] = true;
  for (u32 i = node + 1; i-- > 0;)
    for (u32 k = 0; ret_needed[i] && k < expr_arities[p->nodes.at[i].kind]; k++)
      ret_needed[p->nodes.at[i].kid[k]] = true;
}

Input plan_real_input(const Plan *p, u32 input) {
  const PlanInput *in = &p->inputs.at[input];
  switch (in->shape) {
  case INPUT_BITS:
    return input_bits(in->name, in->n_bits);
  case INPUT_BOOL:
    return input_bool(in->name);
  case INPUT_BYTES:
    return input_bytes(in->name, in->n_bits / 8);
  case INPUT_ARRAY:
    break;
  }
  return input_array(in->name, in->index_width, in->elem_width);
}

static Expr make_expr(const Plan *p, const PlanNode *n) {
  Expr k[3] = {{0}};
  for (u32 i = 0; i < expr_arities[n->kind]; i++) k[i] = p->built.at[n->kid[i]];
  switch ((int)n->kind) {
  case EXPR_CONST:
    return expr_const_words(n->width, n->words);
  case EXPR_VAR:
    return expr_var(plan_real_input(p, n->input), n->low, n->width);
  case EXPR_ARRAY_INPUT:
    return expr_array_input(plan_real_input(p, n->input));
  case EXPR_ARRAY_TABLE:
    return expr_array_table(n->index_width, n->width, n->elements, n->n_elements);
  case EXPR_ARRAY_FILL:
    return expr_array_fill(n->index_width, k[0]);
  case EXPR_NOT:
    return expr_not(k[0]);
  case EXPR_NEG:
    return expr_neg(k[0]);
  case EXPR_EXTRACT:
    return expr_extract(k[0], n->low, n->width);
  case EXPR_ZEXT:
    return expr_zext(k[0], n->width);
  case EXPR_SEXT:
    return expr_sext(k[0], n->width);
  case EXPR_ITE:
    return expr_ite(k[0], k[1], k[2]);
  case EXPR_SELECT:
    return expr_select(k[0], k[1]);
  case EXPR_STORE:
    return expr_store(k[0], k[1], k[2]);
  default:
    return expr_binary(n->kind, k[0], k[1]);
  }
}

Expr plan_expr(Plan *p, u32 node) {
  if (p->epoch != expr_epoch()) vec_clear(&p->built);
  p->epoch = expr_epoch();
  vec_resize(&p->built, MAX(p->built.n, p->nodes.n));
  bool *needed = mem_new((node + 1) * sizeof *needed);
  plan_needs(p, node, needed);
  for (u32 i = 0; i <= node; i++)
    if (needed[i] && !p->built.at[i].id) p->built.at[i] = make_expr(p, &p->nodes.at[i]);
  mem_free(needed);
  return p->built.at[node];
}

/* ---- to Z3 --------------------------------------------------------------------- */

static Z3_ast make_z3(Plan *p, Z3_context c, Z3Build *b, const PlanNode *n, const Z3_ast *built) {
  Z3_ast kids[3];
  u32 arity = expr_arities[n->kind];
  if (!arity) return z3_build(b, make_expr(p, n));
  for (u32 i = 0; i < arity; i++) kids[i] = built[n->kid[i]];
  if (n->kind == EXPR_ARRAY_FILL)
    return Z3_mk_const_array(c, Z3_mk_bv_sort(c, n->index_width), kids[0]);
  return z3_build_op(b, n->kind, n->width, n->low, kids);
}

Z3_ast plan_z3(Plan *p, Z3_context c, Z3Build *b, u32 node) {
  bool *needed = mem_new((node + 1) * sizeof *needed);
  Z3_ast *built = mem_new((node + 1) * sizeof *built);
  plan_needs(p, node, needed);
  for (u32 i = 0; i <= node; i++)
    if (needed[i]) built[i] = make_z3(p, c, b, &p->nodes.at[i], built);
  Z3_ast a = built[node];
  mem_free(needed);
  mem_free(built);
  return a;
}

/* ---- evaluation ---------------------------------------------------------------- */

/* An element of an array: down the chain of stores to whatever lies below. */
static u64 element(const Plan *p, const Model *m, const PlanValue *v, u32 array, u64 index) {
  for (;;) {
    const PlanNode *n = &p->nodes.at[array];
    switch ((int)n->kind) {
    case EXPR_STORE:
      if (v[n->kid[1]].words[0] == index) return v[n->kid[2]].words[0];
      array = n->kid[0];
      break;
    case EXPR_ITE:
      array = n->kid[v[n->kid[0]].words[0] ? 1 : 2];
      break;
    case EXPR_ARRAY_FILL:
      return v[n->kid[0]].words[0];
    case EXPR_ARRAY_TABLE:
      return index < n->n_elements ? n->elements[index] : 0;
    default:
      return model_get_element(m, plan_real_input(p, n->input), index);
    }
  }
}

static PlanValue value_of(const Plan *p, const Model *m, const PlanNode *n, const PlanValue *v) {
  PlanValue r = {{0}};
  if (n->kind == EXPR_CONST) memcpy(r.words, n->words, sizeof r.words);
  if (n->kind == EXPR_VAR)
    model_get_bits(m, plan_real_input(p, n->input), n->low, n->width, r.words);
  if (!expr_arities[n->kind]) return r;
  const u64 *a = v[n->kid[0]].words, *b = v[n->kid[1]].words;
  u32 from = plan_width(p, n->kid[0]);
  switch ((int)n->kind) {
  case EXPR_SELECT:
    r.words[0] = element(p, m, v, n->kid[0], b[0]);
    return r;
  case EXPR_ITE:
    return v[n->kid[a[0] ? 1 : 2]];
  case EXPR_EXTRACT:
    value_extract(r.words, a, n->low, n->width);
    return r;
  case EXPR_ZEXT:
    value_zext(r.words, a, from, n->width);
    return r;
  case EXPR_SEXT:
    value_sext(r.words, a, from, n->width);
    return r;
  case EXPR_CONCAT:
    value_concat(r.words, a, from, b, plan_width(p, n->kid[1]));
    return r;
  case EXPR_NOT:
  case EXPR_NEG:
    value_unary_words(n->kind, from, r.words, a);
    return r;
  default:
    value_binary_words(n->kind, from, r.words, a, b);
    return r;
  }
}

PlanValue plan_value(const Plan *p, const Model *m, u32 node) {
  bool *needed = mem_new((node + 1) * sizeof *needed);
  PlanValue *v = mem_new((node + 1) * sizeof *v);
  plan_needs(p, node, needed);
  for (u32 i = 0; i <= node; i++)
    if (needed[i] && !p->nodes.at[i].index_width) v[i] = value_of(p, m, &p->nodes.at[i], v);
  PlanValue r = v[node];
  mem_free(needed);
  mem_free(v);
  return r;
}
