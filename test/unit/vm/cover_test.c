/* cover_test.c — sides that are taken are noted exactly, by frames with and without symbols. */
#include "unit/unit.h"

#include "unit/vm/machine.h"
#include "vm/exec/cover.h"

#define SYMBOLIC "void nadir_symbolic(void *, unsigned long, const char *);"

typedef struct Run {
  Machine machine;
  Cover *cover;
  Tally tally;
} Run;

static bool every_file(void *user, const char *file) {
  (void)user, (void)file;
  return true;
}

static void run(Run *r, const char *source) {
  Module *module = machine_compile(source);
  VmConfig config = vm_config_default();
  config.cover = r->cover = cover_new(module, every_file, NULL);
  machine_init_module(&r->machine, module, &config);
  r->tally = machine_explore(&r->machine, NULL, NULL);
}

static void done(Run *r) {
  cover_free(r->cover);
  machine_done(&r->machine);
}

/* The last one takes its parameter from a symbol, and is called through a pointer. */
static void test_functions(void **state) {
  (void)state;
  Run r;
  run(&r, SYMBOLIC "static int f(int x) { return x; } int g(void) { return 1; }"
                   "static int h(int x) { return f(x) + 1; } int (*p)(int) = h;"
                   "int main(void) { int x; nadir_symbolic(&x, 4, \"x\"); return p(x); }");
  const Module *m = r.machine.module;
  assert_int_equal(r.cover->n_entered, 3);
  assert_int_equal(r.cover->n_fns, 4);
  assert_true(r.cover->is_entered[module_find_fn(m, "main")]);
  assert_true(r.cover->is_entered[module_find_fn(m, "f")]);
  assert_true(r.cover->is_entered[module_find_fn(m, "h")]);
  assert_false(r.cover->is_entered[module_find_fn(m, "g")]);
  done(&r);
}

static u32 sum_seen(const Cover *c) {
  u32 n = 0;
  for (u32 k = 0; k < c->n_all; k++) n += cover_is_seen(c, k);
  return n;
}

/* The paths are the same as without it. */
static void check(const char *source, u32 n_seen, u32 n_sides) {
  Run r;
  run(&r, source);
  assert_int_equal(r.cover->n_seen, n_seen);
  assert_int_equal(r.cover->n_sides, n_sides);
  assert_int_equal(sum_seen(r.cover), n_seen);
  Tally without = machine_count(source);
  assert_memory_equal(&r.tally, &without, sizeof without);
  done(&r);
}

static void test_concrete(void **state) {
  (void)state;
  check("int main(void) { int s = 0; for (int i = 0; i < 7; i++) s += i; return s; }", 2, 2);
  check("int main(void) { int s = 0; for (int i = 0; i < 7; i++) if (i < 9) s++; return s; }", 3,
        4);
  check("static int f(int n) { return n ? f(n - 1) + 1 : 0; }"
        "int g(int n) { return n ? 1 : 2; }"
        "int main(void) { int s = 0; for (int i = 0; i < 3; i++) s += f(10); return s; }",
        4, 6);
}

/* One side for each place that a switch goes to, not for each case. */
static void test_switch(void **state) {
  (void)state;
  check("int main(void) { int s = 0; for (int i = 0; i < 3; i++) switch (i) {"
        "  case 0: case 5: s++; break; case 1: s += 2; break; case 4: s--; break; default: s++; }"
        "  return s; }",
        5, 6);
}

static void test_symbolic(void **state) {
  (void)state;
  check(SYMBOLIC "int main(void) { unsigned char x; nadir_symbolic(&x, 1, \"x\");"
                 "  if (x < 10) { if (x > 20) return 1; return 2; } switch (x & 3) {"
                 "  case 0: return 3; case 1: return 4; case 7: return 5; default: return 6; } }",
        6, 8);
}

/* A term that folds at the jump, in a frame that has others. */
static void test_mixed(void **state) {
  (void)state;
  check(SYMBOLIC "int main(void) { unsigned char x; nadir_symbolic(&x, 1, \"x\"); int n = 0, y = x;"
                 "  for (int i = 0; i < 4; i++) n += y; if ((y & 1) > 1) n++;"
                 "  switch (y ? 1 : 1) { case 1: n++; break; case 2: n--; } return n == 3; }",
        6, 9);
}

typedef struct Notes {
  u32 n, n_owing, n_covering;
  u64 last;
} Notes;

static void note_end(Machine *m, State *s, void *user) {
  Notes *notes = user;
  (void)m;
  notes->n++;
  notes->n_owing += s->has_pending_test;
  notes->n_covering += s->n_covered > 0;
  assert_true(s->covered_at <= s->cost.n[COST_INSTRUCTIONS]);
  if (s->n_covered) assert_true(s->covered_at > 0);
  notes->last = MAX(notes->last, s->covered_at);
}

/* Depth first, the first path takes one side, the second the other; both loops are seen by one. */
static void test_states(void **state) {
  (void)state;
  const char *source =
      SYMBOLIC "int main(void) { unsigned char x[3]; nadir_symbolic(x, 3, \"x\"); int n = 0;"
               "  for (int i = 0; i < 3; i++) if (x[i] == 'a') n++; return n; }";
  Notes notes = {0};
  Run r;
  Module *module = machine_compile(source);
  VmConfig config = vm_config_default();
  config.cover = r.cover = cover_new(module, every_file, NULL);
  machine_init_module(&r.machine, module, &config);
  r.tally = machine_explore(&r.machine, note_end, &notes);
  assert_int_equal(notes.n, 8);
  assert_int_equal(notes.n_covering, 8); /* all have taken the first round of the loop */
  assert_in_range(notes.n_owing, 1, 3);
  assert_int_equal(r.cover->n_seen, 4);

  /* Again: nothing is new, and nobody owes anything. */
  Notes again = {0};
  machine_explore(&r.machine, note_end, &again);
  assert_int_equal(again.n, 8);
  assert_int_equal(again.n_covering + again.n_owing, 0);
  assert_int_equal(r.cover->n_seen, 4);
  cover_clear(r.cover);
  assert_int_equal(r.cover->n_seen + sum_seen(r.cover), 0);
  machine_explore(&r.machine, note_end, &again);
  assert_int_equal(again.n_owing, notes.n_owing);
  assert_int_equal(r.cover->n_seen, 4);
  done(&r);
}

static bool no_file(void *user, const char *file) {
  ++*(u32 *)user;
  (void)file;
  return false;
}

static void test_what_counts(void **state) {
  (void)state;
  u32 n_asked = 0;
  Module *module =
      machine_compile("int f(int n) { return n ? 1 : 2; } int main(void) { return f(0); }");
  Cover *none = cover_new(module, no_file, &n_asked), *own = cover_new(module, NULL, NULL);
  u32 f = module_find_fn(module, "f");
  u32 site = module->fns.at[f].first_site;
  assert_int_equal(none->n_sides, 0);
  assert_true(n_asked >= 2 && own->n_sides >= 2);
  assert_int_equal(own->first[site + 1], own->first[site] + 2);
  cover_free(none);
  cover_free(own);
  module_free(module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_concrete),    cmocka_unit_test(test_switch),
      cmocka_unit_test(test_symbolic),    cmocka_unit_test(test_mixed),
      cmocka_unit_test(test_functions),   cmocka_unit_test(test_states),
      cmocka_unit_test(test_what_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
