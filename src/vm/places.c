/* places.c — an access at a symbolic offset that one input byte chooses, where few values are left of
 * it on the path (known.h), is made at each of its places.
 *
 * A read is a choice between what is there: (ite (= offset 8) … (ite (= offset 16) … …)).  A write
 * changes each place to (ite (= offset 8) new old).  So the object stays plain, and what is read
 * depends on this byte and on nothing else that the object holds.  The stacks and tables of a parser
 * whose next token is one of a few are such objects.
 *
 * A byte of many values is enough where a pointer is written, or a table that is part of a larger object:
 * as an array, all of the object would depend on that byte.
 */
#include "expr/facts.h"
#include "vm/known.h"
#include "vm/unset.h"
#include "vm/vm_impl.h"

enum { FEW_PLACES = 16, MAX_PLACES = 256 };

typedef struct OffsetSet {
  u64 offset[MAX_PLACES];
  u32 n;
} OffsetSet;

/* False when they are not known, or more than max, or some access would need more than a load. */
static bool places_of(Vm *vm, State *s, const Place *p, u32 n_bytes, bool is_write, u32 max,
                      OffsetSet *ret) {
  ret->n = known_values(vm, s, p->offset, max, ret->offset);
  for (u32 k = 0; k < ret->n; k++)
    if (object_check(&s->space, p->base + ret->offset[k], n_bytes, is_write) != FAULT_NONE)
      return false;
  return ret->n > 0;
}

/* What nobody wrote becomes a value, unless reading it is an error. */
static bool load(Vm *vm, State *s, u64 at, u32 n_bytes, Word *ret) {
  Fault fault = object_load(&s->space, at, n_bytes, ret);
  if (fault == FAULT_UNSET && vm->config.unset != UNSET_ERROR) {
    unset_settle(vm, s, at, n_bytes);
    fault = object_load(&s->space, at, n_bytes, ret);
  }
  return fault == FAULT_NONE;
}

static Expr is_at(const Place *p, u64 offset) {
  return expr_eq(p->offset, expr_const(64, offset));
}

static bool is_table(const State *s, u64 base) {
  Object o;
  return object_find((Space *)&s->space, base, &o) && o.kind == OBJECT_CONSTANT;
}

bool places_load(Vm *vm, State *s, const Place *p, u32 n_bytes, Word *ret) {
  OffsetSet at;
  if (!places_of(vm, s, p, n_bytes, false, FEW_PLACES, &at)) return false;
  if (at.n > 1 && is_table(s, p->base)) return false; /* a look-up in numbers is a shorter term */
  for (u32 k = 0; k < at.n; k++) {
    Word here;
    if (!load(vm, s, p->base + at.offset[k], n_bytes, &here)) return false;
    *ret = k == 0 ? here
                  : word_of_expr(expr_ite(is_at(p, at.offset[k]), word_expr(here, n_bytes),
                                          word_expr(*ret, n_bytes)));
  }
  return true;
}

static u32 most_written(State *s, const Place *p, u32 n_bytes, Word w) {
  Object o, to;
  Facts facts = expr_facts(p->offset);
  bool is_pointer =
      n_bytes == sizeof(u64) && !word_is_symbolic(w) && object_find(&s->space, w.value, &to);
  bool is_part = object_find(&s->space, p->base, &o) && facts.umax - facts.umin < o.size / 2;
  return is_pointer || is_part ? MAX_PLACES : FEW_PLACES;
}

/* One place after the other: where they overlap, the later one finds what the earlier one wrote. */
bool places_store(Vm *vm, State *s, const Place *p, u32 n_bytes, Word w) {
  OffsetSet at;
  Word old[MAX_PLACES];
  if (!places_of(vm, s, p, n_bytes, true, most_written(s, p, n_bytes, w), &at)) return false;
  for (u32 k = 0; k < at.n; k++)
    if (at.n > 1 && !load(vm, s, p->base + at.offset[k], n_bytes, &old[k])) return false;
  for (u32 k = 0; k < at.n; k++) {
    Word here = w;
    if (at.n > 1) {
      bool is_there = load(vm, s, p->base + at.offset[k], n_bytes, &old[k]);
      assert(is_there);
      (void)is_there;
      here = word_of_expr(
          expr_ite(is_at(p, at.offset[k]), word_expr(w, n_bytes), word_expr(old[k], n_bytes)));
    }
    Fault fault = object_store(&s->space, p->base + at.offset[k], n_bytes, here);
    assert(fault == FAULT_NONE);
    (void)fault;
  }
  return true;
}
