/* mutation.c — specimens, their children, and runs of these. */
#include "engine/mutation.h"

#include "base/hash.h"
#include "base/text.h"
#include "report/ktest.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A run that takes longer is given up: most end after a tenth of it. */
enum { MOST_INSTRUCTIONS = 10000000, FUEL = 1 << 20 };
/* What is explored completely in this time needs no help; of short explorations a tenth. */
#define PATIENCE_NS (2 * NS_PER_S)
/* The newest specimens are chosen half of the time. */
enum { NEWEST = 8 };
/* So many changes at most, each half as likely as the one before. */
enum { MOST_CHANGES = 6 };

/* clang-format off */
static const Option options[] = {
    [MUTATION_SHARE] = {"mutate", OPTION_NUMBER, "PERCENT", "0", "part of the time for tests that are changed at random", .max = 90},
    [MUTATION_SEEDS] = {"seeds", OPTION_TEXT, "DIR", NULL, "begin with the tests (.ktest) in DIR"},
};
/* clang-format on */

const OptionGroup mutation_options = {"changing tests", options, ARRAY_LEN(options), NULL};

/* ---- changes ------------------------------------------------------------------------------------- */

static void change(Mutation *m, SpecimenInput *io) {
  m->used[mutate(&m->mutators, &m->specimens, io)] = true;
}

/* What a run asks for that no specimen has. */
static void invent(Mutation *m, SpecimenInput *io) {
  for (u32 i = 0; io->n_bytes && i < 3; i++) change(m, io);
}

static void feed(Mutation *m, bool found) {
  for (u32 i = 0; i < MUTATOR_COUNT; i++)
    if (m->used[i]) mutators_feed(&m->mutators, (Mutator)i, found);
}

/* ---- runs ---------------------------------------------------------------------------------------- */

static const u8 *give(void *user, u32 index, const char *name, u32 n_bytes) {
  Mutation *m = user;
  const SpecimenInput *known = NULL;
  const Specimen *p = m->parent;
  if (p && index < p->inputs.n && p->inputs.at[index].n_bytes == n_bytes)
    known = &p->inputs.at[index];
  if (!known || strcmp(known->name, name)) known = specimen_find(p, name, n_bytes);
  SpecimenInput *in = specimen_add(&m->child, name, known ? known->bytes : NULL, n_bytes);
  if (!known) invent(m, in);
  map_put(&m->asked, hash_bytes(name, strlen(name)), 1);
  return in->bytes;
}

/* What a test has of the inputs that the run asked for, and of what was no symbol but belongs to a test. */
static TestCase test_of(const Specimen *child, const State *s) {
  TestCase t = {0};
  vec_resize(&t.inputs, s->inputs ? s->inputs->index + 1 : 0);
  for (const Made *m = s->inputs; m; m = m->parent) {
    const SpecimenInput *in = m->known ? NULL : specimen_find(child, m->name, m->n_bytes);
    assert(m->known || in);
    t.inputs.at[m->index] = (TestInput){m->name, m->n_bytes, m->known ? m->known : in->bytes};
  }
  return t;
}

static bool is_over(const Mutation *m) {
  return !clock_left(m->deadline_ns) || (m->interrupted && *m->interrupted);
}

static void follow(Mutation *m, State *s) {
  while (state_is_live(s)) {
    if (vm_run(m->vm, s, FUEL) == EVENT_CHOICE) choice_skim(m->vm, s);
    bool is_long = s->cost.n[COST_INSTRUCTIONS] >= MOST_INSTRUCTIONS;
    if (state_is_live(s) && (is_long || is_over(m))) {
      s->choice = (Choice){0};
      state_stop(s, STOP_BUDGET, "a run that was changed takes too long");
    }
  }
}

static void tell(Mutation *m, State *s) {
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

/* An input that breaks an assumption is none; an error is told once for its place. */
static bool is_wanted(Mutation *m, const State *s) {
  StopClass class = stop_infos[s->ending->stop].class;
  bool is_first = false;
  u64 place = s->top ? hash_pair((uintptr_t)s->top->fn, s->top->pc) : 0;
  if (class == STOP_BUG) map_at(&m->wrong, hash_pair(place, s->ending->stop), &is_first);
  if (class == STOP_BUG) return is_first || s->owes_test;
  return s->owes_test && (class == STOP_NORMAL || s->ending->stop == STOP_BUDGET);
}

static Err run(Mutation *m, const Specimen *parent) {
  State *s = NULL;
  m->parent = parent;
  m->child = (Specimen){0};
  TRY(vm_start(m->vm, &s));
  follow(m, s);
  m->n_runs++;
  m->n_instructions += s->cost.n[COST_INSTRUCTIONS];
  bool is_told = is_wanted(m, s), is_new = is_told && s->owes_test;
  if (is_told) tell(m, s);
  feed(m, is_new);
  state_free(m->vm, s);
  if (is_new) {
    m->n_found++;
    vec_push(&m->specimens, m->child);
  } else {
    specimen_done(&m->child);
  }
  return OK;
}

/* ---- choosing ------------------------------------------------------------------------------------ */

static const Specimen *choose(Mutation *m) {
  u32 n = m->specimens.n;
  if (!n || rng_chance(&m->mutators.rng, 64)) return NULL;
  if (rng_chance(&m->mutators.rng, 2))
    return &m->specimens.at[n - 1 - rng_below(&m->mutators.rng, MIN(n, NEWEST))];
  return &m->specimens.at[rng_below(&m->mutators.rng, n)];
}

/* Tests also have inputs that nobody can choose. */
static SpecimenInput *choose_input(Mutation *m, Specimen *s) {
  for (u32 i = 0; s->inputs.n && i < 8; i++) {
    SpecimenInput *in = &s->inputs.at[rng_below(&m->mutators.rng, s->inputs.n)];
    if (in->n_bytes && map_find(&m->asked, hash_bytes(in->name, strlen(in->name)))) return in;
  }
  return NULL;
}

static Specimen breed(Mutation *m, const Specimen *of) {
  Specimen s = {0};
  memset(m->used, false, sizeof m->used);
  for (u32 i = 0; of && i < of->inputs.n; i++) {
    const SpecimenInput *in = &of->inputs.at[i];
    specimen_add(&s, in->name, in->bytes, in->n_bytes);
  }
  for (u32 i = 0; i < MOST_CHANGES; i++) {
    SpecimenInput *in = choose_input(m, &s);
    if (in) change(m, in);
    if (rng_chance(&m->mutators.rng, 2)) break;
  }
  return s;
}

/* ---- public -------------------------------------------------------------------------------------- */

void mutation_init(Mutation *m, const MutationPlan *plan, const Module *module, Solver *solver) {
  assert(plan->vm.cover && plan->share < 1);
  *m = (Mutation){.cover = plan->vm.cover,
                  .solver = solver,
                  .observer = plan->observer,
                  .deadline_ns = plan->budget.deadline_ns,
                  .interrupted = plan->budget.interrupted,
                  .share = plan->share,
                  .mutators = mutators_new(module, plan->seed),
                  .last_ns =
                      clock_after(MIN(PATIENCE_NS, clock_left(plan->budget.deadline_ns) / 10))};
  VmConfig c = plan->vm;
  c.size = plan->size;
  c.test = &m->empty;
  c.give = give;
  c.give_user = m;
  c.output = NULL;
  c.told = NULL;
  m->vm = vm_new(module, solver, &c);
}

void mutation_done(Mutation *m) {
  for (u32 i = 0; i < m->specimens.n; i++) specimen_done(&m->specimens.at[i]);
  vec_free(&m->specimens);
  mutators_done(&m->mutators);
  map_done(&m->wrong);
  map_done(&m->asked);
  m->vm = vm_free(m->vm);
}

void mutation_add_test(Mutation *m, const TestCase *test) {
  vec_push(&m->specimens, specimen_of(test));
}

static Err run_seed(Mutation *m, const char *path) {
  cleanup(ktest_free) Ktest k = {0};
  Specimen s = {0};
  memset(m->used, false, sizeof m->used);
  TRY(ktest_read(path, &k));
  for (u32 i = 0; i < k.objects.n; i++)
    specimen_add(&s, k.objects.at[i].name, k.objects.at[i].bytes, k.objects.at[i].n_bytes);
  Err err = run(m, &s);
  specimen_done(&s);
  return err;
}

static int is_test_file(const struct dirent *d) {
  const char *dot = strrchr(d->d_name, '.');
  return dot && !strcmp(dot, ".ktest");
}

Err mutation_run_seeds(Mutation *m, const char *folder) {
  struct dirent **files = NULL;
  int n = scandir(folder, &files, is_test_file, alphasort);
  Err err = n < 0 ? err_set(ERR_FILE, "cannot read '%s': %s", folder, strerror(errno)) : OK;
  for (int i = 0; i < n; i++) {
    cleanup(text_free) Text path = {0};
    text_addf(&path, "%s/%s", folder, files[i]->d_name);
    if (err == OK && !is_over(m)) err = run_seed(m, text_c(&path));
    free(files[i]);
  }
  free(files);
  return err;
}

Err mutation_try(Mutation *m) {
  Specimen s = breed(m, choose(m));
  Err err = run(m, &s);
  specimen_done(&s);
  return err;
}

Err mutation_go_on(Mutation *m) {
  u64 now = clock_ns();
  if (now < m->last_ns) return OK;
  m->owed_ns += (u64)((double)(now - m->last_ns) * m->share / (1 - m->share));
  while (clock_ns() - now < m->owed_ns && !is_over(m)) TRY(mutation_try(m));
  m->last_ns = clock_ns();
  m->owed_ns -= MIN(m->owed_ns, m->last_ns - now);
  return OK;
}
