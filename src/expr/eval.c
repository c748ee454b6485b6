/* eval.c — the value of a term under a model.
 *
 * Values are remembered per term and dropped when the model or the table has
 * moved on.  The memo is indexed by handle through pages, not hashed: kids are
 * made shortly before their parents, so neighbours in a term are neighbours in
 * memory.  A slot counts as filled when its stamp is the current one, so
 * forgetting everything is one addition.
 *
 * Three ways, from the cheapest:
 *   - an atom such as `a[j] < x + 1` is computed on the spot, with no memo: that is
 *     what a branch condition looks like, and most of all questions;
 *   - a term asked before under this model is one look-up;
 *   - the rest is a walk with a stack of its own.  It is lazy: of an ite only the
 *     arm taken is visited, a conjunction ends at its first false part, a select
 *     follows its chain of stores from the outside to the first that matches.
 *
 * Values above 64 bits lie in a pool, and their slot holds where.
 */
#include "expr/array_value.h"
#include "expr/input.h"
#include "expr/model.h"
#include "expr/value.h"

enum {
  PAGE_BITS = SIZED(12, 2),
  PAGE_SLOTS = 1 << PAGE_BITS,
};

#define LAST_STAMP SIZED(UINT32_MAX, 200u) /* then the memo starts anew */

typedef struct Slot {
  u64 value; /* of the term; above 64 bits where its words begin in the pool */
  u32 stamp; /* filled iff equal to that of the Eval */
} Slot;

/* A term whose value is on order. */
typedef struct EvalFrame {
  u32 id;
  u32 array; /* of a select: the array reached in the chain; 0 before the first step */
} EvalFrame;

struct Eval {
  VEC(Slot *) pages; /* owned; NULL where no term was ever evaluated */
  VEC(EvalFrame) stack;
  VEC(u64) pool;
  ArrayValue arrays[2]; /* of the two sides of an equality */
  u64 model_id;
  u32 epoch, stamp;
};

static inline const ExprNode *node(u32 id) { return &expr_nodes[id]; }

/* ---- one operation ------------------------------------------------------- */

static u64 apply_unary(const ExprNode *n, u64 a) {
  u32 from = node(n->kid[0])->width;
  if (n->kind == EXPR_EXTRACT) return a >> n->kid[1] & value_mask(n->width);
  if (n->kind == EXPR_ZEXT) return a;
  if (n->kind == EXPR_SEXT) return (u64)value_signed(a, from) & value_mask(n->width);
  return value_unary((ExprKind)n->kind, from, a);
}

static u64 apply_binary(const ExprNode *n, u64 a, u64 b) {
  if (n->kind == EXPR_CONCAT) return a << node(n->kid[1])->width | b;
  return value_binary((ExprKind)n->kind, node(n->kid[0])->width, a, b);
}

/* ---- atoms: no memo ------------------------------------------------------ */

/* Each tier answers for the terms of the tier below and one more level; what
 * is wider than a word, or not made of plain operations, is left to the walk. */

static inline bool leaf_value(const Model *m, const ExprNode *n, u64 *ret) {
  if (n->width > 64) return false;
  if (n->kind == EXPR_CONST) {
    *ret = n->kid[0] | (u64)n->kid[1] << 32;
    return true;
  }
  if (n->kind != EXPR_VAR) return false;
  *ret = model_get_word(m, (Input){n->kid[0]}, n->kid[1], n->width);
  return true;
}

static inline bool is_unary(const ExprNode *n) {
  return n->kind >= EXPR_NOT && n->kind <= EXPR_SEXT;
}

static inline bool is_binary(const ExprNode *n) {
  return n->kind >= EXPR_CONCAT && n->kind <= EXPR_SLT;
}

static bool shallow_value(const Model *m, const ExprNode *n, u64 *ret) {
  u64 a, b;
  if (leaf_value(m, n, ret)) return true;
  if (n->width > 64 || !(is_unary(n) || is_binary(n))) return false;
  if (!leaf_value(m, node(n->kid[0]), &a)) return false;
  if (is_unary(n)) {
    *ret = apply_unary(n, a);
    return true;
  }
  if (!leaf_value(m, node(n->kid[1]), &b)) return false;
  *ret = apply_binary(n, a, b);
  return true;
}

/* (ite (bvslt x A) (bvadd (bvneg x) B) x), which the key of a float is (float.h): x is read once. */
static bool key_value(const Model *m, const ExprNode *n, u64 *ret) {
  const ExprNode *sign = node(n->kid[0]), *then = node(n->kid[1]), *neg = node(then->kid[0]);
  u64 a, b;
  u32 x = n->kid[2];
  if (sign->kind != EXPR_SLT || sign->kid[0] != x) return false;
  if (then->kind != EXPR_ADD || neg->kind != EXPR_NEG || neg->kid[0] != x) return false;
  if (!leaf_value(m, node(sign->kid[1]), &a) || !leaf_value(m, node(then->kid[1]), &b))
    return false;
  if (!leaf_value(m, node(x), ret)) return false;
  if (apply_binary(sign, *ret, a)) *ret = apply_binary(then, apply_unary(neg, *ret), b);
  return true;
}

/* A side of a comparison. */
static bool side_value(const Model *m, const ExprNode *n, u64 *ret) {
  if (n->kind == EXPR_ITE && n->width <= 64) return key_value(m, n, ret);
  return shallow_value(m, n, ret);
}

static bool atom_value(const Model *m, const ExprNode *n, u64 *ret) {
  u64 a, b, flip = 0;
  if (n->kind == EXPR_NOT && n->width == 1) {
    n = node(n->kid[0]);
    flip = 1;
  }
  if (!is_binary(n)) {
    if (!shallow_value(m, n, ret)) return false;
    *ret ^= flip;
    return true;
  }
  if (n->width > 64) return false;
  if (!side_value(m, node(n->kid[0]), &a) || !side_value(m, node(n->kid[1]), &b)) return false;
  *ret = apply_binary(n, a, b) ^ flip;
  return true;
}

/* ---- the memo ------------------------------------------------------------ */

static inline bool memo_get(const Eval *ev, u32 id, u64 *ret) {
  const Slot *page = ev->pages.at[id >> PAGE_BITS];
  if (!page || page[id % PAGE_SLOTS].stamp != ev->stamp) return false;
  *ret = page[id % PAGE_SLOTS].value;
  return true;
}

static inline void memo_put(Eval *ev, u32 id, u64 value) {
  Slot **page = &ev->pages.at[id >> PAGE_BITS];
  if (!*page) *page = mem_new(PAGE_SLOTS * sizeof **page);
  (*page)[id % PAGE_SLOTS] = (Slot){value, ev->stamp};
}

static void memo_free(Eval *ev) {
  for (u32 i = 0; i < ev->pages.n; i++) mem_free(ev->pages.at[i]);
  vec_free(&ev->pages);
  vec_free(&ev->pool);
  ev->stamp = 1; /* fresh slots carry 0 */
}

/* Makes the memo speak of this model and this table. */
static void bind(Eval *ev, const Model *m) {
  if (ev->epoch != expr_epoch() || ev->stamp == LAST_STAMP) {
    memo_free(ev); /* a sweep is made to get memory back */
  } else if (ev->model_id != model_id(m)) {
    ev->stamp++;
    vec_clear(&ev->pool);
  }
  ev->epoch = expr_epoch();
  ev->model_id = model_id(m);
  u32 n_pages = (expr_limit() >> PAGE_BITS) + 1;
  if (n_pages > ev->pages.n) vec_resize(&ev->pages, n_pages);
}

/* ---- the walk ------------------------------------------------------------ */

/* The value of a kid if it is at hand; otherwise puts the kid on order. */
static inline bool need(Eval *ev, const Model *m, u32 id, u64 *ret) {
  if (leaf_value(m, node(id), ret) || memo_get(ev, id, ret)) return true;
  vec_push(&ev->stack, ((EvalFrame){id, 0}));
  return false;
}

static bool step_plain(Eval *ev, const Model *m, const ExprNode *n, u64 *ret) {
  u64 a, b;
  if (is_unary(n)) {
    if (!need(ev, m, n->kid[0], &a)) return false;
    *ret = apply_unary(n, a);
    return true;
  }
  bool has_a = need(ev, m, n->kid[0], &a), has_b = need(ev, m, n->kid[1], &b);
  if (!has_a || !has_b) return false;
  *ret = apply_binary(n, a, b);
  return true;
}

/* AND and OR of booleans: one part may decide, and the cheap one is asked first. */
static bool step_logic(Eval *ev, const Model *m, const ExprNode *n, u64 *ret) {
  u64 decides = n->kind == EXPR_OR;
  u32 unknown = 0;
  for (u32 i = 2; i-- > 0;) {
    if (!memo_get(ev, n->kid[i], ret) && !atom_value(m, node(n->kid[i]), ret)) {
      unknown = n->kid[i];
    } else if (*ret == decides) {
      return true;
    }
  }
  *ret = !decides;
  if (unknown) vec_push(&ev->stack, ((EvalFrame){unknown, 0}));
  return !unknown;
}

static bool step_ite(Eval *ev, const Model *m, const ExprNode *n, u64 *ret) {
  u64 cond;
  if (!need(ev, m, n->kid[0], &cond)) return false;
  return need(ev, m, n->kid[cond ? 1 : 2], ret);
}

static u64 table_element(Expr table, u64 index) {
  u32 n;
  const u64 *elements = expr_table(table, &n);
  return index < n ? elements[index] : 0;
}

/* Room for the words of a wide value; where they begin. */
static u64 *pool_take(Eval *ev, u32 width, u64 *ret_at) {
  u32 n_words = VALUE_WORDS(width);
  vec_reserve(&ev->pool, n_words);
  *ret_at = ev->pool.n;
  ev->pool.n += n_words;
  return ev->pool.at + *ret_at;
}

static u64 input_element(Eval *ev, const Model *m, const ExprNode *n, u64 index) {
  Input in = {n->kid[0]};
  if (n->width <= 64) return model_get_element(m, in, index);
  u64 at, *words = pool_take(ev, n->width, &at);
  u32 n_words = VALUE_WORDS((u32)n->width);
  for (u32 i = 0; i < n_words; i++) words[i] = model_get_piece(m, in, index, i);
  return at;
}

/* One array of the chain under a select.  True: *ret is the element.  False:
 * either something is on order, or the walk goes on at *next. */
static bool step_array(Eval *ev, const Model *m, u32 id, u64 index, u32 *next, u64 *ret) {
  const ExprNode *n = node(id);
  u64 at;
  *next = 0;
  if (n->kind == EXPR_ARRAY_INPUT) {
    *ret = input_element(ev, m, n, index);
    return true;
  }
  if (n->kind == EXPR_ARRAY_TABLE) {
    *ret = table_element((Expr){id}, index);
    return true;
  }
  if (n->kind == EXPR_ARRAY_FILL) return need(ev, m, n->kid[0], ret);
  CHECK(n->kind == EXPR_STORE || n->kind == EXPR_ITE, "kind %u is not an array", n->kind);
  if (n->kind == EXPR_STORE) {
    if (!need(ev, m, n->kid[1], &at)) return false;
    if (at == index) return need(ev, m, n->kid[2], ret);
    *next = n->kid[0];
    return false;
  }
  if (!need(ev, m, n->kid[0], &at)) return false;
  *next = n->kid[at ? 1 : 2];
  return false;
}

/* The place reached is kept in the frame, so that a chain is walked once even
 * if the index of each of its stores has to be evaluated first. */
static bool step_select(Eval *ev, const Model *m, const ExprNode *n, u64 *ret) {
  u32 top = ev->stack.n - 1;
  u64 index;
  if (!need(ev, m, n->kid[1], &index)) return false;
  u32 next = ev->stack.at[top].array ? ev->stack.at[top].array : n->kid[0];
  while (next) {
    ev->stack.at[top].array = next;
    if (step_array(ev, m, next, index, &next, ret)) return true;
  }
  return false;
}

/* The words of a kid whose value, or place in the pool, is known. */
static const u64 *words_of(const Eval *ev, u32 id, const u64 *value) {
  return node(id)->width > 64 ? ev->pool.at + *value : value;
}

/* The value of an array, not settled.  False: something is on order. */
static bool step_whole(Eval *ev, const Model *m, u32 id, ArrayValue *v) {
  bool is_ready = true;
  u64 at = 0, element = 0;
  array_value_start(v, (Expr){id});
  for (;;) {
    const ExprNode *n = node(id);
    if (n->kind == EXPR_STORE) {
      bool has_at = need(ev, m, n->kid[1], &at), has_element = need(ev, m, n->kid[2], &element);
      is_ready &= has_at && has_element;
      if (is_ready) array_value_add(v, at, words_of(ev, n->kid[2], &element));
      id = n->kid[0];
    } else if (n->kind == EXPR_ITE) {
      if (!need(ev, m, n->kid[0], &at)) return false;
      id = n->kid[at ? 1 : 2];
    } else if (n->kind == EXPR_ARRAY_FILL) {
      if (!need(ev, m, n->kid[0], &element)) return false;
      array_value_fill(v, words_of(ev, n->kid[0], &element));
      return is_ready;
    } else {
      array_value_base(v, m, (Expr){id});
      return is_ready;
    }
  }
}

static bool step_array_eq(Eval *ev, const Model *m, const ExprNode *n, u64 *ret) {
  bool is_ready = true;
  for (u32 i = 0; i < 2; i++) is_ready &= step_whole(ev, m, n->kid[i], &ev->arrays[i]);
  if (!is_ready) return false;
  for (u32 i = 0; i < 2; i++) array_value_settle(&ev->arrays[i]);
  u64 index;
  *ret = !array_value_differ(&ev->arrays[0], &ev->arrays[1], &index);
  return true;
}

/* Writes the value of n, whose kids' values are known, to r. */
static void apply_wide(const Eval *ev, const ExprNode *n, u64 *r, const u64 *values) {
  const u64 *a = words_of(ev, n->kid[0], &values[0]);
  u32 from = node(n->kid[0])->width;
  if (n->kind == EXPR_EXTRACT) {
    value_extract(r, a, n->kid[1], n->width);
  } else if (n->kind == EXPR_ZEXT) {
    value_zext(r, a, from, n->width);
  } else if (n->kind == EXPR_SEXT) {
    value_sext(r, a, from, n->width);
  } else if (is_unary(n)) {
    value_unary_words((ExprKind)n->kind, from, r, a);
  } else {
    const u64 *b = words_of(ev, n->kid[1], &values[1]);
    if (n->kind == EXPR_CONCAT) {
      value_concat(r, a, from, b, node(n->kid[1])->width);
    } else {
      value_binary_words((ExprKind)n->kind, from, r, a, b);
    }
  }
}

/* A term that is, or works on, more than 64 bits. */
static bool step_wide(Eval *ev, const Model *m, u32 id, u64 *ret) {
  const ExprNode *n = node(id);
  u64 values[2];
  bool is_ready = true;
  for (u32 i = 0; i < expr_arities[n->kind]; i++) is_ready &= need(ev, m, n->kid[i], &values[i]);
  if (!is_ready) return false;
  if (n->width <= 64) {
    apply_wide(ev, n, ret, values);
    return true;
  }
  u64 *r = pool_take(ev, n->width, ret);
  if (n->kind == EXPR_CONST) {
    u64 room;
    memcpy(r, expr_words((Expr){id}, &room), VALUE_WORDS(n->width) * sizeof *r);
  } else if (n->kind == EXPR_VAR) {
    model_get_bits(m, (Input){n->kid[0]}, n->kid[1], n->width, r);
  } else {
    apply_wide(ev, n, r, values);
  }
  return true;
}

/* True when the value could be computed; otherwise what it needs is on order. */
static bool step(Eval *ev, const Model *m, u32 id, u64 *ret) {
  const ExprNode *n = node(id);
  if (n->kind == EXPR_ITE) return step_ite(ev, m, n, ret);
  if (n->kind == EXPR_SELECT) return step_select(ev, m, n, ret);
  if (n->kind == EXPR_ARRAY_EQ) return step_array_eq(ev, m, n, ret);
  if (n->width > 64 || node(n->kid[0])->width > 64) return step_wide(ev, m, id, ret);
  if (n->width == 1 && (n->kind == EXPR_AND || n->kind == EXPR_OR))
    return step_logic(ev, m, n, ret);
  return step_plain(ev, m, n, ret);
}

/* Computes what is on order; the value of what was ordered first. */
static u64 run(Eval *ev, const Model *m) {
  u64 value = 0;
  while (ev->stack.n) {
    u32 top = vec_last(&ev->stack).id;
    if (!memo_get(ev, top, &value)) {
      if (!step(ev, m, top, &value)) continue;
      memo_put(ev, top, value);
    }
    ev->stack.n--;
  }
  return value;
}

/* The slot value of any term that is not an array. */
static u64 walk(Eval *ev, const Model *m, u32 id) {
  u64 value;
  bind(ev, m);
  ev->stack.n = 0;
  return need(ev, m, id, &value) ? value : run(ev, m);
}

/* ---- public -------------------------------------------------------------- */

Eval *eval_new(void) {
  Eval *ev = NEW(Eval);
  ev->stamp = 1;
  return ev;
}

Eval *eval_free(Eval *ev) {
  if (!ev) return NULL;
  memo_free(ev);
  vec_free(&ev->stack);
  for (u32 i = 0; i < 2; i++) array_value_done(&ev->arrays[i]);
  return mem_free(ev);
}

u64 eval(Eval *ev, const Model *m, Expr e) {
  u64 value;
  assert(expr_width(e) <= 64 && !expr_is_array(e));
  return atom_value(m, node(e.id), &value) ? value : walk(ev, m, e.id);
}

bool eval_true(Eval *ev, const Model *m, Expr e) {
  assert(expr_width(e) == 1);
  return eval(ev, m, e);
}

void eval_words(Eval *ev, const Model *m, Expr e, u64 *ret_words) {
  u32 width = expr_width(e);
  if (width <= 64) {
    *ret_words = eval(ev, m, e);
    return;
  }
  u64 at = walk(ev, m, e.id);
  memcpy(ret_words, ev->pool.at + at, VALUE_WORDS(width) * sizeof *ret_words);
}

void eval_array(Eval *ev, const Model *m, Expr array, ArrayValue *ret) {
  assert(expr_is_array(array));
  bind(ev, m);
  ev->stack.n = 0;
  while (!step_whole(ev, m, array.id, ret)) run(ev, m);
  array_value_settle(ret);
}
