/* lanes.c — evaluation of a term in 256 lanes; see lanes.h.
 *
 * Only the nodes that depend on the byte get lanes; the rest is a number from
 * the model.  The loops are plain, so that the compiler makes vectors of them.
 */
#include "solver/values/lanes.h"

#include "expr/input.h"
#include "expr/value.h"

#include <string.h>

enum {
  N_LANES = 256,
  POOL_CHUNK = 64,   /* nodes with lanes, 2 KiB each */
  MAX_STORES = 1024, /* that a read looks through, one by one */
};

typedef struct LaneValues {
  u64 at[N_LANES];
} LaneValues;

/* What a node is: not visited yet, a number, or lanes. */
enum { SCALAR = UINT32_MAX };

struct Lanes {
  VEC(LaneValues *) chunks; /* owned; of POOL_CHUNK each, which do not move */
  u32 n, max;
  Map slot_of; /* expr id → lane, or SCALAR */
  ExprVec stack;
};

Lanes *lanes_new(void) { return NEW(Lanes); }

Lanes *lanes_free(Lanes *l) {
  if (!l) return NULL;
  for (u32 i = 0; i < l->chunks.n; i++) mem_free(l->chunks.at[i]);
  vec_free(&l->chunks);
  map_done(&l->slot_of);
  vec_free(&l->stack);
  return mem_free(l);
}

static LaneValues *lane_at(Lanes *l, u64 slot) {
  assert(slot <= l->n && slot != SCALAR);
  while (slot / POOL_CHUNK >= l->chunks.n)
    vec_push(&l->chunks, mem_new(POOL_CHUNK * sizeof(LaneValues)));
  return &l->chunks.at[slot / POOL_CHUNK][slot % POOL_CHUNK];
}

u32 byte_set_next(ByteSet a, u32 from) {
  for (u32 i = from; i < N_LANES; i = (i / 64 + 1) * 64) {
    u64 rest = a.word[i / 64] >> (i % 64);
    if (rest) return i + (u32)__builtin_ctzll(rest);
  }
  return N_LANES;
}

typedef struct LaneWalk {
  Lanes *l;
  Eval *ev;
  const Model *others;
  u32 cell;
} LaneWalk;

/* ---- leaves --------------------------------------------------------------- */

static bool reads_cell(const LaneWalk *w, Expr e) {
  const InputInfo *in = input_info(expr_input(e));
  u32 low = in->first_cell + expr_var_low(e) / 8;
  u32 high = in->first_cell + (expr_var_low(e) + expr_width(e) - 1) / 8;
  return w->cell >= low && w->cell <= high;
}

/* The slice with the bits of our byte running through all values. */
static void fill_var(const LaneWalk *w, Expr e, LaneValues *r) {
  assert(expr_width(e) <= 64 && reads_cell(w, e));
  const InputInfo *in = input_info(expr_input(e));
  u32 width = expr_width(e), low = expr_var_low(e), first = (w->cell - in->first_cell) * 8;
  u64 fixed = eval(w->ev, w->others, e), mask = value_mask(width);
  u64 ours = low >= first ? 0xffull >> (low - first) : 0xffull << (first - low);
  fixed &= ~ours;
  for (u64 v = 0; v < N_LANES; v++) {
    u64 bits = low >= first ? v >> (low - first) : v << (first - low);
    r->at[v] = (fixed | bits) & mask;
  }
}

/* ---- operations ------------------------------------------------------------ */

#define EACH_LANE for (u32 i = 0; i < N_LANES; i++)

static void binary(ExprKind kind, u32 width, const u64 *a, const u64 *b, u64 *r) {
  assert(width && width <= 64);
  u64 mask = value_mask(width);
  u32 up = 64 - width; /* moves the sign to the top */
  switch ((int)kind) {
  case EXPR_ADD:
    EACH_LANE r[i] = (a[i] + b[i]) & mask;
    break;
  case EXPR_MUL:
    EACH_LANE r[i] = (a[i] * b[i]) & mask;
    break;
  case EXPR_AND:
    EACH_LANE r[i] = a[i] & b[i];
    break;
  case EXPR_OR:
    EACH_LANE r[i] = a[i] | b[i];
    break;
  case EXPR_XOR:
    EACH_LANE r[i] = a[i] ^ b[i];
    break;
  case EXPR_EQ:
    EACH_LANE r[i] = a[i] == b[i];
    break;
  case EXPR_ULT:
    EACH_LANE r[i] = a[i] < b[i];
    break;
  case EXPR_SLT:
    EACH_LANE r[i] = (i64)(a[i] << up) < (i64)(b[i] << up);
    break;
  default:
    EACH_LANE r[i] = value_binary(kind, width, a[i], b[i]);
    break;
  }
}

static void unary(Expr e, const u64 *a, u64 *r) {
  u32 width = expr_width(e), from = expr_width(expr_kid(e, 0));
  u64 mask = value_mask(width);
  switch ((int)expr_kind(e)) {
  case EXPR_NOT:
    EACH_LANE r[i] = ~a[i] & mask;
    break;
  case EXPR_NEG:
    EACH_LANE r[i] = -a[i] & mask;
    break;
  case EXPR_ZEXT:
    EACH_LANE r[i] = a[i];
    break;
  case EXPR_SEXT:
    EACH_LANE r[i] = (u64)value_signed(a[i], from) & mask;
    break;
  default:
    EACH_LANE r[i] = (a[i] >> expr_extract_low(e)) & mask;
    break;
  }
}

/* ---- the walk --------------------------------------------------------------- */

/* The lanes of a visited kid, a number being spread over `room`. */
static const u64 *lanes_of(const LaneWalk *w, Expr e, LaneValues *room) {
  u64 slot = *map_find(&w->l->slot_of, e.id);
  if (slot != SCALAR) return lane_at(w->l, slot)->at;
  u64 v = eval(w->ev, w->others, e);
  EACH_LANE room->at[i] = v;
  return room->at;
}

/* ---- reads of arrays -------------------------------------------------------- */

static Expr below_stores(Expr array) {
  while (expr_kind(array) == EXPR_STORE) array = expr_kid(array, 0);
  return array;
}

/* Reads an array that is not a store. */
static void read_base(const LaneWalk *w, Expr base, const u64 *index, u64 *r) {
  LaneValues room;
  u32 n;
  if (expr_kind(base) == EXPR_ARRAY_TABLE) {
    const u64 *elements = expr_table(base, &n);
    EACH_LANE r[i] = index[i] < n ? elements[index[i]] : 0;
  } else if (expr_kind(base) == EXPR_ARRAY_FILL) {
    memcpy(r, lanes_of(w, expr_kid(base, 0), &room), sizeof room);
  } else {
    EACH_LANE r[i] = model_get_element(w->others, expr_input(base), index[i]);
  }
}

/* Through the stores from the newest to the oldest; a lane that was found is done. */
static void read_lanes(const LaneWalk *w, Expr e, u64 *r) {
  LaneValues room[3];
  bool is_found[N_LANES] = {0};
  const u64 *index = lanes_of(w, expr_kid(e, 1), &room[0]);
  read_base(w, below_stores(expr_kid(e, 0)), index, r);
  for (Expr a = expr_kid(e, 0); expr_kind(a) == EXPR_STORE; a = expr_kid(a, 0)) {
    const u64 *at = lanes_of(w, expr_kid(a, 1), &room[1]);
    const u64 *value = lanes_of(w, expr_kid(a, 2), &room[2]);
    EACH_LANE {
      bool is_hit = !is_found[i] && at[i] == index[i];
      r[i] = is_hit ? value[i] : r[i];
      is_found[i] |= is_hit;
    }
  }
}

static bool fill(const LaneWalk *w, Expr e, u64 *r) {
  LaneValues room[3];
  ExprKind kind = expr_kind(e);
  Expr last = expr_kid(e, expr_arity(e) - 1);
  if (kind == EXPR_SELECT) {
    read_lanes(w, e, r);
    return true;
  }
  const u64 *a = lanes_of(w, expr_kid(e, 0), &room[0]);
  if (expr_arity(e) == 1) {
    unary(e, a, r);
    return true;
  }
  const u64 *b = lanes_of(w, expr_kid(e, 1), &room[1]);
  if (kind == EXPR_ITE) {
    const u64 *c = lanes_of(w, last, &room[2]);
    EACH_LANE r[i] = a[i] ? b[i] : c[i];
  } else if (kind == EXPR_CONCAT) {
    u32 shift = expr_width(last);
    EACH_LANE r[i] = a[i] << shift | b[i];
  } else {
    binary(kind, expr_width(expr_kid(e, 0)), a, b, r);
  }
  return true;
}

/* We must visit the kid first, unless that was done already. */
static void need(const LaneWalk *w, Expr kid, bool *io_ready, bool *io_has_lanes) {
  u64 *slot = map_find(&w->l->slot_of, kid.id);
  if (slot) {
    *io_has_lanes |= *slot != SCALAR;
  } else {
    vec_push(&w->l->stack, kid);
    *io_ready = false;
  }
}

/* What an array holds; false when it cannot be read in lanes. */
static bool need_array(const LaneWalk *w, Expr array, bool *io_ready, bool *io_has_lanes) {
  u32 n = 0;
  for (; expr_kind(array) == EXPR_STORE; array = expr_kid(array, 0)) {
    if (n++ == MAX_STORES || expr_width(expr_kid(array, 1)) > 64) return false;
    need(w, expr_kid(array, 1), io_ready, io_has_lanes);
    need(w, expr_kid(array, 2), io_ready, io_has_lanes);
  }
  if (expr_width(array) > 64) return false;
  if (expr_kind(array) == EXPR_ARRAY_TABLE) return true;
  if (expr_kind(array) == EXPR_ARRAY_FILL) {
    need(w, expr_kid(array, 0), io_ready, io_has_lanes);
    return true;
  }
  if (expr_kind(array) != EXPR_ARRAY_INPUT) return false;
  const InputInfo *in = input_info(expr_input(array)); /* with our byte in it: it is not a number */
  return w->cell < in->first_cell || w->cell >= in->first_cell + in->n_cells;
}

/* The kids of e that need a visit first; false when e cannot be done at all. */
static bool push_kids(const LaneWalk *w, Expr e, bool *ret_ready, bool *ret_has_lanes) {
  *ret_ready = true;
  *ret_has_lanes = false;
  for (u32 i = 0; i < expr_arity(e); i++) {
    Expr kid = expr_kid(e, i);
    if (expr_is_array(kid)) {
      if (expr_kind(e) != EXPR_SELECT || !need_array(w, kid, ret_ready, ret_has_lanes))
        return false;
    } else if (expr_width(kid) > 64) {
      return false;
    } else {
      need(w, kid, ret_ready, ret_has_lanes);
    }
  }
  return true;
}

static bool visit(const LaneWalk *w, Expr e) {
  if (expr_kind(e) == EXPR_ARRAY_EQ) return false;
  Lanes *l = w->l;
  bool is_ready = true, has_lanes = false, is_var = expr_kind(e) == EXPR_VAR;
  if (is_var) has_lanes = reads_cell(w, e);
  if (!is_var && !push_kids(w, e, &is_ready, &has_lanes)) return false;
  if (!is_ready) return true;
  (void)vec_pop(&l->stack);
  if (map_find(&l->slot_of, e.id)) return true;
  if (!has_lanes) {
    map_put(&l->slot_of, e.id, SCALAR);
    return true;
  }
  if (l->n == l->max) return false;
  LaneValues *r = lane_at(l, l->n);
  map_put(&l->slot_of, e.id, l->n++);
  if (is_var) fill_var(w, e, r);
  return is_var || fill(w, e, r->at);
}

/* The lanes of e, in the pool or in `room`; NULL when they cannot be had. */
static const u64 *walk(const LaneWalk *w, Expr e, u32 max, LaneValues *room) {
  Lanes *l = w->l;
  l->n = 0;
  l->max = max;
  map_clear(&l->slot_of);
  vec_clear(&l->stack);
  vec_push(&l->stack, e);
  while (l->stack.n)
    if (!visit(w, vec_last(&l->stack))) return NULL;
  return lanes_of(w, e, room);
}

bool lanes_table(Lanes *l, Eval *ev, Expr e, u32 cell, const Model *others, u32 max, ByteSet *ret) {
  assert(expr_width(e) == 1);
  LaneValues room;
  const u64 *lanes = walk(&(LaneWalk){l, ev, others, cell}, e, max, &room);
  if (!lanes) return false;
  *ret = (ByteSet){0};
  EACH_LANE ret->word[i / 64] |= (lanes[i] & 1) << (i % 64);
  return true;
}

bool lanes_values(Lanes *l, Eval *ev, Expr e, u32 cell, const Model *others, u32 max, u64 *ret) {
  LaneValues room;
  if (expr_width(e) > 64) return false;
  const u64 *lanes = walk(&(LaneWalk){l, ev, others, cell}, e, max, &room);
  if (lanes) memcpy(ret, lanes, sizeof room.at);
  return lanes != NULL;
}
