/* z3_array_model.c — reads whole arrays from a model of Z3.
 *
 * The value of an array in a model of Z3 is a chain of stores on a constant array,
 * or the table of a function with the elements that it lists and an `else`.
 */
#include "solver/z3/z3_array_model.h"

#include "base/vec.h"
#include "expr/input.h"
#include "expr/value.h"

#include <string.h>

/* What is read of one array. */
typedef struct Reading {
  Z3_context c;
  Z3_model m;
  u32 n_words;      /* of an element */
  VEC(u64) entries; /* index and words, the youngest first */
  u64 *rest;        /* n_words */
} Reading;

bool z3_model_value(Z3_context c, Z3_model m, Z3_ast term, u8 *ret_bytes, u32 n_bytes) {
  Z3_ast v;
  if (!Z3_model_eval(c, m, term, true, &v)) return false;
  memset(ret_bytes, 0, n_bytes);
  Z3_lbool known = Z3_get_bool_value(c, v);
  if (known != Z3_L_UNDEF) {
    ret_bytes[0] = known == Z3_L_TRUE;
    return true;
  }
  if (Z3_get_ast_kind(c, v) != Z3_NUMERAL_AST) return false;
  u64 word;
  if (Z3_get_numeral_uint64(c, v, &word)) {
    memcpy(ret_bytes, &word, MIN(n_bytes, sizeof word));
    return true;
  }
  const char *digits = Z3_get_numeral_binary_string(c, v);
  u32 n = (u32)strlen(digits);
  for (u32 i = 0; i < n; i++)
    if (digits[n - 1 - i] == '1') ret_bytes[i / 8] |= (u8)(1u << i % 8);
  return true;
}

static bool read_words(Reading *r, Z3_ast term, u64 *ret, u32 n) {
  return z3_model_value(r->c, r->m, term, (u8 *)ret, n * (u32)sizeof *ret);
}

static bool add_entry(Reading *r, Z3_ast index, Z3_ast element) {
  u32 at = r->entries.n;
  vec_resize(&r->entries, at + 1 + r->n_words);
  return read_words(r, index, &r->entries.at[at], 1) &&
         read_words(r, element, &r->entries.at[at + 1], r->n_words);
}

static bool read_function(Reading *r, Z3_ast array) {
  Z3_func_decl f = Z3_get_as_array_func_decl(r->c, array);
  Z3_func_interp table = Z3_model_get_func_interp(r->c, r->m, f);
  if (!table) return false;
  Z3_func_interp_inc_ref(r->c, table);
  bool ok = read_words(r, Z3_func_interp_get_else(r->c, table), r->rest, r->n_words);
  for (u32 i = 0; i < Z3_func_interp_get_num_entries(r->c, table) && ok; i++) {
    Z3_func_entry entry = Z3_func_interp_get_entry(r->c, table, i);
    Z3_func_entry_inc_ref(r->c, entry);
    ok = add_entry(r, Z3_func_entry_get_arg(r->c, entry, 0), Z3_func_entry_get_value(r->c, entry));
    Z3_func_entry_dec_ref(r->c, entry);
  }
  Z3_func_interp_dec_ref(r->c, table);
  return ok;
}

/* From the outermost store inwards. */
static bool read_array(Reading *r, Z3_ast array) {
  for (;;) {
    if (Z3_get_ast_kind(r->c, array) != Z3_APP_AST) return false;
    Z3_app app = Z3_to_app(r->c, array);
    Z3_decl_kind kind = Z3_get_decl_kind(r->c, Z3_get_app_decl(r->c, app));
    if (kind == Z3_OP_AS_ARRAY) return read_function(r, array);
    if (kind == Z3_OP_CONST_ARRAY)
      return read_words(r, Z3_get_app_arg(r->c, app, 0), r->rest, r->n_words);
    if (kind != Z3_OP_STORE) return false;
    if (!add_entry(r, Z3_get_app_arg(r->c, app, 1), Z3_get_app_arg(r->c, app, 2))) return false;
    array = Z3_get_app_arg(r->c, app, 0);
  }
}

bool z3_model_put_array(Z3Build *b, Z3_context c, Z3_model m, Input in, Wire *out) {
  u64 rest[VALUE_WORDS(EXPR_MAX_WIDTH)] = {0};
  Reading r = {c, m, VALUE_WORDS(input_info(in)->elem_width), {0}, rest};
  Z3_ast array;
  bool ok = Z3_model_eval(c, m, z3_build_sparse(b, in), true, &array);
  if (ok) {
    Z3_inc_ref(c, array);
    ok = read_array(&r, array);
    Z3_dec_ref(c, array);
  }
  u32 n_entry = 1 + r.n_words, n = r.entries.n / n_entry;
  wire_put_u32(out, in.id);
  wire_put(out, rest, r.n_words * sizeof *rest);
  wire_put_u32(out, n);
  for (u32 i = n; i-- > 0;) wire_put(out, &r.entries.at[i * n_entry], n_entry * sizeof(u64));
  vec_free(&r.entries);
  return ok;
}
