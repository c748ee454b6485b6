/* native_heap.c — malloc and its family. */
#include "vm/native_impl.h"

/* The place in the source, in Module.positions: what objects remember of who made and freed them.
 * Of strdup and its kind that is who called it. */
static u32 here(const NativeCall *n) {
  const Module *m = n->vm->module;
  const Frame *top = n->s->top;
  for (const Frame *f = top; f; f = f->caller) {
    u32 at =
        f->fn->positions[f == top || !f->pc ? f->pc : f->pc - 1]; /* callers: behind the call */
    if (!is_runtime_file(m->texts.at[m->positions.at[at].file])) return at;
  }
  return top->fn->positions[top->pc];
}

/* 0: no room. */
static u64 allocate(const NativeCall *n, u64 size, u64 align) {
  State *s = n->s;
  u64 limit = n->vm->config.max_heap_bytes;
  if (size > limit || s->space.heap_bytes > limit - size) return 0;
  u64 at = heap_alloc(&s->space, OBJECT_HEAP, size, align, here(n));
  if (at) s->cost.n[COST_ALLOCATED] += size;
  cost_at_least(&s->cost, COST_PEAK_HEAP, s->space.heap_peak);
  return at;
}

static bool is_power_of_two(u64 x) {
  return x && !(x & (x - 1));
}

/* What calloc promises must hold of memory that was never written, too. */
static u64 allocate_zero(const NativeCall *n, u64 count, u64 size) {
  u64 total;
  if (__builtin_mul_overflow(count, size, &total)) return 0;
  u64 at = allocate(n, total, 1);
  if (at) object_fill(&n->s->space, at, word_of(0), total);
  return at;
}

static bool native_free(const NativeCall *n, u64 address) {
  Fault fault = heap_free(&n->s->space, address, here(n));
  return fault == FAULT_NONE || step_fault(n->vm, n->s, fault, address, 0, true);
}

static bool native_realloc(const NativeCall *n, u64 old, u64 size) {
  Space *space = &n->s->space;
  Object o;
  if (!old) return native_return(n, allocate(n, size, 1));
  bool fits = object_find(space, old, &o) && o.base == old && o.kind == OBJECT_HEAP && o.is_live;
  if (!fits) return native_free(n, old); /* which says what is wrong */
  u64 at = allocate(n, size, 1);
  if (at) {
    object_copy(space, at, old, MIN(size, o.size));
    if (!native_free(n, old)) return false;
  }
  return native_return(n, at);
}

static bool native_posix_memalign(const NativeCall *n, u64 to, u64 align, u64 size) {
  enum { HOST_EINVAL = 22, HOST_ENOMEM = 12 };
  if (!is_power_of_two(align) || align % 8) return native_return(n, HOST_EINVAL);
  Fault fault = object_check(&n->s->space, to, 8, true);
  if (fault != FAULT_NONE) return step_fault(n->vm, n->s, fault, to, 8, true);
  u64 at = allocate(n, size, align);
  if (!at) return native_return(n, HOST_ENOMEM);
  object_put(&n->s->space, to, &at, sizeof at);
  return native_return(n, 0);
}

bool native_heap(const NativeCall *n) {
  if (!native_args_concrete(n, n->call->n_args)) return false;
  u64 a = native_arg_value(n, 0), b = n->call->n_args > 1 ? native_arg_value(n, 1) : 0;
  switch ((u32)n->native) {
  case NATIVE_MALLOC:
    return native_return(n, allocate(n, a, 1));
  case NATIVE_CALLOC:
    return native_return(n, allocate_zero(n, a, b));
  case NATIVE_REALLOC:
    return native_realloc(n, a, b);
  case NATIVE_FREE:
    return native_free(n, a) && native_done(n);
  case NATIVE_ALIGNED_ALLOC:
  case NATIVE_MEMALIGN:
    return native_return(n, is_power_of_two(a) ? allocate(n, b, a) : 0);
  case NATIVE_POSIX_MEMALIGN:
    return native_posix_memalign(n, a, b, native_arg_value(n, 2));
  }
  return step_stop(n->s, STOP_UNSUPPORTED, native_names[n->native]);
}
