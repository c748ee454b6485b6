/* unset.c — symbols for what nobody set, and which decisions depend on them; see unset.h.
 *
 * Whether one of them is in a term is remembered for every part of it, so that a path pays for what
 * its conditions have more than the ones before.  Paths without such symbols pay nothing.
 */
#include "vm/unset.h"

#include "base/hash.h"
#include "base/text.h"
#include "vm/object_impl.h"
#include "vm/vm_impl.h"

/* Reading one element of an array makes one symbol of its unset neighbours within so many bytes. */
enum { WINDOW = 64 };

/* Objects above this size, read at a symbolic offset, are arrays. */
enum { LARGE_BYTES = SIZED(1 << 18, 1 << 9) };

/* ---- making symbols ---------------------------------------------------------------------------- */

/* Where in the program's own source the value is read: "file.c:12". */
static void add_place(Text *t, const Vm *vm, const State *s) {
  const Pos *p = state_position(vm, s);
  if (p->line) text_addf(t, "%s:%u", vm->module->texts.at[p->file], p->line);
}

/* What the test says about the symbol made last; NULL: nothing. */
static const u8 *given_bytes(const Vm *vm, const State *s) {
  const TestCase *test = vm->config.test;
  const Made *m = s->unset;
  bool has_it = test && m->index < test->unset.n && test->unset.at[m->index].n_bytes == m->n_bytes;
  return has_it ? test->unset.at[m->index].bytes : NULL;
}

static Input make(Vm *vm, State *s, u32 n_bytes) {
  cleanup(text_free) Text place = {0};
  add_place(&place, vm, s);
  Input in = made_add_unset(s, text_c(&place), n_bytes);
  map_put(&vm->unset.inputs, in.id, 1);
  return in;
}

Expr unset_value(Vm *vm, State *s, u32 width) {
  if (vm->config.unset == UNSET_ZERO) return expr_const(width, 0);
  u32 n_bytes = (width + 7) / 8;
  Input in = make(vm, s, n_bytes);
  if (!vm->config.test) return expr_var(in, 0, width);
  const u8 *given = given_bytes(vm, s);
  u64 value = 0;
  if (given) memcpy(&value, given, n_bytes);
  return expr_const(width, value);
}

bool step_unset(Vm *vm, State *s, const Ins *i) {
  reg_set_term(s->top, i->a, unset_value(vm, s, i->n));
  return step_next(s);
}

/* Some bytes of an object in a row of which none was written. */
typedef struct Run {
  u64 from, to;
} Run;

/* The first such run that has a byte at or after `at`, below `end`, with its neighbours. */
static bool next_run(Space *s, const Object *o, u64 at, u64 end, Run *ret) {
  at = object_skip(s, at, end, true);
  if (at >= end) return false;
  u64 low = MAX(at & ~(u64)(WINDOW - 1), o->base);
  u64 high = MIN((end + WINDOW - 1) & ~(u64)(WINDOW - 1), o->base + o->size);
  *ret = (Run){at, at + 1};
  while (ret->from > low && !object_is_set(s, ret->from - 1, 1)) ret->from--;
  ret->to = MIN(object_skip(s, ret->to, high, false), high);
  ret->to = MIN(ret->to, ret->from + INPUT_MAX_BYTES / 2);
  return true;
}

/* A long run is at the place in its symbol that it has in the object: so the object, read at a
 * symbolic offset, is the symbol as an array. */
static void settle_run(Vm *vm, State *s, const Object *o, Run run, u32 unit) {
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
  Input in = made_add_unset_array(s, text_c(&place));
  map_put(&vm->unset.inputs, in.id, 1);
  Expr array = expr_array_input(in);
  for (u64 at = o->base; at < end; at = object_skip(space, at, end, false))
    for (u64 to = object_skip(space, at, end, true); at < MIN(to, end); at++)
      array = array_with(array, at - o->base, object_peek(space, at, 1));
  object_map_state(space, *o, PAGE_ARRAY, array);
  return true;
}

void unset_settle(Vm *vm, State *s, u64 address, u64 n) {
  Object o;
  if (vm->config.unset == UNSET_ZERO || vm->config.unset == UNSET_ERROR || !n) return;
  bool found = object_find(&s->space, address, &o);
  assert(found && o.is_live && address + n <= o.base + o.size);
  (void)found;
  if (n > WINDOW && settle_large(vm, s, &o)) return;
  bool is_word = n <= 8 && !(n & (n - 1)) && address % n == 0;
  for (Run run; next_run(&s->space, &o, address, address + n, &run); address = run.to) {
    bool fits = is_word && (address - run.from) % n == 0;
    settle_run(vm, s, &o, run, fits ? (u32)n : run.from % 4 ? 1 : 4);
    if (run.to >= address + n) return;
    n -= run.to - address;
  }
}

/* ---- finding them in terms ----------------------------------------------------------------------- */

/* 0: not known yet, because a kid is not, which is put on the stack. */
enum { PENDING, ABSENT, PRESENT };

static u64 look(UnsetMemo *memo, Expr e, ExprVec *stack) {
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

bool unset_is_in(Vm *vm, const State *s, Expr e) {
  UnsetMemo *memo = &vm->unset;
  if (!s->unset || expr_is_const(e)) return false;
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

/* ---- telling ------------------------------------------------------------------------------------- */

/* The same for the same place in the program's own functions, whoever called them, and the same way
 * from there into the runtime. */
static u64 place_key(const Vm *vm, const State *s) {
  u64 key = 0;
  for (const Frame *f = s->top; f; f = f->caller) {
    u32 position = f->fn->positions[f == s->top ? f->pc : f->pc - 1];
    const char *file = vm->module->texts.at[vm->module->positions.at[position].file];
    key = hash_pair(key, (u64)(f->fn - vm->module->fns.at) << 32 | f->pc);
    if (*file && !is_runtime_file(file)) break;
  }
  return key;
}

bool unset_decide(Vm *vm, State *s) {
  if (likely(!s->unset) || !unset_is_in(vm, s, s->choice.term)) return true;
  s->depends_on_unset = true;
  if (vm->config.unset == UNSET_ERROR) {
    s->choice.kind = CHOICE_NONE;
    return step_stop(s, STOP_READ_UNSET, "a decision depends on a value that was never set");
  }
  if (vm->config.unset != UNSET_TOLD || !vm->config.told) return true;
  bool is_new;
  u64 *is_told = map_at(&vm->unset.places, place_key(vm, s), &is_new);
  if (!*is_told) *is_told = vm->config.told(vm->config.told_user, vm, s);
  return true;
}
