/* witness_run.c — runs an input.
 *
 * The inputs stay symbols, so that conditions on them are counted as they were in the search, but
 * the machine follows the values.
 */
#include "search/witness_run.h"

#include "expr/input.h"

/* Instructions between two looks at the budget. */
enum { FUEL = 1 << 20 };

static void model_put(Model *m, const NamedBytesVec *inputs) {
  for (u32 i = 0; i < inputs->n; i++) {
    const NamedBytes *in = &inputs->at[i];
    if (!in->n_bytes) continue;
    u32 first = input_info(input_bytes(in->name, in->n_bytes))->first_cell;
    for (u32 k = 0; k < in->n_bytes; k++) model_set_byte(m, first + k, in->bytes[k]);
  }
}

Model *witness_model(const Witness *w) {
  Model *m = model_new();
  model_put(m, &w->inputs);
  model_put(m, &w->uninit);
  return m;
}

/* Callbacks while an input is run. */
typedef struct Onlooker {
  WitnessVisit *visit; /* NULL: nobody */
  void *user;
  DecisionVec *decisions; /* where to put them at the end, or NULL */
} Onlooker;

/* Where nothing is remembered, terms are of no use after a while. */
enum { SWEEP_TERMS = SIZED(1 << 22, 1 << 10) };

static void step_by_model(Vm *vm, State *s, u32 *io_next_sweep) {
  choice_follow_model(vm, s);
  if (expr_count() < *io_next_sweep) return;
  expr_sweep();
  *io_next_sweep = expr_count() + SWEEP_TERMS;
}

/* Without fuel the machine runs up to the next jump or call, with some it executes that one first. */
static void run_on(Budget budget, Vm *vm, State *s, const Onlooker *o) {
  u64 fuel = o->visit ? 0 : FUEL;
  u32 next_sweep = expr_count() + SWEEP_TERMS;
  while (state_is_live(s)) {
    Event event = vm_run(vm, s, fuel);
    if (o->visit) fuel = event == EVENT_FUEL;
    if (o->visit && event != EVENT_STOP)
      o->visit(o->user, vm, s, event == EVENT_CHOICE ? MOMENT_CHOICE : MOMENT_STOPPED);
    if (event == EVENT_CHOICE) {
      ChoiceKind kind = s->choice.kind;
      if (o->visit || o->decisions)
        choice_go_on(vm, s);
      else
        step_by_model(vm, s, &next_sweep);
      bool jumped = kind == CHOICE_BRANCH || kind == CHOICE_SWITCH;
      if (o->visit && jumped && state_is_live(s)) o->visit(o->user, vm, s, MOMENT_JUMPED);
    }
    Limit limit = state_is_live(s) ? budget_spent(&budget, (Usage){0, 0}) : LIMIT_NOT;
    if (limit != LIMIT_NOT) state_stop(s, STOP_BUDGET, limit_meaning(limit));
  }
}

static Err run_in(Vm *vm, Solver *solver, const Budget *budget, const Witness *w, const Onlooker *o,
                  WitnessRun *ret) {
  State *s;
  TRY(vm_start(vm, &s));
  Model *model = witness_model(w);
  context_unref(s->context);
  s->context = context_new_guess(solver, model);
  model_unref(model);
  run_on(*budget, vm, s, o);
  *ret = (WitnessRun){s->ending->stop, s->cost, s->depends_on_uninit};
  if (o->decisions) path_list(s->path, o->decisions);
  state_free(vm, s);
  return OK;
}

Err witness_run_plain(const Search *h, const Budget *budget, u64 size, const Witness *w,
                      WitnessRun *ret) {
  VmConfig config = h->config.vm;
  TestCase test = {0};
  vec_append(&test.inputs, w->inputs.at, w->inputs.n);
  config.size = size;
  config.test = &test;
  Vm *vm = vm_new(h->config.module, h->config.solver, &config);
  Err err = run_in(vm, h->config.solver, budget, w, &(Onlooker){0}, ret);
  vm_free(vm);
  vec_free(&test.inputs);
  return err;
}

static Err run(const Search *h, const Budget *budget, u64 size, const Witness *w, const Onlooker *o,
               WitnessRun *ret) {
  VmConfig config = h->config.vm;
  config.size = size;
  Vm *vm = vm_new(h->config.module, h->config.solver, &config);
  Err err = run_in(vm, h->config.solver, budget, w, o, ret);
  vm_free(vm);
  return err;
}

Err witness_run_in(Vm *vm, Solver *solver, const Budget *budget, const Witness *w, WitnessRun *ret,
                   DecisionVec *ret_decisions) {
  return run_in(vm, solver, budget, w, &(Onlooker){.decisions = ret_decisions}, ret);
}

Err witness_run_within(const Search *h, const Budget *budget, u64 size, const Witness *w,
                       WitnessRun *ret, DecisionVec *ret_decisions) {
  return run(h, budget, size, w, &(Onlooker){.decisions = ret_decisions}, ret);
}

Err witness_run(const Search *h, u64 size, const Witness *w, WitnessRun *ret,
                DecisionVec *ret_decisions) {
  return witness_run_within(h, &h->config.budget, size, w, ret, ret_decisions);
}

Err witness_follow(const Search *h, u64 size, const Witness *w, WitnessVisit *visit, void *user,
                   WitnessRun *ret) {
  return run(h, &h->config.budget, size, w, &(Onlooker){.visit = visit, .user = user}, ret);
}
