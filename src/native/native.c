/* native.c — puts probes into the program, runs it in the machine and natively, and compares the
 * counts.
 *
 * The probed bitcode is built at -O0, so that what it leaves undefined is not decided a second
 * time.  Library functions that are the same on both sides are part of it and compared as well.
 * Where the paths differ, the answer names functions that the program calls and that are different
 * on every system, such as time.  In the machine, the run also counts lines for the report.
 */
#include "native/native.h"

#include "base/clock.h"
#include "build/runtime.h"
#include "code/object/objects.h"
#include "native/replay.h"
#include "report/ktest.h"
#include "sandbox/tempdir.h"
#include "vm/memory/uninit.h"

#include <errno.h>
#include <nadir/replay.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Instructions in the machine between two looks at the clock. */
enum { FUEL = SIZED(1 << 20, 1000) };

struct NativeProgram {
  const Metric *metric;                     /* borrowed */
  VmConfig vm;                              /* parts borrowed */
  Solver *solver;                           /* borrowed */
  const volatile sig_atomic_t *interrupted; /* borrowed */
  Module *module;                           /* owned; probed */
  Text folder;                              /* owned; temporary, with the probed bitcode */
  Text bitcode;                             /* owned; its path */
  Recipe recipe;                            /* owned; of the probed bitcode */
  Replay replay;                            /* owned */
  char *not_built; /* owned; why there is no native program; NULL: there is one */
  Text
      calls; /* owned; functions that do as they like on every system: named when the paths differ */
  bool is_on_musl;     /* an executable of nadir cc: its outside is a real one */
  Text not_compared;   /* owned; functions that make decisions of their own, natively others */
  Text of_the_host;    /* owned; all of them, each ended by a zero */
  const char *foreign; /* borrowed; the measured function, if it is one of them; else NULL */
};

/* A run of either kind. */
typedef struct Counted {
  u64 trace, hash, cost;
} Counted;

/* What is run; each run within the time. */
typedef struct Checked {
  const char *test;       /* borrowed; its file */
  const TestCase *inputs; /* borrowed; what it has */
  u64 size, limit_ns;
} Checked;

/* ---- making -------------------------------------------------------------------------------------- */

/* Costs are those of the user's own functions.  What is compared, decision by decision, is also what
 * library functions do that both programs have: the host's qsort is another one than ours. */
static Err put_probes(const NativeConfig *c, Program *p) {
  Probe counts = c->metric->probe, lines = {.kind = PROBE_LINES, .is_skipped = c->is_skipped};
  Probe trace = {.kind = PROBE_TRACE};
  counts.is_skipped = c->is_skipped;
  TRY(program_probe(p, &counts));
  bool has_lines = program_probe(p, &lines) == OK;
  (void)has_lines; /* a file that only includes others has none, and is checked all the same */
  TRY(program_read_library(p, "the runtime of nadir", portable_bitcode, portable_bitcode_size));
  program_hide_library(p);
  return program_probe(p, &trace);
}

static Err make_bitcode(NativeProgram *n, Program *p) {
  TRY(tempdir_make(&n->folder));
  text_addf(&n->bitcode, "%s/probed.bc", text_c(&n->folder));
  return program_write(p, text_c(&n->bitcode));
}

/* The code is compiled as it is: what it leaves undefined is not to be decided a second time. */
static void make_recipe(NativeProgram *n, const Recipe *from) {
  n->recipe.folder = text_dup(from->folder);
  names_add(&n->recipe.files, text_c(&n->bitcode));
  for (u32 k = 0; k < from->flags.n; k++) names_add(&n->recipe.flags, from->flags.at[k]);
  names_add(&n->recipe.flags, "-O0");
  for (u32 k = 0; k < from->arguments.n; k++)
    names_add(&n->recipe.arguments, from->arguments.at[k]);
  for (u32 k = 0; k < from->outside.n; k++) names_add(&n->recipe.outside, from->outside.at[k]);
  n->recipe.has_size = true;
}

/* Code of `nadir cc` knows the structures of musl, whichever file brings it. */
static ReplayBuild build_of(const NativeConfig *c) {
  for (u32 i = 0; i < c->n_files; i++)
    if (object_is(c->files[i])) return REPLAY_MUSL;
  return REPLAY_PLAIN;
}

static void build(NativeProgram *n, const NativeConfig *c) {
  make_recipe(n, c->recipe);
  Err e = replay_build(&n->recipe, build_of(c), c->files[0], c->build_ns, false, &n->replay);
  if (e != OK) n->not_built = text_dup(err_text());
  text_add(&n->replay.name, c->files[0]); /* as in the machine */
}

static void list_used(const Program *p, const char *const *names, Text *to) {
  for (; *names; names++)
    if (program_uses(p, *names)) text_addf(to, "%s%s", to->n ? ", " : "", *names);
}

static void find_calls(NativeProgram *n, const Program *p, ReplayBuild how) {
  static const char *const own[] = {"time",         "clock",         "getenv", "getpid",
                                    "gettimeofday", "clock_gettime", NULL};
  list_used(p, own, &n->calls);
  n->is_on_musl = how == REPLAY_MUSL;
}

/* Those that a native program has from the host, and the machine from its own library: `used` were missing
 * before that was linked.  Only few are named. */
static void find_not_compared(NativeProgram *n, const Program *p, const Text *used,
                              const char *measured) {
  enum { MAX_NAMED = 6 };
  u32 n_found = 0;
  if (n->is_on_musl) { /* real programs call too much of it to name it */
    text_add(&n->not_compared, "the C library");
    return;
  }
  for (const char *name = text_c(used), *end = name + used->n; name < end;
       name += strlen(name) + 1) {
    if (!program_decides(p, name)) continue;
    if (measured && !strcmp(measured, name)) n->foreign = measured;
    text_add_n(&n->of_the_host, name, strlen(name) + 1);
    if (n_found++ < MAX_NAMED) text_addf(&n->not_compared, "%s%s", n_found > 1 ? ", " : "", name);
  }
  if (n_found > MAX_NAMED) text_addf(&n->not_compared, " and %u others", n_found - MAX_NAMED);
}

/* ---- in the machine ------------------------------------------------------------------------------ */

static bool is_interrupted(const NativeProgram *n) { return n->interrupted && *n->interrupted; }

/* Runs to the end of the path; false and a reason if it has none. */
static bool run_state(const NativeProgram *n, Vm *vm, State *s, u64 limit_ns, Stacks *stacks,
                      Text *why) {
  u64 deadline_ns = limit_ns ? clock_after(limit_ns) : NEVER_NS;
  for (;;) {
    Event e = vm_run(vm, s, stacks ? stacks_fuel(stacks) : FUEL);
    if (stacks) stacks_look(stacks, s);
    if (e == EVENT_STOP && s->ending->stop == STOP_EXIT) return true;
    if (e == EVENT_STOP) {
      text_addf(why, "in the machine the input ends otherwise: %s%s%s",
                stop_infos[s->ending->stop].meaning, *s->ending->text ? ": " : "", s->ending->text);
      return false;
    }
    if (e == EVENT_CHOICE) {
      text_add(why, "in the machine something is symbolic that is not in the test");
      return false;
    }
    if (is_interrupted(n) || !clock_left(deadline_ns)) {
      text_add(why, is_interrupted(n) ? "interrupted" : "in the machine the time was too short");
      return false;
    }
  }
}

static u64 cost_of(const Metric *m, const State *s) {
  return metric_is_native(m) ? s->cost.n[m->cost] : 0;
}

/* False and a reason if there is nothing to compare with. */
static bool run_machine(const NativeProgram *n, const Checked *t, Counted *ret, LineCounts *lines,
                        Stacks *stacks, TraceSteps *steps, Text *why) {
  LineCounters counters = {0};
  VmConfig config = n->vm;
  vec_resize(&counters, n->module->positions.n);
  config.test = t->inputs;
  config.size = t->size;
  config.line = line_counters_hit;
  config.line_user = &counters;
  config.trace = steps ? trace_steps_add : NULL;
  config.trace_user = steps;
  config.output = NULL;
  Vm *vm = vm_new(n->module, n->solver, &config);
  State *s = NULL;
  bool ended = false;
  if (vm_start(vm, &s) == OK) {
    ended = run_state(n, vm, s, t->limit_ns, stacks, why);
    *ret = (Counted){s->trace.n, s->trace.hash, cost_of(n->metric, s)};
  } else {
    text_add(why, err_text());
  }
  line_counts_list(n->module, &counters, lines);
  vm_free(vm);
  vec_free(&counters);
  return ended;
}

/* ---- natively ------------------------------------------------------------------------------------ */

static void explain_end(const ReplayEnd *end, Text *why) {
  text_add(why, "natively the program ");
  int status = end->child.status;
  if (end->child.is_late)
    text_add(why, "did not end in time");
  else if (WIFSIGNALED(status))
    text_addf(why, "was killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else if (!replay_library_said(end, why))
    text_addf(why, "ended with exit code %d and printed no counts", WEXITSTATUS(status));
}

static bool is_end(const ReplayEnd *end) {
  cleanup(text_free) Text said = {0};
  return !end->child.is_late && WIFEXITED(end->child.status) && end->has_counts &&
         !replay_library_said(end, &said);
}

static u64 native_cost(const Metric *m, const ReplayEnd *end) {
  if (!metric_is_native(m)) return 0;
  return m->cost == COST_PROBES ? end->probes : m->cost == COST_USER ? end->cost : end->target;
}

static bool run_native(NativeProgram *n, const Checked *t, Counted *ret, TraceHashes *hashes,
                       Text *why) {
  cleanup(replay_end_done) ReplayEnd end = {0};
  n->recipe.size = t->size;
  n->replay.keeps_trace = hashes != NULL;
  if (n->not_built) {
    text_addf(why, "not run natively: %s", n->not_built);
  } else if (replay_run(&n->replay, t->test, t->limit_ns, false, &end) != OK) {
    text_addf(why, "not run natively: %s", err_text());
  } else if (!is_end(&end)) {
    explain_end(&end, why);
  } else {
    *ret = (Counted){end.trace, end.trace_hash, native_cost(n->metric, &end)};
    if (hashes) vec_append(hashes, end.hashes.at, end.hashes.n);
    return true;
  }
  return false;
}

/* ---- comparing ----------------------------------------------------------------------------------- */

/* Both once more, with every decision.  The name of the function where they part, or NULL. */
static const char *find_parting(NativeProgram *n, const Checked *c, Text *ret) {
  TraceSteps steps = {0};
  TraceHashes hashes = {0};
  LineCounts lines = {0};
  Counted unused;
  cleanup(text_free) Text why = {0};
  const char *fn = NULL;
  if (run_machine(n, c, &unused, &lines, NULL, &steps, &why) &&
      run_native(n, c, &unused, &hashes, &why))
    fn = divergence_print(n->module, &steps, &hashes, ret);
  vec_free(&steps);
  vec_free(&hashes);
  vec_free(&lines);
  return fn;
}

static bool calls(const Module *m, const Fn *fn, const char *name) {
  for (u32 k = 0; k < fn->n_code; k++)
    if (fn->code[k].op == OP_CALL && !strcmp(m->fns.at[fn->code[k].b].name, name)) return true;
  return false;
}

/* Functions of the host that the function calls itself. */
static void list_called(const NativeProgram *n, const char *fn, Text *ret) {
  u32 at = fn ? module_find_fn(n->module, fn) : 0;
  if (!at) return;
  for (const char *name = text_c(&n->of_the_host), *end = name + n->of_the_host.n; name < end;
       name += strlen(name) + 1)
    if (calls(n->module, &n->module->fns.at[at], name))
      text_addf(ret, "%s%s", ret->n ? ", " : "", name);
}

static void explain_paths(NativeProgram *n, const Checked *c, const Counted *machine,
                          const Counted *native, Text *t) {
  text_add(t, "natively another path: ");
  text_add_count(t, native->trace);
  text_add(t, native->trace == machine->trace ? " decisions, as many as the " : " decisions, not ");
  text_add_count(t, machine->trace);
  text_add(t, " in the machine");
  const char *fn = find_parting(n, c, t);
  cleanup(text_free) Text called = {0};
  list_called(n, fn, &called);
  if (n->is_on_musl)
    text_add(t,
             "; perhaps it depends on the host: its limits, its processors, its times, its files");
  else if (n->calls.n)
    text_addf(t, "; the program calls %s, which not every C library does alike", text_c(&n->calls));
  else if (called.n)
    text_addf(t,
              "; natively it calls the host's own %s, which may set errno, or treat rare cases, in "
              "another way",
              text_c(&called));
  else if (n->not_compared.n)
    text_addf(
        t,
        "; perhaps it depends on unset memory, on addresses, or on what natively the host's own "
        "%s do in another way",
        text_c(&n->not_compared));
  else
    text_add(t, "; perhaps it depends on unset memory or on addresses");
}

static void compare(NativeProgram *n, const Checked *checked, const Counted *machine,
                    const Counted *native, NativeCheck *c, Text *t) {
  bool same_path = machine->trace == native->trace && machine->hash == native->hash;
  bool counts = metric_is_native(n->metric);
  c->has_cost = counts;
  c->cost = native->cost;
  c->same = same_path && (!counts || machine->cost == native->cost);
  c->is_foreign = n->foreign != NULL;
  if (!same_path) {
    explain_paths(n, checked, machine, native, t);
    return;
  }
  if (c->is_foreign && c->same) {
    text_addf(t,
              "not compared: natively %s is the host's own function, and not the one that was "
              "measured",
              n->foreign);
    return;
  }
  text_add(t, "same path of ");
  text_add_count(t, machine->trace);
  text_add(t, machine->trace == 1 ? " decision" : " decisions");
  if (n->not_compared.n)
    text_addf(t, " (what happens within %s is not compared)", text_c(&n->not_compared));
  if (!counts) {
    text_addf(t, "; %s: not counted natively", n->metric->name);
    return;
  }
  text_add(t, c->same ? ", " : ", but ");
  metric_print(n->metric, native->cost, t);
  if (c->same) return;
  text_add(t, " natively and ");
  text_add_count(t, machine->cost);
  text_add(t, " in the machine");
}

/* ---- public -------------------------------------------------------------------------------------- */

Err native_open(const NativeConfig *c, NativeProgram **ret) {
  cleanup(program_freep) Program *p = NULL;
  cleanup(native_freep) NativeProgram *n = NEW(NativeProgram);
  LowerOptions lowering = compile_lowering(c->compile);
  n->metric = c->metric;
  n->vm = *c->vm;
  n->solver = c->solver;
  n->interrupted = c->interrupted;
  CompileOptions compile = *c->compile;
  compile.is_silent = true;
  TRY(program_open_files(&compile, c->files, c->n_files, &p));
  TRY(put_probes(c, p));
  find_calls(n, p, build_of(c));
  TRY(make_bitcode(n, p));
  cleanup(text_free) Text used = {0};
  program_list_used(p, &used);
  if (c->environment) environment_link(c->environment, p);
  TRY(program_finish(&compile, p));
  find_not_compared(n, p, &used, c->measured);
  TRY(program_lower(p, &lowering, &n->module));
  build(n, c);
  *ret = TAKE(n);
  return OK;
}

NativeProgram *native_free(NativeProgram *n) {
  if (!n) return NULL;
  replay_done(&n->replay);
  recipe_free(&n->recipe);
  if (n->bitcode.n) unlink(text_c(&n->bitcode));
  if (n->folder.n) rmdir(text_c(&n->folder));
  text_free(&n->bitcode);
  text_free(&n->folder);
  text_free(&n->calls);
  text_free(&n->not_compared);
  text_free(&n->of_the_host);
  module_free(n->module);
  mem_free(n->not_built);
  return mem_free(n);
}

void native_freep(NativeProgram **n) { native_free(*n); }

void native_inputs(const Ktest *k, TestCase *ret) {
  for (u32 i = 0; i < k->objects.n; i++) {
    bool is_uninit = !strncmp(k->objects.at[i].name, UNINIT_PREFIX, strlen(UNINIT_PREFIX));
    vec_push(is_uninit ? &ret->uninit : &ret->inputs, k->objects.at[i]);
  }
}

static void counts_done(NativeCheck *c) {
  vec_free(&c->lines);
  stacks_done(&c->stacks);
  c->stacks = (Stacks){0};
}

Err native_check(NativeProgram *n, const char *test, u64 size, u64 limit_ns, NativeCheck *ret) {
  cleanup(ktest_free) Ktest k = {0};
  TRY(ktest_read(test, &k));
  TestCase inputs = {0};
  native_inputs(&k, &inputs);
  NativeCheck c = {0};
  Counted machine = {0}, native = {0};
  cleanup(text_free) Text how = {0};
  Checked checked = {test, &inputs, size, limit_ns};
  bool ended = run_machine(n, &checked, &machine, &c.lines, &c.stacks, NULL, &how);
  if (!ended) counts_done(&c); /* they are those of the beginning */
  c.ran = ended && run_native(n, &checked, &native, NULL, &how);
  if (c.ran) compare(n, &checked, &machine, &native, &c, &how);
  c.how = text_dup(text_c(&how));
  vec_free(&inputs.inputs);
  vec_free(&inputs.uninit);
  *ret = c;
  return OK;
}

void native_check_done(NativeCheck *c) {
  c->how = mem_free(c->how);
  counts_done(c);
}
