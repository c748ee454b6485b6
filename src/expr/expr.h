/* expr.h — hash-consed bit-vector terms behind a 32-bit handle.
 *
 * A term is made once: two terms are equal iff their handles are equal.  Widths
 * are 1 to EXPR_MAX_WIDTH bits; a boolean is a term of width 1.  All operations
 * have SMT-LIB's meaning, also where C has none (x/0, over-shifts).
 *
 * There is one table per process: a handle means nothing without its table, so
 * a second one could only be a way to mix them up.  Parallel work is done by
 * processes, not threads.
 *
 * Handles are never freed singly.  expr_sweep(), called at a safe point, drops what no root
 * reaches; living handles stay valid.  Owners of memos keyed by handles clear them when
 * expr_epoch() has changed.
 */
#pragma once

#include "base/base.h"
#include "base/vec.h"

typedef struct Expr {
  u32 id; /* 0 is "none" */
} Expr;

typedef VEC(Expr) ExprVec;

typedef struct Input {
  u32 id; /* 0 is "none"; see input.h */
} Input;

#define EXPR_NONE ((Expr){0})
#define EXPR_MAX_WIDTH 32768u

typedef enum ExprKind {
  EXPR_FREE, /* an unused slot of the table */
#define KIND(id, arity, smt, commutes, result) EXPR_##id,
#include "expr/kinds.def"
#undef KIND
  EXPR_KIND_COUNT
} ExprKind;

/* ---- the table ----------------------------------------------------------- */

void expr_open(void); /* before any other call; nests with expr_close */
void expr_close(void);

typedef void ExprMark(void *user); /* calls expr_mark on each root it holds */

/* Registers a holder of roots for every later sweep. */
void expr_roots_add(ExprMark *mark, void *user);
void expr_roots_remove(ExprMark *mark, void *user);
void expr_mark(Expr e);
void expr_sweep(void);
u32 expr_epoch(void); /* moves with every sweep */
u32 expr_count(void); /* terms alive */
u32 expr_limit(void); /* every id is below this: size for id-indexed side tables */
u64 expr_bytes(void); /* memory held by the table and the memo of facts */

/* ---- looking at a term --------------------------------------------------- */

static inline bool expr_same(Expr a, Expr b) { return a.id == b.id; }
static inline bool expr_is_none(Expr e) { return e.id == 0; }

/* One term, 16 bytes; open only so that the accessors below are inline.
 *
 *   kind   8   shape  8   width 16   kid 0   32   kid 1  32   kid 2  32
 *              7 bits index width of an array, or 0; top bit: mark of the sweep
 *
 *   CONST        kids 0, 1 are the value; above 64 bits kid 0 is a blob
 *   VAR          kid 0 is the input, kid 1 the first bit
 *   EXTRACT      kid 1 is the first bit
 *   ARRAY_INPUT  kid 0 is the input        ARRAY_TABLE  kid 0 is a blob */
typedef struct ExprNode {
  u8 kind, shape;
  u16 width;
  u32 kid[3];
} ExprNode;

extern ExprNode *expr_nodes; /* owned by table.c; moves when the table grows */
extern const u8 expr_arities[EXPR_KIND_COUNT];

static inline ExprKind expr_kind(Expr e) { return (ExprKind)expr_nodes[e.id].kind; }
static inline u32 expr_width(Expr e) { /* of an array: the width of its elements */
  return expr_nodes[e.id].width;
}
static inline u32 expr_arity(Expr e) { return expr_arities[expr_nodes[e.id].kind]; }
static inline Expr expr_kid(Expr e, u32 i) {
  assert(i < expr_arity(e));
  return (Expr){expr_nodes[e.id].kid[i]};
}
static inline u32 expr_index_width(Expr array) { /* 0 when it is no array */
  return expr_nodes[array.id].shape & 0x7f;
}
static inline bool expr_is_array(Expr e) { return expr_index_width(e) != 0; }
static inline u32 expr_extract_low(Expr extract) {
  assert(expr_kind(extract) == EXPR_EXTRACT);
  return expr_nodes[extract.id].kid[1];
}
static inline Input expr_input(Expr e) {
  assert(expr_kind(e) == EXPR_VAR || expr_kind(e) == EXPR_ARRAY_INPUT);
  return (Input){expr_nodes[e.id].kid[0]};
}
static inline u32 expr_var_low(Expr var) { /* first bit of the slice within its input */
  assert(expr_kind(var) == EXPR_VAR);
  return expr_nodes[var.id].kid[1];
}
static inline bool expr_is_const(Expr e) { return expr_nodes[e.id].kind == EXPR_CONST; }
static inline u64 expr_value(Expr e) { /* of a CONST of width <= 64 */
  const ExprNode *n = &expr_nodes[e.id];
  assert(n->kind == EXPR_CONST && n->width <= 64);
  return n->kid[0] | (u64)n->kid[1] << 32;
}

/* Of any CONST: (width+63)/64 words, low first; borrowed until the next constructor call.  The word
 * of a narrow one is put into *room. */
const u64 *expr_words(Expr e, u64 *room);
bool expr_is_value(Expr e, u64 v); /* is a CONST equal to v (v zero-extended to its width) */
bool expr_is_ones(Expr e);         /* is a CONST with all bits set */

/* The contents of an ARRAY_TABLE: one u64 per element; borrowed like expr_words. */
const u64 *expr_table(Expr table, u32 *ret_n);

/* ---- making terms: normalised, rewritten, shared ------------------------- */

Expr expr_const(u32 width, u64 value); /* value is cut to, or zero-extended to, width */
Expr expr_const_words(u32 width, const u64 *words);
Expr expr_bool(bool b);

/* Bits low .. low+width-1 of a dense input (see input.h). */
Expr expr_var(Input in, u32 low, u32 width);

Expr expr_not(Expr a);
Expr expr_neg(Expr a);
Expr expr_extract(Expr a, u32 low, u32 width);
Expr expr_zext(Expr a, u32 width); /* width: of the result, >= that of a */
Expr expr_sext(Expr a, u32 width);
Expr expr_resize(Expr a, u32 width); /* zext or extract */
Expr expr_concat(Expr high, Expr low);
Expr expr_ite(Expr cond, Expr then, Expr other);

/* Any binary kind: ADD … SLT, CONCAT. */
Expr expr_binary(ExprKind kind, Expr a, Expr b);

Expr expr_array_input(Input in);
Expr expr_array_fill(u32 index_width, Expr element);
Expr expr_array_table(u32 index_width, u32 elem_width, const u64 *elements, u32 n);
Expr expr_select(Expr array, Expr index);
Expr expr_store(Expr array, Expr index, Expr element);
Expr expr_array_eq(Expr a, Expr b); /* equal in every element; same widths */

/* The same operation as e on other kids of the same widths. */
Expr expr_with_kids(Expr e, const Expr *kids);

static inline Expr expr_add(Expr a, Expr b) { return expr_binary(EXPR_ADD, a, b); }
static inline Expr expr_sub(Expr a, Expr b) { return expr_binary(EXPR_ADD, a, expr_neg(b)); }
static inline Expr expr_mul(Expr a, Expr b) { return expr_binary(EXPR_MUL, a, b); }
static inline Expr expr_udiv(Expr a, Expr b) { return expr_binary(EXPR_UDIV, a, b); }
static inline Expr expr_sdiv(Expr a, Expr b) { return expr_binary(EXPR_SDIV, a, b); }
static inline Expr expr_urem(Expr a, Expr b) { return expr_binary(EXPR_UREM, a, b); }
static inline Expr expr_srem(Expr a, Expr b) { return expr_binary(EXPR_SREM, a, b); }
static inline Expr expr_shl(Expr a, Expr b) { return expr_binary(EXPR_SHL, a, b); }
static inline Expr expr_lshr(Expr a, Expr b) { return expr_binary(EXPR_LSHR, a, b); }
static inline Expr expr_ashr(Expr a, Expr b) { return expr_binary(EXPR_ASHR, a, b); }
static inline Expr expr_and(Expr a, Expr b) { return expr_binary(EXPR_AND, a, b); }
static inline Expr expr_or(Expr a, Expr b) { return expr_binary(EXPR_OR, a, b); }
static inline Expr expr_xor(Expr a, Expr b) { return expr_binary(EXPR_XOR, a, b); }
static inline Expr expr_eq(Expr a, Expr b) { return expr_binary(EXPR_EQ, a, b); }
static inline Expr expr_ne(Expr a, Expr b) { return expr_not(expr_eq(a, b)); }
static inline Expr expr_ult(Expr a, Expr b) { return expr_binary(EXPR_ULT, a, b); }
static inline Expr expr_ule(Expr a, Expr b) { return expr_not(expr_ult(b, a)); }
static inline Expr expr_ugt(Expr a, Expr b) { return expr_ult(b, a); }
static inline Expr expr_uge(Expr a, Expr b) { return expr_not(expr_ult(a, b)); }
static inline Expr expr_slt(Expr a, Expr b) { return expr_binary(EXPR_SLT, a, b); }
static inline Expr expr_sle(Expr a, Expr b) { return expr_not(expr_slt(b, a)); }
static inline Expr expr_sgt(Expr a, Expr b) { return expr_slt(b, a); }
static inline Expr expr_sge(Expr a, Expr b) { return expr_not(expr_slt(a, b)); }
