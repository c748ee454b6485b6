/* shape.c — takes terms apart into shapes and numbers, and puts them together again.
 *
 * The parts of a shape are the nodes of the term in preorder, so a stack fills it from the last
 * part to the first.  The order that the table of terms gives to operands of commutative
 * operations says nothing about the program.  So here the simpler operand comes first, and of two
 * places the smaller.
 */
#include "predict/shape.h"

#include "expr/value.h"

#include <string.h>

/* A condition with more parts is not one that a loop repeats. */
enum { MAX_PARTS = 256 };

/* ---- taking apart ---------------------------------------------------------------------------------- */

static u32 input_number(const ShapeContext *c, Input in) {
  assert(c->n_inputs);
  for (u32 i = 0; i < c->n_inputs; i++)
    if (c->inputs[i].id == in.id) return i;
  return UINT32_MAX;
}

static u32 table_number(ShapeSet *set, Expr table) {
  u32 n;
  const u64 *at = expr_table(table, &n);
  for (u32 i = 0; i < set->tables.n; i++) {
    const ShapeTable *t = &set->tables.at[i];
    if (t->elements.n == n && t->index_width == expr_index_width(table) &&
        t->element_width == expr_width(table) && !memcmp(t->elements.at, at, n * sizeof *at))
      return i;
  }
  ShapeTable t = {.index_width = expr_index_width(table), .element_width = expr_width(table)};
  vec_append(&t.elements, at, n);
  vec_push(&set->tables, t);
  return set->tables.n - 1;
}

static bool is_supported(Expr e) {
  ExprKind kind = expr_kind(e);
  bool is_written = kind == EXPR_STORE || kind == EXPR_ARRAY_INPUT || kind == EXPR_ARRAY_FILL;
  return !is_written && expr_width(e) <= 64;
}

/* One part and its number, if it has one.  False: nothing can be made of it. */
static bool add_part(ShapeSet *set, const ShapeContext *c, Expr e, TermShape *to,
                     NumberVec *numbers, bool *ret_is_whole) {
  ShapePart part = {.kind = (u8)expr_kind(e), .width = (u16)expr_width(e)};
  u64 name;
  if (!is_supported(e) || to->parts.n == MAX_PARTS) return false;
  *ret_is_whole = true;
  if (expr_arity(e) && map_get(c->names, e.id, &name)) {
    part.names = true;
    vec_push(numbers, (i64)name);
  } else if (part.kind == EXPR_CONST) {
    vec_push(numbers, value_signed(expr_value(e), part.width));
  } else if (part.kind == EXPR_VAR) {
    part.input = input_number(c, expr_input(e));
    if (part.input == UINT32_MAX) return false;
    vec_push(numbers, (i64)expr_var_low(e));
  } else {
    if (part.kind == EXPR_EXTRACT) part.low = expr_extract_low(e);
    if (part.kind == EXPR_ARRAY_TABLE) part.table = table_number(set, e);
    *ret_is_whole = false;
  }
  vec_push(&to->parts, part);
  return true;
}

/* Where the order of kids means nothing the simpler one comes first, and of two places the smaller
 * one: the order in which the table of terms has them says nothing about the program. */
static bool is_turned(const ShapeContext *c, Expr e) {
  ExprKind kind = expr_kind(e);
  bool commutes = kind == EXPR_ADD || kind == EXPR_MUL || kind == EXPR_AND || kind == EXPR_OR ||
                  kind == EXPR_XOR || kind == EXPR_EQ;
  if (!commutes) return false;
  Expr a = expr_kid(e, 0), b = expr_kid(e, 1);
  u64 x, y;
  bool a_named = expr_arity(a) && map_get(c->names, a.id, &x);
  bool b_named = expr_arity(b) && map_get(c->names, b.id, &y);
  if (a_named && b_named) return x > y;
  if (a_named != b_named) return b_named;
  if (expr_kind(a) != expr_kind(b)) return expr_kind(a) > expr_kind(b);
  return expr_kind(a) == EXPR_VAR && expr_var_low(a) > expr_var_low(b);
}

static bool take_apart(ShapeSet *set, const ShapeContext *c, Expr e, TermShape *to,
                       NumberVec *numbers) {
  ExprVec stack = {0};
  bool ok = true;
  vec_push(&stack, e);
  while (stack.n && ok) {
    Expr at = vec_pop(&stack);
    bool is_whole = true;
    ok = add_part(set, c, at, to, numbers, &is_whole);
    if (!ok || is_whole) continue;
    u32 n = expr_arity(at);
    bool turned = is_turned(c, at);
    for (u32 k = n; k-- > 0;) vec_push(&stack, expr_kid(at, turned ? n - 1 - k : k));
  }
  vec_free(&stack);
  return ok;
}

/* ---- the set ---------------------------------------------------------------------------------------- */

static bool same_shape(const TermShape *a, const TermShape *b) {
  if (a->parts.n != b->parts.n) return false;
  for (u32 i = 0; i < a->parts.n; i++) {
    const ShapePart *x = &a->parts.at[i], *y = &b->parts.at[i];
    if (x->names != y->names || x->width != y->width) return false;
    if (x->names) continue;
    if (x->kind != y->kind || x->low != y->low || x->input != y->input || x->table != y->table)
      return false;
  }
  return true;
}

static u32 shape_number(ShapeSet *set, TermShape *shape) {
  for (u32 i = 0; i < set->all.n; i++)
    if (same_shape(&set->all.at[i], shape)) {
      vec_free(&shape->parts);
      return i;
    }
  vec_push(&set->all, *shape);
  return set->all.n - 1;
}

bool shape_of_term(ShapeSet *set, const ShapeContext *c, Expr e, u32 *ret_shape, NumberVec *ret) {
  assert(!expr_is_none(e));
  TermShape shape = {0};
  if (!take_apart(set, c, e, &shape, ret)) {
    vec_free(&shape.parts);
    return false;
  }
  *ret_shape = shape_number(set, &shape);
  return true;
}

void shapes_free(ShapeSet *s) {
  for (u32 i = 0; i < s->all.n; i++) vec_free(&s->all.at[i].parts);
  for (u32 i = 0; i < s->tables.n; i++) vec_free(&s->tables.at[i].elements);
  vec_free(&s->all);
  vec_free(&s->tables);
}

/* ---- putting together ------------------------------------------------------------------------------- */

typedef struct ShapeFiller {
  const ShapeSet *set;
  const Input *inputs;
  u32 n_inputs;
  const ExprVec *named;
} ShapeFiller;

static Expr fill_var(const ShapeFiller *f, const ShapePart *p, i64 low) {
  if (p->input >= f->n_inputs || low < 0) return EXPR_NONE;
  Input in = f->inputs[p->input];
  if ((u64)low + p->width > input_info(in)->n_bits) return EXPR_NONE;
  return expr_var(in, (u32)low, p->width);
}

static Expr fill_hole(const ShapeFiller *f, const ShapePart *p, i64 number) {
  if (p->kind == EXPR_CONST && !p->names) return expr_const(p->width, (u64)number);
  if (!p->names) return fill_var(f, p, number);
  return number >= 0 && number < f->named->n ? f->named->at[number] : EXPR_NONE;
}

static Expr fill_node(const ShapeFiller *f, const ShapePart *p, const Expr *kids) {
  ExprKind kind = (ExprKind)p->kind;
  if (kind == EXPR_NOT) return expr_not(kids[0]);
  if (kind == EXPR_NEG) return expr_neg(kids[0]);
  if (kind == EXPR_EXTRACT) return expr_extract(kids[0], p->low, p->width);
  if (kind == EXPR_ZEXT) return expr_zext(kids[0], p->width);
  if (kind == EXPR_SEXT) return expr_sext(kids[0], p->width);
  if (kind == EXPR_ITE) return expr_ite(kids[0], kids[1], kids[2]);
  if (kind == EXPR_SELECT) return expr_select(kids[0], kids[1]);
  const ShapeTable *t = kind == EXPR_ARRAY_TABLE ? &f->set->tables.at[p->table] : NULL;
  if (t) return expr_array_table(t->index_width, t->element_width, t->elements.at, t->elements.n);
  return expr_binary(kind, kids[0], kids[1]);
}

static bool is_hole(const ShapePart *p) {
  return p->names || p->kind == EXPR_CONST || p->kind == EXPR_VAR;
}

/* From the last part to the first: kids are on the stack when their parent comes. */
Expr shape_fill(const ShapeSet *set, u32 shape, const Input *inputs, u32 n_inputs,
                const ExprVec *named, const i64 *numbers, u32 n) {
  assert(shape < set->all.n);
  const ShapeFiller f = {.set = set, .inputs = inputs, .n_inputs = n_inputs, .named = named};
  const TermShape *s = &set->all.at[shape];
  ExprVec stack = {0};
  Expr result = EXPR_NONE;
  for (u32 i = s->parts.n; i-- > 0;) {
    const ShapePart *p = &s->parts.at[i];
    if (is_hole(p)) {
      assert(n > 0);
      result = fill_hole(&f, p, numbers[--n]);
    } else {
      u32 arity = expr_arities[p->kind];
      Expr kids[3] = {0};
      for (u32 k = 0; k < arity; k++) kids[k] = vec_pop(&stack);
      result = fill_node(&f, p, kids);
    }
    if (expr_is_none(result)) break;
    vec_push(&stack, result);
  }
  vec_free(&stack);
  return result;
}
