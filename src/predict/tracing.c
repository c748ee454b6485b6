/* tracing.c — records the path condition of a worst path as a trace.
 *
 * The machine is run from jump to jump, which shows every round of every loop.  That is slow, so
 * it is done at small sizes only.
 */
#include "predict/tracing.h"

#include "base/hash.h"
#include "search/witness_run.h"

/* A loop that has not been left. */
typedef struct OpenLoop {
  u64 serial; /* of its frame */
  u32 depth;
  u32 fn, loop;
} OpenLoop;

/* One path being followed. */
typedef struct Tracing {
  Tracer *tracer; /* borrowed */
  LoopTrace *to;  /* borrowed */
  VEC(OpenLoop) open;
  VEC(Input) inputs; /* by their number */
  Map names;         /* id of a term -> its name */
  u32 n_names;
  NumberVec numbers; /* of the current point */
  const char *wrong; /* what has no shape, or NULL */
  u64 serial;        /* the frame in which the machine stopped last, */
  u32 pc;            /* and where */
  bool is_exact;     /* it goes on at pc; else it executes what is there first */
} Tracing;

/* ---- loops ------------------------------------------------------------------------------------------- */

static u32 fn_of(const Tracer *t, const Frame *f) {
  return (u32)(f->fn - t->search->config.module->fns.at);
}

/* The calls through which a frame was reached. */
static u64 context_of(const Tracer *t, const Frame *f) {
  u64 key = 0;
  for (f = f->caller; f; f = f->caller) key = hash_pair(key, hash_pair(fn_of(t, f), f->pc));
  return key;
}

static u32 id_of(Map *ids, u64 key) {
  assert(ids);
  bool is_fresh;
  u64 *id = map_at(ids, key, &is_fresh);
  if (is_fresh) *id = ids->n - 1;
  return (u32)*id;
}

static bool is_around(Tracer *t, const OpenLoop *o, const State *s, u32 pc) {
  const Frame *f = s->top;
  while (f && f->depth > o->depth) f = f->caller;
  if (!f || f->serial != o->serial) return false;
  return f != s->top || loops_contain(loop_table_get(&t->loops, o->fn), o->loop, pc);
}

static void leave_all_but_around(Tracing *p, const State *s, u32 pc) {
  while (p->open.n && !is_around(p->tracer, &vec_last(&p->open), s, pc)) {
    trace_leave(p->to);
    (void)vec_pop(&p->open);
  }
}

/* A round begins here. */
static void begin_round(Tracing *p, const State *s, u32 fn, u32 loop) {
  const OpenLoop *last = p->open.n ? &vec_last(&p->open) : NULL;
  if (!last || last->serial != s->top->serial || last->loop != loop) {
    u64 key = hash_pair(context_of(p->tracer, s->top), hash_pair(fn, loop));
    trace_enter(p->to, id_of(&p->tracer->loop_ids, key));
    vec_push(&p->open, ((OpenLoop){s->top->serial, s->top->depth, fn, loop}));
  }
  trace_round(p->to);
}

/* Straight through these instructions. */
static void pass(Tracing *p, const State *s, u32 from, u32 to) {
  u32 fn = fn_of(p->tracer, s->top);
  const Loops *l = loop_table_get(&p->tracer->loops, fn);
  for (u32 at = from; at <= to; at++) {
    u32 loop = l->of.at[at];
    leave_all_but_around(p, s, at);
    if (loop != NO_LOOP && l->all.at[loop].header == at) begin_round(p, s, fn, loop);
  }
}

static bool is_free_jump(const Ins *i) {
  return i->n == 0 && op_is_jump(i->op) && op_ends_block(i->op);
}

/* Jumps that stand for no instruction of LLVM cost nothing, so the machine does not stop behind
 * them: from one of them to the last control instruction that was executed.  False: to a choice, and
 * nothing was executed there. */
static bool pass_free_jumps(Tracing *p, const State *s, bool is_choice, u32 *io_at) {
  const Fn *fn = s->top->fn;
  u32 pc = s->top->pc;
  for (const Ins *i = &fn->code[*io_at]; is_free_jump(i); i = &fn->code[*io_at]) {
    for (*io_at = i->c; !op_is_control(fn->code[*io_at].op); ++*io_at) {}
    bool is_there = is_choice && pc >= i->c && pc <= *io_at;
    pass(p, s, i->c, is_there ? pc : *io_at);
    if (is_there) return false;
  }
  return true;
}

/* Everything since the last stop.  The machine stops in front of each jump and call, so behind the
 * one that was executed everything is straight: from where it led, if it is a jump, or from behind
 * the control instruction before this place. */
static void arrive(Tracing *p, const State *s, bool is_choice) {
  const Fn *fn = s->top->fn;
  u32 pc = s->top->pc, from = pc;
  bool is_same = p->serial == s->top->serial;
  if (is_same && p->is_exact) {
    pass(p, s, p->pc, pc);
    return;
  }
  while (from > 0 && !op_is_control(fn->code[from - 1].op)) from--;
  if (is_same) {
    u32 at = p->pc;
    if (!pass_free_jumps(p, s, is_choice, &at)) return;
    const Ins *last = &fn->code[at];
    if (op_is_jump(last->op) && last->c >= from && last->c <= pc) from = last->c;
  }
  pass(p, s, from, pc);
}

/* In front of a jump that turned out to be a choice: nothing was executed since. */
static bool is_where_it_stopped(const Tracing *p, const State *s) {
  return p->serial == s->top->serial && p->pc == s->top->pc && !p->is_exact;
}

/* Where the next stretch begins: at this pc, or where the instruction there leads to. */
static void stop_at(Tracing *p, const State *s, u32 pc, bool is_exact) {
  p->serial = s->top->serial;
  p->pc = pc;
  p->is_exact = is_exact;
}

/* ---- points ------------------------------------------------------------------------------------------ */

static void add_point(Tracing *p, const State *s, Expr e, bool defines) {
  Tracer *t = p->tracer;
  ShapeContext c = {.inputs = p->inputs.at, .n_inputs = p->inputs.n, .names = &p->names};
  u32 shape;
  vec_clear(&p->numbers);
  if (!shape_of_term(&t->shapes, &c, e, &shape, &p->numbers)) {
    p->wrong = "a condition has a part that no shape can hold";
    return;
  }
  u64 place = hash_pair(fn_of(t, s->top), s->top->pc);
  u64 key = hash_pair(hash_pair(context_of(t, s->top), place), 2ull * shape + defines);
  u32 id = id_of(&t->point_ids, key);
  if (id == t->points.n) vec_push(&t->points, ((PointInfo){key, shape, defines}));
  trace_point(p->to, id, p->numbers.at, p->numbers.n);
}

/* Sums that are compared get a name. */
static void name_operand(Tracing *p, const State *s, Expr e) {
  while (expr_kind(e) == EXPR_ZEXT || expr_kind(e) == EXPR_SEXT || expr_kind(e) == EXPR_EXTRACT)
    e = expr_kid(e, 0);
  if (expr_kind(e) != EXPR_ADD || map_find(&p->names, e.id)) return;
  add_point(p, s, e, true);
  map_put(&p->names, e.id, p->n_names++);
}

static void add_condition(Tracing *p, const State *s, Expr cond) {
  Expr atom = expr_kind(cond) == EXPR_NOT ? expr_kid(cond, 0) : cond;
  ExprKind kind = expr_kind(atom);
  if (kind == EXPR_EQ || kind == EXPR_ULT || kind == EXPR_SLT) {
    name_operand(p, s, expr_kid(atom, 0));
    name_operand(p, s, expr_kid(atom, 1));
  }
  add_point(p, s, cond, false);
}

static void take_inputs(Tracing *p, const State *s) {
  u32 n = s->inputs ? s->inputs->index + 1 : 0;
  if (n == p->inputs.n) return;
  vec_resize(&p->inputs, n);
  for (const Made *m = s->inputs; m; m = m->parent) p->inputs.at[m->index] = m->input;
}

/* The condition of the side that the path takes. */
static void see_choice(Tracing *p, Vm *vm, const State *s) {
  static const char *const wrong[CHOICE_COUNT] = {
      [CHOICE_SWITCH] = "a symbol decides a switch",
      [CHOICE_SIZE] = "a symbol decides a size",
      [CHOICE_PIN] = "a symbol decides an address",
      [CHOICE_ADDRESS] = "a symbol decides an address",
  };
  u64 side = 0;
  Expr condition;
  take_inputs(p, s);
  choice_guess(vm, s, &side);
  bool has_size = s->choice.kind == CHOICE_SIZE && side && side != SIZE_OVER;
  if (wrong[s->choice.kind] && !has_size)
    p->wrong = wrong[s->choice.kind];
  else if (choice_condition(s, side, &condition))
    add_condition(p, s, condition);
}

/* ---- a run ------------------------------------------------------------------------------------------- */

static void step(void *user, Vm *vm, State *s, Moment moment) {
  Tracing *p = user;
  if (p->wrong || !s->top) return;
  switch (moment) {
  case MOMENT_STOPPED:
    arrive(p, s, false);
    stop_at(p, s, s->top->pc, false);
    break;
  case MOMENT_CHOICE:
    if (!is_where_it_stopped(p, s)) arrive(p, s, true);
    see_choice(p, vm, s);
    stop_at(p, s, s->top->pc + 1, true); /* unless the choice is a jump */
    break;
  case MOMENT_JUMPED:
    stop_at(p, s, s->top->pc, true);
    break;
  }
}

Err tracer_run(Tracer *t, const Sample *s, LoopTrace *ret, bool *ret_ok, Text *ret_why) {
  *ret = (LoopTrace){.size = (i64)s->size};
  Tracing p = {.tracer = t, .to = ret};
  WitnessRun run;
  Err err = witness_follow(t->search, s->size, &s->witness, step, &p, &run);
  while (p.open.n) {
    trace_leave(ret);
    (void)vec_pop(&p.open);
  }
  *ret_ok = err == OK && !p.wrong && run.stop == STOP_EXIT;
  if (!*ret_ok) text_add(ret_why, p.wrong ? p.wrong : "the path did not come to its end");
  vec_free(&p.open);
  vec_free(&p.inputs);
  vec_free(&p.numbers);
  map_done(&p.names);
  return err;
}

Tracer tracer_new(const Search *h) {
  return (Tracer){.search = h, .loops = loop_table_new(h->config.module)};
}

void tracer_done(Tracer *t) {
  if (!t->search) return;
  loop_table_done(&t->loops);
  shapes_free(&t->shapes);
  vec_free(&t->points);
  map_done(&t->point_ids);
  map_done(&t->loop_ids);
}
