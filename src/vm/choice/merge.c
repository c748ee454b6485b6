/* merge.c — runs the ways through a region, each as a state of its own, and makes one state of them.
 *
 * A way (an arm) is run step by step.  It is given up, and with it the merging, at whatever is more than
 * computing: an error or a choice of another kind, a call of the machine's own functions, a new object, a
 * read of what nobody set.  At a symbolic branch an arm becomes two, and nothing is asked: one that no
 * input takes has a guard that never holds.  So what comes of merging depends on the decisions alone.
 *
 * What the arms leave is compared where they wrote: registers that are still read at the join, and words of
 * memory.  Addresses that differ are not merged: where a pointer leads must be decided all the same.
 */
#include "vm/choice/merge.h"

#include "vm/choice/facts.h"
#include "vm/exec/cover.h"
#include "vm/memory/uninit.h"
#include "vm/vm_impl.h"

enum { MAX_ARMS = 16, MAX_STEPS = 512, MAX_WRITTEN = 32 };
/* Input bytes that a merged value may read: what is found in an array depends on all of it. */
enum { MAX_CELLS = 256 };

typedef struct Arm {
  State *state; /* owned */
  Expr guard; /* the inputs that go this way; the guards of all arms are disjoint, and one holds */
} Arm;

typedef struct StoredWord {
  u64 address;
  u32 n_bytes;
} StoredWord;

typedef struct Merge {
  Vm *vm;             /* borrowed */
  State *from;        /* borrowed; at the branch */
  const Cover *cover; /* borrowed; what arms may do; NULL: anything */
  u32 join;
  Arm arms[MAX_ARMS];
  u32 n_arms, n_joined; /* the first n_joined stand at the join */
  StoredWord written[MAX_WRITTEN];
  u32 n_written, n_steps;
  u64 n_instructions; /* of all arms */
} Merge;

/* ---- one arm ------------------------------------------------------------------------------------- */

/* What it does is seen by nobody but the frames and plain memory. */
static bool only_computes(Op op) {
  static const bool does_more[OP_COUNT] = {
      [OP_UNINIT] = true,      [OP_ALLOCA] = true,  [OP_ALLOCA_N] = true, [OP_SAVE] = true,
      [OP_RESTORE] = true,     [OP_OUTSIDE] = true, [OP_LIVE] = true,     [OP_DIE] = true,
      [OP_RENEW] = true,       [OP_MEMCPY] = true,  [OP_MEMMOVE] = true,  [OP_MEMSET] = true,
      [OP_CALL_AT] = true,     [OP_BUILTIN] = true, [OP_TRAP] = true,     [OP_UNREACHABLE] = true,
      [OP_UNSUPPORTED] = true,
  };
  return !does_more[op];
}

/* A place that two stores overlap at in different ways is too much. */
static bool note_store(Merge *m, u64 address, u32 n_bytes) {
  for (u32 k = 0; k < m->n_written; k++) {
    const StoredWord *w = &m->written[k];
    if (w->address == address && w->n_bytes == n_bytes) return true;
    if (w->address < address + n_bytes && address < w->address + w->n_bytes) return false;
  }
  if (m->n_written == MAX_WRITTEN) return false;
  m->written[m->n_written++] = (StoredWord){address, n_bytes};
  return true;
}

static bool is_joined(const Merge *m, const State *s) {
  return s->top->pc == m->join && s->top->depth == m->from->top->depth;
}

/* Did the instruction at (fn, pc) take a side that nobody took before, or enter a function that nobody entered?
 * Then a path of its own has to show it. */
static bool is_new(const Cover *c, const State *s, const Fn *fn, u32 pc) {
  const Module *m = c->module;
  const Ins *i = &fn->code[pc];
  u32 index = (u32)(fn - m->fns.at);
  if (i->op == OP_CALL) {
    u32 callee = (u32)(s->top->fn - m->fns.at);
    return c->counts[callee] && !c->is_entered[callee];
  }
  if (!c->counts[index] || !(op_is_jump(i->op) || i->op == OP_SWITCH)) return false;
  u64 to = s->top->pc;
  u32 side = cover_side(c, index, pc, i->op == OP_SWITCH ? to : to != pc + 1);
  if (side == NO_SIDE) return false;
  /* Both sides lead there: nobody knows which it was. */
  bool is_either = i->op != OP_SWITCH && i->c == pc + 1;
  return !cover_is_seen(c, side) || (is_either && !cover_is_seen(c, side + 1));
}

/* The jump is taken on this side if the arm's guard says so, too. */
static bool go(Merge *m, Arm *arm, bool side, Expr cond) {
  State *s = arm->state;
  const Fn *fn = s->top->fn;
  u32 pc = s->top->pc;
  Expr holds = side ? cond : expr_not(cond);
  arm->guard = expr_and(arm->guard, holds);
  facts_learn(m->vm, s, holds);
  s->choice.kind = CHOICE_NONE;
  frame_own(m->vm, s)->pc = side ? fn->code[pc].c : pc + 1;
  return !m->cover || !is_new(m->cover, s, fn, pc);
}

/* The arm stands at a symbolic branch: one of the two is a new arm. */
static bool part(Merge *m, u32 k) {
  State *s = m->arms[k].state;
  Expr cond = s->choice.term;
  if (m->n_arms == MAX_ARMS || uninit_is_in(m->vm, s, cond)) return false;
  m->arms[m->n_arms] = (Arm){state_fork(m->vm, s), m->arms[k].guard};
  m->n_arms++;
  return go(m, &m->arms[k], true, cond) && go(m, &m->arms[m->n_arms - 1], false, cond);
}

static bool may_step(Merge *m, const State *s, const Ins *i) {
  if (!only_computes(i->op) || ++m->n_steps > MAX_STEPS) return false;
  if (i->op == OP_RET) return s->top->depth > m->from->top->depth;
  if (!op_is_store(i->op)) return true;
  Word at = ins_address(s->top, i);
  return !word_is_symbolic(at) && note_store(m, at.value, op_infos[i->op].width / 8);
}

/* One instruction; false: it cannot be merged. */
static bool step_arm(Merge *m, u32 k) {
  State *s = m->arms[k].state;
  const Fn *fn = s->top->fn;
  u32 pc = s->top->pc;
  const Ins *i = &fn->code[pc];
  Cover *cover = m->vm->config.cover;
  if (!may_step(m, s, i)) return false;
  if (op_is_control(i->op)) m->n_instructions += i->n;
  m->vm->config.cover = NULL; /* an arm covers nothing: it may be given up */
  bool goes_on = step_one(m->vm, s, i);
  m->vm->config.cover = cover;
  if (goes_on) return !m->cover || !is_new(m->cover, s, fn, pc);
  return s->choice.kind == CHOICE_BRANCH && part(m, k);
}

/* Has it only computed? */
static bool is_plain(const Merge *m, const State *s) {
  const State *from = m->from;
  return s->inputs == from->inputs && s->uninit == from->uninit && s->guesses == from->guesses &&
         s->pins == from->pins && s->prefers == from->prefers;
}

static bool run_arms(Merge *m) {
  for (; m->n_joined < m->n_arms; m->n_joined++)
    while (!is_joined(m, m->arms[m->n_joined].state))
      if (!step_arm(m, m->n_joined)) return false;
  for (u32 k = 0; k < m->n_arms; k++)
    if (!is_plain(m, m->arms[k].state)) return false;
  return true;
}

/* ---- one state of many --------------------------------------------------------------------------- */

static bool is_address(Merge *m, Expr e) {
  Object o;
  return expr_is_const(e) && expr_width(e) == 64 &&
         (object_find(&m->from->space, expr_value(e), &o) ||
          module_fn_at(m->vm->module, expr_value(e)));
}

/* The value that most arms have comes last. */
static u32 most_frequent(const Expr *values, u32 n) {
  u32 best = 0, best_count = 0;
  for (u32 k = 0; k < n; k++) {
    u32 count = 0;
    for (u32 j = k; j < n; j++) count += values[j].id == values[k].id;
    if (count > best_count) best = k, best_count = count;
  }
  return best;
}

/* What one place holds in each arm, as one term; false: it is a pointer, or too much. */
static bool combine(Merge *m, const Expr *values, Expr *ret) {
  u32 n_cells = 0;
  Expr rest = values[most_frequent(values, m->n_arms)], all = rest;
  for (u32 k = 0; k < m->n_arms; k++) {
    bool is_done = values[k].id == rest.id;
    for (u32 j = 0; j < k && !is_done; j++) is_done = values[j].id == values[k].id;
    if (is_done) continue;
    if (is_address(m, rest) || is_address(m, values[k])) return false;
    Expr guard = m->arms[k].guard;
    for (u32 j = k + 1; j < m->n_arms; j++)
      if (values[j].id == values[k].id) guard = expr_or(guard, m->arms[j].guard);
    all = expr_ite(guard, values[k], all);
  }
  *ret = all;
  if (all.id != rest.id) solver_cells(m->vm->solver, all, &n_cells);
  return n_cells <= MAX_CELLS;
}

typedef struct Merged {
  Expr memory[MAX_WRITTEN];
  ExprVec registers; /* owned; of those that are not read any more: none */
} Merged;

static bool combine_memory(Merge *m, Merged *ret) {
  for (u32 w = 0; w < m->n_written; w++) {
    Expr values[MAX_ARMS];
    const StoredWord *at = &m->written[w];
    for (u32 k = 0; k < m->n_arms; k++) {
      Word word;
      if (object_load(&m->arms[k].state->space, at->address, at->n_bytes, &word) != FAULT_NONE)
        return false;
      values[k] = word_expr(word, at->n_bytes);
    }
    if (!combine(m, values, &ret->memory[w])) return false;
  }
  return true;
}

static bool combine_registers(Merge *m, Merged *ret) {
  const Fn *fn = m->from->top->fn;
  const LiveRegisters *live = vm_live_registers(m->vm, fn);
  vec_resize(&ret->registers, fn->n_regs);
  for (u32 reg = 0; reg < fn->n_regs; reg++) {
    Expr values[MAX_ARMS];
    if (!register_is_live(live, m->join, reg)) continue;
    for (u32 k = 0; k < m->n_arms; k++)
      values[k] = reg_term(m->arms[k].state->top, reg, fn->widths[reg]);
    if (!combine(m, values, &ret->registers.at[reg])) return false;
  }
  return true;
}

static void put(Merge *m, const Merged *merged) {
  State *s = m->from;
  state_decide(m->vm, s, CHOICE_BRANCH, SIDE_MERGED, OTHERS_IMPOSSIBLE);
  s->choice.kind = CHOICE_NONE;
  Frame *f = frame_own(m->vm, s);
  for (u32 reg = 0; reg < f->fn->n_regs; reg++)
    if (!expr_is_none(merged->registers.at[reg])) reg_set_term(f, reg, merged->registers.at[reg]);
  for (u32 w = 0; w < m->n_written; w++) {
    const StoredWord *at = &m->written[w];
    Fault fault =
        object_store(&s->space, at->address, at->n_bytes, word_of_expr(merged->memory[w]));
    CHECK(fault == FAULT_NONE, "what an arm wrote cannot be written");
  }
  f->pc = m->join;
  s->cost.n[COST_BRANCHES]++;
  s->cost.n[COST_INSTRUCTIONS] += m->n_instructions;
  s->cost.n[COST_WORK] += m->n_instructions;
  for (u32 k = 0; k < m->n_arms; k++) {
    const State *arm = m->arms[k].state;
    s->n_serials = MAX(s->n_serials, arm->n_serials);
    cost_at_least(&s->cost, COST_STACK, arm->cost.n[COST_STACK]);
  }
}

static bool merge(Merge *m) {
  Merged merged = {0};
  m->arms[0] = (Arm){state_fork(m->vm, m->from), expr_bool(true)};
  m->n_arms = 1;
  bool is_merged =
      part(m, 0) && run_arms(m) && combine_memory(m, &merged) && combine_registers(m, &merged);
  if (is_merged) put(m, &merged);
  for (u32 k = 0; k < m->n_arms; k++) state_free(m->vm, m->arms[k].state);
  vec_free(&merged.registers);
  return is_merged;
}

/* ---- public -------------------------------------------------------------------------------------- */

bool merge_sides(Vm *vm, State *s, const struct Cover *covered) {
  assert(s->choice.kind == CHOICE_BRANCH && state_is_live(s));
  const Fn *fn = s->top->fn;
  u32 join = join_table_get(&vm->joins, (u32)(fn - vm->module->fns.at), s->top->pc);
  if (join == NO_JOIN || !vm_live_registers(vm, fn)->at) return false;
  Merge m = {.vm = vm, .from = s, .cover = covered, .join = join};
  return merge(&m);
}
