/* probe_test.c — statements, arrivals at a line and calls, counted in the machine and by hand; runs on
 * a test.
 *
 * Each line of a program says in a comment how often control comes to it.
 */
#include "unit/unit.h"

#include "unit/code/compile.h"
#include "unit/vm/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Example {
  const char *name, *source;
} Example;

/* `//N` at the end of a line: control comes here N times. */
static const Example sources[] = {
    {"straight", "int main(void) {\n"
                 "  int a = 1; //1\n"
                 "  int b; // no code: not a count\n"
                 "  b = a + 2; a = b; //1\n"
                 "  return a - b; //1\n"
                 "}\n"},
    {"for", "int main(void) {\n"
            "  int s = 0; //1\n"
            "  for (int i = 0; i < 5; i++) //6\n"
            "    s += i; //5\n"
            "  return 0; //1\n"
            "}\n"},
    {"for with braces and continue", "int main(void) {\n"
                                     "  int s = 0; //1\n"
                                     "  for (int i = 0; i < 5; i++) { //6\n"
                                     "    if (i % 2) //5\n"
                                     "      continue; //2\n"
                                     "    s += i; //3\n"
                                     "  }\n"
                                     "  return 0; //1\n"
                                     "}\n"},
    {"while", "int main(void) {\n"
              "  int i = 0; //1\n"
              "  while (i < 7) { //8\n"
              "    i++; //7\n"
              "  }\n"
              "  return 0; //1\n"
              "}\n"},
    {"do", "int main(void) {\n"
           "  int i = 0; //1\n"
           "  do {\n"
           "    i++; //4\n"
           "  } while (i < 4); //4\n"
           "  return 0; //1\n"
           "}\n"},
    {"loops of one line", "int main(void) {\n"
                          "  int i, s = 0; //1\n"
                          "  for (i = 0; i < 5; i++) s += i; //6\n"
                          "  while (i < 8) i++; //4\n"
                          "  do i++; while (i < 12); //4\n"
                          "  for (int k = 0; k < 3; k++) for (int j = 0; j < 2; j++) s++; //10\n"
                          "  i = 0; do i++; while (i < 3); //3\n"
                          "  while (i-- > 0); //4\n"
                          "  i = 0; while (i < 9 && i != 3) i++; //4\n"
                          "  for (i = 0; i < 2 || i == 2; i++) s++; //4\n"
                          "  do i--; while (i > 0 && s > 0); //3\n"
                          "  return 0; //1\n"
                          "}\n"},
    {"endless loops", "int main(void) {\n"
                      "  int i = 0; //1\n"
                      "  for (;;) { //4\n"
                      "    i++; //4\n"
                      "    if (i == 4) //4\n"
                      "      break; //1\n"
                      "  }\n"
                      "  while (1) { //4\n"
                      "    if (i-- == 1) break; //4\n"
                      "  }\n"
                      "  return 0; //1\n"
                      "}\n"},
    {"if and else", "int main(void) {\n"
                    "  int n = 0; //1\n"
                    "  for (int i = 0; i < 4; i++) { //5\n"
                    "    if (i == 0) { //4\n"
                    "      n++; //1\n"
                    "    } else if (i == 1) //3\n"
                    "      n += 2; //1\n"
                    "    else {\n"
                    "      n += 3; //2\n"
                    "    }\n"
                    "    if (i) n--; else n++; //4\n"
                    "  }\n"
                    "  return 0; //1\n"
                    "}\n"},
    {"conditions over lines", "int main(void) {\n"
                              "  int n = 0; //1\n"
                              "  for (int i = 0; i < 4; i++) //5\n"
                              "    if (i > 0 && //4\n"
                              "        i < 3) //3\n"
                              "      n++; //2\n"
                              "  return 0; //1\n"
                              "}\n"},
    {"conditions of loops over lines", "int main(void) {\n"
                                       "  int i = 0, n = 0; //1\n"
                                       "  while (i < 9 && //4\n"
                                       "         i != 3) //4\n"
                                       "    i++; //3\n"
                                       "  while (i < 9 && //4\n"
                                       "         i != 6) i++; //4\n"
                                       "  for (i = 0; n < 5 || //3\n"
                                       "              i < 2; i++) //3\n"
                                       "    n += 3; //2\n"
                                       "  do {\n"
                                       "    i--; //2\n"
                                       "  } while (i > 0 && //2\n"
                                       "           n > 0); //1\n"
                                       "  return 0; //1\n"
                                       "}\n"},
    {"switch", "int main(void) {\n"
               "  int n = 0; //1\n"
               "  for (int i = 0; i < 5; i++) { //6\n"
               "    switch (i) { //5\n"
               "    case 0:\n"
               "      n = 1; //1\n"
               "      break; //1\n"
               "    case 1:\n"
               "    case 2:\n"
               "      n = 2; //2\n"
               "    case 3:\n"
               "      n++; //3\n"
               "      break; //3\n"
               "    default: n = 9; //1\n"
               "    }\n"
               "  }\n"
               "  return 0; //1\n"
               "}\n"},
    {"ternaries", "int main(void) {\n"
                  "  int n = 0; //1\n"
                  "  for (int i = 0; i < 3; i++) //4\n"
                  "    n += i ? 2 : 1; //3\n"
                  "  n = n > 1 ? n * 2 : n * 3; //1\n"
                  "  n = n ? //2\n"
                  "      n + 1 : //1\n"
                  "      n + 2;\n"
                  "  return 0; //1\n"
                  "}\n"},
    {"calls and recursion", "static int twice(int n) {\n"
                            "  return 2 * n; //3\n"
                            "}\n"
                            "static int fact(int n) {\n"
                            "  if (n < 2) //5\n"
                            "    return 1; //1\n"
                            "  return n * fact(n - 1); //4\n"
                            "}\n"
                            "static void nothing(void) {\n"
                            "}\n"
                            "static void leave(int n) {\n"
                            "  if (n) //2\n"
                            "    return; //1\n"
                            "  n = 2; //1\n"
                            "}\n"
                            "int main(void) {\n"
                            "  int n = twice(twice(1)); //1\n"
                            "  n = fact(5); //1\n"
                            "  nothing(); //1\n"
                            "  leave(0); leave(1); //1\n"
                            "  n = twice( //1\n"
                            "      n); //1\n"
                            "  return 0; //1\n"
                            "}\n"},
    {"one line of everything",
     "static int count(int n) { int s = 0; while (n > 0) { s++; n--; } return s; } //4\n"
     "int main(void) { return count(3) - 3; } //1\n"},
    {"macros", "#define SWAP(a, b) do { int t = a; a = b; b = t; } while (0)\n"
               "#define EACH(i, n) for (int i = 0; i < n; i++)\n"
               "int main(void) {\n"
               "  int x = 1, y = 2; //1\n"
               "  SWAP(x, y); //1\n"
               "  EACH(i, 3) //4\n"
               "    x += i; //3\n"
               "  EACH(i, 3) { y += i; } //4\n"
               "  return 0; //1\n"
               "}\n"},
    {"goto", "int main(void) {\n"
             "  int i = 0; //1\n"
             "again:\n"
             "  i++; //3\n"
             "  if (i < 3) //3\n"
             "    goto again; //2\n"
             "back: if (i-- > 0) goto back; //4\n"
             "  return 0; //1\n"
             "}\n"},
    {"jumps to addresses of labels", "int main(void) {\n"
                                     "  void *to[] = {&&a, &&b}; //1\n"
                                     "  int i = 0; //1\n"
                                     "  goto *to[i]; //1\n"
                                     "a: i++; goto *to[i]; //1\n"
                                     "b: return 0; //1\n"
                                     "}\n"},
    {"a continue in the line of its loop", "int main(void) {\n"
                                           "  int i = 0, s = 0; //1\n"
                                           "  while (i++ < 6) { if (i % 2) continue; //4\n"
                                           "    s++; //3\n"
                                           "  }\n"
                                           "  return 0; //1\n"
                                           "}\n"},
    {"pure functions", "__attribute__((const)) static int twice(int n) {\n"
                       "  return 2 * n; //2\n"
                       "}\n"
                       "__attribute__((pure)) static int nothing(const int *n) {\n"
                       "  return *n; //1\n"
                       "}\n"
                       "int main(void) {\n"
                       "  int n = 1; //1\n"
                       "  twice(2); //1\n"
                       "  twice(2); //1\n"
                       "  nothing(&n); //1\n"
                       "  return 0; //1\n"
                       "}\n"},
    {"the program ends in the middle of a block", "_Noreturn void exit(int);\n"
                                                  "static void leave(void) {\n"
                                                  "  exit(0); //1\n"
                                                  "}\n"
                                                  "int main(void) {\n"
                                                  "  int i = 0; //1\n"
                                                  "  leave(); //1\n"
                                                  "  i = 1;\n"
                                                  "  return i;\n"
                                                  "}\n"},
};

/* ---- what is expected ---------------------------------------------------------------------------- */

enum { MAX_LINES = 64 };

typedef struct Counts {
  u64 n[MAX_LINES]; /* by line */
  u64 sum;
} Counts;

static Counts expected(const char *source) {
  Counts c = {0};
  u32 line = 1;
  for (const char *s = source; *s; line++) {
    const char *end = strchr(s, '\n'), *mark = strstr(s, "//");
    assert_true(line < MAX_LINES);
    if (mark && mark < end) c.n[line] = strtoull(mark + 2, NULL, 10);
    c.sum += c.n[line];
    s = end + 1;
  }
  return c;
}

/* ---- what is counted ----------------------------------------------------------------------------- */

static void keep_cost(Machine *m, State *s, void *user) {
  (void)m;
  assert_int_equal(s->ending->stop, STOP_EXIT);
  *(u64 *)user = s->cost.n[COST_PROBES];
}

static u64 count(const char *source, const Probe *probe) {
  Machine m;
  u64 n = UINT64_MAX;
  machine_init_module(&m, machine_compile_probed(source, probe), NULL);
  assert_int_equal(machine_explore(&m, keep_cost, &n).n_paths, 1);
  machine_done(&m);
  return n;
}

static void statements(void **state) {
  (void)state;
  Probe probe = {.kind = PROBE_STATEMENTS};
  for (u32 k = 0; k < ARRAY_LEN(sources); k++) {
    u64 n = count(sources[k].source, &probe), sum = expected(sources[k].source).sum;
    if (n != sum)
      fail_msg("%s: %llu statements, not %llu", sources[k].name, (unsigned long long)n,
               (unsigned long long)sum);
  }
}

typedef struct Heard {
  const Module *module; /* borrowed */
  Counts counts;
} Heard;

static void hear_line(void *user, u32 position) {
  Heard *h = user;
  u32 line = h->module->positions.at[position].line;
  assert_true(line < MAX_LINES);
  h->counts.n[line]++;
}

static void lines(void **state) {
  (void)state;
  Probe probe = {.kind = PROBE_LINES};
  for (u32 k = 0; k < ARRAY_LEN(sources); k++) {
    Machine m;
    Heard h = {0};
    VmConfig config = vm_config_default();
    config.line = hear_line;
    config.line_user = &h;
    h.module = machine_compile_probed(sources[k].source, &probe);
    machine_init_module(&m, (Module *)h.module, &config);
    u64 n;
    machine_explore(&m, keep_cost, &n);
    assert_int_equal(n, 0);
    Counts want = expected(sources[k].source);
    for (u32 line = 0; line < MAX_LINES; line++)
      if (h.counts.n[line] != want.n[line])
        fail_msg("%s: line %u is come to %llu times, not %llu", sources[k].name, line,
                 (unsigned long long)h.counts.n[line], (unsigned long long)want.n[line]);
    machine_done(&m);
  }
}

static void blocks(void **state) {
  (void)state;
  for (u32 k = 0; k < ARRAY_LEN(sources); k++) {
    Counts want = expected(sources[k].source);
    for (u32 line = 1; line < MAX_LINES; line++) {
      Probe probe = {.kind = PROBE_BLOCK, .file = "p.c", .line = line};
      if (want.n[line] != 4) continue; /* a sample: each needs a compiler */
      assert_int_equal(count(sources[k].source, &probe), 4);
    }
  }
}

/* ---- blocks -------------------------------------------------------------------------------------- */

/* A call that does not come back leaves the blocks behind its own alone; what no way leads to is no
 * block; the ways round a loop that are taken several times count once. */
static const char blocks_source[] =
    "#include <stdlib.h>\n"
    "static int leave(int x) { if (x > 1) exit(0); return x; }\n" /* 3: all */
    "static int pick(int x) { switch (x) { case 1: return 5; case 2: return 6; } return "
    "7; }\n"                                    /* not 2 */
    "int never(int x) { return x && x > 3; }\n" /* 3: none */
    "int main(void) {\n"
    "  int n = 0;\n"
    "  for (int i = 0; i < 3; i++) {\n" /* entry, test, body, step, behind: not the last */
    "    n += pick(i & 1);\n"
    "    if (leave(i)) n++;\n" /* then, behind */
    "  }\n"
    "  if (0) n += never(n);\n"
    "  return n;\n"
    "  n = 4;\n"
    "}\n";

enum { MAX_PCS = 200 };

typedef struct Entered {
  const char *fn;
  u32 n, n_entered; /* as it should be */
  bool is_entered[MAX_PCS];
} Entered;

static void hear_block(void *user, const Fn *fn, u32 pc) {
  Entered *e = user;
  while (e->fn && strcmp(e->fn, fn->name) != 0) e++;
  assert_non_null(e->fn);
  assert_true(pc < MAX_PCS && fn->code[pc].b == BUILTIN_NADIR_BLOCK);
  e->is_entered[pc] = true;
}

static void entries(void **state) {
  (void)state;
  Entered all[] = {{"leave", 3, 3}, {"pick", 5, 4}, {"never", 3, 0}, {"main", 7, 6}, {NULL}};
  Probe probe = {.kind = PROBE_ENTRIES};
  Machine m;
  VmConfig config = vm_config_default();
  config.block = hear_block;
  config.block_user = all;
  machine_init_module(&m, machine_compile_probed(blocks_source, &probe), &config);
  u64 cost;
  machine_explore(&m, keep_cost, &cost);
  for (Entered *e = all; e->fn; e++) {
    const Fn *fn = &m.module->fns.at[module_find_fn(m.module, e->fn)];
    u32 n = 0, n_entered = 0;
    for (u32 pc = 0; pc < fn->n_code && pc < MAX_PCS; pc++) {
      n += fn->code[pc].op == OP_BUILTIN && fn->code[pc].b == BUILTIN_NADIR_BLOCK;
      n_entered += e->is_entered[pc];
    }
    assert_int_equal(n, e->n);
    assert_int_equal(n_entered, e->n_entered);
  }
  machine_done(&m);
}

/* ---- calls and what is not the user's ------------------------------------------------------------ */

static const char calls_source[] = "int abs(int);\n"
                                   "static int fib(int n) {\n"
                                   "  return n < 2 ? n : fib(n - 1) + fib(n - 2);\n"
                                   "}\n"
                                   "static int never(void) {\n"
                                   "  return 1;\n"
                                   "}\n"
                                   "int main(void) {\n"
                                   "  int (*f)(int) = fib;\n"
                                   "  if (f(4) == 9)\n"
                                   "    never();\n"
                                   "  void (*none)(void) = 0;\n"
                                   "  return fib(1) - 1;\n"
                                   "}\n";

static u64 count_calls(const char *source, const char *fn) {
  Probe probe = {.kind = PROBE_CALLS, .fn = fn};
  return count(source, &probe);
}

static void calls(void **state) {
  (void)state;
  assert_int_equal(count_calls(calls_source, "fib"), 9 + 1);
  assert_int_equal(count_calls(calls_source, "never"), 0);
  assert_int_equal(count_calls(calls_source, "main"), 1);
  /* Without a body: where it is called. */
  assert_int_equal(count_calls("void *malloc(unsigned long);\n"
                               "int main(void) {\n"
                               "  for (int i = 0; i < 3; i++) malloc(4);\n"
                               "  return malloc(8) == 0;\n"
                               "}\n",
                               "malloc"),
                   4);
}

static bool is_main(const char *function) { return !strcmp(function, "main"); }

static void skipped(void **state) {
  (void)state;
  Probe probe = {.kind = PROBE_STATEMENTS, .is_skipped = is_main};
  assert_int_equal(count(calls_source, &probe), 9 + 1);
}

/* ---- runs on a test ------------------------------------------------------------------------------ */

static const char inputs_source[] = "void nadir_symbolic(void *, unsigned long, const char *);\n"
                                    "unsigned short __VERIFIER_nondet_ushort(void);\n"
                                    "int klee_int(const char *);\n"
                                    "int main(void) {\n"
                                    "  unsigned char a[3];\n"
                                    "  nadir_symbolic(a, 3, \"a\");\n"
                                    "  unsigned short h = __VERIFIER_nondet_ushort();\n"
                                    "  int i = klee_int(\"i\");\n"
                                    "  for (int k = 0; k < a[1]; k++)\n"
                                    "    h++;\n"
                                    "  return h == 0x0203 + 5 && i == -2 && a[2] > a[0];\n"
                                    "}\n";

typedef struct Ran {
  Stop stop;
  int code;
  Trace trace;
} Ran;

static void keep_end(Machine *m, State *s, void *user) {
  (void)m;
  assert_int_equal(path_length(s->path), 0); /* nothing is symbolic */
  *(Ran *)user = (Ran){s->ending->stop, s->ending->code, s->trace};
}

static Ran run_on(u8 *a, u8 *h, u32 n_h, u8 *i) {
  Machine m;
  TestCase test = {0};
  VmConfig config = vm_config_default();
  Probe probe = {.kind = PROBE_TRACE};
  Ran ran = {0};
  config.test = &test;
  vec_push(&test.inputs, ((NamedBytes){"a", a, 3}));
  vec_push(&test.inputs, ((NamedBytes){"h", h, n_h}));
  if (i) vec_push(&test.inputs, ((NamedBytes){"i", i, 4}));
  machine_init_module(&m, machine_compile_probed(inputs_source, &probe), &config);
  assert_int_equal(machine_explore(&m, keep_end, &ran).n_paths, 1);
  machine_done(&m);
  vec_free(&test.inputs);
  return ran;
}

static void tests(void **state) {
  (void)state;
  u8 a[] = {1, 5, 2}, h[] = {3, 2}, i[] = {0xfe, 0xff, 0xff, 0xff};
  Ran ran = run_on(a, h, 2, i);
  assert_int_equal(ran.stop, STOP_EXIT);
  assert_int_equal(ran.code, 1);
  assert_int_equal(ran.trace.n, 6 + 2); /* the loop, two && */
  Ran again = run_on(a, h, 2, i);
  assert_true(again.trace.hash == ran.trace.hash);
  a[2] = 0; /* the last condition is no branch, so this is the same path */
  again = run_on(a, h, 2, i);
  assert_int_equal(again.code, 0);
  assert_true(again.trace.hash == ran.trace.hash);
  i[0]--;
  again = run_on(a, h, 2, i);
  assert_int_equal(again.trace.n, 6 + 2);
  assert_true(again.trace.hash != ran.trace.hash);
  assert_int_equal(run_on(a, h, 1, i).stop, STOP_UNSUPPORTED);
  assert_int_equal(run_on(a, h, 2, NULL).stop, STOP_UNSUPPORTED);
}

/* ---- errors -------------------------------------------------------------------------------------- */

static void assert_refused(Probe probe, const char *says) {
  Text bitcode = compile_bitcode(calls_source, 0);
  Program *p = program_new();
  assert_int_equal(program_read_bytes(p, "p.bc", text_c(&bitcode), bitcode.n), OK);
  assert_int_equal(program_probe(p, &probe), ERR_INPUT);
  if (!strstr(err_text(), says)) fail_msg("'%s'", err_text());
  program_free(p);
  text_free(&bitcode);
}

static void errors(void **state) {
  (void)state;
  assert_refused((Probe){.kind = PROBE_CALLS, .fn = "fob"},
                 "function 'fob'; did you mean 'fib'? it has: main, fib, never");
  assert_refused((Probe){.kind = PROBE_CALLS, .fn = "abs"}, "function 'abs'");
  assert_refused((Probe){.kind = PROBE_BLOCK, .file = "q.c", .line = 3},
                 "no code of a file 'q.c'; there is: ");
  assert_refused((Probe){.kind = PROBE_BLOCK, .file = "stdin>", .line = 3}, "no code of a file");
  assert_refused((Probe){.kind = PROBE_BLOCK, .file = "<stdin>", .line = 8},
                 "line 8 of '<stdin>' has no code; the nearest lines with code are 6 and 9");
  assert_refused((Probe){.kind = PROBE_BLOCK, .file = "<stdin>", .line = 99},
                 "the nearest line with code is 13");
  assert_refused((Probe){.kind = PROBE_BLOCK, .file = "<stdin>", .line = 1},
                 "the nearest line with code is 3");
}

int main(void) {
  const struct CMUnitTest all[] = {
      cmocka_unit_test(statements), cmocka_unit_test(lines), cmocka_unit_test(blocks),
      cmocka_unit_test(entries),    cmocka_unit_test(calls), cmocka_unit_test(skipped),
      cmocka_unit_test(errors),     cmocka_unit_test(tests),
  };
  return cmocka_run_group_tests(all, NULL, NULL);
}
