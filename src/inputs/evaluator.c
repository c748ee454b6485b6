/* evaluator.c — runs the program on a genome.
 *
 * With a CALL, its shapes say what each input is.  A program with a main of its own is run once on
 * zeros to see which inputs it asks for; an array of unknown type is then read in one of a few
 * ways.  Mostly the machine is concrete and asks for the bytes of each input.  If conditions on
 * symbols are counted, the genome is a model that the machine follows instead.
 */
#include "inputs/evaluator.h"

#include "call/call.h"
#include "expr/input.h"
#include "search/time_parts.h"
#include "search/witness_run.h"

/* Instructions between two looks at the clock. */
enum { FUEL = SIZED(1 << 18, 1000) };
/* Inputs that a program makes one by one: more are zeros.  So are larger ones, as all that is done with an input takes as
 * long as it is large: 64 MB took 45 s for a limit of 2 s. */
enum { MAX_SLOTS = 4096, MAX_PLAN_BYTES = 1 << 22 };

/* ---- the plan ------------------------------------------------------------------------------------ */

/* Numbers of unknown type: one alone is a number of its width, many are read in one of these ways. */
static Gene gene_unknown(u32 n_bytes, u32 reading) {
  assert(reading < N_READINGS);
  static const struct {
    GeneKind kind;
    u32 width;
  } readings[N_READINGS] = {{GENE_NUMBER, 4}, {GENE_TEXT, 1}, {GENE_NUMBER, 8}, {GENE_FLOAT, 8}};
  u32 width = readings[reading].width;
  bool is_one = n_bytes == 1 || n_bytes == 2 || n_bytes == 4 || n_bytes == 8;
  if (is_one) return gene_new(GENE_NUMBER, true, n_bytes, 1);
  if (n_bytes % width) return gene_new(GENE_TEXT, false, 1, n_bytes);
  return gene_new(readings[reading].kind, width > 1, width, n_bytes / width);
}

/* Structs are read as words, or as bytes if they have an odd length. */
static Gene gene_of_shape(const Shape *s) {
  u32 width = s->element_bytes, group = 1;
  bool is_number = s->kind != SHAPE_BYTES || s->is_float;
  if (!is_number) {
    width = s->element_bytes % 4 == 0 ? 4 : 1;
    group = s->element_bytes / width;
  }
  bool is_text = s->kind == SHAPE_CHAR || (is_number && width == 1 && !s->is_float);
  GeneKind kind = s->is_float ? GENE_FLOAT : is_text ? GENE_TEXT : GENE_NUMBER;
  bool is_signed = s->kind == SHAPE_SIGNED || (is_text && s->has_range && s->low < 0);
  u64 n = s->element_bytes ? shape_bytes(s) / width : 0;
  Gene g = gene_new(kind, is_signed || s->kind == SHAPE_BYTES, width, (u32)n);
  g.group = group;
  g.row = s->n_sizes > 1 ? (u32)s->sizes[s->n_sizes - 1] : (u32)(n / MAX(group, 1u));
  g.no_zero = s->is_string;
  if (s->letters) {
    g.letters = s->letters->at;
    g.n_letters = s->letters->n;
  }
  if (s->has_range) {
    g.low = MAX(g.low, s->low);
    g.high = MIN(g.high, s->high);
  }
  return g;
}

/* What neither a float nor a number of C is: long double, __int128, bool. */
static bool is_plain(const Shape *s) {
  bool is_width = s->element_bytes == 1 || s->element_bytes == 2 || s->element_bytes == 4 ||
                  s->element_bytes == 8;
  return s->kind == SHAPE_BYTES ? !s->is_float || is_width : is_width;
}

static Err plan_of_call(Evaluator *j, const UserCall *call) {
  cleanup(shapes_done) Shapes shapes = {0};
  TRY(call_shapes(call, j->size_search->search->config.module, j->size_search->size, &shapes));
  for (u32 i = 0; i < shapes.all.n; i++) {
    Shape *s = &shapes.all.at[i];
    if (!is_plain(s)) s->is_float = false, s->kind = SHAPE_BYTES;
    vec_push(&j->slots, ((InputSlot){text_dup(s->name), (u32)shape_bytes(s)}));
    plan_add(&j->plan, gene_of_shape(s));
  }
  return OK;
}

/* Files and arguments are letters, however long they are. */
static bool is_text(const Evaluator *j, const char *name) {
  const SearchConfig *c = &j->size_search->search->config;
  return c->is_text && c->is_text(name);
}

static void add_slot(Evaluator *j, const char *name, u32 n_bytes) {
  assert(j->slots.n < MAX_SLOTS && j->slots.n == j->plan.genes.n);
  vec_push(&j->slots, ((InputSlot){text_dup(name), n_bytes}));
  plan_add(&j->plan, is_text(j, name) ? gene_new(GENE_TEXT, false, 1, n_bytes)
                                      : gene_unknown(n_bytes, j->reading));
}

/* ---- what the machine asks for ------------------------------------------------------------------- */

static const u8 *zeros(Evaluator *j, u32 n) {
  if (n > j->n_nothing) {
    j->nothing = mem_resize(j->nothing, n);
    memset(j->nothing, 0, n);
    j->n_nothing = n;
  }
  return j->nothing;
}

/* Inputs that the genome has not are zeros, and the plan knows them from now on. */
static const u8 *give(void *user, u32 index, const char *name, u32 n_bytes) {
  Evaluator *j = user;
  bool may_grow = index == j->slots.n && index < MAX_SLOTS &&
                  !j->size_search->search->config.call &&
                  n_bytes < MAX_PLAN_BYTES - j->plan.n_bytes;
  if (may_grow && j->is_quiet) j->is_wanted = true;
  if (may_grow && !j->is_quiet) add_slot(j, name, n_bytes);
  const Gene *g = index < j->slots.n ? &j->plan.genes.at[index] : NULL;
  bool has_it = g && j->slots.at[index].n_bytes == n_bytes && g->at + n_bytes <= j->n_bytes;
  const u8 *bytes = has_it ? j->genome + g->at : zeros(j, MAX(n_bytes, 1u));
  if (j->record)
    vec_push(&j->record->inputs, ((NamedBytes){.name = text_dup(name),
                                               .bytes = mem_dup(bytes, MAX(n_bytes, 1u)),
                                               .n_bytes = n_bytes}));
  return bytes;
}

static Vm *machine(Evaluator *j, bool is_concrete) {
  const SearchConfig *h = &j->size_search->search->config;
  VmConfig c = h->vm;
  c.size = j->size_search->size;
  c.output = NULL;
  if (is_concrete) {
    c.test = &j->empty;
    c.input_source = give;
    c.input_source_user = j;
    c.hits = j->hits;
  }
  return vm_new(h->module, h->solver, &c);
}

/* ---- runs ---------------------------------------------------------------------------------------- */

static bool is_over(const Evaluator *j) {
  const volatile sig_atomic_t *interrupted = j->size_search->budget.interrupted;
  return !clock_left(j->deadline_ns) || (!j->is_final && interrupted && *interrupted);
}

static void follow(Evaluator *j, Vm *vm, State *s) {
  while (state_is_live(s)) {
    u64 n = s->cost.n[COST_INSTRUCTIONS], left = j->max_instructions - MIN(n, j->max_instructions);
    Event e = vm_run(vm, s, MIN(FUEL, MAX(left, 1u)));
    if (e == EVENT_CHOICE) choice_follow_model(vm, s);
    bool is_long = s->cost.n[COST_INSTRUCTIONS] >= j->max_instructions;
    if (state_is_live(s) && (is_long || is_over(j))) state_stop(s, STOP_BUDGET, "");
  }
}

/* With symbols: the genome as a model. */
static Model *model_of(const Evaluator *j) {
  Model *m = model_new();
  for (u32 i = 0; i < j->slots.n; i++) {
    const Gene *g = &j->plan.genes.at[i];
    const InputSlot *slot = &j->slots.at[i];
    if (!slot->n_bytes || g->at + slot->n_bytes > j->n_bytes) continue;
    u32 first = input_info(input_bytes(slot->name, slot->n_bytes))->first_cell;
    for (u32 k = 0; k < slot->n_bytes; k++) model_set_byte(m, first + k, j->genome[g->at + k]);
  }
  return m;
}

/* Terms of runs that are over. */
static void sweep(Evaluator *j) {
  enum { MANY = SIZED(1 << 21, 1 << 10) };
  if (!j->next_sweep) j->next_sweep = expr_count() + MANY;
  if (expr_count() < j->next_sweep) return;
  expr_sweep();
  j->next_sweep = expr_count() + MANY;
}

/* An input that shows an error, or may have no end, is reported as a path of a search is. */
static void emit_end(Evaluator *j, const Vm *vm, State *s) {
  const SearchObserver *o = &j->size_search->search->config.observer;
  Stop stop = s->ending->stop;
  u64 n = s->cost.n[COST_INSTRUCTIONS];
  if (!o->path_ended || (stop_infos[stop].class != STOP_BUG && !path_is_long(stop, n))) return;
  j->is_wanted = true;
  if (j->is_quiet) return;
  TestCase test = {0};
  for (u32 i = 0; i < j->slots.n; i++) {
    const InputSlot *slot = &j->slots.at[i];
    u32 at = j->plan.genes.at[i].at;
    const u8 *bytes =
        at + slot->n_bytes <= j->n_bytes ? j->genome + at : zeros(j, MAX(slot->n_bytes, 1u));
    vec_push(&test.inputs,
             ((NamedBytes){slot->name, mem_dup(bytes, MAX(slot->n_bytes, 1u)), slot->n_bytes}));
  }
  o->path_ended(o->user, j->size_search,
                &(PathEnd){.stop = stop,
                           .text = s->ending->said ? s->ending->said : s->ending->text,
                           .state = s,
                           .path = s->path,
                           .cost = &s->cost,
                           .n_instructions = n,
                           .test = &test,
                           .vm = vm});
  testcase_done(&test);
}

static Err run_in(Evaluator *j, Vm *vm, bool is_concrete, Evaluation *ret) {
  State *s;
  u64 begin = clock_ns();
  TRY(vm_start(vm, &s));
  if (!is_concrete) {
    Model *model = model_of(j);
    context_unref(s->context);
    s->context = context_new_guess(j->size_search->search->config.solver, model);
    model_unref(model);
  }
  follow(j, vm, s);
  assert(!state_is_live(s));
  emit_end(j, vm, s);
  *ret = (Evaluation){s->ending->stop, s->cost.n[j->size_search->search->config.cost], s->cost};
  state_free(vm, s);
  if (!is_concrete) sweep(j);
  j->n_runs++;
  j->n_late += ret->stop == STOP_BUDGET;
  j->ns += clock_ns() - begin;
  return OK;
}

static bool counts_symbols(const Evaluator *j) {
  return j->size_search->search->config.cost == COST_BRANCHES;
}

/* Once more without symbols: only such runs count hits. */
static Err run_meter(Evaluator *j) {
  Evaluation ignored;
  if (!j->meter) j->meter = machine(j, true);
  Err err = run_in(j, j->meter, true, &ignored);
  j->n_runs--;
  return err;
}

Err evaluator_run(Evaluator *j, const u8 *genome, u32 n_bytes, Evaluation *ret) {
  assert(n_bytes <= j->plan.n_bytes && j->slots.n == j->plan.genes.n);
  j->genome = genome;
  j->n_bytes = n_bytes;
  if (j->hits) edges_clear(j->hits);
  if (!j->vm) j->vm = machine(j, !counts_symbols(j));
  TRY(run_in(j, j->vm, !counts_symbols(j), ret));
  return j->hits && counts_symbols(j) && ret->stop == STOP_EXIT ? run_meter(j) : OK;
}

void evaluator_count_hits(Evaluator *j) {
  if (j->hits) return;
  evaluator_rest(j);
  j->hits = edges_new(j->size_search->search->config.module);
}

/* A concrete run of its own, as only such a run asks for its inputs; hits are those of the last other. */
static Err run_concrete(Evaluator *j, const u8 *genome, u32 n_bytes, Witness *record) {
  Evaluation ignored;
  EdgeTable *hits = TAKE(j->hits);
  Vm *vm = machine(j, true);
  j->hits = hits;
  j->genome = genome;
  j->n_bytes = n_bytes;
  assert(!j->record);
  j->record = record;
  Err err = run_in(j, vm, true, &ignored);
  j->record = NULL;
  vm_free(vm);
  return err;
}

Err evaluator_witness(Evaluator *j, const u8 *genome, u32 n_bytes, Witness *ret) {
  *ret = (Witness){0};
  return run_concrete(j, genome, n_bytes, ret);
}

u8 *evaluator_genome(const Evaluator *j, const Witness *w) {
  u8 *genome = mem_new(MAX(j->plan.n_bytes, 1u));
  for (u32 i = 0; i < j->slots.n && i < w->inputs.n; i++)
    if (w->inputs.at[i].n_bytes == j->slots.at[i].n_bytes)
      memcpy(genome + j->plan.genes.at[i].at, w->inputs.at[i].bytes, w->inputs.at[i].n_bytes);
  return genome;
}

/* ---- life ---------------------------------------------------------------------------------------- */

/* Zeros may be what the program never ends on: the inputs that it asked for until then are known. */
static Err ask_for_inputs(Evaluator *j, u64 deadline_ns) {
  j->deadline_ns = clock_part(deadline_ns, PART_ASKING_RUN);
  Err err = run_concrete(j, zeros(j, 1), 0, NULL);
  j->deadline_ns = deadline_ns;
  return err;
}

Err evaluator_open(SizeSearch *t, u32 reading, u64 deadline_ns, Evaluator *ret) {
  *ret = (Evaluator){.size_search = t,
                     .reading = reading,
                     .deadline_ns = deadline_ns,
                     .max_instructions = UINT64_MAX};
  const UserCall *call = t->search->config.call;
  if (call) return plan_of_call(ret, call);
  return ask_for_inputs(ret, deadline_ns);
}

bool evaluator_is_unsure(const Evaluator *j) {
  bool is_unsure = false;
  for (u32 i = 0; i < j->plan.genes.n && !j->size_search->search->config.call; i++)
    is_unsure |= j->plan.genes.at[i].n > 1 && !is_text(j, j->slots.at[i].name);
  return is_unsure;
}

bool evaluator_asks(const Evaluator *j) { return counts_symbols(j); }

void evaluator_rest(Evaluator *j) {
  j->vm = vm_free(j->vm);
  j->meter = vm_free(j->meter);
}

void evaluator_close(Evaluator *j) {
  for (u32 i = 0; i < j->slots.n; i++) mem_free(j->slots.at[i].name);
  vec_free(&j->slots);
  plan_done(&j->plan);
  mem_free(j->nothing);
  evaluator_rest(j);
  edges_free(j->hits);
  *j = (Evaluator){0};
}
