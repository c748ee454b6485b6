/* situation.c — what a guide may ask about the place at which a path stands. */
#include "explore/situation.h"

#include "base/hash.h"
#include "expr/values.h"

#include <string.h>

Situation situation_of(Vm *vm, const State *s) {
  assert(s->choice.kind != CHOICE_NONE && s->top);
  const Frame *f = s->top;
  return (Situation){.module = vm_module(vm),
                     .choice = &s->choice,
                     .path = s->path,
                     .here = {.fn = (u32)(f->fn - vm_module(vm)->fns.at),
                              .pc = f->pc,
                              .caller = f->caller ? (u32)f->caller->serial : 0,
                              .kind = (u8)s->choice.kind},
                     .n_decisions = path_length(s->path),
                     .n_frames = f->depth + 1,
                     .n_instructions = s->cost.n[COST_INSTRUCTIONS],
                     .vm = vm,
                     .state = s};
}

u32 situation_loop(const Situation *at, u32 *ret_depth) {
  const Loops *l = vm_loops(at->vm, at->here.fn);
  u32 loop = l->of.at[at->here.pc];
  *ret_depth = loops_depth(l, at->here.pc);
  return loop == NO_LOOP ? NO_LOOP : l->all.at[loop].header;
}

bool situation_leaves_loop(const Situation *at) {
  const Loops *l = vm_loops(at->vm, at->here.fn);
  const Fn *fn = &at->module->fns.at[at->here.fn];
  const Ins *i = &fn->code[at->here.pc];
  u32 loop = l->of.at[at->here.pc];
  if (loop == NO_LOOP) return false;
  if (op_is_jump(i->op) && !loops_contain(l, loop, i->c)) return true;
  if (!op_ends_block(i->op) && !loops_contain(l, loop, at->here.pc + 1)) return true;
  if (i->op != OP_SWITCH) return false;
  const Switch *sw = &fn->switches[i->b];
  for (u32 k = 0; k < sw->n_cases; k++)
    if (!loops_contain(l, loop, fn->cases[sw->first_case + k].pc)) return true;
  return !loops_contain(l, loop, sw->other);
}

bool situation_possible(const Situation *at, u64 *ret_side) {
  return choice_guess(at->vm, at->state, ret_side);
}

u64 situation_random_side(const Situation *at, Rng *rng) {
  const Choice *c = at->choice;
  assert(choice_is_branch(c->kind));
  if (c->kind == CHOICE_BRANCH) return rng_below(rng, 2);
  if (c->kind == CHOICE_SPLIT) {
    /* A value that the term by itself may have. */
    u64 values[MAX_VALUES_LISTED];
    u32 n = expr_values(c->term, c->split.limit, values);
    return values[rng_below(rng, n)] - c->split.least;
  }
  const Fn *fn = &at->module->fns.at[at->here.fn];
  const Switch *sw = &fn->switches[c->switch_index];
  u64 k = rng_below(rng, sw->n_cases + 1);
  return k < sw->n_cases ? fn->cases[sw->first_case + k].pc : sw->other;
}

/* A value that is there already is not added. */
static void add_side(u64 *io_sides, u32 *io_n, u32 max, u64 side) {
  for (u32 i = 0; i < *io_n; i++)
    if (io_sides[i] == side) return;
  if (*io_n < max) io_sides[(*io_n)++] = side;
}

u32 situation_sides(const Situation *at, u64 *ret_sides, u32 max) {
  const Choice *c = at->choice;
  const Fn *fn = &at->module->fns.at[at->here.fn];
  u32 n = 0;
  assert(choice_is_branch(c->kind));
  if (c->kind == CHOICE_BRANCH) {
    const Site *site = module_site(at->module, at->here.fn, at->here.pc);
    bool is_inverted = site && site->inverted;
    add_side(ret_sides, &n, max, !is_inverted);
    add_side(ret_sides, &n, max, is_inverted);
  } else if (c->kind == CHOICE_SPLIT) {
    u64 values[MAX_VALUES_LISTED];
    u32 n_values = expr_values(c->term, c->split.limit, values);
    for (u32 i = 0; i < n_values; i++) add_side(ret_sides, &n, max, values[i] - c->split.least);
  } else {
    const Switch *sw = &fn->switches[c->switch_index];
    for (u32 i = 0; i < sw->n_cases; i++)
      add_side(ret_sides, &n, max, fn->cases[sw->first_case + i].pc);
    add_side(ret_sides, &n, max, sw->other);
  }
  return n;
}

bool situation_condition(const Situation *at, u64 side, Expr *ret_condition) {
  return choice_condition(at->state, side, ret_condition);
}

u64 situation_calls(const Situation *at, u32 n) {
  u64 key = 0;
  for (const Frame *f = at->state->top->caller; f && n; f = f->caller, n--)
    key = hash_pair(key, hash_pair(hash_bytes(f->fn->name, strlen(f->fn->name)), f->pc));
  return key;
}

u64 situation_cost(const Situation *at, CostKind kind) { return at->state->cost.n[kind]; }
