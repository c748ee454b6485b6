/* make.c — the constructors: fold constants, order operands, look the term up,
 * rewrite it, or intern it.
 *
 * The look-up comes before the rules: whatever is in the table is irreducible,
 * so the common case, a term that exists already, costs one hash probe.
 */
#include "expr/expr_impl.h"
#include "expr/input.h"
#include "expr/rewrite.h"
#include "expr/value.h"

#include <string.h>

static const bool commutes[EXPR_KIND_COUNT] = {
#define KIND(id, arity, smt, commutes, result) [EXPR_##id] = commutes,
#include "expr/kinds.def"
#undef KIND
};

/* Room for the words of the widest term, so that wide folding allocates nothing.
 * 4 KiB: only functions that are called rarely have one in their frame. */
typedef struct WideWords {
  u64 at[VALUE_WORDS(EXPR_MAX_WIDTH)];
} WideWords;

static ExprNode node_of(const Candidate *t) {
  ExprNode n = {.kind = (u8)t->kind, .width = (u16)t->width, .kid = {t->a.id, t->b.id, t->c.id}};
  if (t->kind == EXPR_EXTRACT) n.kid[1] = t->low;
  bool makes_array = t->kind == EXPR_STORE || (t->kind == EXPR_ITE && expr_is_array(t->b));
  if (makes_array) n.shape = (u8)expr_index_width(t->kind == EXPR_ITE ? t->b : t->a);
  return n;
}

static Expr finish(const Candidate *t) {
  ExprNode n = node_of(t);
  Expr found = table_lookup(n);
  if (!expr_is_none(found)) return found;
  found = rewrite(t);
  return expr_is_none(found) ? table_intern(n) : found;
}

/* ---- leaves -------------------------------------------------------------- */

static Expr small_const(u32 width, u64 v) {
  return table_intern(
      (ExprNode){.kind = EXPR_CONST, .width = (u16)width, .kid = {(u32)v, (u32)(v >> 32)}});
}

Expr expr_const_words(u32 width, const u64 *words) {
  assert(width >= 1 && width <= EXPR_MAX_WIDTH);
  if (width <= 64) return small_const(width, words[0] & value_mask(width));
  WideWords w;
  u32 n = VALUE_WORDS(width);
  memcpy(w.at, words, n * sizeof *words);
  if (width % 64) w.at[n - 1] &= value_mask(width % 64);
  return table_intern(
      (ExprNode){.kind = EXPR_CONST, .width = (u16)width, .kid = {blob_intern(w.at, n)}});
}

rarely_called static Expr wide_const(u32 width, u64 value) {
  WideWords w;
  memset(w.at, 0, VALUE_WORDS(width) * sizeof *w.at);
  w.at[0] = value;
  return expr_const_words(width, w.at);
}

Expr expr_const(u32 width, u64 value) {
  assert(width >= 1 && width <= EXPR_MAX_WIDTH);
  return width <= 64 ? small_const(width, value & value_mask(width)) : wide_const(width, value);
}

Expr expr_bool(bool b) { return small_const(1, b); }

Expr expr_var(Input in, u32 low, u32 width) {
  assert(width >= 1 && width <= EXPR_MAX_WIDTH);
  assert(low + width <= input_info(in)->n_bits);
  return table_intern((ExprNode){.kind = EXPR_VAR, .width = (u16)width, .kid = {in.id, low}});
}

const u64 *expr_words(Expr e, u64 *room) {
  assert(expr_is_const(e));
  if (expr_width(e) > 64) return blob_words(expr_nodes[e.id].kid[0], NULL);
  *room = expr_value(e);
  return room;
}

bool expr_is_value(Expr e, u64 v) {
  if (!expr_is_const(e)) return false;
  if (expr_width(e) <= 64) return expr_value(e) == v;
  u64 room;
  const u64 *words = expr_words(e, &room);
  for (u32 i = 1; i < VALUE_WORDS(expr_width(e)); i++)
    if (words[i]) return false;
  return words[0] == v;
}

bool expr_is_ones(Expr e) {
  if (!expr_is_const(e)) return false;
  u32 width = expr_width(e), n = VALUE_WORDS(width);
  u64 room;
  const u64 *words = expr_words(e, &room);
  for (u32 i = 0; i + 1 < n; i++)
    if (words[i] != ~0ull) return false;
  return words[n - 1] == value_mask(width % 64 ? width % 64 : 64);
}

/* ---- operations ---------------------------------------------------------- */

rarely_called static Expr fold_unary_wide(ExprKind kind, u32 width, Expr a) {
  WideWords r;
  u64 room;
  value_unary_words(kind, width, r.at, expr_words(a, &room));
  return expr_const_words(width, r.at);
}

static Expr make_unary(ExprKind kind, Expr a) {
  u32 width = expr_width(a);
  assert(!expr_is_array(a));
  if (expr_is_const(a)) {
    if (width > 64) return fold_unary_wide(kind, width, a);
    return expr_const(width, value_unary(kind, width, expr_value(a)));
  }
  return finish(&(Candidate){.kind = kind, .width = width, .a = a});
}

Expr expr_not(Expr a) { return make_unary(EXPR_NOT, a); }

Expr expr_neg(Expr a) { return make_unary(EXPR_NEG, a); }

rarely_called static Expr fold_extract_wide(Expr a, u32 low, u32 width) {
  WideWords r;
  u64 room;
  value_extract(r.at, expr_words(a, &room), low, width);
  return expr_const_words(width, r.at);
}

Expr expr_extract(Expr a, u32 low, u32 width) {
  assert(!expr_is_array(a) && width >= 1 && low + width <= expr_width(a));
  if (expr_is_const(a)) {
    if (expr_width(a) > 64) return fold_extract_wide(a, low, width);
    return expr_const(width, expr_value(a) >> low);
  }
  return finish(&(Candidate){.kind = EXPR_EXTRACT, .width = width, .a = a, .low = low});
}

rarely_called static Expr fold_extension(ExprKind kind, Expr a, u32 width) {
  WideWords r;
  u64 room;
  (kind == EXPR_ZEXT ? value_zext : value_sext)(r.at, expr_words(a, &room), expr_width(a), width);
  return expr_const_words(width, r.at);
}

static Expr make_extension(ExprKind kind, Expr a, u32 width) {
  u32 from = expr_width(a);
  assert(!expr_is_array(a) && width >= from && width <= EXPR_MAX_WIDTH);
  if (width == from) return a;
  if (expr_is_const(a)) return fold_extension(kind, a, width);
  return finish(&(Candidate){.kind = kind, .width = width, .a = a});
}

Expr expr_zext(Expr a, u32 width) { return make_extension(EXPR_ZEXT, a, width); }

Expr expr_sext(Expr a, u32 width) { return make_extension(EXPR_SEXT, a, width); }

Expr expr_resize(Expr a, u32 width) {
  return width < expr_width(a) ? expr_extract(a, 0, width) : expr_zext(a, width);
}

rarely_called static Expr fold_concat(Expr high, Expr low) {
  WideWords r;
  u64 room_h, room_l;
  u32 hw = expr_width(high), lw = expr_width(low);
  value_concat(r.at, expr_words(high, &room_h), hw, expr_words(low, &room_l), lw);
  return expr_const_words(hw + lw, r.at);
}

Expr expr_concat(Expr high, Expr low) {
  u32 hw = expr_width(high), lw = expr_width(low);
  assert(!expr_is_array(high) && !expr_is_array(low));
  CHECK(hw + lw <= EXPR_MAX_WIDTH, "a term of %u bits", hw + lw);
  if (expr_is_const(high) && expr_is_const(low)) return fold_concat(high, low);
  return finish(&(Candidate){.kind = EXPR_CONCAT, .width = hw + lw, .a = high, .b = low});
}

rarely_called static Expr fold_binary_wide(ExprKind kind, u32 width, u32 result_width, Expr a,
                                           Expr b) {
  WideWords r;
  u64 room_a, room_b;
  value_binary_words(kind, width, r.at, expr_words(a, &room_a), expr_words(b, &room_b));
  return expr_const_words(result_width, r.at);
}

Expr expr_binary(ExprKind kind, Expr a, Expr b) {
  if (kind == EXPR_CONCAT) return expr_concat(a, b);
  u32 width = expr_width(a);
  assert(width == expr_width(b) && !expr_is_array(a) && !expr_is_array(b));
  bool compares = kind == EXPR_EQ || kind == EXPR_ULT || kind == EXPR_SLT;
  u32 result_width = compares ? 1 : width;
  bool a_const = expr_is_const(a), b_const = expr_is_const(b);
  if (a_const && b_const && width > 64) return fold_binary_wide(kind, width, result_width, a, b);
  if (a_const && b_const)
    return expr_const(result_width, value_binary(kind, width, expr_value(a), expr_value(b)));
  if (commutes[kind] && (a_const || (!b_const && a.id > b.id))) {
    Expr swap = a;
    a = b;
    b = swap;
  }
  return finish(&(Candidate){.kind = kind, .width = result_width, .a = a, .b = b});
}

Expr expr_ite(Expr cond, Expr then, Expr other) {
  assert(expr_width(cond) == 1 && !expr_is_array(cond));
  assert(expr_width(then) == expr_width(other));
  assert(expr_index_width(then) == expr_index_width(other));
  if (expr_is_const(cond)) return expr_value(cond) ? then : other;
  if (expr_same(then, other)) return then;
  return finish(
      &(Candidate){.kind = EXPR_ITE, .width = expr_width(then), .a = cond, .b = then, .c = other});
}

/* ---- arrays -------------------------------------------------------------- */

Expr expr_array_input(Input in) {
  const InputInfo *info = input_info(in);
  assert(info->index_width);
  return table_intern((ExprNode){.kind = EXPR_ARRAY_INPUT,
                                 .shape = (u8)info->index_width,
                                 .width = (u16)info->elem_width,
                                 .kid = {in.id}});
}

Expr expr_array_fill(u32 index_width, Expr element) {
  assert(index_width >= 1 && index_width <= 64 && !expr_is_array(element));
  return table_intern((ExprNode){.kind = EXPR_ARRAY_FILL,
                                 .shape = (u8)index_width,
                                 .width = (u16)expr_width(element),
                                 .kid = {element.id}});
}

Expr expr_array_table(u32 index_width, u32 elem_width, const u64 *elements, u32 n) {
  assert(index_width >= 1 && index_width <= 64 && elem_width >= 1 && elem_width <= 64);
  u64 *cut = mem_dup(elements, n * sizeof *elements); /* to their width */
  for (u32 i = 0; i < n; i++) cut[i] &= value_mask(elem_width);
  u32 blob = blob_intern(cut, n);
  mem_free(cut);
  return table_intern((ExprNode){
      .kind = EXPR_ARRAY_TABLE, .shape = (u8)index_width, .width = (u16)elem_width, .kid = {blob}});
}

const u64 *expr_table(Expr e, u32 *ret_n) {
  assert(expr_kind(e) == EXPR_ARRAY_TABLE);
  return blob_words(expr_nodes[e.id].kid[0], ret_n);
}

Expr expr_select(Expr array, Expr index) {
  assert(expr_is_array(array) && expr_index_width(array) == expr_width(index));
  return finish(
      &(Candidate){.kind = EXPR_SELECT, .width = expr_width(array), .a = array, .b = index});
}

Expr expr_store(Expr array, Expr index, Expr element) {
  assert(expr_is_array(array) && expr_index_width(array) == expr_width(index));
  assert(expr_width(array) == expr_width(element));
  return finish(&(Candidate){
      .kind = EXPR_STORE, .width = expr_width(array), .a = array, .b = index, .c = element});
}

Expr expr_array_eq(Expr a, Expr b) {
  assert(expr_is_array(a) && expr_index_width(a) == expr_index_width(b));
  assert(expr_width(a) == expr_width(b));
  if (expr_same(a, b)) return expr_bool(true);
  if (a.id > b.id) return expr_array_eq(b, a); /* kids are older than what is made of them */
  if (expr_kind(b) == EXPR_STORE && expr_same(expr_kid(b, 0), a))
    return expr_eq(expr_select(a, expr_kid(b, 1)), expr_kid(b, 2));
  if (expr_kind(a) == EXPR_ARRAY_FILL && expr_kind(b) == EXPR_ARRAY_FILL)
    return expr_eq(expr_kid(a, 0), expr_kid(b, 0));
  return finish(&(Candidate){.kind = EXPR_ARRAY_EQ, .width = 1, .a = a, .b = b});
}

Expr expr_with_kids(Expr e, const Expr *kids) {
  ExprKind kind = expr_kind(e);
  u32 width = expr_width(e);
  switch ((int)kind) {
  case EXPR_NOT:
  case EXPR_NEG:
    return make_unary(kind, kids[0]);
  case EXPR_EXTRACT:
    return expr_extract(kids[0], expr_extract_low(e), width);
  case EXPR_ZEXT:
  case EXPR_SEXT:
    return make_extension(kind, kids[0], width);
  case EXPR_ITE:
    return expr_ite(kids[0], kids[1], kids[2]);
  case EXPR_SELECT:
    return expr_select(kids[0], kids[1]);
  case EXPR_STORE:
    return expr_store(kids[0], kids[1], kids[2]);
  case EXPR_ARRAY_EQ:
    return expr_array_eq(kids[0], kids[1]);
  case EXPR_ARRAY_FILL:
    return expr_array_fill(expr_index_width(e), kids[0]);
  default:
    return expr_arity(e) == 2 ? expr_binary(kind, kids[0], kids[1]) : e;
  }
}
