/* call_adapt.c — what a call of a function through another type does on x86-64.
 *
 * A parameter is what the caller left in the same place (code/llvm/lower_abi.c): a pointer for a long,
 * an unsigned for a size_t, more arguments than the function looks at.  When 32 bits are put into
 * a register, its upper half becomes zero, as the processor does it.  If nothing was left in that
 * place, as when a double is passed and an int is read, the parameter is no value of the program,
 * and the call is an error.
 */
#include "vm/exec/call_adapt.h"

static const AbiShape *shape_at(const Module *m, u32 k) { return &m->shapes.at[k]; }

static const AbiSlot *places_of(const Module *m, const AbiShape *s) {
  return m->places.at + s->first_place;
}

static bool is_same_place(const AbiSlot *a, const AbiSlot *b) {
  return a->at == b->at && !a->copied == !b->copied && a->copied >= b->copied;
}

/* Index of the one among n that a callee looking at p finds; n if there is none. */
static u32 find(const AbiSlot *at, u32 n, const AbiSlot *p) {
  u32 k = 0;
  while (k < n && !is_same_place(&at[k], p)) k++;
  return k;
}

static u32 n_fixed_of(const Fn *fn) { return fn->n_params - fn->is_variadic; }

/* ---- one value ------------------------------------------------------------------------------- */

static u64 extend(u64 x, const AbiSlot *from) {
  if (from->extension != EXTEND_SIGN || from->width >= 32) return x;
  u32 unused = 64 - from->width;
  return (u32)((i64)(x << unused) >> unused);
}

static Expr extend_term(Expr e, const AbiSlot *from, u32 width) {
  if (width <= from->width) return expr_resize(e, width);
  if (from->extension == EXTEND_SIGN && from->width < 32) e = expr_sext(e, MIN(width, 32));
  return expr_resize(e, width);
}

static Word adapt(Word w, const AbiSlot *from, const AbiSlot *to) {
  if (word_is_symbolic(w)) return word_of_expr(extend_term(w.expr, from, to->width));
  return word_of(extend(w.value, from) & value_mask(to->width));
}

/* Adapted terms may have become constants. */
static void put(Frame *f, u32 reg, Word w) {
  if (word_is_symbolic(w))
    reg_set_term(f, reg, w.expr);
  else
    reg_set(f, reg, w.value);
}

/* A call without a prototype lays out all its arguments as variable ones: the block of the callee
 * begins behind those that it takes as parameters, eight bytes each. */
static bool block_fits(const AbiSlot *q, const AbiShape *called, const Fn *fn, const Call *c) {
  if (c->n_fixed > n_fixed_of(fn)) return false;
  for (u32 k = c->n_fixed; k < MIN(n_fixed_of(fn), called->n_params); k++)
    if (q[k].copied || (k && q[k].at - q[k - 1].at < 8)) return false;
  return true;
}

/* ---- public ---------------------------------------------------------------------------------- */

bool call_adapt_is_exact(const Module *m, const Fn *fn, const Call *c) {
  if (!fn->is_variadic) return c->shape == fn->shape;
  const AbiShape *own = shape_at(m, fn->shape), *called = shape_at(m, c->shape);
  const AbiSlot *p = places_of(m, own), *q = places_of(m, called);
  if (c->n_fixed != n_fixed_of(fn) || own->n_results != called->n_results) return false;
  for (u32 k = 0; k < c->n_fixed; k++)
    if (!is_same_place(&p[k], &q[k]) || p[k].width != q[k].width) return false;
  p += own->n_params;
  q += called->n_params;
  for (u32 k = 0; k < own->n_results; k++)
    if (p[k].at != q[k].at || p[k].width != q[k].width) return false;
  return true;
}

const char *call_adapt_refusal(const Module *m, const Fn *fn, const Call *c) {
  const AbiShape *own = shape_at(m, fn->shape), *called = shape_at(m, c->shape);
  const AbiSlot *p = places_of(m, own), *q = places_of(m, called);
  if (own->n_params != n_fixed_of(fn) || called->n_params != c->n_args)
    return "of a function of another type";
  if (fn->is_variadic && !block_fits(q, called, fn, c))
    return "of a function with variable arguments as one without";
  for (u32 k = 0; k < own->n_params; k++) {
    if (k < 64 && fn->unread >> k & 1) continue;
    if (find(q, called->n_params, &p[k]) < called->n_params) continue;
    return k < called->n_params ? "of a function of another type"
                                : "with fewer arguments than the function reads";
  }
  return NULL;
}

void call_adapt_args(const Module *m, const Frame *from, Frame *f, const Call *c) {
  const AbiShape *own = shape_at(m, f->fn->shape), *called = shape_at(m, c->shape);
  const AbiSlot *p = places_of(m, own), *q = places_of(m, called);
  const u32 *args = from->fn->args + c->first_arg;
  for (u32 k = 0; k < own->n_params; k++) {
    u32 j = find(q, called->n_params, &p[k]);
    bool found = j < called->n_params;
    put(f, k, found ? adapt(reg_word(from, args[j]), &q[j], &p[k]) : word_of(0));
  }
}

bool call_adapt_results(const Module *m, Frame *to, const Frame *f, const Ins *ret) {
  const Ins *call = &to->fn->code[to->pc - 1];
  const Call *c = &to->fn->calls[call->c];
  const AbiShape *own = shape_at(m, f->fn->shape), *called = shape_at(m, c->shape);
  const AbiSlot *p = places_of(m, own) + own->n_params,
                *q = places_of(m, called) + called->n_params;
  for (u32 k = 0; k < c->n_results; k++) {
    u32 j = find(p, own->n_results, &q[k]);
    if (j < own->n_results)
      put(to, call->a + k, adapt(reg_word(f, ret->a + j), &p[j], &q[k]));
    else if (c->drops_results)
      reg_set(to, call->a + k, 0);
    else
      return false;
  }
  return true;
}
