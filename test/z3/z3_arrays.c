/* z3_arrays.c — arrays for Z3: multiplexers where the contents are known by
 * name, Z3's theory of arrays elsewhere.
 *
 * An element that is read at a symbolic index is, by what the array is:
 *
 *   a store         (ite (= index i) v  <read of what was stored on>)
 *   an ite          (ite c  <read of one arm>  <read of the other>)
 *   a fill          the element
 *   bytes, a table  a balanced tree of ites on the bits of the index, zero past
 *                   the end; equal neighbours are one
 *
 * A read is built once per (array, index), so sharing among arms is kept.  With
 * n reads of m stores this makes n * m comparisons; long chains are therefore
 * left to Z3's lazy array theory, as are sparse inputs.
 */
#include "z3/z3_build_impl.h"

#include "base/vec.h"
#include "expr/value.h"

#define KEEPS_ARRAY UINT32_MAX

/* The longest chain of stores that is resolved here.  The number is a guess
 * between the two costs above; tests of both ways stand in z3_build_test.c. */
#define MAX_CHAIN SIZED(64u, 24u)

typedef VEC(Z3_ast) Elements;

/* ---- which way ----------------------------------------------------------- */

static u32 leaf_depth(Expr array) {
  bool sparse =
      expr_kind(array) == EXPR_ARRAY_INPUT && input_info(expr_input(array))->shape == INPUT_ARRAY;
  return sparse ? KEEPS_ARRAY : 0;
}

/* The arrays an array is made of: none, one or two. */
static u32 bases_of(Expr array, Expr *ret_bases) {
  if (expr_kind(array) == EXPR_STORE) {
    ret_bases[0] = expr_kid(array, 0);
    return 1;
  }
  if (expr_kind(array) != EXPR_ITE) return 0;
  ret_bases[0] = expr_kid(array, 1);
  ret_bases[1] = expr_kid(array, 2);
  return 2;
}

/* From the depths of its bases; false when one is not known yet. */
static bool depth_from(const Z3Build *b, Expr array, u32 *ret_depth) {
  Expr bases[2];
  u32 n = bases_of(array, bases), deepest = 0;
  for (u32 i = 0; i < n; i++) {
    u64 depth;
    if (!map_get(&b->depths, bases[i].id, &depth)) return false;
    deepest = MAX(deepest, (u32)depth);
  }
  if (!n)
    *ret_depth = leaf_depth(array);
  else
    *ret_depth = deepest >= MAX_CHAIN ? KEEPS_ARRAY : deepest + 1;
  return true;
}

bool z3_keeps_array(Z3Build *b, Expr array) {
  u64 known;
  if (map_get(&b->depths, array.id, &known)) return known == KEEPS_ARRAY;
  ExprVec stack = {0};
  vec_push(&stack, array);
  while (stack.n) {
    Expr e = vec_last(&stack), bases[2];
    u32 depth;
    if (depth_from(b, e, &depth)) {
      map_put(&b->depths, e.id, depth);
      stack.n--;
      continue;
    }
    u32 n = bases_of(e, bases);
    for (u32 i = 0; i < n; i++)
      if (!map_find(&b->depths, bases[i].id)) vec_push(&stack, bases[i]);
  }
  vec_free(&stack);
  map_get(&b->depths, array.id, &known);
  return known == KEEPS_ARRAY;
}

/* ---- multiplexers -------------------------------------------------------- */

/* Elements first .. first + 2^n_bits - 1, chosen by the low bits of the index. */
static Z3_ast mux(Z3Build *b, const Elements *elements, const Z3_ast *bits, u32 n_bits, u64 first,
                  Z3_ast zero) {
  if (first >= elements->n) return zero;
  if (!n_bits) return elements->at[first];
  u64 half = 1ull << (n_bits - 1);
  Z3_ast low = mux(b, elements, bits, n_bits - 1, first, zero);
  Z3_ast high = mux(b, elements, bits, n_bits - 1, first + half, zero);
  if (low == high) return low;
  return z3_keep(b, Z3_mk_ite(b->c, bits[n_bits - 1], high, low));
}

static Z3_ast bits_equal(Z3Build *b, Z3_ast word, u32 low, u32 width, u64 v) {
  Z3_ast part = z3_keep(b, Z3_mk_extract(b->c, low + width - 1, low, word));
  return z3_keep(b, Z3_mk_eq(b->c, part, z3_numeral(b, width, v)));
}

static Z3_ast read_elements(Z3Build *b, const Elements *elements, u32 elem_width, Z3_ast index,
                            u32 index_width) {
  Z3_ast zero = z3_numeral(b, elem_width, 0), bits[32];
  u32 n_bits = 0;
  while (n_bits < index_width && 1ull << n_bits < elements->n) {
    bits[n_bits] = bits_equal(b, index, n_bits, 1, 1);
    n_bits++;
  }
  Z3_ast inside = mux(b, elements, bits, n_bits, 0, zero);
  if (n_bits == index_width || inside == zero) return inside;
  Z3_ast in_range = bits_equal(b, index, n_bits, index_width - n_bits, 0);
  return z3_keep(b, Z3_mk_ite(b->c, in_range, inside, zero));
}

/* The first `limit` elements of a dense input or of a table. */
static void list_elements(Z3Build *b, Expr array, u64 limit, Elements *out) {
  if (expr_kind(array) == EXPR_ARRAY_INPUT) {
    Input in = expr_input(array);
    u32 n = (u32)MIN(input_info(in)->n_cells, limit);
    for (u32 i = 0; i < n; i++) vec_push(out, z3_build_dense(b, in, i));
    return;
  }
  u32 n, width = expr_width(array);
  const u64 *values = expr_table(array, &n);
  n = (u32)MIN(n, limit);
  for (u32 i = 0; i < n; i++) vec_push(out, z3_numeral(b, width, values[i] & value_mask(width)));
}

/* How many elements an index can reach, seen from its form alone. */
static u64 reach(Expr index) {
  u32 width = expr_width(index);
  if (expr_kind(index) == EXPR_ZEXT) width = expr_width(expr_kid(index, 0));
  return width < 64 ? 1ull << width : UINT64_MAX;
}

static Z3_ast read_leaf(Z3Build *b, Expr array, Expr index) {
  Elements elements = {0};
  list_elements(b, array, reach(index), &elements);
  Z3_ast at = z3_as_bits(b, z3_built(b, index.id));
  Z3_ast a = read_elements(b, &elements, expr_width(array), at, expr_width(index));
  vec_free(&elements);
  return a;
}

/* ---- reads --------------------------------------------------------------- */

u32 z3_read_needs(u64 key, u64 *ret_keys) {
  Expr array = {(u32)(key >> 32)}, index = {(u32)key};
  u32 n = 0;
  ExprKind kind = expr_kind(array);
  if (kind == EXPR_STORE) {
    ret_keys[n++] = z3_read_key(expr_kid(array, 0), index);
    ret_keys[n++] = expr_kid(array, 1).id;
    ret_keys[n++] = expr_kid(array, 2).id;
  } else if (kind == EXPR_ITE) {
    ret_keys[n++] = expr_kid(array, 0).id;
    ret_keys[n++] = z3_read_key(expr_kid(array, 1), index);
    ret_keys[n++] = z3_read_key(expr_kid(array, 2), index);
  } else if (kind == EXPR_ARRAY_FILL) {
    ret_keys[n++] = expr_kid(array, 0).id;
  }
  ret_keys[n++] = index.id;
  return n;
}

Z3_ast z3_read(Z3Build *b, u64 key) {
  Expr array = {(u32)(key >> 32)}, index = {(u32)key};
  u64 needs[4];
  u32 n = z3_read_needs(key, needs);
  Z3_ast k[4];
  for (u32 i = 0; i < n; i++) k[i] = z3_as_bits(b, z3_built(b, needs[i]));
  ExprKind kind = expr_kind(array);
  if (kind == EXPR_STORE) {
    Z3_ast here = z3_keep(b, Z3_mk_eq(b->c, k[3], k[1]));
    return z3_keep(b, Z3_mk_ite(b->c, here, k[2], k[0]));
  }
  if (kind == EXPR_ITE) return z3_keep(b, Z3_mk_ite(b->c, z3_as_bool(b, k[0]), k[1], k[2]));
  if (kind == EXPR_ARRAY_FILL) return k[0];
  return read_leaf(b, array, index);
}

/* ---- arrays as Z3 has them ----------------------------------------------- */

static Z3_ast filled(Z3Build *b, Expr array, Z3_ast element) {
  return z3_keep(b, Z3_mk_const_array(b->c, Z3_mk_bv_sort(b->c, expr_index_width(array)), element));
}

Z3_ast z3_whole_array(Z3Build *b, Expr array) {
  if (expr_kind(array) == EXPR_ARRAY_FILL)
    return filled(b, array, z3_as_bits(b, z3_built(b, expr_kid(array, 0).id)));
  if (leaf_depth(array) == KEEPS_ARRAY) return z3_build_sparse(b, expr_input(array));
  u32 index_width = expr_index_width(array);
  Elements elements = {0};
  list_elements(b, array, index_width < 64 ? 1ull << index_width : UINT64_MAX, &elements);
  Z3_ast a = filled(b, array, z3_numeral(b, expr_width(array), 0));
  for (u32 i = 0; i < elements.n; i++)
    a = z3_keep(b, Z3_mk_store(b->c, a, z3_numeral(b, index_width, i), elements.at[i]));
  vec_free(&elements);
  return a;
}
