/* leak.c — finds lost memory by following every pointer from what lives. */
#include "vm/memory/leak.h"

#include "base/map.h"
#include "vm/vm_impl.h"

enum { POINTER_BYTES = 8 };

typedef struct LeakSearch {
  Vm *vm;
  State *s;
  Map reached;    /* by base: heap objects */
  U64Vec waiting; /* those of them that were not looked into yet */
} LeakSearch;

static void reach(LeakSearch *l, u64 address) {
  Object o;
  if (region_of(address) != REGION_HEAP || !object_find(&l->s->space, address, &o) || !o.is_live)
    return;
  bool is_new;
  map_at(&l->reached, o.base, &is_new);
  if (is_new) vec_push(&l->waiting, o.base);
}

static void look_into(LeakSearch *l, const Object *o) {
  u64 end = o->base + object_sure(*o);
  for (u64 at = o->base; at + POINTER_BYTES <= end; at += POINTER_BYTES) {
    Word w;
    bool is_set = object_load(&l->s->space, at, POINTER_BYTES, &w) == FAULT_NONE;
    if (is_set) reach(l, word_guess(l->vm, l->s, w));
  }
}

static void look_into_region(LeakSearch *l, Region r) {
  Object o;
  u64 at = region_base(r);
  for (; object_next(&l->s->space, at, &o) && region_of(o.base) == r; at = o.base + 1)
    if (o.is_live) look_into(l, &o);
}

static bool next_kept(State *s, u64 *io_at, Object *ret) {
  while (object_next(&s->space, *io_at, ret) && ret->kind == OBJECT_HEAP) {
    *io_at = ret->base + 1;
    if (ret->is_live) return true;
  }
  return false;
}

bool leak_find_kept(State *s, Object *ret) {
  u64 at = region_base(REGION_HEAP);
  return next_kept(s, &at, ret);
}

bool leak_find_lost(Vm *vm, State *s, Object *ret) {
  if (!leak_find_kept(s, ret)) return false;
  LeakSearch l = {.vm = vm, .s = s};
  /* What a register held that is not read any more is nobody's: variables that are pointers are in
   * memory (program_keep_pointers). */
  for (const Frame *f = l.s->top; f; f = f->caller)
    for (u32 k = 0; k < f->fn->n_regs; k++)
      if (register_is_live(vm_live_registers(l.vm, f->fn), f->pc, k))
        reach(&l, word_guess(l.vm, l.s, reg_word(f, k)));
  look_into_region(&l, REGION_GLOBAL);
  look_into_region(&l, REGION_STACK);
  for (Object o; l.waiting.n;)
    if (object_find(&s->space, vec_pop(&l.waiting), &o)) look_into(&l, &o);
  bool is_lost = false;
  u64 at = region_base(REGION_HEAP);
  while (!is_lost && next_kept(s, &at, ret)) is_lost = !map_find(&l.reached, ret->base);
  map_done(&l.reached);
  vec_free(&l.waiting);
  return is_lost;
}

bool leak_stop(Vm *vm, State *s, Object o) {
  state_stop(s, STOP_LEAK, "");
  s->ending->explanation = (Explanation){.has_object = true, .object = object_settled(vm, s, o)};
  return false;
}

void leak_note(Vm *vm, State *s) {
  Object o;
  Stop stop = s->ending->stop;
  bool is_looked_for = vm->config.checks_leak && stop_infos[stop].class == STOP_BUG;
  if (is_looked_for && stop != STOP_LEAK && leak_find_lost(vm, s, &o))
    s->ending->lost = (Explanation){.has_object = true, .object = object_settled(vm, s, o)};
}
