/* native_harness.c — what a harness says to nadir, in four dialects: nadir.h, KLEE's, that of
 * SV-COMP, and libFuzzer's through nadir.h. */
#include "vm/native_impl.h"

#include "expr/input.h"
#include "expr/print.h"

/* ---- inputs -------------------------------------------------------------------------------------- */

/* Memory most often holds words of four bytes or plain bytes; other reads cut or join them. */
static u32 unit_of(u64 size) {
  return size % 4 == 0 ? 4 : 1;
}

/* What the input made last holds in a run on a test; false, and the path has ended, if the test has
 * no such input.  *ret is NULL in every other run. */
static bool given_bytes(const NativeCall *n, u32 size, const u8 **ret) {
  const TestCase *test = n->vm->config.test;
  const Made *m = n->s->inputs;
  *ret = NULL;
  if (!test) return true;
  if (m->index >= test->inputs.n || test->inputs.at[m->index].n_bytes != size)
    return step_stop(n->s, STOP_UNSUPPORTED, "an input that the test does not have");
  *ret = test->inputs.at[m->index].bytes;
  return true;
}

/* Bits of the input made last, as a value of the test or as a term. */
static Expr input_term(Input in, const u8 *given, u32 low, u32 width) {
  if (!given) return expr_var(in, low, width);
  u64 value = 0;
  for (u32 k = 0; k < width; k++) value |= (u64)(given[(low + k) / 8] >> (low + k) % 8 & 1) << k;
  return expr_const(width, value);
}

static bool put_input(const NativeCall *n, u64 to, u64 size, const char *name) {
  State *s = n->s;
  Fault fault = object_check(&s->space, to, size, true);
  if (fault != FAULT_NONE) return step_fault(n->vm, s, fault, to, size, true);
  if (size > INPUT_MAX_BYTES) return step_stop(s, STOP_UNSUPPORTED, "an input of over 256 MiB");
  Input in = name ? made_add(s, name, (u32)size) : made_add_numbered(s, "memory", (u32)size);
  const u8 *given;
  if (!given_bytes(n, (u32)size, &given)) return false;
  if (size && given) object_put(&s->space, to, given, size);
  if (size && !given) object_put_input(&s->space, to, in, 0, (u32)size, unit_of(size));
  return native_done(n);
}

static bool make_symbolic(const NativeCall *n) {
  if (!native_args_concrete(n, 3)) return false;
  cleanup(text_free) Text name = {0};
  native_text(n, native_arg_value(n, 2), &name);
  return put_input(n, native_arg_value(n, 0), native_arg_value(n, 1), text_c(&name));
}

/* The results become an input of their own, as wide as they are. */
static bool nondet(const NativeCall *n) {
  Frame *f = n->s->top;
  const u8 *widths = f->fn->widths + n->result;
  u32 n_bits = 0, low = 0;
  bool is_bool = n->native == NATIVE_NONDET_BOOL || n->native == NATIVE_NONDET_C_BOOL;
  const char *kind = native_names[n->native] + strlen("__VERIFIER_nondet_");
  for (u32 k = 0; k < n->call->n_results; k++) n_bits += widths[k];
  if (is_bool) n_bits = MIN(n_bits, 1); /* however the program declares it: 0 or 1 */
  Input in = made_add_numbered(n->s, kind, (n_bits + 7) / 8);
  const u8 *given;
  if (!given_bytes(n, (n_bits + 7) / 8, &given)) return false;
  for (u32 k = 0; k < n->call->n_results; k++) {
    u32 width = is_bool ? 1 : widths[k];
    reg_set_term(f, n->result + k, expr_resize(input_term(in, given, low, width), widths[k]));
    low += width;
  }
  return native_done(n);
}

/* ---- conditions ---------------------------------------------------------------------------------- */

static Expr is_nonzero(const NativeCall *n, u32 k) {
  return expr_ne(native_arg_term(n, k), expr_const(native_arg_width(n, k), 0));
}

static bool assume(const NativeCall *n, Expr e) {
  if (expr_is_value(e, 1)) return native_done(n);
  if (expr_is_const(e)) return step_stop(n->s, STOP_ASSUME, "");
  return step_choice(n->s, (Choice){.kind = CHOICE_ASSUME, .term = e});
}

static bool assert_holds(const NativeCall *n) {
  Expr e = is_nonzero(n, 0);
  if (step_resolved(n->s) || expr_is_value(e, 1)) return native_done(n);
  if (expr_is_const(e)) return step_stop(n->s, STOP_ASSERT, "");
  return step_choice(n->s, (Choice){.kind = CHOICE_CHECK, .term = e, .stop = STOP_ASSERT});
}

/* klee_int, klee_range: a named input of 32 bits, and its range. */
static bool named_int(const NativeCall *n, u32 name_arg, bool has_range) {
  Expr low = has_range ? native_arg_term(n, 0) : EXPR_NONE;
  Expr end = has_range ? native_arg_term(n, 1) : EXPR_NONE;
  cleanup(text_free) Text name = {0};
  if (reg_is_symbolic(n->s->top, native_arg(n, name_arg)))
    return step_value(n->s, native_arg(n, name_arg));
  native_text(n, native_arg_value(n, name_arg), &name);
  Input in = made_add(n->s, text_c(&name), 4);
  const u8 *given;
  if (!given_bytes(n, 4, &given)) return false;
  Expr x = input_term(in, given, 0, 32);
  Frame *f = n->s->top;
  if (n->call->n_results) reg_set_term(f, n->result, expr_resize(x, f->fn->widths[n->result]));
  if (!has_range) return native_done(n);
  return assume(n, expr_and(expr_sle(low, x), expr_slt(x, end)));
}

/* ---- values -------------------------------------------------------------------------------------- */

static bool is_symbolic(const NativeCall *n) {
  return native_return(n, reg_is_symbolic(n->s->top, native_arg(n, 0)));
}

static bool guess(const NativeCall *n) {
  return native_return(n, reg_guess(n->vm, n->s, native_arg(n, 0)));
}

/* One value is kept; that there are others is for the ledger. */
static bool fix(const NativeCall *n) {
  u32 reg = native_arg(n, 0);
  if (!reg_is_symbolic(n->s->top, reg)) return native_return(n, n->s->top->regs[reg]);
  Expr term = n->s->top->terms[reg];
  return step_choice(n->s, (Choice){.kind = CHOICE_VALUE, .term = term, .reg = reg, .limit = 1});
}

static bool check_access(const NativeCall *n) {
  if (!native_args_concrete(n, 2)) return false;
  u64 at = native_arg_value(n, 0), size = native_arg_value(n, 1);
  Fault fault = object_check(&n->s->space, at, size, false);
  return fault == FAULT_NONE ? native_done(n) : step_fault(n->vm, n->s, fault, at, size, false);
}

/* What a function of C may read and does not need. */
static bool check_readable(const NativeCall *n) {
  bool is_symbolic =
      reg_is_symbolic(n->s->top, native_arg(n, 0)) || reg_is_symbolic(n->s->top, native_arg(n, 1));
  return is_symbolic ? native_done(n) : check_access(n);
}

/* Output shows symbolic bytes as the model has them. */
static bool write_out(const NativeCall *n) {
  if (!native_args_concrete(n, 3)) return false;
  u64 from = native_arg_value(n, 1), size = native_arg_value(n, 2);
  Fault fault = object_check(&n->s->space, from, size, false);
  if (fault != FAULT_NONE) return step_fault(n->vm, n->s, fault, from, size, false);
  const VmConfig *config = &n->vm->config;
  if (!config->output || !size) return native_done(n);
  cleanup(freep) u8 *bytes = mem_new(size);
  if (!object_get(&n->s->space, from, bytes, size)) {
    for (u64 k = 0; k < size; k++) {
      Word w = word_of(0);
      if (object_load(&n->s->space, from + k, 1, &w) == FAULT_NONE)
        bytes[k] = (u8)word_guess(n->vm, n->s, w);
    }
  }
  config->output(config->output_user, (int)native_arg_value(n, 0), bytes, size);
  return native_done(n);
}

static void say(const NativeCall *n, const Text *t) {
  const VmConfig *config = &n->vm->config;
  if (config->output) config->output(config->output_user, 2, (const u8 *)text_c(t), t->n);
}

/* klee_warning: what the program wants to be told, on its standard error. */
static bool warn(const NativeCall *n) {
  if (!native_args_concrete(n, 1)) return false;
  cleanup(text_free) Text t = {0};
  text_add(&t, "warning: ");
  native_text(n, native_arg_value(n, 0), &t);
  text_add_char(&t, '\n');
  say(n, &t);
  return native_done(n);
}

/* klee_print_expr, klee_print_range: a name and the terms behind it. */
static bool print_terms(const NativeCall *n) {
  if (!native_args_concrete(n, 1)) return false;
  cleanup(text_free) Text t = {0};
  native_text(n, native_arg_value(n, 0), &t);
  text_add_char(&t, ':');
  for (u32 k = 1; k < n->call->n_args; k++) {
    text_add_char(&t, ' ');
    expr_print(&t, native_arg_term(n, k));
  }
  text_add_char(&t, '\n');
  say(n, &t);
  return native_done(n);
}

static bool add_cost(const NativeCall *n, CostKind kind) {
  if (!native_args_concrete(n, 1)) return false;
  n->s->cost.n[kind] += native_arg_value(n, 0);
  return native_done(n);
}

/* The formula is that of runtime/include/nadir/replay.h. */
static bool add_trace(const NativeCall *n) {
  if (!native_args_concrete(n, 2)) return false;
  Trace *t = &n->s->trace;
  t->n++;
  t->hash = (t->hash ^ native_arg_value(n, 0)) * 0x9e3779b97f4a7c15;
  t->hash = (t->hash ^ t->hash >> 32 ^ native_arg_value(n, 1)) * 0xd6e8feb86659fd93;
  t->hash ^= t->hash >> 32;
  return native_done(n);
}

static bool begin_line(const NativeCall *n) {
  const VmConfig *config = &n->vm->config;
  const Frame *f = n->s->top;
  if (config->line) config->line(config->line_user, f->fn->positions[f->pc]);
  return native_done(n);
}

/* ---- the table ----------------------------------------------------------------------------------- */

static bool nadir_dialect(const NativeCall *n) {
  switch ((u32)n->native) {
  case NATIVE_NADIR_SYMBOLIC:
    return make_symbolic(n);
  case NATIVE_NADIR_ASSUME:
    return assume(n, is_nonzero(n, 0));
  case NATIVE_NADIR_SIZE:
    return native_return(n, n->vm->config.size);
  case NATIVE_NADIR_COST:
    return add_cost(n, COST_USER);
  case NATIVE_NADIR_TARGET:
    n->s->cost.n[COST_TARGET]++;
    return native_done(n);
  case NATIVE_NADIR_PROBE:
    return add_cost(n, COST_PROBES);
  case NATIVE_NADIR_TRACE:
    return add_trace(n);
  case NATIVE_NADIR_LINE:
    return begin_line(n);
  case NATIVE_NADIR_IS_SYMBOLIC:
    return is_symbolic(n);
  case NATIVE_NADIR_CONCRETE:
    return guess(n);
  case NATIVE_NADIR_FIX:
    return fix(n);
  case NATIVE_NADIR_STOP:
    return native_stop_saying(n, STOP_REPORTED, reg_guess(n->vm, n->s, native_arg(n, 2)));
  case NATIVE_NADIR_QUIET_EXIT:
    return step_stop(n->s, STOP_QUIET_EXIT, "");
  case NATIVE_NADIR_WRITE:
    return write_out(n);
  case NATIVE_NADIR_READABLE:
    return check_readable(n);
  }
  return step_stop(n->s, STOP_UNSUPPORTED, native_names[n->native]);
}

static bool klee_dialect(const NativeCall *n) {
  switch ((u32)n->native) {
  case NATIVE_KLEE_MAKE_SYMBOLIC:
    return make_symbolic(n);
  case NATIVE_KLEE_ASSUME:
    return assume(n, is_nonzero(n, 0));
  case NATIVE_KLEE_RANGE:
    return named_int(n, 2, true);
  case NATIVE_KLEE_INT:
    return named_int(n, 0, false);
  case NATIVE_KLEE_SILENT_EXIT:
    return step_stop(n->s, STOP_QUIET_EXIT, "");
  case NATIVE_KLEE_ABORT:
    return step_stop(n->s, STOP_ABORT, "");
  case NATIVE_KLEE_REPORT_ERROR:
    return native_stop_saying(n, STOP_REPORTED, reg_guess(n->vm, n->s, native_arg(n, 2)));
  case NATIVE_KLEE_IS_SYMBOLIC:
    return is_symbolic(n);
  case NATIVE_KLEE_IS_REPLAY:
  case NATIVE_KLEE_GET_ERRNO:
    return native_return(n, 0);
  case NATIVE_KLEE_WARNING:
  case NATIVE_KLEE_WARNING_ONCE:
    return warn(n);
  case NATIVE_KLEE_PRINT_EXPR:
  case NATIVE_KLEE_PRINT_RANGE:
    return print_terms(n);
  case NATIVE_KLEE_CHECK_MEMORY_ACCESS:
    return check_access(n);
  case NATIVE_KLEE_GET_OBJ_SIZE:
    return native_object_size(n);
  case NATIVE_KLEE_GET_VALUEF:
  case NATIVE_KLEE_GET_VALUED:
  case NATIVE_KLEE_GET_VALUEL:
  case NATIVE_KLEE_GET_VALUELL:
  case NATIVE_KLEE_GET_VALUE_I32:
  case NATIVE_KLEE_GET_VALUE_I64:
    return guess(n);
  case NATIVE_KLEE_PREFER_CEX:
  case NATIVE_KLEE_POSIX_PREFER_CEX:
  case NATIVE_KLEE_MARK_GLOBAL:
  case NATIVE_KLEE_OPEN_MERGE:
  case NATIVE_KLEE_CLOSE_MERGE:
  case NATIVE_KLEE_STACK_TRACE:
  case NATIVE_KLEE_SET_FORKING:
    return native_done(n);
  }
  return step_stop(n->s, STOP_UNSUPPORTED, native_names[n->native]);
}

static bool verifier_dialect(const NativeCall *n) {
  switch ((u32)n->native) {
  case NATIVE_VERIFIER_ASSUME:
    return assume(n, is_nonzero(n, 0));
  case NATIVE_VERIFIER_ERROR:
  case NATIVE_REACH_ERROR:
    return step_stop(n->s, STOP_REPORTED, native_names[n->native]);
  case NATIVE_VERIFIER_ASSERT:
    return assert_holds(n);
  case NATIVE_VERIFIER_ATOMIC_BEGIN:
  case NATIVE_VERIFIER_ATOMIC_END:
    return native_done(n);
  case NATIVE_NONDET_MEMORY:
    return native_args_concrete(n, 2) &&
           put_input(n, native_arg_value(n, 0), native_arg_value(n, 1), NULL);
  }
  return nondet(n);
}

bool native_harness(const NativeCall *n) {
  if (n->native < NATIVE_KLEE_MAKE_SYMBOLIC) return nadir_dialect(n);
  return n->native < NATIVE_VERIFIER_ASSUME ? klee_dialect(n) : verifier_dialect(n);
}
