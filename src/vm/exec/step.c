/* step.c — the table of steps, how they end, and the steps of plain control flow. */
#include "vm/choice/choice.h"
#include "vm/choice/facts.h"
#include "vm/vm_impl.h"

const StopInfo stop_infos[STOP_COUNT] = {
    [STOP_NOT] = {"NOT", "", "has not stopped", STOP_EARLY, true, 0},
#define KNOWN_YES true
#define KNOWN_NO false
#define STOP(id, class, known, suffix, cwe, meaning) \
  [STOP_##id] = {#id, suffix, meaning, STOP_##class, KNOWN_##known, cwe},
#include "vm/stop.def"
#undef STOP
};

/* ---- ends of steps --------------------------------------------------------------------------- */

void state_stop(State *s, Stop stop, const char *text) {
  assert(!s->ending);
  s->ending = NEW(Ending);
  s->ending->stop = stop;
  s->ending->text = text;
  s->choice.kind = CHOICE_NONE;
}

Stop stop_of_unknown(const Vm *vm) {
  return solver_has_ended(vm->solver) ? STOP_BUDGET : STOP_UNKNOWN;
}

bool step_stop(State *s, Stop stop, const char *text) {
  state_stop(s, stop, text);
  return false;
}

Stop stop_of_fault(Fault fault, bool is_write) {
  static const Stop stops[] = {
      [FAULT_NULL] = STOP_NULL_POINTER,       [FAULT_FREED] = STOP_USE_FREED,
      [FAULT_RETURNED] = STOP_USE_RETURNED,   [FAULT_SCOPE] = STOP_USE_SCOPE,
      [FAULT_CONSTANT] = STOP_WRITE_CONSTANT, [FAULT_UNINIT] = STOP_READ_UNSET,
      [FAULT_DOUBLE_FREE] = STOP_DOUBLE_FREE, [FAULT_INVALID_FREE] = STOP_INVALID_FREE,
  };
  if (fault < ARRAY_LEN(stops) && stops[fault] != STOP_NOT) return stops[fault];
  return is_write ? STOP_WRITE_BOUNDS : STOP_READ_BOUNDS;
}

Object object_settled(Vm *vm, const State *s, Object o) {
  if (object_has_symbolic_size(o)) o.size = word_guess(vm, s, word_of_expr(o.extent.size));
  o.extent = (Extent){0};
  return o;
}

void state_fault(Vm *vm, State *s, Fault fault, u64 address, u64 n, bool is_write) {
  const Global *g = module_global_at(vm->module, address);
  bool is_unknown = g && g->is_extern; /* not the program's fault: see put_globals */
  state_stop(s, is_unknown ? STOP_UNSUPPORTED : stop_of_fault(fault, is_write),
             is_unknown ? g->name : "");
  s->ending->address = address;
  s->ending->n_bytes = n;
  Explanation e = fault_explain(&s->space, address, n, is_write);
  if (e.has_object && object_has_symbolic_size(e.object))
    explanation_settle(&e, address, n, object_settled(vm, s, e.object).size);
  s->ending->explanation = e;
}

bool step_fault(Vm *vm, State *s, Fault fault, u64 address, u64 n, bool is_write) {
  if (fault == FAULT_SYMBOLIC_SIZE) return step_symbolic_size(vm, s, address, n, is_write);
  state_fault(vm, s, fault, address, n, is_write);
  return false;
}

bool step_choice(State *s, Choice c) {
  assert(s->choice.kind == CHOICE_NONE);
  s->choice = c;
  assert(choice_is_sound(s));
  return false;
}

/* A decision that the path has made already. */
static void decide_known(Vm *vm, State *s, ChoiceKind kind, u64 side) {
  s->cost.n[COST_BRANCHES]++;
  state_decide(vm, s, kind, side, ALTERNATIVES_IMPOSSIBLE);
  s->path->decision.is_known = true;
}

static bool branch_known(Vm *vm, State *s, bool is_taken) {
  decide_known(vm, s, CHOICE_BRANCH, is_taken);
  return step_known_jump(vm, s, &s->top->fn->code[s->top->pc], is_taken);
}

/* A branch that a sanitizer put in is no decision of the program. */
bool step_branch(Vm *vm, State *s, Expr cond) {
  const Module *m = vm->module;
  const Site *site = module_site(m, (u32)(s->top->fn - m->fns.at), s->top->pc);
  bool is_taken;
  if (!site || site->kind != SITE_CHECK)
    return facts_decide(vm, s, cond, &is_taken)
               ? branch_known(vm, s, is_taken)
               : step_choice(s, (Choice){.kind = CHOICE_BRANCH, .term = cond});
  Expr fine = site->inverted ? expr_not(cond) : cond;
  return step_choice(s, (Choice){.kind = CHOICE_CHECK,
                                 .term = fine,
                                 .check = {.then = site->inverted ? CHECK_STAYS : CHECK_JUMPS}});
}

bool step_value(State *s, u32 reg) {
  assert(reg_is_symbolic(s->top, reg));
  return step_choice(s,
                     (Choice){.kind = CHOICE_VALUE, .term = s->top->terms[reg], .value.reg = reg});
}

/* ---- control --------------------------------------------------------------------------------- */

bool step_jmp(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  return step_to(s, i->c);
}

bool step_known_jump(Vm *vm, State *s, const Ins *i, bool is_taken) {
  if (vm->config.cover) cover_took(vm, s, is_taken);
  return step_to(s, is_taken ? i->c : s->top->pc + 1);
}

bool step_jnz(Vm *vm, State *s, const Ins *i) {
  Frame *f = s->top;
  if (!reg_is_symbolic(f, i->a))
    return step_known_jump(vm, s, i, (f->regs[i->a] != 0) == (i->op == OP_JNZ));
  return step_branch(vm, s, i->op == OP_JNZ ? f->terms[i->a] : expr_not(f->terms[i->a]));
}

u32 switch_target(const Fn *fn, const Switch *sw, u64 value) {
  const Case *cases = fn->cases + sw->first_case;
  u32 low = 0, high = sw->n_cases;
  while (low < high) {
    u32 mid = low + (high - low) / 2;
    if (cases[mid].value == value) return cases[mid].pc;
    if (cases[mid].value < value)
      low = mid + 1;
    else
      high = mid;
  }
  return sw->other;
}

/* Whatever the byte is that decides, the switch goes to one place. */
static bool switch_known(Vm *vm, State *s, const Switch *sw, u32 *ret_to) {
  u64 values[256];
  u32 n = facts_values(vm, s, s->top->terms[sw->reg], ARRAY_LEN(values), values);
  for (u32 k = 0; k < n; k++) {
    u32 to = switch_target(s->top->fn, sw, values[k]);
    if (k && to != *ret_to) return false;
    *ret_to = to;
  }
  return n > 0;
}

bool step_switch(Vm *vm, State *s, const Ins *i) {
  Frame *f = s->top;
  const Switch *sw = &f->fn->switches[i->b];
  u32 to;
  if (!reg_is_symbolic(f, sw->reg))
    to = switch_target(f->fn, sw, f->regs[sw->reg]);
  else if (switch_known(vm, s, sw, &to))
    decide_known(vm, s, CHOICE_SWITCH, to);
  else
    return step_choice(
        s, (Choice){.kind = CHOICE_SWITCH, .term = f->terms[sw->reg], .switch_index = i->b});
  if (vm->config.cover) cover_took(vm, s, to);
  return step_to(s, to);
}

bool step_end(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  return step_stop(s, i->op == OP_TRAP ? STOP_TRAP : STOP_UNREACHABLE, "");
}

bool step_unsupported(Vm *vm, State *s, const Ins *i) {
  return step_stop(s, STOP_UNSUPPORTED, vm->module->texts.at[i->a]);
}

bool step_tick(Vm *vm, State *s, const Ins *i) {
  (void)vm, (void)i;
  return step_next(s);
}

/* ---- the table ------------------------------------------------------------------------------- */

bool step_one(Vm *vm, State *s, const Ins *i) {
  static StepFn *const handlers[OP_COUNT] = {
#define OP(...)
#define BINARY(id, ...) [OP_##id##8 ... OP_##id##N] = step_binary,
#define TEST(id, ...) \
  [OP_##id##8 ... OP_##id##N] = step_test, [OP_J##id##8 ... OP_J##id##64] = step_jump,
#define TESTI(id, ...) \
  [OP_##id##8I ... OP_##id##64I] = step_test, [OP_J##id##8I ... OP_J##id##64I] = step_jump,
#include "code/ops.def"
#undef OP
#undef BINARY
#undef TEST
#undef TESTI
#define HANDLER(from, to, step) [OP_##from... OP_##to] = step,
#include "vm/exec/handlers.def"
#undef HANDLER
  };
  return handlers[i->op](vm, s, i);
}
