/* fingerprint.c — a hash of what a state is. */
#include "vm/fingerprint.h"

#include "vm/vm_impl.h"

/* ---- frames ------------------------------------------------------------------------------------ */

const LiveRegisters *vm_live_registers(Vm *vm, const Fn *fn) {
  LiveRegisters *l = &vm->live[fn - vm->module->fns.at];
  if (!l->n_words) live_registers_make(fn, l);
  return l;
}

/* The results of a call are written when the callee returns: what stands there now is not read. */
static bool awaits(const Frame *caller, u32 reg) {
  const Ins *i = &caller->fn->code[caller->pc - 1];
  assert(caller->pc && op_infos[i->op].operand[2] == OPERAND_CALL);
  return reg - i->a < caller->fn->calls[i->c].n_results;
}

static void add_frame(Vm *vm, const Frame *f, bool is_caller, Fingerprint *io) {
  const LiveRegisters *live = vm_live_registers(vm, f->fn);
  print_add(io, (u64)(f->fn - vm->module->fns.at) << 32 | f->pc);
  print_add(io, f->mark);
  if (vm->has_setjmp) print_add(io, f->serial);
  for (u32 k = 0; k < f->fn->n_regs; k++) {
    /* A jump back to an earlier call finds the registers as they are. */
    bool is_read =
        vm->has_setjmp || (register_is_live(live, f->pc, k) && !(is_caller && awaits(f, k)));
    if (!is_read) continue;
    print_add(io, f->regs[k]);
    print_add_term(io, f->terms ? f->terms[k] : EXPR_NONE, &vm->cells);
  }
}

static void add_made(const Made *m, Fingerprint *io) {
  for (; m; m = m->parent) {
    print_add(io, (u64)m->input.id << 32 | m->n_bytes);
    if (m->known) print_add(io, hash_bytes(m->known, m->n_bytes));
  }
}

/* ---- the path condition ------------------------------------------------------------------------ */

/* Constraints that are tied to the cells, in any order; each is taken out of the list. */
static bool take_tied(Vm *vm, ExprVec *io_rest, u64 *io_cells, Hash128 *io_sum) {
  u32 n_left = 0, n_before = io_rest->n;
  for (u32 i = 0; i < n_before; i++) {
    Expr e = io_rest->at[i];
    u64 mask = cells_mask(&vm->cells, e);
    if (!(mask & *io_cells)) {
      io_rest->at[n_left++] = e;
      continue;
    }
    *io_cells |= mask;
    io_sum->a += hash_u64(e.id);
    io_sum->b += hash_pair(e.id, e.id);
  }
  io_rest->n = n_left;
  return n_left < n_before;
}

static void add_condition(Vm *vm, const State *s, Fingerprint *io) {
  Hash128 sum = {0, 0};
  ExprVec rest = {0};
  context_list(s->context, &rest);
  while (take_tied(vm, &rest, &io->cells, &sum)) continue;
  vec_free(&rest);
  print_add(io, sum.a);
  print_add(io, sum.b);
}

Hash128 state_fingerprint(Vm *vm, State *s) {
  assert(s->choice.kind != CHOICE_NONE);
  Fingerprint p = space_print(&s->space, &vm->cells);
  print_add(&p, s->choice.kind);
  print_add_term(&p, s->choice.term, &vm->cells);
  print_add(&p, s->resolved);
  print_add(&p, (u64)s->n_booted << 3 | (u64)s->is_left << 2 | (u64)s->takes_one_side << 1 |
                    s->depends_on_uninit);
  for (const Frame *f = s->top; f; f = f->caller) add_frame(vm, f, f != s->top, &p);
  add_made(s->inputs, &p);
  add_made(s->uninit, &p);
  add_condition(vm, s, &p);
  return p.hash;
}
