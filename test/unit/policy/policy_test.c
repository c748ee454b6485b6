/* policy_test.c — rules learned from paths: histories, callers, lines, the sense of the source. */
#include "unit/unit.h"

#include "base/rng.h"
#include "policy/policy.h"
#include "unit/vm/machine.h"

/* Two conditions in one line, one in another. */
static const char program[] = "int g;\n"
                              "int main(void) {\n"
                              "  if (g > 1 && g < 7) return 1;\n"
                              "  if (g == 9) return 2;\n"
                              "  return 0;\n"
                              "}\n";

enum { N_SITES = 3 };

typedef struct Places {
  Module *module;
  Decision at[N_SITES]; /* at each condition, not yet decided */
} Places;

static Places places_open(void) {
  Places p = {.module = machine_compile(program)};
  u32 n = 0, fn = module_find_fn(p.module, "main");
  const Fn *f = &p.module->fns.at[fn];
  assert_int_equal(f->n_sites, N_SITES);
  for (u32 i = 0; i < f->n_sites; i++)
    p.at[n++] =
        (Decision){.fn = fn, .pc = p.module->sites.at[f->first_site + i].pc, .kind = CHOICE_BRANCH};
  return p;
}

/* What the source calls true or false at a place. */
static Decision decide(const Places *p, u32 place, bool holds) {
  Decision d = p->at[place];
  d.side = holds;
  d.side = decision_in_source(p->module, &d);
  return d;
}

static Policy learn(const Places *p, PolicyOptions options, const Decision *d, u32 n) {
  Policy policy = policy_new(p->module, &options);
  policy_learn(&policy, d, n);
  return policy;
}

static void test_memoryless(void **state) {
  (void)state;
  Places p = places_open();
  Decision path[] = {decide(&p, 0, true), decide(&p, 1, true), decide(&p, 0, true),
                     decide(&p, 1, false)};
  Policy policy = learn(&p, (PolicyOptions){0}, path, ARRAY_LEN(path));
  assert_int_equal(policy.rules.n, 2);
  assert_int_equal(policy.n_open, 1);
  assert_int_equal(policy.rules.at[0].side, 1);
  assert_false(policy.rules.at[0].is_open);
  assert_true(policy.rules.at[1].is_open);
  policy_done(&policy);
  module_free(p.module);
}

static void assert_prints(u32 n_rules, u32 n_open, const char *expected) {
  Text t = {0};
  policy_print(&(Policy){.rules = {.n = n_rules}, .n_open = n_open}, &t);
  assert_string_equal(text_c(&t), expected);
  text_free(&t);
}

static void test_print(void **state) {
  (void)state;
  assert_prints(0, 0, "no rules, so every side is open");
  assert_prints(1, 0, "1 rule, which decides every branch");
  assert_prints(1, 1, "1 rule, which leaves both sides open");
  assert_prints(3, 0, "3 rules, which decide every branch");
  assert_prints(3, 1, "3 rules, 1 of which leaves both sides open");
  assert_prints(3, 2, "3 rules, 2 of which leave both sides open");
  assert_prints(3, 3, "3 rules, which leave both sides open");
}

/* What alternates is determined by the decision before. */
static void test_history(void **state) {
  (void)state;
  Places p = places_open();
  Decision path[6];
  for (u32 i = 0; i < ARRAY_LEN(path); i++) path[i] = decide(&p, 2, i % 2);
  Policy none = learn(&p, (PolicyOptions){0}, path, ARRAY_LEN(path));
  Policy one = learn(&p, (PolicyOptions){.history = 1}, path, ARRAY_LEN(path));
  assert_int_equal(none.n_open, 1);
  assert_int_equal(one.n_open, 0);
  assert_int_equal(one.rules.n, 3); /* at the start, after false, after true */
  policy_done(&none);
  policy_done(&one);
  module_free(p.module);
}

/* Under another caller the history begins anew, unless it need not. */
static void test_callers(void **state) {
  (void)state;
  Places p = places_open();
  Decision path[] = {decide(&p, 2, true), decide(&p, 2, true), decide(&p, 2, true)};
  path[1].caller = path[2].caller = 7;
  PolicyOptions kept = {.history = 2}, any = {.history = 2, .any_caller = true};
  Policy a = learn(&p, kept, path, ARRAY_LEN(path)), b = learn(&p, any, path, ARRAY_LEN(path));
  assert_int_equal(a.rules.n, 2); /* no history twice, one decision once */
  assert_int_equal(b.rules.n, 3);
  policy_done(&a);
  policy_done(&b);
  module_free(p.module);
}

static void test_lines(void **state) {
  (void)state;
  Places p = places_open();
  Decision path[] = {decide(&p, 0, true), decide(&p, 1, false), decide(&p, 2, true)};
  Policy policy = learn(&p, (PolicyOptions){.by_line = true}, path, ARRAY_LEN(path));
  assert_int_equal(policy.rules.n, 2);
  assert_true(policy.rules.at[0].is_open);
  assert_false(policy.rules.at[1].is_open);
  policy_done(&policy);
  module_free(p.module);
}

/* The union of two policies is what one would have learned from both paths. */
static void test_union(void **state) {
  (void)state;
  Places p = places_open();
  Rng rng = {5};
  for (u32 round = 0; round < 200; round++) {
    Decision path[24];
    PolicyOptions options = {.history = (u32)rng_below(&rng, 4)};
    for (u32 i = 0; i < ARRAY_LEN(path); i++)
      path[i] = decide(&p, (u32)rng_below(&rng, N_SITES), rng_chance(&rng, 4));
    Policy a = learn(&p, options, path, 12), b = learn(&p, options, path + 12, 12);
    Policy both = learn(&p, options, path, 12);
    policy_learn(&both, path + 12, 12);
    policy_add(&a, &b);
    assert_int_equal(policy_hash(&a), policy_hash(&both));
    assert_int_equal(a.n_open, both.n_open);
    policy_done(&a);
    policy_done(&b);
    policy_done(&both);
  }
  module_free(p.module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_memoryless), cmocka_unit_test(test_print),
      cmocka_unit_test(test_history),    cmocka_unit_test(test_callers),
      cmocka_unit_test(test_lines),      cmocka_unit_test(test_union),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
