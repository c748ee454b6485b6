/* z3_build.c — the translation of terms to Z3; see z3_build.h.
 *
 * Each term is built once, in the form that is natural for it: comparisons and
 * the logic of width-1 terms are Bools, all other terms bit-vectors.  Where a
 * parent wants the other form, one wrapper is added and remembered: Z3 never
 * sees the chains of (= (ite p #b1 #b0) #b1) that a purely bit-vector
 * translation is full of.
 *
 * A select from an array whose contents all have names (bytes of an input,
 * constants, stores on these) becomes a multiplexer over the elements, so that
 * Z3 gets a pure bit-vector problem; z3_arrays.c does that.  Memo keys: the
 * handle of a term, or array handle << 32 | index handle of such a read.
 *
 * No recursion on terms.  What is built is referenced until the memo goes: a
 * context made with Z3_mk_context_rc does not grow for ever, a plain one works.
 */
#include "z3/z3_build_impl.h"

#include "base/vec.h"
#include "expr/value.h"

typedef Z3_ast Z3Binary(Z3_context, Z3_ast, Z3_ast);

static Z3Binary *const binaries[EXPR_KIND_COUNT] = {
    [EXPR_CONCAT] = Z3_mk_concat, [EXPR_ADD] = Z3_mk_bvadd,   [EXPR_MUL] = Z3_mk_bvmul,
    [EXPR_UDIV] = Z3_mk_bvudiv,   [EXPR_SDIV] = Z3_mk_bvsdiv, [EXPR_UREM] = Z3_mk_bvurem,
    [EXPR_SREM] = Z3_mk_bvsrem,   [EXPR_SHL] = Z3_mk_bvshl,   [EXPR_LSHR] = Z3_mk_bvlshr,
    [EXPR_ASHR] = Z3_mk_bvashr,   [EXPR_AND] = Z3_mk_bvand,   [EXPR_OR] = Z3_mk_bvor,
    [EXPR_XOR] = Z3_mk_bvxor,     [EXPR_ULT] = Z3_mk_bvult,   [EXPR_SLT] = Z3_mk_bvslt,
};

Z3_ast z3_keep(Z3Build *b, Z3_ast a) {
  Z3_inc_ref(b->c, a);
  vec_push(&b->kept, a);
  return a;
}

static void forget(Z3Build *b) {
  for (u32 i = 0; i < b->kept.n; i++) Z3_dec_ref(b->c, b->kept.at[i]);
  vec_clear(&b->kept);
  map_clear(&b->built);
  map_clear(&b->flipped);
  map_clear(&b->leaves);
  map_clear(&b->depths);
  b->epoch = expr_epoch();
}

static Z3_ast memo(const Map *m, u64 key) {
  u64 found = 0;
  map_get(m, key, &found);
  return (Z3_ast)(uintptr_t)found;
}

static void remember(Map *m, u64 key, Z3_ast a) { map_put(m, key, (u64)(uintptr_t)a); }

Z3_ast z3_built(const Z3Build *b, u64 key) { return memo(&b->built, key); }

/* ---- the two forms of one bit -------------------------------------------- */

static Z3_sort_kind sort_kind(Z3Build *b, Z3_ast a) {
  return Z3_get_sort_kind(b->c, Z3_get_sort(b->c, a));
}

Z3_ast z3_numeral(Z3Build *b, u32 width, u64 v) {
  return z3_keep(b, Z3_mk_unsigned_int64(b->c, v, Z3_mk_bv_sort(b->c, width)));
}

static Z3_ast flip_to_bits(Z3Build *b, Z3_ast a) {
  Z3_lbool known = Z3_get_bool_value(b->c, a);
  if (known != Z3_L_UNDEF) return z3_numeral(b, 1, known == Z3_L_TRUE);
  Z3_ast one = z3_numeral(b, 1, 1), zero = z3_numeral(b, 1, 0);
  return z3_keep(b, Z3_mk_ite(b->c, a, one, zero));
}

/* Each form remembers the other, so that going back and forth adds nothing. */
static Z3_ast flip(Z3Build *b, Z3_ast a, bool to_bits) {
  Z3_ast other = memo(&b->flipped, (u64)(uintptr_t)a);
  if (other) return other;
  if (to_bits)
    other = flip_to_bits(b, a);
  else
    other = z3_keep(b, Z3_mk_eq(b->c, a, z3_numeral(b, 1, 1)));
  remember(&b->flipped, (u64)(uintptr_t)a, other);
  remember(&b->flipped, (u64)(uintptr_t)other, a);
  return other;
}

Z3_ast z3_as_bits(Z3Build *b, Z3_ast a) {
  return sort_kind(b, a) == Z3_BOOL_SORT ? flip(b, a, true) : a;
}

Z3_ast z3_as_bool(Z3Build *b, Z3_ast a) {
  return sort_kind(b, a) == Z3_BV_SORT ? flip(b, a, false) : a;
}

/* ---- leaves -------------------------------------------------------------- */

/* Constants are named by cell number: unique whatever the inputs are called. */
static Z3_ast leaf(Z3Build *b, u32 cell, Z3_sort sort) {
  Z3_ast a = memo(&b->leaves, cell);
  if (a) return a;
  CHECK(cell < 1u << 30, "more than 2^30 cells of input"); /* Z3's bound on int symbols */
  a = z3_keep(b, Z3_mk_const(b->c, Z3_mk_int_symbol(b->c, (int)cell), sort));
  remember(&b->leaves, cell, a);
  return a;
}

Z3_ast z3_build_dense(Z3Build *b, Input in, u32 i) {
  const InputInfo *info = input_info(in);
  switch (info->shape) {
  case INPUT_BOOL:
    return leaf(b, info->first_cell, Z3_mk_bool_sort(b->c));
  case INPUT_BITS:
    return leaf(b, info->first_cell, Z3_mk_bv_sort(b->c, info->n_bits));
  case INPUT_BYTES:
    assert(i < info->n_cells);
    return leaf(b, info->first_cell + i, Z3_mk_bv_sort(b->c, 8));
  case INPUT_ARRAY:
    break;
  }
  die(__FILE__, __LINE__, "input '%s' is not dense", info->name);
}

Z3_ast z3_build_sparse(Z3Build *b, Input in) {
  const InputInfo *info = input_info(in);
  assert(info->shape == INPUT_ARRAY);
  Z3_ast found = memo(&b->leaves, info->first_cell);
  if (found) return found;
  Z3_sort index = Z3_mk_bv_sort(b->c, info->index_width);
  z3_keep(b, Z3_sort_to_ast(b->c, index)); /* else the next line may free it */
  Z3_sort element = Z3_mk_bv_sort(b->c, info->elem_width);
  return leaf(b, info->first_cell, Z3_mk_array_sort(b->c, index, element));
}

/* Bytes first .. first+n-1 as one word, little endian; a balanced tree, since a
 * load of a whole object should not be a list of thousands of levels for Z3. */
static Z3_ast concat_bytes(Z3Build *b, Input in, u32 first, u32 n) {
  if (n == 1) return z3_build_dense(b, in, first);
  Z3_ast low = concat_bytes(b, in, first, n / 2);
  Z3_ast high = concat_bytes(b, in, first + n / 2, n - n / 2);
  return z3_keep(b, Z3_mk_concat(b->c, high, low));
}

static Z3_ast cut(Z3Build *b, Z3_ast a, u32 from_width, u32 low, u32 width) {
  if (width == from_width) return a;
  return z3_keep(b, Z3_mk_extract(b->c, low + width - 1, low, a));
}

static Z3_ast build_var(Z3Build *b, Expr e) {
  Input in = expr_input(e);
  u32 low = expr_var_low(e), width = expr_width(e);
  if (input_info(in)->shape != INPUT_BYTES)
    return cut(b, z3_build_dense(b, in, 0), input_info(in)->n_bits, low, width);
  u32 first = low / 8, n = (low + width - 1) / 8 - first + 1;
  return cut(b, concat_bytes(b, in, first, n), n * 8, low - first * 8, width);
}

static Z3_ast build_const(Z3Build *b, Expr e) {
  u32 width = expr_width(e);
  if (width == 1) return z3_keep(b, expr_value(e) ? Z3_mk_true(b->c) : Z3_mk_false(b->c));
  if (width <= 64) return z3_numeral(b, width, expr_value(e));
  bool bits[EXPR_MAX_WIDTH];
  u64 room;
  const u64 *words = expr_words(e, &room);
  for (u32 i = 0; i < width; i++) bits[i] = words[i / 64] >> (i % 64) & 1;
  return z3_keep(b, Z3_mk_bv_numeral(b->c, width, bits));
}

/* ---- operations ---------------------------------------------------------- */

/* The logic of width 1, on Bools. */
static Z3_ast make_logic(Z3Build *b, ExprKind kind, const Z3_ast *kids) {
  u32 n = kind == EXPR_ITE ? 3 : kind == EXPR_NOT ? 1 : 2;
  Z3_ast k[3];
  for (u32 i = 0; i < n; i++) k[i] = z3_as_bool(b, kids[i]);
  if (kind == EXPR_NOT) return Z3_mk_not(b->c, k[0]);
  if (kind == EXPR_AND) return Z3_mk_and(b->c, 2, k);
  if (kind == EXPR_OR) return Z3_mk_or(b->c, 2, k);
  if (kind == EXPR_XOR) return Z3_mk_xor(b->c, k[0], k[1]);
  if (kind == EXPR_EQ) return Z3_mk_eq(b->c, k[0], k[1]);
  assert(kind == EXPR_ITE);
  return Z3_mk_ite(b->c, k[0], k[1], k[2]);
}

static bool is_logic(Z3Build *b, ExprKind kind, u32 width, const Z3_ast *kids) {
  if (kind == EXPR_EQ)
    return sort_kind(b, kids[0]) == Z3_BOOL_SORT || sort_kind(b, kids[1]) == Z3_BOOL_SORT;
  if (kind == EXPR_ITE) return width == 1 && sort_kind(b, kids[1]) != Z3_ARRAY_SORT;
  bool connects = kind == EXPR_NOT || kind == EXPR_AND || kind == EXPR_OR || kind == EXPR_XOR;
  return connects && width == 1;
}

static u32 width_of(Z3Build *b, Z3_ast a) {
  return Z3_get_bv_sort_size(b->c, Z3_get_sort(b->c, a));
}

/* An operation on bit-vectors and arrays.  Only kinds that have operands. */
static Z3_ast make_word(Z3Build *b, ExprKind kind, u32 width, u32 low, const Z3_ast *k) {
  if (binaries[kind]) return binaries[kind](b->c, k[0], k[1]);
  if (kind == EXPR_EQ) return Z3_mk_eq(b->c, k[0], k[1]);
  if (kind == EXPR_NOT) return Z3_mk_bvnot(b->c, k[0]);
  if (kind == EXPR_NEG) return Z3_mk_bvneg(b->c, k[0]);
  if (kind == EXPR_EXTRACT) return Z3_mk_extract(b->c, low + width - 1, low, k[0]);
  if (kind == EXPR_ZEXT) return Z3_mk_zero_ext(b->c, width - width_of(b, k[0]), k[0]);
  if (kind == EXPR_SEXT) return Z3_mk_sign_ext(b->c, width - width_of(b, k[0]), k[0]);
  if (kind == EXPR_ITE) return Z3_mk_ite(b->c, z3_as_bool(b, k[0]), k[1], k[2]);
  if (kind == EXPR_SELECT) return Z3_mk_select(b->c, k[0], k[1]);
  if (kind == EXPR_STORE) return Z3_mk_store(b->c, k[0], k[1], k[2]);
  if (kind == EXPR_ARRAY_EQ) return Z3_mk_eq(b->c, k[0], k[1]);
  die(__FILE__, __LINE__, "no operation of Z3 for kind %d", (int)kind);
}

/* The operation in its natural form, on operands in either form. */
static Z3_ast make(Z3Build *b, ExprKind kind, u32 width, u32 low, const Z3_ast *kids) {
  if (is_logic(b, kind, width, kids)) return z3_keep(b, make_logic(b, kind, kids));
  Z3_ast k[3] = {0};
  for (u32 i = 0; i < expr_arities[kind]; i++) k[i] = z3_as_bits(b, kids[i]);
  return z3_keep(b, make_word(b, kind, width, low, k));
}

/* ---- the walk ------------------------------------------------------------ */

/* The keys that must be built before this term can be; at most three. */
static u32 needs_of(Z3Build *b, Expr e, u64 *ret_keys) {
  if (expr_kind(e) == EXPR_SELECT && !z3_keeps_array(b, expr_kid(e, 0))) {
    ret_keys[0] = z3_read_key(expr_kid(e, 0), expr_kid(e, 1));
    return 1;
  }
  for (u32 i = 0; i < expr_arity(e); i++) ret_keys[i] = expr_kid(e, i).id;
  return expr_arity(e);
}

static Z3_ast build_term(Z3Build *b, Expr e) {
  ExprKind kind = expr_kind(e);
  if (kind == EXPR_CONST) return build_const(b, e);
  if (kind == EXPR_VAR) return build_var(b, e);
  if (kind == EXPR_ARRAY_INPUT || kind == EXPR_ARRAY_TABLE || kind == EXPR_ARRAY_FILL)
    return z3_whole_array(b, e);
  u64 keys[3];
  Z3_ast kids[3];
  u32 n = needs_of(b, e, keys);
  for (u32 i = 0; i < n; i++) kids[i] = z3_built(b, keys[i]);
  if (n != expr_arity(e)) return kids[0]; /* a select that was resolved */
  u32 low = kind == EXPR_EXTRACT ? expr_extract_low(e) : 0;
  return make(b, kind, expr_width(e), low, kids);
}

/* Builds what is on the stack; a key stays there until its needs are met. */
static void build_stack(Z3Build *b) {
  while (b->stack.n) {
    u64 key = vec_last(&b->stack), needs[4];
    u32 n_before = b->stack.n;
    if (!z3_built(b, key)) {
      bool is_read = key >> 32;
      Expr e = {(u32)key};
      u32 n = is_read ? z3_read_needs(key, needs) : needs_of(b, e, needs);
      for (u32 i = 0; i < n; i++)
        if (!z3_built(b, needs[i])) vec_push(&b->stack, needs[i]);
      if (b->stack.n > n_before) continue;
      remember(&b->built, key, is_read ? z3_read(b, key) : build_term(b, e));
    }
    b->stack.n--;
  }
}

static Z3_ast build(Z3Build *b, Expr e) {
  if (b->epoch != expr_epoch()) forget(b);
  Z3_ast a = z3_built(b, e.id);
  if (a) return a;
  vec_push(&b->stack, e.id);
  build_stack(b);
  return z3_built(b, e.id);
}

/* ---- public -------------------------------------------------------------- */

Z3Build *z3_build_new(Z3_context c) {
  Z3Build *b = NEW(Z3Build);
  b->c = c;
  b->epoch = expr_epoch();
  return b;
}

Z3Build *z3_build_free(Z3Build *b) {
  if (!b) return NULL;
  forget(b);
  vec_free(&b->kept);
  vec_free(&b->stack);
  map_done(&b->built);
  map_done(&b->flipped);
  map_done(&b->leaves);
  map_done(&b->depths);
  return mem_free(b);
}

Z3_ast z3_build(Z3Build *b, Expr e) { return z3_as_bits(b, build(b, e)); }

Z3_ast z3_build_bool(Z3Build *b, Expr e) {
  assert(expr_width(e) == 1 && !expr_is_array(e));
  return z3_as_bool(b, build(b, e));
}

Z3_ast z3_build_op(Z3Build *b, ExprKind kind, u32 width, u32 low, const Z3_ast *kids) {
  return z3_as_bits(b, make(b, kind, width, low, kids));
}
