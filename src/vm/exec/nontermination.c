/* nontermination.c — a path that comes back to a state in which it was before never ends.
 *
 * A state is memory, frames and what was read from outside.  The machine is deterministic, so two
 * equal states of one path have the same future: a run that comes from the first to the second
 * does so for ever.  Values that are terms are equal if their handles are.  Then they have the
 * same value under every input, so this also holds where symbols decide the way.  The constraints
 * of the path between the two say which inputs go round; they need not be the same.
 *
 * After: Brent, "An improved Monte Carlo factorization algorithm" (1980), sec. 2.  One earlier
 * state is kept, and replaced by the present one whenever the length of the path has doubled.  It
 * is compared with every later state at the same place.  Lengths are counted twice:
 *
 *   in choices       each is a state that is looked at
 *   in instructions  looking at all of them would be slow.  So at each doubling of the
 *                    instructions, a part of that number of blocks is run one by one, and
 *                    then nothing is looked at for as long
 *
 * When a state is seen again, the path runs round the circle once more to find its first place:
 * the loop in the outermost function, whichever of its states happened to be kept.  There the path
 * ends.
 *
 * A circle in which memory is allocated on the heap is not noticed, as addresses there are never
 * used again.  What the program reads from outside (inputs, volatile variables, values that the
 * model gives) may be different each time.
 */
#include "vm/exec/nontermination.h"

enum {
  FIRST_CHOICES = SIZED(64, 4),
  FIRST_INSTRUCTIONS = SIZED(1 << 18, 1 << 8),
  STEP_PART_BITS = SIZED(10, 4), /* blocks looked at, of the instructions so far */
  CIRCLE_STEPS = 1 << 20,        /* the first place is looked for among so many blocks */
};

typedef enum Phase {
  PHASE_LOOKING,  /* for the past state */
  PHASE_CIRCLING, /* it was seen; for the first place of the circle */
  PHASE_LEAVING,  /* until that place is reached */
} Phase;

/* What decides how a state goes on. */
typedef struct Past {
  u32 refs;
  struct Past *prev, *next; /* in the list of the machine */
  Space space;
  Frame *top;            /* shared */
  Made *inputs, *uninit; /* shared */
  u64 n_outside;
  Resume resume;
  u64 n_before; /* instructions */
  u32 n_booted;
  bool takes_one_side;
  u64 hint; /* see space_equal */
} Past;

/* ---- past states ------------------------------------------------------------------------------- */

/* Instructions before the one at which the state stands: at a choice that one has been counted, in
 * front of a jump it has not. */
static u64 n_before(const State *s) {
  const Ins *i = &s->top->fn->code[s->top->pc];
  bool is_counted = s->choice.kind != CHOICE_NONE && op_is_control(i->op) && !choice_runs_again(s);
  return s->cost.n[COST_INSTRUCTIONS] - (is_counted ? i->n : 0);
}

static void past_unref(Vm *vm, Past *p) {
  if (!p || --p->refs) return;
  if (p->prev)
    p->prev->next = p->next;
  else
    vm->pasts = p->next;
  if (p->next) p->next->prev = p->prev;
  frame_unref(vm, p->top);
  space_done(&p->space);
  made_unref(p->inputs);
  made_unref(p->uninit);
  mem_free(p);
}

Watch watch_new(void) { return (Watch){.next_look = FIRST_INSTRUCTIONS}; }

void watch_fork(Watch *w) {
  if (w->past) w->past->refs++;
}

void watch_done(Vm *vm, Watch *w) {
  past_unref(vm, w->past);
  *w = (Watch){0};
}

void pasts_mark(Vm *vm) {
  for (Past *p = vm->pasts; p; p = p->next) {
    frames_mark(p->top);
    space_mark(&p->space);
  }
}

/* ---- comparing --------------------------------------------------------------------------------- */

static bool registers_equal(const Frame *a, const Frame *b) {
  u32 n = a->fn->n_regs;
  if (memcmp(a->regs, b->regs, n * sizeof *a->regs)) return false;
  for (u32 k = 0; k < n && (a->terms || b->terms); k++)
    if (!expr_same(a->terms ? a->terms[k] : EXPR_NONE, b->terms ? b->terms[k] : EXPR_NONE))
      return false;
  return true;
}

/* The number of an activation matters to longjmp alone. */
static bool frame_equal(const Vm *vm, const Frame *a, const Frame *b) {
  return a->fn == b->fn && a->pc == b->pc && a->depth == b->depth && a->mark == b->mark &&
         (!vm->has_setjmp || a->serial == b->serial) && registers_equal(a, b);
}

/* Of the same depth; those below one that they share are the same. */
static bool frames_equal(const Vm *vm, const Frame *a, const Frame *b) {
  for (; a != b; a = a->caller, b = b->caller)
    if (!frame_equal(vm, a, b)) return false;
  return true;
}

/* One that has not moved since (a choice in several steps, no fuel) is not back. */
static bool is_past(const Vm *vm, const State *s, Past *p) {
  const Frame *f = s->top;
  return n_before(s) > p->n_before && f->pc == p->top->pc && f->fn == p->top->fn &&
         f->depth == p->top->depth && s->inputs == p->inputs && s->uninit == p->uninit &&
         s->n_outside == p->n_outside && resume_equal(&s->resume, &p->resume) &&
         s->n_booted == p->n_booted && s->takes_one_side == p->takes_one_side &&
         frames_equal(vm, f, p->top) && space_equal(&s->space, &p->space, &p->hint);
}

/* ---- the path ---------------------------------------------------------------------------------- */

static void remember(Vm *vm, State *s) {
  past_unref(vm, s->watch.past);
  Past *p = NEW(Past);
  *p = (Past){.refs = 1,
              .next = vm->pasts,
              .space = space_fork(&s->space),
              .top = s->top,
              .inputs = made_ref(s->inputs),
              .uninit = made_ref(s->uninit),
              .n_outside = s->n_outside,
              .resume = s->resume,
              .n_before = n_before(s),
              .n_booted = s->n_booted,
              .takes_one_side = s->takes_one_side};
  if (p->top) p->top->refs++;
  if (p->next) p->next->prev = p;
  s->watch.past = vm->pasts = p;
}

/* Other than for termination SV-COMP's rules have nothing against it: a loop of this kind is how old
 * programs leave what they do not want to look at. */
static void end(Vm *vm, State *s) {
  if (vm->is_verifier && !vm->config.checks_nontermination)
    state_stop(s, STOP_QUIET_EXIT, "never ends");
  else
    state_stop(s, STOP_ENDLESS, "");
}

static bool is_before(const Frame *f, const Watch *w) {
  return f->depth != w->depth ? f->depth < w->depth : f->pc < w->pc;
}

/* The state is at a place where it is looked at. */
static void look(Vm *vm, State *s) {
  Watch *w = &s->watch;
  const Frame *f = s->top;
  bool is_again = w->past && w->phase != PHASE_LEAVING && is_past(vm, s, w->past);
  if (is_again && w->phase == PHASE_LOOKING) {
    w->phase = PHASE_CIRCLING;
    w->n_steps = CIRCLE_STEPS;
    w->depth = f->depth;
    w->pc = f->pc;
    return;
  }
  if (is_again) w->phase = PHASE_LEAVING;
  if (w->phase == PHASE_CIRCLING && is_before(f, w)) {
    w->depth = f->depth;
    w->pc = f->pc;
  }
  if (w->phase == PHASE_LEAVING && f->depth == w->depth && f->pc == w->pc) end(vm, s);
}

u64 nontermination_fuel(const State *s) {
  const Watch *w = &s->watch;
  u64 n = s->cost.n[COST_INSTRUCTIONS];
  return w->n_steps || n >= w->next_look ? 1 : w->next_look - n;
}

void nontermination_at_choice(Vm *vm, State *s) {
  Watch *w = &s->watch;
  u64 n = ++w->n_choices;
  look(vm, s);
  if (s->ending || w->phase != PHASE_LOOKING) return;
  if (n >= FIRST_CHOICES && !(n & (n - 1))) remember(vm, s);
}

void nontermination_at_jump(Vm *vm, State *s) {
  Watch *w = &s->watch;
  u64 n = s->cost.n[COST_INSTRUCTIONS];
  if (n == w->last_look) return; /* there was no fuel */
  if (w->n_steps) {
    w->last_look = n;
    w->n_steps--;
    look(vm, s);
    if (!w->n_steps && w->phase != PHASE_LOOKING && !s->ending) end(vm, s);
  } else if (n >= w->next_look) {
    remember(vm, s);
    w->last_look = n;
    w->n_steps = n >> STEP_PART_BITS;
    w->next_look = 2 * n;
  }
}
