/* builtin_doom.c — does the code ahead of a state lead straight into an error?
 *
 * That is the failing side of an assertion or of a sanitizer's check: no more decision, and a builtin or an instruction
 * that ends the path.  Calls are followed, as errors are often in a function of their own.
 */
#include "vm/builtin/builtin_impl.h"

/* Instructions that are looked at; a check has about ten. */
enum { SIGHT = 64 };

static bool ends_in_error(Builtin b) {
  static const Builtin ends[] = {
      BUILTIN_ABORT,         BUILTIN_NADIR_ABORT, BUILTIN_KLEE_ABORT,  BUILTIN_ASSERT_FAIL,
      BUILTIN_ASSERT,        BUILTIN_NADIR_STOP,  BUILTIN_REACH_ERROR, BUILTIN_KLEE_REPORT_ERROR,
      BUILTIN_VERIFIER_ERROR};
  if (b >= BUILTIN_UBSAN_ADD && b < BUILTIN_SETJMP) return true;
  for (u32 i = 0; i < ARRAY_LEN(ends); i++)
    if (ends[i] == b) return true;
  return false;
}

/* Put in by code/llvm/probe.c before what it counts. */
static bool only_counts(Builtin b) {
  return b == BUILTIN_NADIR_PROBE || b == BUILTIN_NADIR_TRACE || b == BUILTIN_NADIR_LINE ||
         b == BUILTIN_NADIR_BLOCK;
}

bool state_is_doomed(const Vm *vm, const State *s) {
  const Fn *fn = s->top->fn;
  u32 pc = s->top->pc;
  if (s->choice.kind != CHOICE_NONE) return false;
  for (u32 i = 0; i < SIGHT; i++) {
    const Ins *at = &fn->code[pc++];
    if (at->op == OP_TRAP || at->op == OP_UNREACHABLE) return true;
    if (at->op == OP_BUILTIN && ends_in_error((Builtin)at->b)) return true;
    if (at->op == OP_JMP) {
      pc = at->c;
    } else if (at->op == OP_CALL && vm->module->fns.at[at->b].is_defined) {
      fn = &vm->module->fns.at[at->b];
      pc = 0;
    } else if (op_is_control(at->op) && !(at->op == OP_BUILTIN && only_counts((Builtin)at->b))) {
      return false;
    }
  }
  return false;
}
