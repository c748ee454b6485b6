/* z3_bits.c — answers questions over bit-vectors and arrays in the Z3 process.
 *
 * Terms arrive node by node and are interned, unchanged, into the table of this
 * process: from there on z3_build and the rest are the code that everyone uses.
 *
 * The logic: measured on a host of 2 cores with Z3 4.8.12, questions with both
 * sides of each branch asked on a growing path, milliseconds:
 *
 *                               simple   QF_BV   default   QF_AUFBV
 *   insertion sort, N = 10        485     1106      514        305
 *   CRC-32 of 6 bytes            1100      752     1116        686
 *   16-bit products               12       29       29          7
 *   16 x 16 -> 32-bit orders       67     1847       84         14
 *   division by constants         196      207      178         69
 *   300 bytes of text            2702    14920     9700       1905
 *   a table of 256 bytes           90      106      112         81
 *   a sparse array, 20 stores     213     1088      288        193
 *
 * so one solver for QF_AUFBV serves both pure bit-vectors and arrays.
 */
#include "solver/z3/z3_bits.h"

#include "expr/input.h"
#include "expr/value.h"
#include "solver/z3/z3_array_model.h"
#include "solver/z3/z3_serve_impl.h"

#include <string.h>

static const char bits_logic[] = "QF_AUFBV";

/* ---- lemmas ------------------------------------------------------------------ */

/* Arrays of up to so many bits of index are spelled out. */
enum { SPELLED_BITS = 5 };

static Z3_ast same_element(Z3_context c, Z3_ast a, Z3_ast b, u64 index, u32 width) {
  Z3_ast at = Z3_mk_unsigned_int64(c, index, Z3_mk_bv_sort(c, width));
  Z3_inc_ref(c, at);
  Z3_ast x = Z3_mk_select(c, a, at);
  Z3_inc_ref(c, x);
  Z3_ast y = Z3_mk_select(c, b, at);
  Z3_inc_ref(c, y);
  Z3_ast same = Z3_mk_eq(c, x, y);
  Z3_inc_ref(c, same);
  Z3_dec_ref(c, y);
  Z3_dec_ref(c, x);
  Z3_dec_ref(c, at);
  return same;
}

/* Two small arrays are equal if all their elements are. */
static void spell_out(BitsServer *b, Expr equality, Z3_solver s) {
  u32 width = expr_index_width(expr_kid(equality, 0)), n = 1u << width;
  Z3_ast x = z3_build(b->build, expr_kid(equality, 0)),
         y = z3_build(b->build, expr_kid(equality, 1));
  Z3_ast same[1 << SPELLED_BITS];
  for (u32 k = 0; k < n; k++) same[k] = same_element(b->c, x, y, k, width);
  Z3_ast all = Z3_mk_and(b->c, n, same);
  Z3_inc_ref(b->c, all);
  Z3_ast equal = Z3_mk_eq(b->c, x, y);
  Z3_inc_ref(b->c, equal);
  Z3_solver_assert(b->c, s, Z3_mk_iff(b->c, equal, all));
  Z3_dec_ref(b->c, equal);
  Z3_dec_ref(b->c, all);
  for (u32 k = 0; k < n; k++) Z3_dec_ref(b->c, same[k]);
}

static void add_lemmas(void *user, Z3_solver s) {
  BitsServer *b = user;
  for (u32 i = 0; i < b->mention.nodes.n; i++) {
    Expr e = {b->mention.nodes.at[i]};
    if (expr_kind(e) == EXPR_ARRAY_EQ && expr_index_width(expr_kid(e, 0)) <= SPELLED_BITS)
      spell_out(b, e, s);
  }
}

/* ---- what arrives -------------------------------------------------------- */

static void open_bits(BitsServer *b) {
  if (b->c) return;
  b->c = z3_serve_context();
  b->build = z3_build_new(b->c);
  b->lane = (Lane){.c = b->c,
                   .logic = bits_logic,
                   .takes_guesses = true,
                   .add_lemmas = add_lemmas,
                   .lemmas_user = b};
}

static void get_inputs(Wire *in) {
  u32 n = wire_get_u32(in);
  for (u32 i = 0; i < n && !in->failed; i++) {
    InputShape shape = (InputShape)wire_get_u8(in);
    u32 n_bits = wire_get_u32(in), elem_width = wire_get_u32(in), index_width = wire_get_u32(in);
    const char *name = (const char *)wire_get(in, wire_get_u32(in)); /* ends in a zero */
    u32 before = input_count();
    if (in->failed) break;
    switch (shape) {
    case INPUT_BITS:
      input_bits(name, n_bits);
      break;
    case INPUT_BOOL:
      input_bool(name);
      break;
    case INPUT_BYTES:
      input_bytes(name, n_bits / 8);
      break;
    case INPUT_ARRAY:
      input_array(name, index_width, elem_width);
      break;
    }
    CHECK(input_count() == before + 1, "the input '%s' is here already", name);
  }
}

static Expr own_of(const BitsServer *b, u32 id) {
  CHECK(id < b->own.n && b->own.at[id].id, "the term %u was not sent", id);
  return b->own.at[id];
}

static void get_node(BitsServer *b, Wire *in) {
  u32 id = wire_get_u32(in);
  const u8 *raw = wire_get(in, sizeof(ExprNode));
  if (!raw) return;
  ExprNode n;
  memcpy(&n, raw, sizeof n);
  u64 *words = NULL;
  u32 n_words = 0;
  if (n.kind == EXPR_ARRAY_TABLE || (n.kind == EXPR_CONST && n.width > 64)) {
    n_words = wire_get_u32(in);
    raw = wire_get(in, n_words * sizeof *words);
    if (!raw) return;
    words = mem_dup(raw, n_words * sizeof *words); /* the bytes of a message are not aligned */
  }
  for (u32 i = 0; i < expr_arities[n.kind]; i++) n.kid[i] = own_of(b, n.kid[i]).id;
  if (id >= b->own.n) vec_resize(&b->own, MAX(id + 1, b->own.n * 2));
  b->own.at[id] = expr_import(n, words, n_words);
  mem_free(words);
}

static void get_nodes(BitsServer *b, Wire *in) {
  u32 n = wire_get_u32(in);
  for (u32 i = 0; i < n && !in->failed; i++) get_node(b, in);
}

/* The terms of a question after the first `keep` of the last one. */
static void get_sequence(BitsServer *b, Wire *in) {
  u32 keep = wire_get_u32(in), n = wire_get_u32(in);
  CHECK(keep <= b->sequence.n, "a prefix of %u of %u terms", keep, b->sequence.n);
  b->sequence.n = b->sequence3.n = keep;
  mention_pop_to(&b->mention, keep);
  for (u32 i = keep; i < n; i++) {
    Expr e = own_of(b, wire_get_u32(in));
    vec_push(&b->sequence, e);
    vec_push(&b->sequence3, z3_build_bool(b->build, e));
    mention_push(&b->mention, e);
  }
}

/* ---- models -------------------------------------------------------------- */

/* The cells of dense inputs that the terms read.  A constant is evaluated once
 * for a run of its cells. */
static bool put_cells(BitsServer *b, Z3_model m, Wire *out) {
  u8 bytes[EXPR_MAX_WIDTH / 8];
  Input last = {0};
  wire_put_u32(out, b->mention.cells.n);
  for (u32 i = 0; i < b->mention.cells.n; i++) {
    u32 cell = b->mention.cells.at[i];
    Input in = input_of_cell(cell);
    const InputInfo *info = input_info(in);
    u32 at = cell - info->first_cell;
    bool by_byte = info->shape == INPUT_BYTES;
    if (by_byte || in.id != last.id) {
      Z3_ast leaf = z3_build_dense(b->build, in, at);
      if (!z3_model_value(b->c, m, leaf, bytes, by_byte ? 1 : info->n_cells)) return false;
    }
    last = in;
    wire_put_u32(out, cell);
    wire_put_u8(out, bytes[by_byte ? 0 : at]);
  }
  return true;
}

static bool put_element(BitsServer *b, Z3_model m, Input array, u64 index, Wire *out) {
  Z3_sort sort = Z3_mk_bv_sort(b->c, input_info(array)->index_width);
  Z3_ast at = Z3_mk_unsigned_int64(b->c, index, sort);
  Z3_inc_ref(b->c, at);
  Z3_ast read = Z3_mk_select(b->c, z3_build_sparse(b->build, array), at);
  Z3_inc_ref(b->c, read);
  u64 element[VALUE_WORDS(EXPR_MAX_WIDTH)];
  u32 n_bytes = VALUE_WORDS(input_info(array)->elem_width) * (u32)sizeof *element;
  bool ok = z3_model_value(b->c, m, read, (u8 *)element, n_bytes);
  wire_put_u32(out, array.id);
  wire_put_u64(out, index);
  wire_put(out, element, n_bytes);
  Z3_dec_ref(b->c, read);
  Z3_dec_ref(b->c, at);
  return ok;
}

/* One read: the element of the input below its array, or of every input that
 * may be below when the array has arms. */
static bool put_read(BitsServer *b, Z3_model m, Expr read, Wire *out, u32 *io_n) {
  Expr array = expr_kid(read, 0), index = expr_kid(read, 1);
  Expr root = mention_root(&b->mention, array);
  u64 at = 0;
  if (root.id && expr_kind(root) != EXPR_ARRAY_INPUT) return true;
  if (!z3_model_value(b->c, m, z3_build(b->build, index), (u8 *)&at, sizeof at)) return false;
  for (u32 i = 0; i < b->mention.arrays.n; i++) {
    Input in = b->mention.arrays.at[i];
    if (root.id ? expr_input(root).id != in.id
                : input_info(in)->index_width != expr_index_width(array))
      continue;
    if (!put_element(b, m, in, at, out)) return false;
    ++*io_n;
  }
  return true;
}

/* Only what is read matters, unless whole arrays are compared. */
static bool put_arrays(BitsServer *b, Z3_model m, Wire *out) {
  u32 n = b->mention.n_equalities ? b->mention.arrays.n : 0;
  wire_put_u32(out, n);
  for (u32 i = 0; i < n; i++)
    if (!z3_model_put_array(b->build, b->c, m, b->mention.arrays.at[i], out)) return false;
  return true;
}

static bool put_reads(BitsServer *b, Z3_model m, Wire *out) {
  size_t count_at = out->n;
  u32 n = 0;
  wire_put_u32(out, 0);
  bool has_names = !b->mention.arrays.n; /* every read is from contents that do */
  if (!has_names && !b->mention.n_equalities)
    for (u32 i = 0; i < b->mention.reads.n; i++)
      if (!put_read(b, m, b->mention.reads.at[i], out, &n)) return false;
  wire_patch_u32(out, count_at, n);
  return true;
}

static bool put_model(BitsServer *b, Z3_model m, Wire *out) {
  wire_put_u8(out, b->lane.is_guess || b->mention.n_equalities);
  return put_cells(b, m, out) && put_arrays(b, m, out) && put_reads(b, m, out);
}

/* ---- questions ----------------------------------------------------------- */

static void answer_bits(BitsServer *b, u32 timeout_ms, bool wants_model, Wire *out) {
  Reason reason = REASON_NONE;
  Answer answer = lane_check(&b->lane, b->sequence3.at, b->sequence3.n, timeout_ms, &reason);
  z3_serve_reply(out, answer, reason, false);
  if (answer != ANSWER_YES || !wants_model) return;
  Z3_model m = lane_model(&b->lane);
  bool ok = put_model(b, m, out);
  Z3_model_dec_ref(b->c, m);
  if (ok) return;
  wire_clear(out);
  z3_serve_reply(out, ANSWER_UNKNOWN, REASON_GAVE_UP, false);
}

static bool core_has(Z3_context c, Z3_ast_vector core, Z3_ast name) {
  for (u32 i = 0; i < Z3_ast_vector_size(c, core); i++)
    if (Z3_ast_vector_get(c, core, i) == name) return true;
  return false;
}

static void put_core(BitsServer *b, Z3_solver s, const AstVec *names, Wire *out) {
  Z3_ast_vector core = Z3_solver_get_unsat_core(b->c, s);
  Z3_ast_vector_inc_ref(b->c, core);
  for (u32 i = 0; i < names->n; i++) wire_put_u8(out, core_has(b->c, core, names->at[i]));
  Z3_ast_vector_dec_ref(b->c, core);
}

/* A fresh solver in which each term stands under a name that is assumed. */
static void answer_core(BitsServer *b, u32 timeout_ms, Wire *out) {
  Z3_solver s = lane_solver_new(b->c, bits_logic, timeout_ms);
  AstVec names = {0};
  for (u32 i = 0; i < b->sequence3.n; i++) {
    Z3_ast name = Z3_mk_fresh_const(b->c, "term", Z3_mk_bool_sort(b->c));
    Z3_inc_ref(b->c, name);
    vec_push(&names, name);
    Z3_solver_assert(b->c, s, Z3_mk_implies(b->c, name, b->sequence3.at[i]));
  }
  Z3_lbool r = Z3_solver_check_assumptions(b->c, s, names.n, names.at);
  Answer answer = r == Z3_L_TRUE ? ANSWER_YES : r == Z3_L_FALSE ? ANSWER_NO : ANSWER_UNKNOWN;
  z3_serve_reply(out, answer, answer ? REASON_NONE : lane_reason(b->c, s), false);
  if (answer == ANSWER_NO) put_core(b, s, &names, out);
  for (u32 i = 0; i < names.n; i++) Z3_dec_ref(b->c, names.at[i]);
  vec_free(&names);
  Z3_solver_dec_ref(b->c, s);
}

void bits_server_done(BitsServer *b) {
  lane_done(&b->lane);
  mention_done(&b->mention);
  vec_free(&b->own);
  vec_free(&b->sequence);
  vec_free(&b->sequence3);
  z3_build_free(b->build);
  if (b->c) Z3_del_context(b->c);
  *b = (BitsServer){0};
}

void bits_server_ask(BitsServer *b, bool wants_core, Wire *in, Wire *out) {
  if (wire_get_u8(in)) {
    bits_server_done(b);
    expr_renew();
  }
  open_bits(b);
  get_inputs(in);
  get_nodes(b, in);
  u32 timeout_ms = wire_get_u32(in);
  bool wants_model = wire_get_u8(in);
  get_sequence(b, in);
  CHECK(!in->failed, "a question was cut short");
  if (wants_core)
    answer_core(b, timeout_ms, out);
  else
    answer_bits(b, timeout_ms, wants_model, out);
}
