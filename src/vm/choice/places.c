/* places.c — an access at a symbolic offset that one input byte chooses, where few values are left of
 * it on the path (facts.h), is made at each of its places.
 *
 * A read is a choice between what is there: (ite (= offset 8) … (ite (= offset 16) … …)).  A write
 * changes each place to (ite (= offset 8) new old).  So the object stays plain, and what is read
 * depends on this byte and on nothing else that the object holds.  The stacks and tables of a parser
 * whose next token is one of a few are such objects.
 *
 * A byte of many values is enough where a pointer is written, or in a table that is part of a larger object:
 * as an array, all of the object would depend on that byte.  There, what is written often comes from
 * what was read at the same place: n[c]++ writes at place 8 what is one more than was at place 8, and
 * not than was at any of 256 places, so that n[8] depends on no more than whether c is 8.
 */
#include "base/map.h"
#include "expr/facts.h"
#include "expr/substitute.h"
#include "vm/choice/concretise.h"
#include "vm/choice/facts.h"
#include "vm/memory/uninit.h"

enum { FEW_PLACES = 16, MAX_PLACES = 256 };

typedef struct OffsetSet {
  u64 offset[MAX_PLACES];
  u32 n;
} OffsetSet;

/* False when they are not known, or more than max, or some access would need more than a load. */
static bool places_of(Vm *vm, State *s, const Place *p, u32 n_bytes, bool is_write, u32 max,
                      OffsetSet *ret) {
  ret->n = facts_values(vm, s, p->offset, max, ret->offset);
  for (u32 k = 0; k < ret->n; k++)
    if (object_check(&s->space, p->base + ret->offset[k], n_bytes, is_write) != FAULT_NONE)
      return false;
  return ret->n > 0;
}

/* What nobody wrote becomes a value, unless reading it is an error. */
static bool load(Vm *vm, State *s, u64 at, u32 n_bytes, Word *ret) {
  Fault fault = object_load(&s->space, at, n_bytes, ret);
  if (fault == FAULT_UNINIT && vm->config.uninit != UNINIT_ERROR) {
    uninit_settle(vm, s, at, n_bytes);
    fault = object_load(&s->space, at, n_bytes, ret);
  }
  return fault == FAULT_NONE;
}

static Expr is_at(const Place *p, u64 offset) { return expr_eq(p->offset, expr_const(64, offset)); }

static bool is_table(const State *s, u64 base) {
  Object o;
  return object_find((Space *)&s->space, base, &o) && o.kind == OBJECT_CONSTANT;
}

/* Is what the offset may reach a small part of the object? */
static bool is_part(State *s, const Place *p) {
  Object o;
  Facts facts = expr_facts(p->offset);
  return object_find(&s->space, p->base, &o) && facts.umax - facts.umin < o.size / 2;
}

/* Is there nothing but numbers in it?  Then it is a short term also as an array. */
static bool is_plain(State *s, u64 base) {
  Object o;
  bool is_pure = object_find(&s->space, base, &o);
  u64 end = base + o.size;
  for (u64 at = base; at < end && is_pure; at = space_same(&s->space, at, end))
    is_pure = page_is_pure(space_page(&s->space, at));
  return is_pure;
}

/* ---- reading ------------------------------------------------------------------------------------- */

/* Numbers at many places, a look-up: (select table (offset - first) / step). */
static Expr table_at(const Place *p, const OffsetSet *at, const Word *here, u32 n_bytes) {
  enum { MAX_TABLE = 1 << 12 };
  u64 first = at->offset[0], last = first;
  for (u32 k = 1; k < at->n; k++) {
    first = MIN(first, at->offset[k]);
    last = MAX(last, at->offset[k]);
  }
  u64 step = 1;
  for (bool fits = true; fits && step < last - first;) {
    for (u32 k = 0; k < at->n; k++) fits &= (at->offset[k] - first) % (2 * step) == 0;
    if (fits) step *= 2;
  }
  u64 n = (last - first) / step + 1, elements[MAX_TABLE] = {0};
  if (n > MAX_TABLE) return EXPR_NONE;
  for (u32 k = 0; k < at->n; k++) elements[(at->offset[k] - first) / step] = here[k].value;
  Expr table = expr_array_table(64, 8 * n_bytes, elements, (u32)n);
  Expr from = expr_sub(p->offset, expr_const(64, first));
  return lookup_element(table, from, (u32)step);
}

/* The word that most have is what is there at all other places. */
static u32 most_frequent(const Word *here, u32 n) {
  u32 most = 0, lead = 0;
  for (u32 k = 0; k < n; k++) {
    if (!lead) most = k;
    lead = word_same(here[k], here[most]) ? lead + 1 : lead - 1;
  }
  return most;
}

static bool load_at_places(Vm *vm, State *s, const Place *p, u32 n_bytes, Word *ret) {
  OffsetSet at;
  Word here[MAX_PLACES];
  bool has_symbol = false, has_other = false;
  u32 max = is_part(s, p) && !is_plain(s, p->base) ? MAX_PLACES : FEW_PLACES;
  if (!places_of(vm, s, p, n_bytes, false, max, &at)) return false;
  if (at.n > 1 && is_table(s, p->base)) return false; /* a look-up in numbers is a shorter term */
  for (u32 k = 0; k < at.n; k++) {
    if (!load(vm, s, p->base + at.offset[k], n_bytes, &here[k])) return false;
    has_symbol |= word_is_symbolic(here[k]);
    has_other |= !word_same(here[k], here[0]);
  }
  if (at.n > FEW_PLACES && has_other && !has_symbol) {
    Expr e = table_at(p, &at, here, n_bytes);
    if (!expr_is_none(e)) *ret = word_of_expr(e);
    return !expr_is_none(e);
  }
  u32 most = at.n > FEW_PLACES ? most_frequent(here, at.n) : 0;
  *ret = here[most];
  for (u32 k = 0; k < at.n; k++)
    if (!word_same(here[k], here[most]))
      *ret = word_of_expr(
          expr_ite(is_at(p, at.offset[k]), word_expr(here[k], n_bytes), word_expr(*ret, n_bytes)));
  return true;
}

/* ---- writing ------------------------------------------------------------------------------------- */

static u32 most_written(State *s, const Place *p, u32 n_bytes, Word w) {
  Object to;
  bool is_pointer =
      n_bytes == sizeof(u64) && !word_is_symbolic(w) && object_find(&s->space, w.value, &to);
  return is_pointer || is_part(s, p) ? MAX_PLACES : FEW_PLACES;
}

/* In a term: a choice by the place, (ite (= offset 8) … …). */
typedef struct PlaceChoice {
  Expr head;           /* none: there is no such */
  Expr at[MAX_PLACES]; /* what it is at each place */
} PlaceChoice;

static Expr find_head(Expr e, const Map *place_of) {
  enum { MAX_LOOKED_AT = 32 };
  Expr todo[MAX_LOOKED_AT + 4] = {e};
  for (u32 n = 1, n_seen = 0; n > 0 && n_seen < MAX_LOOKED_AT; n_seen++) {
    Expr here = todo[--n];
    if (expr_kind(here) == EXPR_ITE && map_find(place_of, expr_kid(here, 0).id)) return here;
    for (u32 i = 0; i < expr_arity(here) && n < MAX_LOOKED_AT; i++)
      if (!expr_is_const(expr_kid(here, i))) todo[n++] = expr_kid(here, i);
  }
  return EXPR_NONE;
}

static void find_choice(const Place *p, const OffsetSet *at, Expr e, PlaceChoice *ret) {
  Map place_of = {0};
  bool is_seen[MAX_PLACES] = {false};
  for (u32 k = 0; k < at->n; k++) map_put(&place_of, is_at(p, at->offset[k]).id, k);
  ret->head = find_head(e, &place_of);
  Expr here = ret->head;
  u64 k;
  while (!expr_is_none(here) && expr_kind(here) == EXPR_ITE &&
         map_get(&place_of, expr_kid(here, 0).id, &k)) {
    if (!is_seen[k]) ret->at[k] = expr_kid(here, 1);
    is_seen[k] = true;
    here = expr_kid(here, 2);
  }
  for (u32 i = 0; i < at->n; i++)
    if (!is_seen[i]) ret->at[i] = here;
  map_done(&place_of);
}

/* What is written if it is at the place k. */
static Expr written_at(const PlaceChoice *c, u32 k, Expr e) {
  return expr_is_none(c->head) ? e : substitute_one(e, c->head, c->at[k]);
}

/* One place after the other: where they overlap, the later one finds what the earlier one wrote. */
static bool store_at_places(Vm *vm, State *s, const Place *p, u32 n_bytes, Word w) {
  OffsetSet at;
  PlaceChoice choice;
  Word old[MAX_PLACES];
  if (!places_of(vm, s, p, n_bytes, true, most_written(s, p, n_bytes, w), &at)) return false;
  for (u32 k = 0; k < at.n; k++)
    if (at.n > 1 && !load(vm, s, p->base + at.offset[k], n_bytes, &old[k])) return false;
  Expr e = word_expr(w, n_bytes);
  find_choice(p, &at, e, &choice);
  for (u32 k = 0; k < at.n; k++) {
    Word here = w;
    if (at.n > 1) {
      debug_only bool is_there = load(vm, s, p->base + at.offset[k], n_bytes, &old[k]);
      assert(is_there);
      here = word_of_expr(
          expr_ite(is_at(p, at.offset[k]), written_at(&choice, k, e), word_expr(old[k], n_bytes)));
    }
    debug_only Fault fault = object_store(&s->space, p->base + at.offset[k], n_bytes, here);
    assert(fault == FAULT_NONE);
  }
  return true;
}

Concretised concretise_places(Vm *vm, State *s, SymbolicAccess *io) {
  bool is_done = io->is_write ? store_at_places(vm, s, &io->place, io->n_bytes, io->word)
                              : load_at_places(vm, s, &io->place, io->n_bytes, &io->word);
  return is_done ? CONCRETE_DONE : CONCRETE_NOT;
}
