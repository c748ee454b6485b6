/* builtin_heap.c — malloc and its family. */
#include "expr/facts.h"
#include "vm/builtin/builtin_impl.h"

/* The place in the source, in Module.positions: where objects were made and freed.
 * Of strdup and its kind that is who called it. */
static u32 here(const BuiltinCall *n) {
  const Module *m = n->vm->module;
  const Frame *top = n->s->top;
  for (const Frame *f = top; f; f = f->caller) {
    u32 at =
        f->fn->positions[f == top || !f->pc ? f->pc : f->pc - 1]; /* callers: behind the call */
    if (!is_runtime_file(m->texts.at[m->positions.at[at].file])) return at;
  }
  return top->fn->positions[top->pc];
}

/* What an object is asked for with. */
typedef struct Request {
  Word size;     /* in bytes */
  Expr overflow; /* one bit, or none: the size does not fit in 64 bits */
  u64 align;
  u64 n_back; /* bytes that are given back for it */
} Request;

static Request request_of(const BuiltinCall *n, u32 arg, u64 align) {
  Word size = word_of_expr(expr_resize(builtin_arg_term(n, arg), 64));
  return (Request){.size = size, .align = align};
}

/* Bytes that may still be had. */
static u64 room_of(const BuiltinCall *n, Request r) {
  u64 limit = n->vm->config.max_heap_bytes, used = n->s->space.heap_bytes - r.n_back;
  return used < limit ? limit - used : 0;
}

/* The most bytes that the new object may have.  False: an event.  *ret_fits: there is room. */
static bool settle(const BuiltinCall *n, Request r, u64 *ret_most, bool *ret_fits) {
  bool is_symbolic = word_is_symbolic(r.size) || !expr_is_none(r.overflow);
  if (!is_symbolic) {
    *ret_most = r.size.value;
    *ret_fits = r.size.value <= room_of(n, r);
    return true;
  }
  Expr size = word_expr(r.size, 8);
  if (!expr_is_none(r.overflow)) size = expr_ite(r.overflow, expr_const(64, UINT64_MAX), size);
  if (!step_size(n->s, size, room_of(n, r), STOP_NOT, ret_most)) return false;
  *ret_fits = *ret_most;
  return true;
}

/* False: an event.  *ret_at is 0 where there is no room. */
static bool allocate(const BuiltinCall *n, Request r, u64 *ret_at) {
  State *s = n->s;
  u64 most;
  bool fits;
  if (!settle(n, r, &most, &fits)) return false;
  if (!word_is_symbolic(r.size)) most = r.size.value;
  u64 before = s->space.heap_bytes;
  *ret_at =
      fits ? heap_alloc_symbolic(&s->space, OBJECT_HEAP, most, r.size.expr, r.align, here(n)) : 0;
  s->cost.n[COST_ALLOCATED] += s->space.heap_bytes - before;
  cost_at_least(&s->cost, COST_PEAK_HEAP, s->space.heap_peak);
  return true;
}

/* Are the first arguments numbers, which are no sizes?  All are asked for where bytes are counted. */
static bool are_numbers(const BuiltinCall *n, u32 n_args) {
  return builtin_args_concrete(n, n->vm->config.splits_sizes ? n->call->n_args : n_args);
}

static bool give(const BuiltinCall *n, Request r) {
  u64 at;
  return allocate(n, r, &at) && builtin_return(n, at);
}

bool builtin_do_malloc(const BuiltinCall *n) {
  return are_numbers(n, 0) && give(n, request_of(n, 0, 1));
}

static bool is_power_of_two(u64 x) { return x && !(x & (x - 1)); }

/* Is x * y more than 64 bits?  One bit. */
static Expr overflows(Expr x, Expr y) {
  u64 product;
  if (!__builtin_mul_overflow(expr_facts(x).umax, expr_facts(y).umax, &product))
    return expr_bool(false);
  if (expr_is_const(y)) return expr_ugt(x, expr_const(64, UINT64_MAX / expr_value(y)));
  if (expr_is_const(x)) return overflows(y, x);
  Expr wide = expr_mul(expr_zext(x, 128), expr_zext(y, 128));
  return expr_ne(expr_extract(wide, 64, 64), expr_const(64, 0));
}

/* Of many objects. */
static Request request_many(const BuiltinCall *n) {
  Request a = request_of(n, 0, 1), b = request_of(n, 1, 1);
  Expr x = word_expr(a.size, 8), y = word_expr(b.size, 8);
  Expr overflow = overflows(x, y);
  Request r = {.size = word_of_expr(expr_mul(x, y)), .align = 1};
  if (expr_is_value(overflow, 1)) r.size = word_of(UINT64_MAX);
  if (!expr_is_const(overflow)) r.overflow = overflow;
  return r;
}

/* What calloc promises must hold of memory that was never written, too. */
bool builtin_do_calloc(const BuiltinCall *n) {
  u64 at;
  Object o;
  if (!are_numbers(n, 0)) return false;
  if (!allocate(n, request_many(n), &at)) return false;
  if (at && object_find(&n->s->space, at, &o)) object_fill(&n->s->space, at, word_of(0), o.size);
  return builtin_return(n, at);
}

static bool take_back(const BuiltinCall *n, u64 address) {
  Fault fault = heap_free(&n->s->space, address, here(n));
  return fault == FAULT_NONE || step_fault(n->vm, n->s, fault, address, 0, true);
}

bool builtin_do_free(const BuiltinCall *n) {
  return are_numbers(n, 1) && take_back(n, builtin_arg_value(n, 0)) && builtin_done(n);
}

static bool resize(const BuiltinCall *n, u64 old) {
  Space *space = &n->s->space;
  Object o, made;
  Request r = request_of(n, 1, 1);
  u64 at;
  if (!old) return give(n, r);
  bool fits = object_find(space, old, &o) && o.base == old && o.kind == OBJECT_HEAP && o.is_live;
  if (!fits) return take_back(n, old); /* which says what is wrong */
  r.n_back = object_sure(o);
  if (!allocate(n, r, &at)) return false;
  if (at && object_find(space, at, &made)) {
    object_copy(space, at, old, MIN(made.size, o.size));
    if (!take_back(n, old)) return false;
  }
  return builtin_return(n, at);
}

bool builtin_do_realloc(const BuiltinCall *n) {
  return are_numbers(n, 1) && resize(n, builtin_arg_value(n, 0));
}

bool builtin_do_memalign(const BuiltinCall *n) {
  if (!are_numbers(n, 1)) return false;
  u64 align = builtin_arg_value(n, 0);
  return is_power_of_two(align) ? give(n, request_of(n, 1, align)) : builtin_return(n, 0);
}

bool builtin_do_posix_memalign(const BuiltinCall *n) {
  enum { HOST_EINVAL = 22, HOST_ENOMEM = 12 };
  if (!are_numbers(n, 2)) return false;
  u64 to = builtin_arg_value(n, 0), align = builtin_arg_value(n, 1);
  if (!is_power_of_two(align) || align % 8) return builtin_return(n, HOST_EINVAL);
  if (!builtin_may_access(n, to, 8, true)) return false;
  u64 at;
  if (!allocate(n, request_of(n, 2, align), &at)) return false;
  if (!at) return builtin_return(n, HOST_ENOMEM);
  object_put(&n->s->space, to, &at, sizeof at);
  return builtin_return(n, 0);
}
