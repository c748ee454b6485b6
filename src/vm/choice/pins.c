/* pins.c — finds the index of a table in an address, asks for its value, and remembers it; see pins.h.
 *
 * The sides of a choice are numbers that say what they mean without the model that found them
 * (path.h): the value pinned to, or the value that it is not.  A pointer that may be null is found to
 * be so at once, as a side of its own, which the other sides then exclude.
 */
#include "vm/choice/pins.h"

#include "expr/facts.h"
#include "expr/substitute.h"
#include "vm/choice/choice.h"
#include "vm/choice/concretise.h"
#include "vm/choice/facts.h"

#include <stdlib.h>

enum { SIDE_IS = 1, SIDE_NOT_NULL = 2, SIDE_BITS = 2 };

/* Tables larger than this are not looked at element by element. */
enum { MAX_ELEMENTS = SIZED(1 << 13, 16) };

void pin_mark(const Pin *p) {
  for (; p; p = p->parent) expr_mark(p->term);
}

/* ---- indices in addresses ------------------------------------------------------------------------ */

/* The index of the table that the pointer was read from, and the table; the index is none if it was
 * not read from one. */
static Expr table_index(Expr address, Expr *ret_table) {
  Expr e = expr_core(address);
  *ret_table = EXPR_NONE;
  while (expr_kind(e) == EXPR_CONCAT) e = expr_kid(e, 1);
  if (expr_kind(e) == EXPR_SELECT) {
    *ret_table = expr_kid(e, 0);
    return expr_core(expr_kid(e, 1));
  }
  if (expr_kind(e) != EXPR_ITE || expr_is_array(e)) return EXPR_NONE;
  Expr cond = expr_kid(e, 0);
  if (expr_kind(cond) == EXPR_NOT) cond = expr_kid(cond, 0);
  if (expr_kind(cond) != EXPR_EQ || !expr_is_const(expr_kid(cond, 1))) return EXPR_NONE;
  return expr_core(expr_kid(cond, 0));
}

static bool is_pinned(const State *s, Expr term, u64 *ret) {
  u32 width = expr_width(term);
  for (const Pin *p = s->pins; p; p = p->parent) {
    if (width > expr_width(p->term) || !expr_same(expr_extract(p->term, 0, width), term)) continue;
    *ret = p->value & value_mask(width);
    return true;
  }
  return false;
}

static Expr replace(Expr e, Expr term, u64 value) {
  return substitute_one(e, term, expr_const(expr_width(term), value));
}

Concretised concretise_pinned(Vm *vm, State *s, SymbolicAccess *io) {
  (void)vm;
  while (s->pins && !expr_is_const(io->address)) {
    u64 value;
    Expr table, core = expr_core(io->address);
    if (!is_pinned(s, core, &value)) core = table_index(io->address, &table);
    if (expr_is_none(core) || !is_pinned(s, core, &value)) break;
    io->address = replace(io->address, core, value);
  }
  return expr_is_const(io->address) ? CONCRETE_NUMBER : CONCRETE_NOT;
}

/* ---- asking -------------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b) {
  u64 x = *(const u64 *)a, y = *(const u64 *)b;
  return (x > y) - (x < y);
}

/* Most elements of the table are different pointers: where many are the same, the object that they
 * point to is the better choice. */
static bool is_table_of_many(Expr table) {
  u32 n, n_set = 0, n_different = 0;
  if (expr_is_none(table) || expr_kind(table) != EXPR_ARRAY_TABLE) return true;
  const u64 *elements = expr_table(table, &n);
  if (expr_width(table) != 64 || n > MAX_ELEMENTS) return true;
  u64 *sorted = mem_new(n * sizeof *sorted);
  for (u32 k = 0; k < n; k++)
    if (elements[k]) sorted[n_set++] = elements[k];
  qsort(sorted, n_set, sizeof *sorted, compare);
  for (u32 k = 0; k < n_set; k++) n_different += k == 0 || sorted[k] != sorted[k - 1];
  mem_free(sorted);
  return n_different > n_set / 2;
}

/* Several bytes choose it, and its values leave room for what a side says. */
static bool is_pinnable(Vm *vm, Expr index) {
  u32 cell;
  u64 values[256];
  return expr_width(index) <= 64 && !expr_is_const(index) &&
         expr_facts(index).umax < UINT64_MAX >> (SIDE_BITS + 1) &&
         !solver_byte_values(vm->solver, index, &cell, values);
}

/* The pointer was read from a table that it should not stay in. */
Concretised concretise_pin(Vm *vm, State *s, SymbolicAccess *io) {
  u64 value;
  Expr table, index;
  if (!vm->config.pins || !resume_is_none(&s->resume)) return CONCRETE_NOT;
  index = table_index(io->address, &table);
  if (expr_is_none(index) || !is_pinnable(vm, index) || is_pinned(s, index, &value))
    return CONCRETE_NOT;
  if (address_is_certain(s, io->address, io->n_bytes, io->is_write) || !is_table_of_many(table))
    return CONCRETE_NOT;
  step_choice(s, (Choice){.kind = CHOICE_PIN,
                          .term = index,
                          .access = {io->address, expr_const(64, io->n_bytes), io->is_write}});
  return CONCRETE_EVENT;
}

Concretised concretise_pin_write(Vm *vm, State *s, SymbolicAccess *io) {
  Object o;
  u64 value;
  if (!vm->config.pins || io->n_bytes != sizeof(u64) || word_is_symbolic(io->word))
    return CONCRETE_NOT;
  if (!object_find(&s->space, io->word.value, &o)) return CONCRETE_NOT;
  Expr index = expr_core(io->place.offset);
  if (!is_pinnable(vm, index) || is_pinned(s, index, &value)) return CONCRETE_NOT;
  step_choice(s, (Choice){.kind = CHOICE_PIN, .term = index});
  return CONCRETE_EVENT;
}

/* What of a word has a value that leaves room for what a side says. */
enum { PART_BITS = 32 };
/* All values of an operand are tried, one after the other. */
enum { MAX_NUMBERS = 4096 };

/* The path leaves it one value, in words that say nothing of single bytes. */
static bool is_fixed(Vm *vm, const State *s, Expr e, u64 *ret) {
  if (!context_model(s->context)) return false;
  *ret = word_guess(vm, s, word_of_expr(e));
  cleanup(result_done) Result r =
      solver_check(vm->solver, s->context, expr_ne(e, expr_const(expr_width(e), *ret)));
  return r.answer == ANSWER_NO;
}

/* The value that the term has on this path (KNOWN), if it was asked for, else a choice comes up (ASKED), or
 * there are too many (MANY). */
typedef enum PinAnswer { PIN_KNOWN, PIN_ASKED, PIN_MANY } PinAnswer;

static PinAnswer ask_number(Vm *vm, State *s, Expr e, u64 *ret) {
  *ret = 0;
  for (u32 at = 0, n; at < expr_width(e); at += n) {
    n = MIN(PART_BITS, expr_width(e) - at);
    Expr part = expr_extract(e, at, n);
    u64 value = expr_is_const(part) ? expr_value(part) : 0;
    if (!expr_is_const(part) && !is_pinned(s, part, &value)) {
      if (!vm->config.pins || !facts_are_few(vm, s, e, MAX_NUMBERS))
        return is_fixed(vm, s, e, ret) ? PIN_KNOWN : PIN_MANY;
      step_choice(s, (Choice){.kind = CHOICE_PIN, .term = part});
      return PIN_ASKED;
    }
    *ret |= value << at;
  }
  return PIN_KNOWN;
}

bool pins_settle(Vm *vm, State *s, u32 reg, const char *what) {
  u64 value;
  if (!reg_is_symbolic(s->top, reg)) return true;
  PinAnswer answer = ask_number(vm, s, s->top->terms[reg], &value);
  if (answer == PIN_MANY) return step_stop(s, STOP_SYMBOLIC_FLOAT, what);
  if (answer == PIN_KNOWN) reg_set(s->top, reg, value);
  return answer == PIN_KNOWN;
}

/* ---- sides --------------------------------------------------------------------------------------- */

static u64 number_of(u64 value, u32 bits) { return (value + 1) << SIDE_BITS | bits; }

static Expr is_null(const Choice *c) {
  Expr pointer = expr_core(c->access.address);
  return expr_eq(pointer, expr_const(expr_width(pointer), 0));
}

/* What was read from the table may be an offset into an object: only where nothing but a small
 * offset is added to it does zero lead to no object. */
static bool may_be_null(const Choice *c) {
  if (expr_is_none(c->access.address) || expr_is_value(is_null(c), 0)) return false;
  Expr at_null = replace(c->access.address, expr_core(c->access.address), 0);
  return expr_is_const(at_null) && expr_value(at_null) < CODE_BASE;
}

static bool side(const State *s, u64 number, Side *ret) {
  const Choice *c = &s->choice;
  *ret = (Side){.side = number};
  if (number == 0) {
    if (!may_be_null(c)) return false;
    ret->cond = is_null(c);
    ret->stop = STOP_NULL_POINTER;
    return true;
  }
  u64 value = (number >> SIDE_BITS) - 1;
  if (!(number >> SIDE_BITS) || (value & ~value_mask(expr_width(c->term)))) return false;
  Expr is = expr_eq(c->term, expr_const(expr_width(c->term), value));
  ret->cond = number & SIDE_IS ? is : expr_not(is);
  if (!(number & SIDE_NOT_NULL)) return true;
  ret->cond = expr_and(ret->cond, expr_not(is_null(c)));
  return may_be_null(c);
}

static u64 guess(Vm *vm, const State *s, Model *m) {
  const Choice *c = &s->choice;
  if (may_be_null(c) && eval_true(vm->eval, m, is_null(c))) return 0;
  return number_of(eval(vm->eval, m, c->term), SIDE_IS);
}

static void add(Vm *vm, State *s, u64 number, SideVec *io) {
  Side added;
  bool is_side = side(s, number, &added);
  assert(is_side);
  if (is_side) sides_add(vm, s, added, io);
}

/* The index of a null pointer may be that of another pointer, too: the table may have been written. */
static void sides(Vm *vm, State *s, SideVec *ret) {
  u64 value = eval(vm->eval, context_model(s->context), s->choice.term);
  if (may_be_null(&s->choice)) add(vm, s, 0, ret);
  u32 bits = ret->n ? SIDE_NOT_NULL : 0;
  add(vm, s, number_of(value, bits | SIDE_IS), ret);
  add(vm, s, number_of(value, bits), ret);
}

static void take(Vm *vm, State *s, const Choice *c, u64 number) {
  if (!(number & SIDE_IS)) return;
  u64 value = (number >> SIDE_BITS) - 1;
  Pin *p = NEW(Pin);
  *p = (Pin){.parent = s->pins, .term = c->term, .value = value, .refs = 1};
  s->pins = p;
  term_settle(vm, s, c->term, value);
}

const ChoiceOps pin_ops = {
    .sides = sides, .side = side, .guess = guess, .take = take, .runs_again = true};
