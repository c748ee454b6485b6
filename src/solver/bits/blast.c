/* blast.c — walks a term and makes the circuit of each node, kids first, without recursion.
 *
 * Bits that hold under every assignment (facts.h) become constants, so that later gates fold.  Two
 * forms save circuits: a + (-b) is one subtraction, and (a / b) * b is a - a % b.  The size of a
 * node's circuit is estimated before it is made; a term that is too large, or late, is refused.
 */
#include "solver/bits/blast.h"

#include "base/clock.h"
#include "expr/facts.h"
#include "expr/input.h"
#include "solver/bits/blast_ops.h"
#include "solver/bits/blast_table.h"

enum {
  MAX_GATES = SIZED(4 << 20, 1 << 18), /* then we begin anew, if the question allows it */
  MAX_GATES_OF_TERM = 1 << 20,         /* of one operation, which is not interrupted: 0.2 s */
  MAX_DIRECT_BYTES = 16,               /* of an object that is read as a choice among its bytes */
};

void blaster_init(Blaster *b) {
  *b = (Blaster){.epoch = expr_epoch(), .limit = {.deadline_ns = NEVER_NS}};
  circuit_init(&b->circuit);
}

void blaster_done(Blaster *b) {
  circuit_done(&b->circuit);
  vec_free(&b->pool);
  map_done(&b->lits_of);
  map_done(&b->cell_of);
  vec_free(&b->reads);
  map_done(&b->implied);
  vec_free(&b->stack);
}

void blaster_forget(Blaster *b) {
  circuit_clear(&b->circuit);
  vec_clear(&b->pool);
  map_clear(&b->lits_of);
  map_clear(&b->cell_of);
  vec_clear(&b->reads);
  map_clear(&b->implied);
  b->epoch = expr_epoch();
  b->n_forgotten++;
}

void blaster_refresh(Blaster *b, SatLimit limit) {
  b->limit = limit;
  if (b->epoch != expr_epoch() || b->circuit.gates.n > MAX_GATES / 2) blaster_forget(b);
}

/* ---- leaves -------------------------------------------------------------------------------------- */

static Lit cell_bit(Blaster *b, u32 at) {
  bool is_fresh;
  u64 *lit = map_at(&b->cell_of, at, &is_fresh);
  if (is_fresh) *lit = circuit_input(&b->circuit, INPUT_CELL, at);
  return (Lit)*lit;
}

static void put_const(Expr e, Lit *r) {
  u64 room;
  const u64 *words = expr_words(e, &room);
  for (u32 i = 0; i < expr_width(e); i++) r[i] = words[i / 64] >> (i % 64) & 1;
}

static void put_var(Blaster *b, Expr e, Lit *r) {
  u32 first = input_info(expr_input(e))->first_cell * 8 + expr_var_low(e);
  for (u32 i = 0; i < expr_width(e); i++) r[i] = cell_bit(b, first + i);
}

static void put_read(Blaster *b, Expr term, u32 at) {
  for (u32 i = 0; i < expr_width(term); i++)
    b->pool.at[at + i] = circuit_input(&b->circuit, INPUT_READ, b->reads.n);
  vec_push(&b->reads, ((Read){term, at}));
}

/* ---- operations ---------------------------------------------------------------------------------- */

static u32 offset_of(const Blaster *b, Expr e) {
  const u64 *at = map_find(&b->lits_of, e.id);
  assert(at && *at - 1 + expr_width(e) <= b->pool.n);
  return (u32)*at - 1;
}

static const Lit *bits_of(const Blaster *b, Expr e) { return b->pool.at + offset_of(b, e); }

static void put_bitwise(Blaster *b, Expr e, Lit *r) {
  const Lit *x = bits_of(b, expr_kid(e, 0)), *y = bits_of(b, expr_kid(e, 1));
  ExprKind kind = expr_kind(e);
  for (u32 i = 0; i < expr_width(e); i++)
    r[i] = kind == EXPR_AND  ? circuit_and(&b->circuit, x[i], y[i])
           : kind == EXPR_OR ? circuit_or(&b->circuit, x[i], y[i])
                             : circuit_xor(&b->circuit, x[i], y[i]);
}

/* a + (-b) is one sum. */
static void put_add(Blaster *b, Expr e, Lit *r) {
  Expr x = expr_kid(e, 0), y = expr_kid(e, 1);
  if (expr_kind(x) == EXPR_NEG) {
    x = expr_kid(e, 1);
    y = expr_kid(e, 0);
  }
  if (expr_kind(y) == EXPR_NEG)
    word_sub(&b->circuit, expr_width(e), bits_of(b, x), bits_of(b, expr_kid(y, 0)), r);
  else
    word_add(&b->circuit, expr_width(e), bits_of(b, x), bits_of(b, y), LIT_FALSE, r);
}

/* (a / b) * b is a - a % b, also for b = 0: a product less, and the remainder is made along with the
 * quotient.  False: this is another product. */
static bool put_multiple(Blaster *b, Expr e, Lit *r) {
  u32 width = expr_width(e);
  for (u32 i = 0; i < 2; i++) {
    Expr quotient = expr_kid(e, i);
    ExprKind kind = expr_kind(quotient);
    if (kind != EXPR_UDIV && kind != EXPR_SDIV) continue;
    if (!expr_same(expr_kid(quotient, 1), expr_kid(e, 1 - i))) continue;
    const Lit *x = bits_of(b, expr_kid(quotient, 0)), *y = bits_of(b, expr_kid(quotient, 1));
    Lit *parts = mem_new(2 * width * sizeof *parts);
    if (kind == EXPR_UDIV)
      word_udivrem(&b->circuit, width, x, y, parts, parts + width);
    else
      word_sdivrem(&b->circuit, width, x, y, parts, parts + width);
    word_sub(&b->circuit, width, x, parts + width, r);
    mem_free(parts);
    return true;
  }
  return false;
}

static void put_quotient(Blaster *b, Expr e, Lit *r) {
  u32 width = expr_width(e);
  ExprKind kind = expr_kind(e);
  const Lit *x = bits_of(b, expr_kid(e, 0)), *y = bits_of(b, expr_kid(e, 1));
  Lit *other = mem_new(width * sizeof *other);
  bool is_quotient = kind == EXPR_UDIV || kind == EXPR_SDIV;
  if (kind == EXPR_UDIV || kind == EXPR_UREM)
    word_udivrem(&b->circuit, width, x, y, is_quotient ? r : other, is_quotient ? other : r);
  else
    word_sdivrem(&b->circuit, width, x, y, is_quotient ? r : other, is_quotient ? other : r);
  mem_free(other);
}

static void put_unary(Blaster *b, Expr e, Lit *r) {
  Expr kid = expr_kid(e, 0);
  const Lit *x = bits_of(b, kid);
  u32 width = expr_width(e), from = expr_width(kid);
  ExprKind kind = expr_kind(e);
  if (kind == EXPR_NOT) return word_not(width, x, r);
  if (kind == EXPR_NEG) return word_neg(&b->circuit, width, x, r);
  if (kind == EXPR_EXTRACT) {
    memcpy(r, x + expr_extract_low(e), width * sizeof *r);
    return;
  }
  memcpy(r, x, from * sizeof *r);
  for (u32 i = from; i < width; i++) r[i] = kind == EXPR_SEXT ? x[from - 1] : LIT_FALSE;
}

static void put_binary(Blaster *b, Expr e, Lit *r) {
  Circuit *c = &b->circuit;
  Expr first = expr_kid(e, 0), second = expr_kid(e, 1);
  const Lit *x = bits_of(b, first), *y = bits_of(b, second);
  u32 width = expr_width(first);
  switch ((int)expr_kind(e)) {
  case EXPR_CONCAT:
    memcpy(r, y, expr_width(second) * sizeof *r);
    memcpy(r + expr_width(second), x, width * sizeof *r);
    break;
  case EXPR_ADD:
    put_add(b, e, r);
    break;
  case EXPR_MUL:
    if (!put_multiple(b, e, r)) word_mul(c, width, x, y, r);
    break;
  case EXPR_SHL:
    word_shift_left(c, width, x, y, r);
    break;
  case EXPR_LSHR:
    word_shift_right(c, width, x, y, LIT_FALSE, r);
    break;
  case EXPR_ASHR:
    word_shift_right(c, width, x, y, x[width - 1], r);
    break;
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_XOR:
    put_bitwise(b, e, r);
    break;
  case EXPR_EQ:
    *r = word_equal(c, width, x, y);
    break;
  case EXPR_ULT:
  case EXPR_SLT:
    *r = word_less(c, width, x, y, expr_kind(e) == EXPR_SLT);
    break;
  default:
    put_quotient(b, e, r);
    break;
  }
}

static bool put_table_read(Blaster *b, Expr table, Expr index, Lit *r) {
  if (!blast_table(&b->circuit, table, bits_of(b, index), r)) return false;
  Lit back = blast_table_back(&b->circuit, table, bits_of(b, index), r);
  if (!lit_is_const(back)) map_put(&b->implied, lit_gate(r[0]), back);
  return true;
}

static void put_select(Blaster *b, Expr e, u32 at) {
  Expr array = expr_kid(e, 0), index = expr_kid(e, 1);
  u32 index_width = expr_width(index);
  if (expr_kind(array) == EXPR_ARRAY_TABLE && put_table_read(b, array, index, b->pool.at + at))
    return;
  if (expr_kind(array) == EXPR_ARRAY_INPUT) {
    const InputInfo *in = input_info(expr_input(array));
    if (in->shape == INPUT_BYTES && in->n_cells <= MAX_DIRECT_BYTES) {
      Lit bytes[MAX_DIRECT_BYTES * 8];
      for (u32 i = 0; i < in->n_cells * 8; i++) bytes[i] = cell_bit(b, in->first_cell * 8 + i);
      blast_bytes(&b->circuit, bytes, in->n_cells, index_width, bits_of(b, index), b->pool.at + at);
      return;
    }
  }
  put_read(b, e, at);
}

/* ---- the walk ------------------------------------------------------------------------------------ */

/* About how many gates a term can take besides those of its kids. */
static u64 cost_of(Expr e) {
  u64 width = expr_width(e);
  switch ((int)expr_kind(e)) {
  case EXPR_MUL:
  case EXPR_UDIV:
  case EXPR_SDIV:
  case EXPR_UREM:
  case EXPR_SREM:
    return 3 * width * width;
  case EXPR_SHL:
  case EXPR_LSHR:
  case EXPR_ASHR:
    return 16 * width;
  default:
    return 2 * width;
  }
}

/* The kids that are looked at bit by bit: all but arrays. */
static bool push_kids(Blaster *b, Expr e) {
  bool is_ready = true;
  for (u32 i = 0; i < expr_arity(e); i++) {
    Expr kid = expr_kid(e, i);
    if (expr_is_array(kid) || map_find(&b->lits_of, kid.id)) continue;
    vec_push(&b->stack, kid);
    is_ready = false;
  }
  return is_ready;
}

static void put(Blaster *b, Expr e, u32 at) {
  Lit *r = b->pool.at + at;
  switch ((int)expr_kind(e)) {
  case EXPR_CONST:
    put_const(e, r);
    break;
  case EXPR_VAR:
    put_var(b, e, r);
    break;
  case EXPR_ITE:
    word_mux(&b->circuit, expr_width(e), *bits_of(b, expr_kid(e, 0)), bits_of(b, expr_kid(e, 1)),
             bits_of(b, expr_kid(e, 2)), r);
    break;
  case EXPR_SELECT:
    put_select(b, e, at);
    break;
  case EXPR_ARRAY_EQ:
    put_read(b, e, at);
    break;
  default:
    if (expr_arity(e) == 1)
      put_unary(b, e, r);
    else
      put_binary(b, e, r);
    break;
  }
}

/* What holds of the term under every assignment: the range of a remainder, say. */
static void fix_known(Expr e, Lit *r) {
  u32 width = expr_width(e);
  if (width > 64 || !expr_arity(e)) return;
  Facts f = expr_facts(e);
  for (u32 i = 0; i < width; i++) {
    bool is_zero = f.zeros >> i & 1, is_one = f.ones >> i & 1;
    assert(!(is_zero && r[i] == LIT_TRUE) && !(is_one && r[i] == LIT_FALSE));
    if (is_zero) r[i] = LIT_FALSE;
    if (is_one) r[i] = LIT_TRUE;
  }
}

static bool visit(Blaster *b, Expr e) {
  if (!push_kids(b, e)) return true;
  (void)vec_pop(&b->stack);
  if (map_find(&b->lits_of, e.id)) return true;
  if (cost_of(e) > MAX_GATES_OF_TERM || b->circuit.gates.n + cost_of(e) > MAX_GATES) return false;
  if (sat_limit_is_over(&b->limit)) return false;
  u32 at = b->pool.n;
  vec_resize(&b->pool, at + expr_width(e));
  put(b, e, at);
  if (expr_kind(e) != EXPR_SELECT && expr_kind(e) != EXPR_ARRAY_EQ) fix_known(e, b->pool.at + at);
  map_put(&b->lits_of, e.id, at + 1);
  return true;
}

const Lit *blaster_bits(Blaster *b, Expr e) {
  assert(!expr_is_array(e));
  vec_clear(&b->stack);
  if (!map_find(&b->lits_of, e.id)) vec_push(&b->stack, e);
  while (b->stack.n)
    if (!visit(b, vec_last(&b->stack))) return NULL;
  return bits_of(b, e);
}

bool blaster_lit(Blaster *b, Expr e, Lit *ret) {
  assert(expr_width(e) == 1);
  const Lit *bits = blaster_bits(b, e);
  if (bits) *ret = *bits;
  return bits;
}
