/* uninit.c — makes symbols for what nobody set, and finds what depends on them: decisions, output.
 *
 * Whether a term contains such a symbol is remembered for each of its parts.  So a path pays only
 * for what its conditions have more than earlier ones, and a path without such symbols pays
 * nothing.  A decision depends on them if other values of these symbols, with the same inputs,
 * change its term.  The solver says whether they can; where it may not be asked, one other set of
 * values is tried.
 */
#include "vm/memory/uninit.h"

#include "base/hash.h"
#include "base/text.h"
#include "expr/nodes.h"
#include "expr/substitute.h"
#include "vm/memory/object_impl.h"
#include "vm/vm_impl.h"

/* Reading one element of an array makes one symbol of its uninitialised neighbours within so many bytes. */
enum { WINDOW = 64 };

/* Objects above this size, read at a symbolic offset, are arrays. */
enum { LARGE_BYTES = SIZED(1 << 18, 1 << 9) };

/* What is known of a symbol. */
enum { UNINIT_KEPT = 1, UNINIT_LEFT /* a warning said that it leaves the program */ };

UninitMode uninit_usual(const Module *m) {
  for (u32 k = 1; k < m->fns.n; k++) {
    const char *name = m->fns.at[k].name;
    if (!strncmp(name, "__VERIFIER_", strlen("__VERIFIER_")) || !strcmp(name, "reach_error"))
      return UNINIT_SYMBOLIC;
  }
  return UNINIT_WARN;
}

/* ---- making symbols ---------------------------------------------------------------------------- */

static const Pos *position_of(const Vm *vm, const State *s, const Frame *f) {
  return &vm->module->positions.at[f->fn->positions[f == s->top ? f->pc : f->pc - 1]];
}

static bool is_own_code(const Vm *vm, const Pos *p) {
  const char *file = vm->module->texts.at[p->file];
  return *file && !is_runtime_file(file);
}

/* Where in the program's own source the value is read: "file.c:12". */
static void add_place(Text *t, const Vm *vm, const State *s) {
  const Frame *f = s->top;
  while (f && !is_own_code(vm, position_of(vm, s, f))) f = f->caller;
  if (!f) return;
  const Pos *p = position_of(vm, s, f);
  text_addf(t, "%s:%u", vm->module->texts.at[p->file], p->line);
}

/* What the test says about the symbol made last; NULL: nothing. */
static const u8 *given_bytes(const Vm *vm, const State *s) {
  const TestCase *test = vm->config.test;
  const Made *m = s->uninit;
  bool has_it =
      test && m->index < test->uninit.n && test->uninit.at[m->index].n_bytes == m->n_bytes;
  return has_it ? test->uninit.at[m->index].bytes : NULL;
}

static Input make(Vm *vm, State *s, u32 n_bytes) {
  cleanup(text_free) Text place = {0};
  add_place(&place, vm, s);
  Input in = made_add_uninit(s, text_c(&place), n_bytes);
  map_put(&vm->uninit.inputs, in.id, UNINIT_KEPT);
  return in;
}

Expr uninit_value(Vm *vm, State *s, u32 width) {
  if (vm->config.uninit == UNINIT_ZERO) return expr_const(width, 0);
  u32 n_bytes = (width + 7) / 8;
  Input in = make(vm, s, n_bytes);
  if (!vm->config.test) return expr_var(in, 0, width);
  const u8 *given = given_bytes(vm, s);
  u64 value = 0;
  if (given) memcpy(&value, given, n_bytes);
  return expr_const(width, value);
}

bool step_uninit(Vm *vm, State *s, const Ins *i) {
  reg_set_term(s->top, i->a, uninit_value(vm, s, i->n));
  return step_next(s);
}

/* Some bytes of an object in a row of which none was written. */
typedef struct UninitRun {
  u64 from, to;
} UninitRun;

/* The first such run that has a byte at or after `at`, below `end`, with its neighbours. */
static bool next_run(Space *s, const Object *o, u64 at, u64 end, UninitRun *ret) {
  at = object_skip(s, at, end, true);
  if (at >= end) return false;
  u64 low = MAX(at & ~(u64)(WINDOW - 1), o->base);
  u64 high = MIN((end + WINDOW - 1) & ~(u64)(WINDOW - 1), o->base + o->size);
  *ret = (UninitRun){at, at + 1};
  while (ret->from > low && !object_is_set(s, ret->from - 1, 1)) ret->from--;
  ret->to = MIN(object_skip(s, ret->to, high, false), high);
  ret->to = MIN(ret->to, ret->from + INPUT_MAX_BYTES / 2);
  return true;
}

/* A long run is at the place in its symbol that it has in the object: so the object, read at a
 * symbolic offset, is the symbol as an array. */
static void settle_run(Vm *vm, State *s, const Object *o, UninitRun run, u32 unit) {
  u32 n = (u32)(run.to - run.from);
  u64 before = run.from - o->base;
  u32 first = n > WINDOW && before < INPUT_MAX_BYTES / 2 ? (u32)before : 0;
  Input in = make(vm, s, first + n);
  const u8 *given = given_bytes(vm, s);
  if (given)
    object_put(&s->space, run.from, given + first, n);
  else if (vm->config.test)
    object_fill(&s->space, run.from, word_of(0), n);
  else
    object_put_input(&s->space, run.from, in, first, n, unit);
}

/* Of a large object a symbol for each word would take far more room than the object: its contents
 * become an array of unknown bytes, with stores of those that were written. */
static bool settle_large(Vm *vm, State *s, const Object *o) {
  Space *space = &s->space;
  u64 end = o->base + o->size, from = object_skip(space, o->base, end, true);
  if (o->size <= LARGE_BYTES || vm->config.test || from >= end) return false;
  cleanup(text_free) Text place = {0};
  add_place(&place, vm, s);
  Input in = made_add_uninit_array(s, text_c(&place));
  map_put(&vm->uninit.inputs, in.id, UNINIT_KEPT);
  Expr array = expr_array_input(in);
  for (u64 at = o->base; at < end; at = object_skip(space, at, end, false))
    for (u64 to = object_skip(space, at, end, true); at < MIN(to, end); at++)
      array = array_with(array, at - o->base, object_peek(space, at, 1));
  object_map_state(space, *o, PAGE_ARRAY, array);
  return true;
}

static bool has_set(Space *s, u64 address, u32 n) {
  for (u32 k = 0; k < n; k++)
    if (object_is_set(s, address + k, 1)) return true;
  return false;
}

bool uninit_settle_padding(Vm *vm, State *s, u64 address, u32 n) {
  if (vm->config.uninit != UNINIT_ERROR || !has_set(&s->space, address, n)) return false;
  Object o = object_known(&s->space, address);
  assert(o.is_live && address + n <= o.base + o.size);
  for (u64 at = address; at < address + n; at++)
    if (!object_is_set(&s->space, at, 1)) settle_run(vm, s, &o, (UninitRun){at, at + 1}, 1);
  return true;
}

void uninit_settle(Vm *vm, State *s, u64 address, u64 n) {
  if (vm->config.uninit == UNINIT_ZERO || vm->config.uninit == UNINIT_ERROR || !n) return;
  Object o = object_known(&s->space, address);
  assert(o.is_live && address + n <= o.base + o.size);
  if (n > WINDOW && settle_large(vm, s, &o)) return;
  bool is_word = n <= 8 && !(n & (n - 1)) && address % n == 0;
  for (UninitRun run; next_run(&s->space, &o, address, address + n, &run); address = run.to) {
    bool fits = is_word && (address - run.from) % n == 0;
    settle_run(vm, s, &o, run, fits ? (u32)n : run.from % 4 ? 1 : 4);
    if (run.to >= address + n) return;
    n -= run.to - address;
  }
}

/* ---- finding them in terms ----------------------------------------------------------------------- */

/* 0: not known yet, because a kid is not, which is put on the stack. */
enum { PENDING, ABSENT, PRESENT };

static u64 look(UninitMemo *memo, Expr e, ExprVec *stack) {
  ExprKind kind = expr_kind(e);
  if (kind == EXPR_VAR || kind == EXPR_ARRAY_INPUT)
    return map_find(&memo->inputs, expr_input(e).id) ? PRESENT : ABSENT;
  u64 all = ABSENT;
  for (u32 i = 0; i < expr_arity(e); i++) {
    Expr kid = expr_kid(e, i);
    u64 known = ABSENT;
    if (!expr_is_const(kid) && !map_get(&memo->terms, kid.id, &known)) {
      vec_push(stack, kid);
      return PENDING;
    }
    if (known == PRESENT) all = PRESENT;
  }
  return all;
}

bool uninit_is_in(Vm *vm, const State *s, Expr e) {
  UninitMemo *memo = &vm->uninit;
  if (!s->uninit || expr_is_const(e)) return false;
  if (memo->epoch != expr_epoch()) map_clear(&memo->terms);
  memo->epoch = expr_epoch();
  ExprVec stack = {0};
  u64 known = PENDING;
  vec_push(&stack, e);
  while (stack.n) {
    Expr at = vec_last(&stack);
    known = look(memo, at, &stack);
    if (known == PENDING) continue;
    map_put(&memo->terms, at.id, known);
    stack.n--;
  }
  vec_free(&stack);
  return known == PRESENT;
}

/* ---- warnings ------------------------------------------------------------------------------------ */

/* The same for the same place in the program's own functions, whoever called them, and the same way
 * from there into the runtime. */
static u64 place_key(const Vm *vm, const State *s) {
  u64 key = 0;
  for (const Frame *f = s->top; f; f = f->caller) {
    key = hash_pair(key, (u64)(f->fn - vm->module->fns.at) << 32 | f->pc);
    if (is_own_code(vm, position_of(vm, s, f))) break;
  }
  return key;
}

/* Do two values of what nobody set, with the same inputs, give the term two values on this path?  A
 * read at a symbolic offset mentions all that is in the array, and often cannot come to it. */
static Answer can_differ(Vm *vm, const State *s, Expr term) {
  ExprVec leaves = {0};
  Substitution by = {0};
  expr_leaves(term, &leaves);
  for (u32 i = 0; i < leaves.n; i++) {
    Expr leaf = leaves.at[i];
    InputInfo in = *input_info(expr_input(leaf));
    if (!map_find(&vm->uninit.inputs, expr_input(leaf).id)) continue;
    cleanup(text_free) Text name = text_format("%s'", in.name);
    Input twin = in.shape == INPUT_ARRAY ? input_array(text_c(&name), in.index_width, in.elem_width)
                                         : input_bytes(text_c(&name), in.n_bits / 8);
    bool is_array = expr_kind(leaf) == EXPR_ARRAY_INPUT;
    substitution_put(&by, leaf,
                     is_array ? expr_array_input(twin)
                              : expr_var(twin, expr_var_low(leaf), expr_width(leaf)));
  }
  Expr differs = expr_ne(term, substitute(&by, term));
  substitution_done(&by);
  vec_free(&leaves);
  if (expr_is_const(differs)) return expr_is_value(differs, 1) ? ANSWER_YES : ANSWER_NO;
  Result r = solver_check(vm->solver, s->context, differs);
  Answer answer = r.answer;
  result_done(&r);
  return answer;
}

static const Model *other_values(Vm *vm, const State *s, const Model *m) {
  UninitMemo *memo = &vm->uninit;
  if (memo->other && memo->other_of == model_id(m) && memo->other_last == s->uninit->index)
    return memo->other;
  model_unref(memo->other);
  memo->other = model_copy(m);
  memo->other_of = model_id(m);
  memo->other_last = s->uninit->index;
  for (const Made *made = s->uninit; made; made = made->parent) {
    if (!made->n_bytes) continue; /* an array, whose elements are left as they are */
    u32 first = input_info(made->input)->first_cell;
    for (u32 k = first; k < first + made->n_bytes; k++)
      model_set_byte(memo->other, k, (u8)~model_byte(m, k));
  }
  return memo->other;
}

static bool does_differ(Vm *vm, const State *s, Expr term) {
  const Model *m = context_model(s->context);
  if (!m || expr_width(term) > 64) return false;
  if (!vm->uninit.eval) vm->uninit.eval = eval_new();
  return eval(vm->eval, m, term) != eval(vm->uninit.eval, other_values(vm, s, m), term);
}

static Answer differs(Vm *vm, const State *s, Expr term, bool may_ask) {
  Answer answer = may_ask ? can_differ(vm, s, term) : ANSWER_NO;
  bool has_none = may_ask && answer == ANSWER_NO;
  return !has_none && does_differ(vm, s, term) ? ANSWER_YES : answer;
}

static bool does_tell(const Vm *vm) { return vm->config.uninit == UNINIT_WARN && vm->config.warn; }

/* Was there a warning at this place that something of it is used so? */
static u64 *told_here(Vm *vm, const State *s, UninitUse use) {
  bool is_new;
  return map_at(&vm->uninit.places, hash_pair(place_key(vm, s), use), &is_new);
}

bool uninit_decide(Vm *vm, State *s, bool may_ask) {
  if (likely(!s->uninit) || !uninit_is_in(vm, s, s->choice.term)) return true;
  u64 *is_told = does_tell(vm) ? told_here(vm, s, UNINIT_USE_DECISION) : NULL;
  bool is_known = s->depends_on_uninit && vm->config.uninit != UNINIT_ERROR;
  if (is_known && (!is_told || *is_told)) return true;
  Answer answer = differs(vm, s, s->choice.term, may_ask);
  bool is_certain = answer == ANSWER_YES;
  if (answer == ANSWER_NO) return true;
  s->depends_on_uninit |= is_certain;
  if (vm->config.uninit == UNINIT_ERROR) {
    s->choice.kind = CHOICE_NONE;
    return is_certain
               ? step_stop(s, STOP_READ_UNSET, "a decision depends on a value that was never set")
               : step_stop(s, stop_of_unknown(vm), "does a decision depend on an unset value?");
  }
  if (is_told && !*is_told)
    *is_told = vm->config.warn(vm->config.warn_user, vm, s, UNINIT_USE_DECISION, is_certain);
  return true;
}

/* No second warning where the same value goes on: from a buffer to a file. */
static bool were_all_told(Vm *vm, Expr e, bool marks) {
  ExprVec leaves = {0};
  bool all = true;
  expr_leaves(e, &leaves);
  for (u32 i = 0; i < leaves.n; i++) {
    u64 *known = map_find(&vm->uninit.inputs, expr_input(leaves.at[i]).id);
    if (!known) continue;
    all = all && *known == UNINIT_LEFT;
    if (marks) *known = UNINIT_LEFT;
  }
  vec_free(&leaves);
  return all;
}

/* `is_passed_on`: a warning where it left the program's own code is not repeated. */
static bool leave(Vm *vm, State *s, UninitUse use, Expr value, bool is_passed_on) {
  bool is_error = vm->config.uninit == UNINIT_ERROR;
  if (likely(!s->uninit) || !(is_error || does_tell(vm)) || !uninit_is_in(vm, s, value))
    return true;
  u64 *is_told = is_error ? NULL : told_here(vm, s, use);
  bool was_told = is_told && were_all_told(vm, value, *is_told);
  if (is_told && (*is_told || (was_told && is_passed_on))) return true;
  Answer answer = differs(vm, s, value, context_model(s->context));
  bool is_certain = answer == ANSWER_YES;
  if (answer == ANSWER_NO || (is_error && !is_certain)) return true;
  if (is_error)
    return step_stop(s, STOP_READ_UNSET, "a value that was never set leaves the program");
  *is_told = vm->config.warn(vm->config.warn_user, vm, s, use, is_certain);
  were_all_told(vm, value, true);
  return true;
}

bool uninit_leave(Vm *vm, State *s, UninitUse use, Expr value) {
  return leave(vm, s, use, value, false);
}

bool uninit_leave_code(Vm *vm, State *s, u32 reg) {
  if (!reg_is_symbolic(s->top, reg)) return true;
  Expr code = s->top->terms[reg];
  return uninit_leave(vm, s, UNINIT_USE_EXIT,
                      expr_width(code) > 8 ? expr_extract(code, 0, 8) : code);
}

bool uninit_leave_bytes(Vm *vm, State *s, u64 from, u64 n, bool is_passed_on) {
  Space *space = &s->space;
  bool is_error = vm->config.uninit == UNINIT_ERROR;
  if (!n || !(is_error || does_tell(vm)) || (!space->tracks_uninit && !s->uninit)) return true;
  if (object_check(space, from, n, false) != FAULT_NONE) return true; /* who reads it ends there */
  if (!object_set(space, from, n)) {
    if (is_error) {
      u64 at = object_skip(space, from, from + n, true);
      return step_fault(vm, s, FAULT_UNINIT, at, 1, false);
    }
    uninit_settle(vm, s, from, n);
  }
  for (u64 at = from; s->uninit && at < from + n; at++) {
    Word w;
    if (object_load(space, at, 1, &w) != FAULT_NONE || !word_is_symbolic(w)) continue;
    if (!leave(vm, s, UNINIT_USE_OUTPUT, w.expr, is_passed_on)) return false;
  }
  return true;
}

void uninit_done(UninitMemo *memo) {
  map_done(&memo->inputs);
  map_done(&memo->terms);
  map_done(&memo->places);
  model_unref(memo->other);
  eval_free(memo->eval);
}
