/* sample_test.c — one worst path per size, chosen the same way at each. */
#include "unit/unit.h"

#include "policy/sample.h"
#include "unit/vm/machine.h"

#include <string.h>

/* N comparisons on each worst path; 2^N of them, as every one may end either way. */
static const char two_ways[] = "void nadir_symbolic(void *p, unsigned long n, const char *name);"
                               "unsigned long nadir_size(void);"
                               "int main(void) { char a[8]; int s = 0; nadir_symbolic(a, 8, \"a\");"
                               "  for (unsigned i = 0; i < nadir_size(); i++) if (a[i] > 5) s++;"
                               "  return s; }";

static const u32 sizes[] = {20};

typedef struct Learned {
  Machine machine;
  Search *search;
  TrainingSizeVec learned;
  Growth growth;
  OptionSet training;
} Learned;

/* Trained at 1, 2, 3, 4. */
static void learn(Learned *l) {
  VmConfig vm = vm_config_default();
  *l = (Learned){.search = NEW(Search), .training = option_set_new(&training_options)};
  assert_int_equal(option_give(&l->training, TRAINING_SIZES, "1:4"), OK);
  machine_init(&l->machine, two_ways, &vm);
  l->search->config = (SearchConfig){.module = l->machine.module,
                                     .solver = l->machine.solver,
                                     .vm = vm,
                                     .cost = COST_BRANCHES,
                                     .sizes = sizes,
                                     .n_sizes = 1,
                                     .options = &l->training,
                                     .n_options = 1,
                                     .budget = budget_unlimited(),
                                     .max_depth = UINT64_MAX};
  assert_int_equal(strategy_find("xstressor", &l->search->config.strategy), OK);
  assert_int_equal(training_small(l->search, &l->learned), OK);
  assert_int_equal(l->learned.n, 4);
  training_growth(&l->learned, &l->growth);
  assert_string_equal(l->growth.exact, "N");
}

static void learned_done(Learned *l) {
  growth_done(&l->growth);
  option_set_done(&l->training);
  training_done(&l->learned);
  search_free(l->search);
  machine_done(&l->machine);
}

/* The path takes this side wherever it decides. */
static bool is_all(const Sample *s, u64 side) {
  for (u32 i = 0; i < s->witness.decisions.n; i++)
    if (s->witness.decisions.at[i].side != side) return false;
  return true;
}

/* Whatever the selector: each lesson has one worst path, and the side is the same at all sizes. */
static void test_every_selector(void **state) {
  (void)state;
  Learned l;
  learn(&l);
  for (u32 i = 0; i < n_selectors; i++) {
    SampleVec samples = {0};
    assert_int_equal(samples_select(l.search, &l.learned, &l.growth, &selectors[i], &samples), OK);
    if (!samples.n) fail_msg("%s gives nothing", selectors[i].name);
    assert_true(samples.n >= l.learned.n);
    bool side = !is_all(&samples.at[0], 0);
    for (u32 k = 0; k < samples.n; k++) {
      assert_int_equal(samples.at[k].size, k + 1);
      assert_int_equal(samples.at[k].witness.cost, k + 1);
      assert_int_equal(samples.at[k].witness.decisions.n, k + 1);
      assert_true(is_all(&samples.at[k], side));
    }
    samples_done(&samples);
  }
  learned_done(&l);
}

static const Selector *find(bool uses_policy, Keep keep) {
  for (u32 i = 0; i < n_selectors; i++)
    if (selectors[i].uses_policy == uses_policy && selectors[i].keep == keep) return &selectors[i];
  fail_msg("there is no such selector");
  return NULL;
}

/* True first and false first are opposite paths. */
static void test_first_and_last(void **state) {
  (void)state;
  Learned l;
  SampleVec first = {0}, last = {0};
  learn(&l);
  assert_int_equal(samples_select(l.search, &l.learned, &l.growth, find(false, KEEP_FIRST), &first),
                   OK);
  assert_int_equal(samples_select(l.search, &l.learned, &l.growth, find(false, KEEP_LAST), &last),
                   OK);
  assert_int_equal(first.n, 4);
  assert_int_equal(last.n, 4);
  for (u32 k = 0; k < 4; k++) {
    u64 one = first.at[k].witness.decisions.at[0].side;
    assert_true(is_all(&first.at[k], one));
    assert_true(is_all(&last.at[k], !one));
    const Witness *w[] = {&first.at[k].witness, &last.at[k].witness};
    bool above[2]; /* the numbers themselves */
    for (u32 i = 0; i < 2; i++) above[i] = (signed char)w[i]->inputs.at[0].bytes[0] > 5;
    assert_true(above[0]);
    assert_false(above[1]);
  }
  samples_done(&first);
  samples_done(&last);
  learned_done(&l);
}

/* A policy goes on beyond the lessons, but only as long as it costs what they predict. */
static void test_beyond_the_lessons(void **state) {
  (void)state;
  Learned l;
  SampleVec samples = {0};
  learn(&l);
  const Selector *policy = find(true, KEEP_LEAST);
  assert_int_equal(samples_select(l.search, &l.learned, &l.growth, policy, &samples), OK);
  assert_int_equal(samples.n, 8);
  samples_done(&samples);

  Growth wrong = {0};
  GrowthPoint squares[] = {{1, 1, true}, {2, 4, true}, {3, 9, true}, {4, 16, true}, {5, 25, true}};
  growth_fit(squares, ARRAY_LEN(squares), &wrong);
  assert_string_equal(wrong.exact, "N^2");
  assert_int_equal(samples_select(l.search, &l.learned, &wrong, policy, &samples), OK);
  assert_int_equal(samples.n, 4);
  growth_done(&wrong);
  samples_done(&samples);
  learned_done(&l);
}

/* More samples may have a formula where the lessons were too few. */
static void test_growth(void **state) {
  (void)state;
  SampleVec samples = {0};
  Growth g = {0};
  for (u64 n = 1; n <= 6; n++)
    vec_push(&samples, ((Sample){.size = n, .witness = {.is_found = true, .cost = n * n * n}}));
  samples_growth(&samples, &g);
  assert_string_equal(g.exact, "N^3");
  samples.at[5].witness.cost++; /* no formula: what is known stays */
  samples_growth(&samples, &g);
  assert_string_equal(g.exact, "N^3");
  growth_done(&g);
  vec_free(&samples);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_selector),
      cmocka_unit_test(test_first_and_last),
      cmocka_unit_test(test_beyond_the_lessons),
      cmocka_unit_test(test_growth),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
