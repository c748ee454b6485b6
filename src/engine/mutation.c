/* mutation.c — specimens, their children, and runs of these. */
#include "engine/mutation.h"

#include "base/hash.h"
#include "base/os.h"
#include "base/text.h"
#include "expr/input.h"
#include "native/native_world.h"

#include <string.h>

/* A run that takes longer is given up: most end after a tenth of it. */
enum { MOST_INSTRUCTIONS = 10000000, FUEL = 1 << 20 };
/* What is explored completely in this time needs no help; of short explorations a tenth. */
#define PATIENCE_NS (2 * NS_PER_S)
/* What an exploration and a run take, in nanoseconds: rough means over coreutils, grep and gawk.  So work is about time. */
enum { CHOICE_NS = 35000, STEP_NS = 15, QUESTION_NS = 20000000 };
enum { RUN_NS = 60000, CONCRETE_NS = 10 };
/* The exploration is looked at after so many choices. */
enum { CHOICES_PER_LOOK = 64 };
/* The newest specimens are chosen half of the time. */
enum { NEWEST = 8 };
/* So many changes at most, each half as likely as the one before. */
enum { MOST_CHANGES = 6 };

/* clang-format off */
static const Option options[] = {
    [MUTATION_SHARE] = {"mutate", OPTION_NUMBER, "PERCENT", "0", "part of the work for tests that are changed at random", .max = 90},
    [MUTATION_SEEDS] = {"seeds", OPTION_TEXT, "DIR", NULL, "begin with the tests (.ktest) or a fuzzer's corpus in DIR"},
    [MUTATION_DICTIONARY] = {"x", OPTION_TEXT, "FILE", NULL, "words to put into tests: a dictionary of AFL or libFuzzer"},
};

static const Option settings[] = {
    [MUTATION_NO_LEADS] = {"no-leads", OPTION_FLAG, .help = "do not explore what lies beside the paths of changed tests"},
};
/* clang-format on */

const OptionGroup mutation_options = {"changing tests", options, ARRAY_LEN(options), NULL};
const OptionGroup mutation_settings = {"--mutate", settings, ARRAY_LEN(settings), NULL, "mutate"};

/* ---- changes ------------------------------------------------------------------------------------- */

static void change(Mutation *m, NamedBytes *io) {
  m->used[mutate(&m->mutators, &m->specimens, io)] = true;
}

/* What a run asks for that no specimen has. */
static void invent(Mutation *m, NamedBytes *io) {
  for (u32 i = 0; io->n_bytes && i < 3; i++) change(m, io);
}

static void feed(Mutation *m, bool found) {
  for (u32 i = 0; i < MUTATOR_COUNT; i++)
    if (m->used[i]) mutators_feed(&m->mutators, (Mutator)i, found);
}

/* ---- runs ---------------------------------------------------------------------------------------- */

/* Half of the time as another test has it; inputs with the same size are often of the same kind. */
static const NamedBytes *donated(Mutation *m, u32 n_bytes) {
  if (!m->donor) return NULL;
  const NamedBytesVec *s = &m->specimens.at[m->donor - 1];
  for (u32 i = 0; s->n && i < 4; i++) {
    const NamedBytes *in = &s->at[rng_below(&m->mutators.rng, s->n)];
    if (in->n_bytes == n_bytes) return in;
  }
  return NULL;
}

/* As long as the parent has it: in another shape of the outside the same input has another size. */
static const NamedBytes *resized(Mutation *m, const NamedBytesVec *p, const char *name,
                                 u32 n_bytes) {
  for (u32 i = 0; p && i < p->n; i++) {
    const NamedBytes *in = &p->at[i];
    if (strcmp(in->name, name)) continue;
    NamedBytes *to = named_bytes_add(&m->resized, name, NULL, n_bytes);
    if (n_bytes) memcpy(to->bytes, in->bytes, MIN(n_bytes, in->n_bytes));
    m->use.is_cut |= n_bytes < in->n_bytes;
    m->use.is_filled |= n_bytes > in->n_bytes;
    return to;
  }
  return NULL;
}

/* Bytes that have no name are all that a stream has; inputs of the program's own get them one after the other. */
static const NamedBytes *raw(Mutation *m, const NamedBytesVec *p, const char *name, u32 n_bytes) {
  const NamedBytes *in = p && p->n == 1 && !*p->at[0].name ? &p->at[0] : NULL;
  bool is_stream = native_world_is_stream(name);
  if (!in || (!is_stream && native_world_is_outside(name))) return NULL;
  u32 from = is_stream ? 0 : m->use.raw_at, n = MIN(n_bytes, in->n_bytes - from);
  if (!is_stream && !n && n_bytes && m->use.n_given) return NULL; /* all is given */
  NamedBytes *to = named_bytes_add(&m->resized, name, NULL, n_bytes);
  memcpy(to->bytes, in->bytes + from, n);
  m->use.raw_at = from + n;
  m->use.is_cut = from + n < in->n_bytes;
  m->use.is_filled |= n < n_bytes;
  return to;
}

/* What the parent has for an input. */
static const NamedBytes *inherited(Mutation *m, u32 index, const char *name, u32 n_bytes) {
  const NamedBytesVec *p = m->parent;
  const NamedBytes *known = NULL;
  if (p && index < p->n && p->at[index].n_bytes == n_bytes) known = &p->at[index];
  if (!known || strcmp(known->name, name)) known = specimen_find(p, name, n_bytes);
  if (!known) known = resized(m, p, name, n_bytes);
  if (!known) known = raw(m, p, name, n_bytes);
  m->use.n_given += known != NULL;
  return known;
}

static const u8 *give(void *user, u32 index, const char *name, u32 n_bytes) {
  Mutation *m = user;
  const NamedBytes *known = inherited(m, index, name, n_bytes);
  if (!known) known = donated(m, n_bytes);
  NamedBytes *in = named_bytes_add(&m->child, name, known ? known->bytes : NULL, n_bytes);
  if (!known) invent(m, in);
  map_put(&m->asked, hash_bytes(name, strlen(name)), 1);
  return in->bytes;
}

/* What a test has of the inputs that the run asked for, and of what was no symbol but belongs to a test. */
static TestCase test_of(const NamedBytesVec *child, const State *s) {
  TestCase t = {0};
  vec_resize(&t.inputs, s->inputs ? s->inputs->index + 1 : 0);
  for (const Made *m = s->inputs; m; m = m->parent) {
    const NamedBytes *in = m->known ? NULL : specimen_find(child, m->name, m->n_bytes);
    assert(m->known || in);
    t.inputs.at[m->index] = (NamedBytes){m->name, m->known ? m->known : in->bytes, m->n_bytes};
  }
  return t;
}

static bool is_over(const Mutation *m) {
  return !clock_left(m->deadline_ns) || (m->interrupted && *m->interrupted);
}

static void follow(Mutation *m, State *s) {
  while (state_is_live(s)) {
    if (vm_run(m->vm, s, FUEL) == EVENT_CHOICE) choice_follow_model(m->vm, s);
    bool is_long = s->cost.n[COST_INSTRUCTIONS] >= MOST_INSTRUCTIONS;
    if (state_is_live(s) && (is_long || is_over(m))) {
      s->choice = (Choice){0};
      state_stop(s, STOP_BUDGET, "a run that was changed takes too long");
    }
  }
}

static void report(Mutation *m, State *s) {
  TestCase test = test_of(&m->child, s);
  Stop stop = s->ending->stop;
  m->stats.n_paths++;
  m->stats.n_ended[stop]++;
  m->observer.path_ended(m->observer.user,
                         &(PathEnd){.stop = stop,
                                    .vm = m->vm,
                                    .text = s->ending->said ? s->ending->said : s->ending->text,
                                    .state = s,
                                    .path = s->path,
                                    .cost = &s->cost,
                                    .n_instructions = s->cost.n[COST_INSTRUCTIONS],
                                    .test = &test});
  vec_free(&test.inputs);
}

/* Inputs that break an assumption do not count; an error is reported once for its place. */
static bool is_wanted(Mutation *m, const State *s) {
  StopClass class = stop_infos[s->ending->stop].class;
  bool is_first = false;
  u64 place = s->top ? hash_pair((uintptr_t)s->top->fn, s->top->pc) : 0;
  if (class == STOP_BUG) map_at(&m->wrong, hash_pair(place, s->ending->stop), &is_first);
  if (class == STOP_BUG) return is_first || s->has_pending_test;
  return s->has_pending_test && (class == STOP_NORMAL || s->ending->stop == STOP_BUDGET);
}

/* The bytes that the run was given, as the inputs of the exploration. */
static Model *model_of(const NamedBytesVec *child) {
  Model *model = model_new();
  for (u32 i = 0; i < child->n; i++) {
    const NamedBytes *in = &child->at[i];
    if (!in->n_bytes) continue;
    u32 cell = input_info(input_bytes(in->name, in->n_bytes))->first_cell;
    for (u32 k = 0; k < in->n_bytes; k++) model_set_byte(model, cell + k, in->bytes[k]);
  }
  return model;
}

static Err run(Mutation *m, const NamedBytesVec *parent) {
  State *s = NULL;
  m->parent = parent;
  m->child = (NamedBytesVec){0};
  m->use = (SeedUse){0};
  TRY(vm_start(m->vm, &s));
  follow(m, s);
  m->n_runs++;
  m->n_instructions += s->cost.n[COST_INSTRUCTIONS];
  bool is_reported = is_wanted(m, s), is_new = is_reported && s->has_pending_test;
  if (is_reported) report(m, s);
  feed(m, is_new);
  m->use.stop = s->ending->stop;
  state_free(m->vm, s);
  named_bytes_free(&m->resized);
  m->resized = (NamedBytesVec){0};
  if (is_new) {
    m->n_found++;
    if (m->leads) vec_push(&m->found, model_of(&m->child));
    vec_push(&m->specimens, m->child);
  } else {
    named_bytes_free(&m->child);
  }
  return OK;
}

/* ---- choosing ------------------------------------------------------------------------------------ */

static const NamedBytesVec *choose(Mutation *m) {
  u32 n = m->specimens.n;
  if (!n || rng_chance(&m->mutators.rng, 64)) return NULL;
  if (rng_chance(&m->mutators.rng, 2))
    return &m->specimens.at[n - 1 - rng_below(&m->mutators.rng, MIN(n, NEWEST))];
  return &m->specimens.at[rng_below(&m->mutators.rng, n)];
}

/* Tests also have inputs that nobody can choose. */
static NamedBytes *choose_input(Mutation *m, NamedBytesVec *s) {
  for (u32 i = 0; s->n && i < 8; i++) {
    NamedBytes *in = &s->at[rng_below(&m->mutators.rng, s->n)];
    if (in->n_bytes && map_find(&m->asked, hash_bytes(in->name, strlen(in->name)))) return in;
  }
  return NULL;
}

static NamedBytesVec breed(Mutation *m, const NamedBytesVec *of) {
  NamedBytesVec s = {0};
  memset(m->used, false, sizeof m->used);
  u32 n = m->specimens.n;
  m->donor = n && rng_chance(&m->mutators.rng, 2) ? 1 + (u32)rng_below(&m->mutators.rng, n) : 0;
  if (of) named_bytes_add_all(&s, of);
  for (u32 i = 0; i < MOST_CHANGES; i++) {
    NamedBytes *in = choose_input(m, &s);
    if (in) change(m, in);
    if (rng_chance(&m->mutators.rng, 2)) break;
  }
  return s;
}

/* ---- public -------------------------------------------------------------------------------------- */

/* Some time of the whole has passed already: it is rounded, so that it is always the same. */
static u64 patience(u64 deadline_ns) {
  u64 left_ns = clock_left(deadline_ns);
  if (left_ns / 10 >= PATIENCE_NS) return PATIENCE_NS;
  return (left_ns / NS_PER_S + 1) * (NS_PER_S / 10);
}

void mutation_init(Mutation *m, const MutationPlan *plan, const Module *module, Solver *solver) {
  assert(plan->vm.cover && plan->share < 1);
  *m = (Mutation){.cover = plan->vm.cover,
                  .solver = solver,
                  .observer = plan->observer,
                  .deadline_ns = plan->budget.deadline_ns,
                  .interrupted = plan->budget.interrupted,
                  .share = plan->share,
                  .leads = plan->leads,
                  .patience = patience(plan->budget.deadline_ns),
                  .mutators = mutators_new(module, plan->words, plan->seed)};
  VmConfig c = plan->vm;
  c.size = plan->size;
  c.test = &m->empty;
  c.input_source = give;
  c.input_source_user = m;
  c.output = NULL;
  c.warn = NULL;
  m->vm = vm_new(module, solver, &c);
}

void mutation_done(Mutation *m) {
  for (u32 i = 0; i < m->specimens.n; i++) named_bytes_free(&m->specimens.at[i]);
  vec_free(&m->specimens);
  for (u32 i = 0; i < m->found.n; i++) model_unref(m->found.at[i]);
  vec_free(&m->found);
  mutators_done(&m->mutators);
  map_done(&m->wrong);
  map_done(&m->asked);
  m->vm = vm_free(m->vm);
}

void mutation_move(Mutation *m, const ExploreConfig *to) {
  m->observer = to->observer;
  m->interrupted = to->budget.interrupted;
  m->mutators.rng = (Rng){to->seed};
  m->stats = (ExploreStats){0};
}

void mutation_add_test(Mutation *m, const TestCase *test) {
  NamedBytesVec s = {0};
  named_bytes_add_all(&s, &test->inputs);
  vec_push(&m->specimens, s);
}

static void note_seed(const Mutation *m, const SeedTest *seed, ReportSeeds *io) {
  const SeedUse *use = &m->use;
  if (use->stop == STOP_ASSUME) return seed_refuse(io, seed->file, "breaks an assumption");
  if (!use->n_given) return seed_refuse(io, seed->file, "the program asks for none of its inputs");
  io->n_used++;
  io->n_cut += use->is_cut;
  io->n_filled += use->is_filled && !use->is_cut;
}

Err mutation_run_seeds(Mutation *m, SeedFolder *io) {
  for (u32 i = 0; i < io->seeds.n; i++) {
    const SeedTest *seed = &io->seeds.at[i];
    if (is_over(m)) {
      seed_refuse(&io->report, seed->file, "the time was over");
      continue;
    }
    memset(m->used, false, sizeof m->used);
    m->donor = 0;
    TRY(run(m, &seed->inputs));
    note_seed(m, seed, &io->report);
  }
  return OK;
}

Err mutation_try(Mutation *m) {
  NamedBytesVec s = breed(m, choose(m));
  Err err = run(m, &s);
  named_bytes_free(&s);
  return err;
}

static double work_of_runs(const Mutation *m) {
  return (double)m->n_runs * RUN_NS + (double)m->n_instructions * CONCRETE_NS;
}

Err mutation_go_on(Mutation *m, const ExploreStats *run) {
  if (run->n_choices < m->n_choices) m->n_choices = m->seen = 0; /* it began anew */
  if (run->n_choices - m->n_choices < CHOICES_PER_LOOK) return OK;
  /* Questions that only circuits could answer take by far the longest. */
  u64 n_slow = solver_n_slow(m->solver);
  u64 work = run->n_choices * CHOICE_NS + run->n_instructions * STEP_NS + n_slow * QUESTION_NS;
  m->n_choices = run->n_choices;
  if (work < m->patience) return OK;
  m->patience = 0;
  m->pending_work += (double)(work - MIN(m->seen, work)) * m->share / (1 - m->share);
  m->seen = work;
  double before = work_of_runs(m);
  while (work_of_runs(m) - before < m->pending_work && !is_over(m)) TRY(mutation_try(m));
  m->pending_work -= work_of_runs(m) - before;
  return OK;
}

/* The newest first: it has come farthest. */
Model *mutation_seed(void *user) {
  Mutation *m = user;
  return m->found.n ? vec_pop(&m->found) : NULL;
}
