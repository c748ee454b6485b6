/* builtin_harness.c — what a harness says to nadir, in four dialects: nadir.h's, KLEE's,
 * SV-COMP's, and libFuzzer's through nadir.h. */
#include "vm/builtin/builtin_impl.h"

#include "expr/input.h"
#include "vm/choice/guesses.h"
#include "vm/memory/uninit.h"

/* ---- inputs -------------------------------------------------------------------------------------- */

/* What the input made last holds in a run on a test; false, and the path has ended, if the test has
 * no such input.  *ret is NULL in every other run. */
static bool given_bytes(const BuiltinCall *n, u32 size, const u8 **ret) {
  const TestCase *test = n->vm->config.test;
  const Made *m = n->s->inputs;
  *ret = NULL;
  if (!test) return true;
  const VmConfig *c = &n->vm->config;
  if (m->index < test->inputs.n && test->inputs.at[m->index].n_bytes == size)
    *ret = test->inputs.at[m->index].bytes;
  else if (c->input_source)
    *ret = c->input_source(c->input_source_user, m->index, m->name, size);
  return *ret || step_stop(n->s, STOP_UNSUPPORTED, "an input that the test does not have");
}

/* Bits of the input made last, as a value of the test or as a term. */
static Expr input_term(Input in, const u8 *given, u32 low, u32 width) {
  if (!given) return expr_var(in, low, width);
  u64 value = 0;
  for (u32 k = 0; k < width; k++) value |= (u64)(given[(low + k) / 8] >> (low + k) % 8 & 1) << k;
  return expr_const(width, value);
}

static bool put_input(const BuiltinCall *n, u64 to, u64 size, const char *name) {
  State *s = n->s;
  if (!builtin_may_access(n, to, size, true)) return false;
  if (size > INPUT_MAX_BYTES) return step_stop(s, STOP_UNSUPPORTED, "an input of over 256 MiB");
  Input in = name ? made_add(s, name, (u32)size) : made_add_numbered(s, "memory", (u32)size);
  const u8 *given;
  if (!given_bytes(n, (u32)size, &given)) return false;
  if (size && given) object_put(&s->space, to, given, size);
  /* Memory most often holds words of four bytes or plain bytes; other reads cut or join them. */
  if (size && !given) object_put_input(&s->space, to, in, 0, (u32)size, size % 4 == 0 ? 4 : 1);
  return builtin_done(n);
}

bool builtin_do_symbolic(const BuiltinCall *n) {
  if (!builtin_args_concrete(n, 3)) return false;
  cleanup(text_free) Text name = {0};
  builtin_text(n, builtin_arg_value(n, 2), &name);
  return put_input(n, builtin_arg_value(n, 0), builtin_arg_value(n, 1), text_c(&name));
}

/* The results become an input of their own, as wide as they are; `is_bool`: 0 or 1, however the
 * program declares it. */
static bool give_input(const BuiltinCall *n, bool is_bool) {
  Frame *f = n->s->top;
  const u8 *widths = f->fn->widths + n->result;
  u32 n_bits = 0, low = 0;
  const char *kind = builtin_infos[n->builtin].name + strlen("__VERIFIER_nondet_");
  for (u32 k = 0; k < n->call->n_results; k++) n_bits += widths[k];
  if (is_bool) n_bits = MIN(n_bits, 1);
  Input in = made_add_numbered(n->s, kind, (n_bits + 7) / 8);
  const u8 *given;
  if (!given_bytes(n, (n_bits + 7) / 8, &given)) return false;
  for (u32 k = 0; k < n->call->n_results; k++) {
    u32 width = is_bool ? 1 : widths[k];
    reg_set_term(f, n->result + k, expr_resize(input_term(in, given, low, width), widths[k]));
    low += width;
  }
  return builtin_done(n);
}

bool builtin_do_nondet(const BuiltinCall *n) { return give_input(n, false); }

bool builtin_do_nondet_bool(const BuiltinCall *n) { return give_input(n, true); }

bool builtin_do_nondet_memory(const BuiltinCall *n) {
  return builtin_args_concrete(n, 2) &&
         put_input(n, builtin_arg_value(n, 0), builtin_arg_value(n, 1), NULL);
}

/* ---- conditions ---------------------------------------------------------------------------------- */

static Expr is_nonzero(const BuiltinCall *n, u32 k) {
  return expr_ne(builtin_arg_term(n, k), expr_const(builtin_arg_width(n, k), 0));
}

static bool assume(const BuiltinCall *n, Expr e) {
  if (expr_is_value(e, 1)) return builtin_done(n);
  if (expr_is_const(e)) return step_stop(n->s, STOP_ASSUME, "");
  return step_choice(n->s, (Choice){.kind = CHOICE_ASSUME, .term = e});
}

bool builtin_do_assume(const BuiltinCall *n) { return assume(n, is_nonzero(n, 0)); }

bool builtin_do_assert(const BuiltinCall *n) {
  Expr e = is_nonzero(n, 0);
  if (step_passed(n->s) || expr_is_value(e, 1)) return builtin_done(n);
  if (expr_is_const(e)) return step_stop(n->s, STOP_ASSERT, "");
  return step_choice(n->s, (Choice){.kind = CHOICE_CHECK, .term = e, .check.stop = STOP_ASSERT});
}

/* klee_int, klee_range: a named input of 32 bits, and its range. */
static bool named_int(const BuiltinCall *n, u32 name_arg, bool has_range) {
  Expr low = has_range ? builtin_arg_term(n, 0) : EXPR_NONE;
  Expr end = has_range ? builtin_arg_term(n, 1) : EXPR_NONE;
  cleanup(text_free) Text name = {0};
  if (reg_is_symbolic(n->s->top, builtin_arg(n, name_arg)))
    return step_value(n->s, builtin_arg(n, name_arg));
  builtin_text(n, builtin_arg_value(n, name_arg), &name);
  Input in = made_add(n->s, text_c(&name), 4);
  const u8 *given;
  if (!given_bytes(n, 4, &given)) return false;
  Expr x = input_term(in, given, 0, 32);
  Frame *f = n->s->top;
  if (n->call->n_results) reg_set_term(f, n->result, expr_resize(x, f->fn->widths[n->result]));
  if (!has_range) return builtin_done(n);
  return assume(n, expr_and(expr_sle(low, x), expr_slt(x, end)));
}

bool builtin_do_int(const BuiltinCall *n) { return named_int(n, 0, false); }

bool builtin_do_range(const BuiltinCall *n) { return named_int(n, 2, true); }

/* ---- ends ---------------------------------------------------------------------------------------- */

bool builtin_do_report(const BuiltinCall *n) {
  return builtin_stop_saying(n, STOP_REPORTED, reg_guess(n->vm, n->s, builtin_arg(n, 2)));
}

bool builtin_do_error(const BuiltinCall *n) {
  return step_stop(n->s, STOP_REPORTED, builtin_infos[n->builtin].name);
}

bool builtin_do_quiet_exit(const BuiltinCall *n) { return step_stop(n->s, STOP_QUIET_EXIT, ""); }

bool builtin_do_klee_abort(const BuiltinCall *n) { return step_stop(n->s, STOP_ABORT, ""); }

/* ---- values -------------------------------------------------------------------------------------- */

bool builtin_do_is_symbolic(const BuiltinCall *n) {
  return builtin_return(n, reg_is_symbolic(n->s->top, builtin_arg(n, 0)));
}

/* What the solver does not know may be something else. */
bool builtin_do_is_zero(const BuiltinCall *n) {
  u32 reg = builtin_arg(n, 0);
  if (!reg_is_symbolic(n->s->top, reg)) return builtin_return(n, !n->s->top->regs[reg]);
  Expr other = expr_ne(builtin_arg_term(n, 0), expr_const(builtin_arg_width(n, 0), 0));
  cleanup(result_done) Result r = solver_check(n->vm->solver, n->s->context, other);
  return builtin_return(n, r.answer == ANSWER_NO);
}

/* Another input of the path may have another value. */
bool builtin_do_guess(const BuiltinCall *n) {
  u32 reg = builtin_arg(n, 0);
  if (!reg_is_symbolic(n->s->top, reg)) return builtin_return(n, n->s->top->regs[reg]);
  n->s->n_outside++;
  return builtin_return(n, guess_next(n->vm, n->s, reg_word(n->s->top, reg)));
}

bool builtin_do_shown(const BuiltinCall *n) {
  u32 reg = builtin_arg(n, 0);
  if (reg_is_symbolic(n->s->top, reg) &&
      !uninit_leave(n->vm, n->s, UNINIT_USE_OUTPUT, n->s->top->terms[reg]))
    return false;
  if (!n->vm->config.counts_shown) return builtin_do_guess(n);
  reg_set_word(n->s->top, n->result, reg_word(n->s->top, reg));
  return builtin_done(n);
}

/* Where symbols decide which bytes they are, whoever copies them has decided it. */
bool builtin_do_leave(const BuiltinCall *n) {
  const Frame *f = n->s->top;
  for (u32 k = 0; k < 3; k++)
    if (reg_is_symbolic(f, builtin_arg(n, k))) return builtin_done(n);
  bool is_passed_on = builtin_arg_value(n, 2);
  bool goes_on = uninit_leave_bytes(n->vm, n->s, builtin_arg_value(n, 0), builtin_arg_value(n, 1),
                                    is_passed_on);
  return goes_on && builtin_done(n);
}

/* What a text is found to be, byte by byte. */
typedef struct TextEnd {
  Expr may_end; /* one of the symbols before `at` is zero */
  u64 at;       /* there a zero is, or the first byte that cannot be read */
  Fault fault;  /* of reading it */
} TextEnd;

/* False: it is too long to say. */
static bool find_end(const BuiltinCall *n, u64 from, u64 max, TextEnd *ret) {
  enum { MAX_SYMBOLS = 1 << 14 };
  u32 n_symbols = 0;
  *ret = (TextEnd){.may_end = expr_bool(false), .at = from};
  for (Word w; ret->at - from < max && n_symbols < MAX_SYMBOLS; ret->at++) {
    ret->fault = object_check(&n->s->space, ret->at, 1, false);
    if (ret->fault == FAULT_NONE) ret->fault = object_load(&n->s->space, ret->at, 1, &w);
    if (ret->fault == FAULT_UNINIT && n->vm->config.uninit != UNINIT_ERROR) {
      uninit_settle(n->vm, n->s, ret->at, 1);
      ret->fault = object_load(&n->s->space, ret->at, 1, &w);
    }
    if (ret->fault != FAULT_NONE || (!word_is_symbolic(w) && !w.value)) return true;
    if (!word_is_symbolic(w)) continue;
    ret->may_end = expr_or(ret->may_end, expr_eq(w.expr, expr_const(8, 0)));
    n_symbols++;
  }
  return n_symbols < MAX_SYMBOLS;
}

/* One question for a text that nobody goes through byte by byte.  If there is no symbol to decide it,
 * whoever reads it meets what is wrong. */
bool builtin_do_ends(const BuiltinCall *n) {
  TextEnd end;
  if (step_passed(n->s)) return builtin_return(n, 1);
  for (u32 k = 0; k < 2; k++)
    if (reg_is_symbolic(n->s->top, builtin_arg(n, k))) return builtin_return(n, 0);
  u64 from = builtin_arg_value(n, 0), max = builtin_arg_value(n, 1);
  if (!find_end(n, from, max, &end) || end.fault == FAULT_SYMBOLIC_SIZE)
    return builtin_return(n, 0);
  if (end.fault == FAULT_NONE || expr_is_value(end.may_end, 0)) return builtin_return(n, 1);
  return step_choice(n->s, (Choice){.kind = CHOICE_CHECK,
                                    .term = end.may_end,
                                    .access = access_at(end.at, 1, false),
                                    .check.stop = stop_of_fault(end.fault, false)});
}

/* One value is kept; that there are others is for the ledger. */
bool builtin_do_fix(const BuiltinCall *n) {
  u32 reg = builtin_arg(n, 0);
  if (!reg_is_symbolic(n->s->top, reg)) return builtin_return(n, n->s->top->regs[reg]);
  Expr term = n->s->top->terms[reg];
  return step_choice(
      n->s, (Choice){.kind = CHOICE_VALUE, .term = term, .value = {.reg = reg, .limit = 1}});
}

bool builtin_do_check_access(const BuiltinCall *n) {
  if (!builtin_args_concrete(n, 2)) return false;
  u64 at = builtin_arg_value(n, 0), size = builtin_arg_value(n, 1);
  return builtin_may_access(n, at, size, false) && builtin_done(n);
}

/* What a function of C may read and does not need.  Nothing is said where both address and length are symbolic: which object is
 * meant is not known when the length may be zero. */
bool builtin_do_check_readable(const BuiltinCall *n) {
  const Frame *f = n->s->top;
  u32 at = builtin_arg(n, 0), size = builtin_arg(n, 1);
  bool is_fixed = !reg_is_symbolic(f, size);
  Place unused;
  if (!reg_is_symbolic(f, at)) {
    if (is_fixed) return builtin_do_check_access(n);
    bool is_checked =
        step_passed(n->s) || step_check_length(n->vm, n->s, f->regs[at], f->terms[size], false);
    return is_checked && builtin_done(n);
  }
  bool asks = is_fixed && f->regs[size] && f->regs[size] <= UINT32_MAX;
  if (asks && !address_resolve(n->s, f->terms[at], (u32)f->regs[size], false, &unused))
    return false;
  return builtin_done(n);
}

/* Output shows symbolic bytes as the model has them. */
bool builtin_do_write(const BuiltinCall *n) {
  if (!builtin_args_concrete(n, 3)) return false;
  u64 from = builtin_arg_value(n, 1), size = builtin_arg_value(n, 2);
  if (!builtin_may_access(n, from, size, false)) return false;
  if (!n->vm->config.output || !size) return builtin_done(n);
  cleanup(freep) u8 *bytes = mem_new(size);
  if (!object_get(&n->s->space, from, bytes, size)) {
    for (u64 k = 0; k < size; k++) {
      Word w = word_of(0);
      if (object_load(&n->s->space, from + k, 1, &w) == FAULT_NONE)
        bytes[k] = (u8)word_guess(n->vm, n->s, w);
    }
  }
  builtin_output(n, (int)builtin_arg_value(n, 0), bytes, size);
  return builtin_done(n);
}

/* ---- costs --------------------------------------------------------------------------------------- */

static bool add_cost(const BuiltinCall *n, CostKind kind) {
  if (!builtin_args_concrete(n, 1)) return false;
  n->s->cost.n[kind] += builtin_arg_value(n, 0);
  return builtin_done(n);
}

bool builtin_do_cost(const BuiltinCall *n) { return add_cost(n, COST_USER); }

bool builtin_do_probe(const BuiltinCall *n) { return add_cost(n, COST_PROBES); }

bool builtin_do_target(const BuiltinCall *n) {
  n->s->cost.n[COST_TARGET]++;
  return builtin_done(n);
}

bool builtin_do_size(const BuiltinCall *n) { return builtin_return(n, n->vm->config.size); }

/* The formula is that of runtime/include/nadir/replay.h. */
bool builtin_do_trace(const BuiltinCall *n) {
  if (!builtin_args_concrete(n, 2)) return false;
  Trace *t = &n->s->trace;
  t->n++;
  t->hash = (t->hash ^ builtin_arg_value(n, 0)) * 0x9e3779b97f4a7c15;
  t->hash = (t->hash ^ t->hash >> 32 ^ builtin_arg_value(n, 1)) * 0xd6e8feb86659fd93;
  t->hash ^= t->hash >> 32;
  const VmConfig *config = &n->vm->config;
  const Frame *f = n->s->top;
  if (config->trace) config->trace(config->trace_user, f->fn->positions[f->pc], t->hash);
  return builtin_done(n);
}

bool builtin_do_line(const BuiltinCall *n) {
  const VmConfig *config = &n->vm->config;
  const Frame *f = n->s->top;
  if (config->line) config->line(config->line_user, f->fn->positions[f->pc]);
  return builtin_done(n);
}

bool builtin_do_block(const BuiltinCall *n) {
  const VmConfig *config = &n->vm->config;
  const Frame *f = n->s->top;
  if (config->block) config->block(config->block_user, f->fn, f->pc);
  return builtin_done(n);
}

/* ---- without effect ------------------------------------------------------------------------------ */

bool builtin_do_nothing(const BuiltinCall *n) { return builtin_done(n); }

bool builtin_do_zero(const BuiltinCall *n) { return builtin_return(n, 0); }
