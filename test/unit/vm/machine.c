/* machine.c — see machine.h. */
#include "unit/unit.h"

#include "unit/vm/machine.h"
#include "vm/vm_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- files --------------------------------------------------------------------------------------- */

static void put_file(const char *path, const char *extra, const char *source) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(extra, f);
  fputs(source, f);
  fclose(f);
}

static void shell(const char *fmt, const char *a, const char *b) {
  cleanup(text_free) Text command = {0};
  text_addf(&command, fmt, a, b);
  int status = system(text_c(&command));
  if (status) fail_msg("'%s' gives %d", text_c(&command), status);
}

typedef struct Files {
  char dir[32];
  char c[48], bc[48], exe[48];
} Files;

static Files files_new(void) {
  Files f = {.dir = "/tmp/nadir-vm-XXXXXX"};
  assert_non_null(mkdtemp(f.dir));
  snprintf(f.c, sizeof f.c, "%s/p.c", f.dir);
  snprintf(f.bc, sizeof f.bc, "%s/p.bc", f.dir);
  snprintf(f.exe, sizeof f.exe, "%s/p", f.dir);
  return f;
}

static void files_remove(const Files *f) {
  unlink(f->c);
  unlink(f->bc);
  unlink(f->exe);
  rmdir(f->dir);
}

/* ---- modules ------------------------------------------------------------------------------------- */

/* Many tests run one source in many ways, and clang takes longer than most of them: what is compiled
 * stays until the end.  Probes read the source, too. */
static struct Compiled {
  const char *source;
  Files files;
} compiled[256];
static u32 n_compiled;

static void remove_compiled(void) {
  for (u32 k = 0; k < n_compiled; k++) files_remove(&compiled[k].files);
}

static const char *bitcode_of(const char *source) {
  for (u32 k = 0; k < n_compiled; k++)
    if (!strcmp(compiled[k].source, source)) return compiled[k].files.bc;
  if (!n_compiled) atexit(remove_compiled);
  assert_true(n_compiled < ARRAY_LEN(compiled));
  Files f = files_new();
  put_file(f.c, "", source);
  shell("clang-19 -O0 -Xclang -disable-O0-optnone -g -w -emit-llvm -c %s -o %s", f.c, f.bc);
  compiled[n_compiled++] = (struct Compiled){strdup(source), f};
  return compiled[n_compiled - 1].files.bc;
}

static Module *lower(const char *bc, const Probe *probe) {
  LowerOptions options = {.select_branches = true};
  Module *m = NULL;
  Program *p = program_new();
  Err err = program_read(p, bc);
  if (err == OK && probe) err = program_probe(p, probe);
  if (err == OK) err = program_prepare(p);
  if (err == OK) err = program_lower(p, &options, &m);
  if (err != OK) fail_msg("%s", err_text());
  program_free(p);
  return m;
}

Module *machine_compile_probed(const char *source, const Probe *probe) {
  return lower(bitcode_of(source), probe);
}

Module *machine_compile(const char *source) { return machine_compile_probed(source, NULL); }

int native_run(const char *extra, const char *source, Text *ret_output) {
  Files f = files_new();
  put_file(f.c, extra, source);
  shell("clang-19 -O0 -w %s -o %s -lm", f.c, f.exe);
  FILE *pipe = popen(f.exe, "r");
  assert_non_null(pipe);
  for (int c; (c = getc(pipe)) != EOF;)
    if (ret_output) text_add_char(ret_output, (char)c);
  int status = pclose(pipe);
  files_remove(&f);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- machines ------------------------------------------------------------------------------------ */

static void collect(void *user, int fd, const u8 *bytes, u64 n) {
  (void)fd;
  text_add_n(&((Machine *)user)->output, (const char *)bytes, n);
}

void machine_init_with(Machine *m, Module *module, const SolverConfig *solver,
                       const VmConfig *config) {
  expr_open();
  VmConfig own = config ? *config : vm_config_default();
  own.output = collect;
  own.output_user = m;
  *m = (Machine){.module = module, .solver = solver_new(solver)};
  m->vm = vm_new(m->module, m->solver, &own);
}

void machine_init_module(Machine *m, Module *module, const VmConfig *config) {
  SolverConfig solver = solver_config_default();
  machine_init_with(m, module, &solver, config);
}

void machine_init(Machine *m, const char *source, const VmConfig *config) {
  machine_init_module(m, machine_compile(source), config);
}

void machine_done(Machine *m) {
  vm_free(m->vm);
  solver_free(m->solver);
  module_free(m->module);
  text_free(&m->output);
  expr_close();
}

static void count(Tally *t, const State *s) {
  t->n_paths++;
  t->n[s->ending->stop]++;
  t->n_decisions += path_length(s->path);
  for (u32 k = 0; k < COST_COUNT; k++) cost_at_least(&t->most, k, s->cost.n[k]);
}

Tally machine_explore(Machine *m, Ended *ended, void *user) {
  enum { FUEL = 1000 };
  Tally t = {0};
  StateVec live = {0};
  State *first;
  assert_int_equal(vm_start(m->vm, &first), OK);
  vec_push(&live, first);
  while (live.n) {
    State *s = vec_pop(&live);
    Event event = vm_run(m->vm, s, FUEL);
    if (event == EVENT_CHOICE) choice_ask(m->vm, s, &live);
    if (event == EVENT_FUEL) vec_push(&live, s);
    if (event != EVENT_STOP) continue;
    count(&t, s);
    if (ended) ended(m, s, user);
    state_free(m->vm, s);
  }
  vec_free(&live);
  return t;
}

Tally machine_count(const char *source) {
  Machine m;
  machine_init(&m, source, NULL);
  Tally t = machine_explore(&m, NULL, NULL);
  machine_done(&m);
  return t;
}

static void keep_code(Machine *m, State *s, void *user) {
  (void)m;
  const Ending *e = s->ending;
  if (e->stop != STOP_EXIT) {
    const Pos *pos = state_position(m->vm, s);
    fail_msg("%s at %u:%u: %s %s (address %llx)", stop_infos[e->stop].name, pos->line, pos->column,
             e->text, e->said ? e->said : "", (unsigned long long)e->address);
  }
  *(int *)user = e->code & 0xff;
}

int machine_run(const char *source, Text *ret_output) {
  Machine m;
  int code = -1;
  machine_init(&m, source, NULL);
  Tally t = machine_explore(&m, keep_code, &code);
  assert_int_equal(t.n_paths, 1);
  if (ret_output) text_add(ret_output, text_c(&m.output));
  machine_done(&m);
  return code;
}

/* ---- mixed runs ---------------------------------------------------------------------------------- */

static bool has_address(const Global *g) {
  for (u64 k = 0; g->bytes && k + 8 <= g->n_bytes; k += 8) {
    u64 v;
    memcpy(&v, g->bytes + k, sizeof v);
    if (v >= FN_ADDRESS_BASE && v < 2 * GLOBAL_ADDRESS_BASE) return true;
  }
  return false;
}

static void make_symbolic(State *s, const Global *g) {
  u32 n = (u32)g->n_bytes;
  Input in = made_add(s, g->name, n);
  object_put_input(&s->space, g->address, in, 0, n, n % 8 == 0 ? 8 : n % 4 == 0 ? 4 : 1);
  for (u32 k = 0; k < n; k++) {
    Expr is_initial = expr_eq(expr_var(in, 8 * k, 8), expr_const(8, g->bytes ? g->bytes[k] : 0));
    context_extend(&s->context, is_initial, NULL);
  }
}

int machine_run_mixed(const char *source) {
  Machine m;
  State *s;
  u64 side;
  machine_init(&m, source, NULL);
  assert_int_equal(vm_start(m.vm, &s), OK);
  for (u32 k = 0; k < m.module->globals.n; k++) {
    const Global *g = &m.module->globals.at[k];
    if (!g->is_constant && !has_address(g)) make_symbolic(s, g);
  }
  Result r = solver_solve(m.solver, s->context);
  assert_int_equal(r.answer, ANSWER_YES);
  result_done(&r);
  for (Event e; (e = vm_run(m.vm, s, 1000)) != EVENT_STOP;) {
    if (e == EVENT_FUEL) continue;
    assert_true(choice_guess(m.vm, s, &side));
    assert_true(choice_take(m.vm, s, side));
    assert_non_null(context_model(s->context)); /* what was taken is what the model takes */
  }
  int code;
  keep_code(&m, s, &code);
  machine_done(&m);
  return code;
}
