/* split.c — addresses that have few values are split into these, so that they are concrete again.
 *
 * A search that goes on by step[text[end]] makes `end` a sum of look-ups, and text[end] a read at
 * a symbolic place, nested as deep as the search is long.  But a look-up in that table may have
 * only four values: a choice among them makes `end` a number, and everything that comes after it
 * cheap.
 *
 * The choice is about the core of the address (expr/values.h).  Its sides are relative to the
 * least value, so that going on by one is the same decision wherever it is made.  It comes up for
 * writes, and for reads where a symbol may be read: a look-up in a table of numbers stays a term,
 * which is what makes programs that classify characters fast.  Whether it comes up depends on
 * terms and memory alone, so whoever follows the path meets it again.
 *
 * Without max_split (`nadir run`) only reads are split, and only at places that were looked up
 * themselves, as `end` above is, by several bytes: there a path stays what the program decides.
 *
 * The core is replaced in the registers of the frames, where the variables of a program live.
 * Copies of it in memory stay terms that are equal to the value on this path: when one is used for
 * an address, the choice comes up again and only one side is possible.
 */
#include "expr/substitute.h"
#include "vm/choice/choice.h"
#include "vm/choice/concretise.h"

#include <stdlib.h>

/* Frames in which the core is replaced; below them variables derived from it are rare, and looking
 * for them would make recursion quadratic. */
enum { MAX_FRAMES = SIZED(64, 2) };

/* What a register of the address may hold. */
typedef struct IndexPart {
  Expr core;          /* none: the register is concrete */
  u64 least;          /* value of the core */
  u64 at[MOST_SPLIT]; /* values of the register */
  u32 n;
} IndexPart;

/* False when it may hold more than that. */
static bool part_of(const Frame *f, u32 reg, u32 max, IndexPart *ret) {
  if (!reg_is_symbolic(f, reg)) {
    *ret = (IndexPart){.at = {f->regs[reg]}, .n = 1};
    return true;
  }
  u64 values[MOST_SPLIT];
  Expr e = f->terms[reg];
  ret->core = expr_core(e);
  ret->n = expr_values(ret->core, max, values);
  if (!ret->n) return false;
  ret->least = values[0];
  for (u32 k = 0; k < ret->n; k++)
    ret->at[k] =
        expr_value(substitute_one(e, ret->core, expr_const(expr_width(ret->core), values[k])));
  return true;
}

static bool reads_symbol(Space *space, u64 address, u32 n) {
  Word w;
  if (object_check(space, address, n, false) != FAULT_NONE) return false;
  Fault fault = object_load(space, address, n, &w);
  return fault == FAULT_UNINIT || (fault == FAULT_NONE && word_is_symbolic(w));
}

static bool may_read_symbol(Space *space, const SymbolicAccess *a, const IndexPart *base,
                            const IndexPart *index) {
  for (u32 i = 0; i < base->n; i++)
    for (u32 k = 0; k < index->n; k++)
      if (reads_symbol(space, ins_address_at(a->ins, base->at[i], index->at[k]), a->n_bytes))
        return true;
  return false;
}

/* Is it a sum with something in it that was read at a symbolic place or chosen by a condition, and do
 * several bytes decide it? */
static bool is_looked_up(Vm *vm, Expr core) {
  enum { MAX_SUMMANDS = 16 };
  Expr todo[MAX_SUMMANDS + 1] = {core};
  u32 cell;
  u64 values[256];
  for (u32 n = 1; n > 0;) {
    Expr e = expr_core(todo[--n]);
    if (expr_kind(e) == EXPR_SELECT || expr_kind(e) == EXPR_ITE)
      return !solver_byte_values(vm->solver, core, &cell, values);
    if (expr_kind(e) != EXPR_ADD || n + 2 > MAX_SUMMANDS) continue;
    todo[n++] = expr_kid(e, 0);
    todo[n++] = expr_kid(e, 1);
  }
  return false;
}

static bool is_reg_looked_up(Vm *vm, const Frame *f, u32 reg) {
  return reg_is_symbolic(f, reg) && is_looked_up(vm, f->terms[reg]);
}

/* ---- taking a side ------------------------------------------------------------------------------- */

/* The first register whose term changes is enough to say so; n_regs when there is none. */
static u32 first_changed(Substitution *by, const Frame *f) {
  u32 k = 0;
  if (!f->terms) return f->fn->n_regs;
  while (k < f->fn->n_regs &&
         (!f->terms[k].id || expr_same(substitute(by, f->terms[k]), f->terms[k])))
    k++;
  return k;
}

static void frame_substitute(Substitution *by, Frame *f) {
  for (u32 k = first_changed(by, f); k < f->fn->n_regs; k++)
    if (f->terms[k].id) reg_set_term(f, k, substitute(by, f->terms[k]));
}

/* ---- asking -------------------------------------------------------------------------------------- */

Concretised concretise_split(Vm *vm, State *s, SymbolicAccess *io) {
  const Ins *i = io->ins;
  const Frame *f = s->top;
  bool has_index = ins_address_mode(i) != MODE_OFFSET;
  u32 max = vm->config.max_split;
  IndexPart base, index = {.n = 1};
  if (!max && (io->is_write || !vm->config.splits_looked_up)) return CONCRETE_NOT;
  if (!max && !is_reg_looked_up(vm, f, i->b) && !(has_index && is_reg_looked_up(vm, f, i->c)))
    return CONCRETE_NOT;
  if (!max) max = USUAL_SPLIT;
  if (!part_of(f, i->b, max, &base)) return CONCRETE_NOT;
  if (has_index && !part_of(f, i->c, max, &index)) return CONCRETE_NOT;
  if (!io->is_write && !may_read_symbol(&s->space, io, &base, &index)) return CONCRETE_NOT;
  const IndexPart *o = expr_is_none(base.core) ? &index : &base;
  step_choice(
      s,
      (Choice){.kind = CHOICE_SPLIT, .term = o->core, .split = {.least = o->least, .limit = max}});
  return CONCRETE_EVENT;
}

void term_settle(Vm *vm, State *s, Expr core, u64 value) {
  Substitution by = {0};
  substitution_put(&by, core, expr_const(expr_width(core), value));
  u32 n = 0, last = 0;
  for (const Frame *f = s->top; f && n < MAX_FRAMES; f = f->caller, n++)
    if (first_changed(&by, f) < f->fn->n_regs) last = n;
  n = 0;
  for (Frame **at = &s->top; *at && n <= last; at = &(*at)->caller, n++)
    frame_substitute(&by, frame_own_at(vm, at));
  substitution_done(&by);
}

/* ---- sides --------------------------------------------------------------------------------------- */

static u64 value_of(const Choice *c, u64 side) {
  return (side + c->split.least) & value_mask(expr_width(c->term));
}

static u64 side_of(const Choice *c, u64 value) {
  return (value - c->split.least) & value_mask(expr_width(c->term));
}

static int side_compare(const void *a, const void *b) {
  u64 x = ((const Side *)a)->side, y = ((const Side *)b)->side;
  return (x > y) - (x < y);
}

/* In the order of the values: it is the program's, not the solver's. */
static void sides(Vm *vm, State *s, SideVec *ret) {
  Side rest;
  u32 n = 0;
  bool has_rest = sides_of_values(vm, s, s->choice.split.limit, ret, &rest);
  while (n < ret->n && ret->at[n].stop == STOP_NOT) n++;
  for (u32 k = 0; k < n; k++) ret->at[k].side = side_of(&s->choice, ret->at[k].side);
  qsort(ret->at, n, sizeof *ret->at, side_compare);
  if (has_rest) vec_push(ret, rest);
}

static bool side(const State *s, u64 number, Side *ret) {
  const Choice *c = &s->choice;
  if (number & ~value_mask(expr_width(c->term))) return false;
  *ret = side_of_value(c, number, value_of(c, number));
  return true;
}

static u64 guess(Vm *vm, const State *s, Model *m) {
  return side_of(&s->choice, eval(vm->eval, m, s->choice.term));
}

static void take(Vm *vm, State *s, const Choice *c, u64 number) {
  term_settle(vm, s, c->term, value_of(c, number));
}

const ChoiceOps split_ops = {
    .sides = sides, .side = side, .guess = guess, .take = take, .runs_again = true};
