/* path_tree_test.c — many paths in one text: there and back, each decision once, damage. */
#include "unit/unit.h"

#include "base/rng.h"
#include "explore/path_tree.h"
#include "unit/vm/machine.h"

/* Line 2 has a branch, line 3 a switch. */
static const char program[] = "int g; int main(void) {\n"
                              "  if (g < 7) return 1;\n"
                              "  switch (g) { case 9: return 4; case 11: return 5; }\n"
                              "  return 0; }\n";

static Module *module;
static Decision branch, choice; /* there; side 0, the default */

static int open_module(void **state) {
  (void)state;
  module = machine_compile(program);
  u32 fn = module_find_fn(module, "main");
  const Fn *f = &module->fns.at[fn];
  const Site *sites = &module->sites.at[f->first_site];
  branch = (Decision){.fn = fn, .pc = sites[0].pc, .kind = CHOICE_BRANCH};
  choice =
      (Decision){.fn = fn, .pc = sites[1].pc, .kind = CHOICE_SWITCH, .side = f->switches[0].other};
  return 0;
}

static int close_module(void **state) {
  (void)state;
  module_free(module);
  return 0;
}

enum { N_PATHS = 60 };

static Path *grow(Path *from, Rng *rng, u32 n) {
  Path *p = path_ref(from);
  for (u32 i = 0; i < n; i++) {
    Decision d = rng_chance(rng, 4) ? choice : branch;
    if (d.kind == CHOICE_BRANCH) d.side = rng_below(rng, 2);
    p = path_add(p, d);
    p->decision.caller = (u32)(p->hash % 3); /* the rest is no choice of the input */
    p->decision.alternatives = (u8)(p->hash / 3 % 3);
  }
  return p;
}

static void check_path(const char *text, u32 number, const Path *path) {
  DecisionVec made = {0}, read = {0};
  path_list(path, &made);
  assert_int_equal(path_tree_parse("tree", text, module, number, &read), OK);
  assert_int_equal(read.n, made.n);
  for (u32 i = 0; i < made.n; i++) {
    const Decision *a = &read.at[i], *b = &made.at[i];
    assert_true(a->fn == b->fn && a->pc == b->pc && a->kind == b->kind && a->side == b->side);
    assert_true(a->caller == b->caller && a->alternatives == b->alternatives);
  }
  vec_free(&made);
  vec_free(&read);
}

static void test_round_trip(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= 20; seed++) {
    Rng rng = {seed};
    Path *paths[N_PATHS] = {0};
    cleanup(text_free) Text t = {0};
    cleanup(path_tree_done) PathTree tree = {.sites = {.module = module}};
    path_tree_begin(&t);
    for (u32 k = 0; k < N_PATHS; k++) {
      Path *from = k ? paths[rng_below(&rng, k)] : NULL;
      for (u64 up = rng_below(&rng, 8); from && up; up--) from = from->parent;
      paths[k] = grow(from, &rng, (u32)rng_below(&rng, 9)); /* perhaps nothing new */
      path_tree_add(&tree, paths[k], k + 1, &t);
    }
    for (u32 k = 0; k < N_PATHS; k++) check_path(text_c(&t), k + 1, paths[k]);
    for (u32 k = 0; k < N_PATHS; k++) path_unref(paths[k]);
  }
}

/* n paths with a prefix of n decisions take a line each, not n decisions each. */
static void test_prefix_is_written_once(void **state) {
  (void)state;
  enum { N = 2000 };
  Rng rng = {3};
  Path *prefix = grow(NULL, &rng, N);
  cleanup(text_free) Text t = {0};
  cleanup(path_tree_done) PathTree tree = {.sites = {.module = module}};
  path_tree_begin(&t);
  for (u32 k = 1; k <= N; k++) {
    Path *p = grow(prefix, &rng, 1);
    path_tree_add(&tree, p, k, &t);
    path_unref(p);
  }
  assert_true(t.n < 40 * N);
  path_unref(prefix);
}

#define HEAD "nadir-paths 2 sites\nsite 1 branch main 2:7 #0\n"

static void test_damage(void **state) {
  (void)state;
  const struct {
    const char *text, *error;
    u32 number;
  } rows[] = {
      {"", "p: is no tree of paths of this version", 1},
      {"nadir-paths 1 sides\n0 0 1\n", "p: is no tree of paths of this version", 1},
      {HEAD "0 0 @1:1\n", "p: paths are numbered from 1", 0},
      {HEAD "0 0 @1:1\n", "p:4: is no path", 2},
      {HEAD "0 0 @1:1", "p:3: is no path", 1},
      {HEAD "1 0 @1:1\n", "p:3: is no path", 1},
      {HEAD "0 1 @1:1\n", "p:3: is no path", 1},
      {HEAD "0 0 @1:1\n1 2 @1:1\n", "p:3: has too few decisions", 2},
      {HEAD "0 0 @1:1\n1 99999999999 1\n", "p:4: is no path", 2},
      {HEAD "0 0 @1:1\n1 4000000000 1\n", "p:4: is no path", 2},
      {HEAD "0 0 @1:1x\n", "p:3: 'x' does not begin a decision", 1},
      {HEAD "0 0 1\n", "p:3: a decision has no site", 1},
      {HEAD "0 0 @2:1\n", "p:3: a decision has no site", 1},
      {HEAD "0 0 @1:s1.\n", "p:3: site 1 cannot make this decision", 1},
      {"nadir-paths 2 sites\nsite 2 branch main 2:7 #0\n0 0 1\n", "p:2: is not a site", 1},
      {"nadir-paths 2 sites\nsite 1 branch main 2:7 #7\n0 0 1\n",
       "p:2: the program has no such branch at 2:7 of 'main': it is another one", 1},
      {"nadir-paths 2 sites\nsite 1 switch main 2:7 #0\n0 0 1\n",
       "p:2: the program has no such switch at 2:7 of 'main': it is another one", 1},
  };
  for (u32 i = 0; i < ARRAY_LEN(rows); i++) {
    DecisionVec read = {0};
    assert_int_equal(path_tree_parse("p", rows[i].text, module, rows[i].number, &read), ERR_INPUT);
    assert_string_equal(err_text(), rows[i].error);
    assert_int_equal(read.n, 0);
  }
}

static void test_reference(void **state) {
  (void)state;
  cleanup(text_free) Text t = {0};
  char *file = NULL;
  u32 number;
  path_tree_refer(&t, "paths.tree", 17);
  assert_true(path_tree_is_reference(text_c(&t), &file, &number));
  assert_string_equal(file, "paths.tree");
  assert_int_equal(number, 17);
  mem_free(file);
  const char *const others[] = {"", "0101", "tree", "tree x", "tree x\n", "tree x y\n", "tree x 1"};
  for (u32 i = 0; i < ARRAY_LEN(others); i++)
    assert_false(path_tree_is_reference(others[i], &file, &number));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_prefix_is_written_once),
      cmocka_unit_test(test_damage),
      cmocka_unit_test(test_reference),
  };
  return cmocka_run_group_tests(tests, open_module, close_module);
}
