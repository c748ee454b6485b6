/* ese_test.c — evolutionary symbolic execution: the operators, paths under a precondition, runs. */
#include "unit/search/job.h"
#include "unit/terms.h"

#include "base/hash.h"
#include "expr/input.h"
#include "paths/breeding.h"
#include "paths/evolution.h"
#include "paths/neighbours.h"
#include "paths/turning.h"

/* ---- operators ----------------------------------------------------------------------------------- */

/* Conditions that tell who they are by the place of their decision. */
static Individual *person(u32 name, u32 n_conditions, u64 cost) {
  Individual *i = NEW(Individual);
  i->cost = cost;
  i->hash = name;
  for (u32 k = 0; k < n_conditions; k++) {
    Decision d = {.fn = name, .pc = k, .kind = k % 3 ? CHOICE_BRANCH : CHOICE_CHECK};
    Expr e = expr_ult(expr_const(32, k), expr_var(input_bytes("x", 4), 0, 32));
    vec_push(&i->conditions, ((Condition){e, d, k}));
  }
  return i;
}

static void test_select(void **state) {
  (void)state;
  IndividualVec all = {0};
  Rng rng = {7};
  u32 n_picked[3] = {0};
  for (u32 k = 0; k < 3; k++) vec_push(&all, person(k, 1, 100 * k));
  for (u32 i = 0; i < 3000; i++) {
    u32 a = breed_select(&all, &rng), b = breed_select_other(&all, a, &rng);
    assert_true(a < 3 && b < 3);
    assert_int_not_equal(a, b);
    n_picked[a]++;
  }
  assert_in_range(n_picked[0], 0, 100); /* by 1, 101 and 201 of 303 */
  assert_in_range(n_picked[1], 850, 1150);
  assert_in_range(n_picked[2], 1850, 2150);
  individuals_free(&all);
}

static void assert_joined(const ConditionVec *v, const Individual *head, const Individual *tail) {
  u32 cut = 0;
  while (cut < v->n && v->at[cut].decision.fn == head->hash) {
    assert_int_equal(v->at[cut].decision.pc, cut);
    cut++;
  }
  assert_in_range(cut, 1, head->conditions.n);
  for (u32 k = cut; k < v->n; k++) {
    assert_int_equal(v->at[k].decision.fn, tail->hash);
    assert_int_equal(v->at[k].decision.pc, tail->conditions.n - (v->n - k));
  }
  assert_true(v->n - cut < tail->conditions.n); /* at least one was cut off */
}

static void test_cross(void **state) {
  (void)state;
  Individual *a = person(1, 8, 1), *b = person(2, 5, 1), *none = person(3, 0, 1);
  ConditionVec ab = {0}, ba = {0};
  Rng rng = {3};
  for (u32 i = 0; i < 200; i++) {
    breed_cross(a, b, &rng, &ab, &ba);
    assert_joined(&ab, a, b);
    assert_joined(&ba, b, a);
    assert_int_equal(ab.n + ba.n, 13); /* nothing is lost */
  }
  breed_cross(a, none, &rng, &ab, &ba);
  assert_int_equal(ab.n + ba.n, 8);
  vec_free(&ab);
  vec_free(&ba);
  individual_free(a);
  individual_free(b);
  individual_free(none);
}

/* Both are cut where they come to a place for the same time, if the other has been there so often. */
static void test_cross_places(void **state) {
  (void)state;
  Individual *a = person(1, 12, 1), *b = person(1, 9, 1);
  ConditionVec ab = {0}, ba = {0};
  Rng rng = {3};
  for (u32 k = 0; k < 12; k++) a->conditions.at[k].decision.pc = k % 3;
  for (u32 k = 0; k < 9; k++) b->conditions.at[k].decision.pc = 2 - k % 3;
  for (u32 i = 0; i < 200; i++) {
    breed_cross_places(a, b, &rng, &ab, &ba);
    u32 cut_a = 0, cut_b = 0, n = ab.n + ba.n;
    assert_int_equal(n, 21);
    while (cut_a < ab.n && ab.at[cut_a].e.id == a->conditions.at[cut_a].e.id && cut_a < 12) cut_a++;
    cut_b = 9 - (ab.n - MIN(cut_a, ab.n));
    assert_true(cut_b <= 9);
    if (cut_a > 9 || ab.n == cut_a) continue; /* b was there less often, or has nothing left */
    const Decision *x = &ab.at[cut_a - 1].decision;
    u32 n_x = 0, n_y = 0;
    for (u32 k = 0; k < cut_a; k++) n_x += a->conditions.at[k].decision.pc == x->pc;
    for (u32 k = 0; k < cut_b; k++) n_y += b->conditions.at[k].decision.pc == x->pc;
    assert_int_equal(n_x, n_y);
    assert_int_equal(b->conditions.at[cut_b - 1].decision.pc, x->pc);
  }
  vec_free(&ab);
  vec_free(&ba);
  individual_free(a);
  individual_free(b);
}

static void test_mutate(void **state) {
  (void)state;
  Rng rng = {5};
  static const u32 lengths[] = {1, 9, 10, 40, 100};
  for (u32 l = 0; l < ARRAY_LEN(lengths); l++) {
    u32 n = lengths[l], most = MAX(n / 10, 1u), n_one = 0, n_most = 0;
    for (u32 i = 0; i < 2000; i++) {
      Individual *p = person(1, n, 1);
      breed_mutate(&p->conditions, &rng);
      u32 n_gone = n - p->conditions.n;
      assert_in_range(n_gone, 1, most);
      n_one += n_gone == 1;
      n_most += n_gone == most;
      for (u32 k = 1; k < p->conditions.n; k++)
        assert_true(p->conditions.at[k - 1].decision.pc < p->conditions.at[k].decision.pc);
      individual_free(p);
    }
    if (most > 1) assert_in_range(n_one, 900, 1100);
    if (most == 4) assert_in_range(n_most, 180, 320); /* an eighth */
  }
}

static void test_negate(void **state) {
  (void)state;
  Rng rng = {5};
  Individual *old = person(1, 9, 1), *only_checks = person(1, 1, 1);
  for (u32 i = 0; i < 100; i++) {
    Individual *p = person(1, 9, 1);
    u32 n_changed = 0;
    U32Vec order = {0};
    ConditionVec pre = {0};
    neighbours_conditions(&p->conditions, &order);
    neighbours_shuffle(&order, &rng);
    assert_true(neighbours_precondition(p, vec_last(&order), NULL, &pre).n_hard <= pre.n);
    for (u32 k = 0; k < 9; k++) {
      Expr e = pre.at[k].e, was = old->conditions.at[k].e;
      if (e.id == was.id) continue;
      n_changed++;
      assert_int_equal(e.id, expr_not(was).id);
      assert_int_equal(p->conditions.at[k].decision.kind, CHOICE_BRANCH);
    }
    assert_int_equal(n_changed, 1);
    vec_free(&order);
    vec_free(&pre);
    individual_free(p);
  }
  U32Vec none = {0};
  neighbours_conditions(&only_checks->conditions, &none);
  assert_int_equal(none.n, 0);
  individual_free(old);
  individual_free(only_checks);
}

static void test_survive(void **state) {
  (void)state;
  Rng rng = {11};
  u32 n_weakest = 0;
  for (u32 i = 0; i < 200; i++) {
    IndividualVec all = {0};
    for (u32 k = 0; k < 10; k++) vec_push(&all, person(k, 1, (k * 7) % 10)); /* 0 … 9, mixed */
    breed_survive(&all, 5, 2, &rng);
    assert_int_equal(all.n, 5);
    assert_int_equal(all.at[0]->cost, 9);
    assert_int_equal(all.at[1]->cost, 8);
    for (u32 k = 2; k < 5; k++) {
      assert_true(all.at[k]->cost < 8);
      for (u32 j = 0; j < k; j++) assert_int_not_equal(all.at[j]->hash, all.at[k]->hash);
      n_weakest += all.at[k]->cost == 0;
    }
    breed_survive(&all, 9, 7, &rng); /* more than there are */
    assert_int_equal(all.n, 5);
    individuals_free(&all);
  }
  assert_in_range(n_weakest, 1, 60); /* it has a chance, a small one */
}

/* ---- paths under a precondition ------------------------------------------------------------------ */

/* The conditions hold for its input, and whoever satisfies them takes its path. */
static void assert_sound(SizeSearch *t, Eval *eval, const Individual *i) {
  Rng rng = {99};
  Individual *same;
  for (u32 k = 0; k < i->conditions.n; k++)
    assert_true(eval_true(eval, i->model, i->conditions.at[k].e));
  Precondition p = {.conditions = &i->conditions, .n_hard = i->conditions.n};
  assert_int_equal(sample_under(t, eval, &p, &rng, &same), OK);
  assert_non_null(same);
  assert_true(same->hash == i->hash);
  assert_int_equal(same->cost, i->cost);
  individual_free(same);
}

static void open_size_search(Job *j, const char *source, u32 size) {
  job_open(j, source, "random", (u32[]){size}, 1);
  j->config.budget.max_paths = 1;
  job_run(j);
  j->search->searches.at[0]->budget.max_paths = UINT64_MAX;
}

/* Marks for the test's own individuals. */
static void mark(void *user) { individuals_mark(user); }

static void test_respects_precondition(void **state) {
  (void)state;
  Job j;
  open_size_search(&j, insertion_sort, 7);
  SizeSearch *t = j.search->searches.at[0];
  Eval *eval = eval_new();
  Rng rng = {1};
  IndividualVec all = {0};
  expr_roots_add(mark, &all);
  for (u32 i = 0; i < 10; i++) {
    Individual *one;
    assert_int_equal(sample_path(t, &rng, &one), OK);
    vec_push(&all, one);
    assert_sound(t, eval, one);
  }
  u32 n_born = 0;
  for (u32 i = 0; i < 40; i++) {
    ConditionVec pre[2] = {{0}, {0}};
    u32 a = breed_select(&all, &rng), b = breed_select_other(&all, a, &rng);
    breed_cross(all.at[a], all.at[b], &rng, &pre[0], &pre[1]);
    Precondition p = {&pre[0], .n_hard = pre[0].n, .guess = all.at[a]->model};
    Individual *child;
    assert_int_equal(sample_under(t, eval, &p, &rng, &child), OK);
    for (u32 k = 0; child && k < pre[0].n; k++) /* the path cannot contradict it */
      assert_true(eval_true(eval, child->model, pre[0].at[k].e));
    n_born += child != NULL;
    if (child) vec_push(&all, child);
    if (child) assert_sound(t, eval, child);
    vec_free(&pre[0]);
    vec_free(&pre[1]);
  }
  assert_in_range(n_born, 5, 40);
  expr_roots_remove(mark, &all);
  individuals_free(&all);
  eval_free(eval);
  job_done(&j);
}

/* ---- runs ---------------------------------------------------------------------------------------- */

/* The order of the table in ese_options.c. */
enum { POPULATION, ELITE, MUTATION, LOCAL_PERIOD, LOCAL_ATTEMPTS, GENERATIONS };

static void test_finds_worst(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= 3; seed++) {
    Job j;
    job_open(&j, insertion_sort, "ese", (u32[]){7}, 1);
    j.config.seed = seed;
    j.config.enough = 21;
    job_set(&j, &ese_options, GENERATIONS, "200");
    job_run(&j);
    assert_worst(&j, 0, 21, false);
    job_done(&j);
  }
}

static u64 trace_of(u64 seed, const char *strategy) {
  Job j;
  job_open(&j, insertion_sort, strategy, (u32[]){6}, 1);
  j.config.seed = seed;
  job_set(&j, &ese_options, POPULATION, "10");
  job_set(&j, &ese_options, LOCAL_PERIOD, "3");
  job_set(&j, &ese_options, GENERATIONS, "12");
  job_run(&j);
  const SizeSearch *t = j.search->searches.at[0];
  assert_int_equal(stat_of(&t->stats, &stat_generations), 12);
  u64 sum = hash_pair(t->n_queries, size_search_paths(t));
  for (u32 i = 0; i < t->history.n; i++) sum = hash_pair(sum, t->history.at[i].n_paths);
  job_done(&j);
  return sum;
}

static void test_seed_repeats(void **state) {
  (void)state;
  assert_true(trace_of(5, "ese") == trace_of(5, "ese"));
  assert_true(trace_of(5, "ese") != trace_of(6, "ese"));
}

/* The best path of each generation is not worse than that of the one before. */
static void test_keeps_elite(void **state) {
  (void)state;
  Job j;
  open_size_search(&j, insertion_sort, 7);
  SizeSearch *t = j.search->searches.at[0];
  EseOptions o = {.n_population = 8, .n_elite = 2, .mutation = 0.5, .n_generations = 40};
  Evolution *e = evolution_new(t, &o);
  const IndividualVec *all = evolution_population(e);
  u64 best = 0, n_slices = 0;
  while (!evolution_is_over(e)) {
    assert_int_equal(evolution_run(e, 1), OK);
    if (!all->n) continue;
    u64 now = all->at[individuals_worst(all)]->cost;
    assert_true(now >= best);
    best = now;
    n_slices++;
  }
  assert_int_equal(best, t->best.cost);
  assert_true(n_slices > 40);
  evolution_free(e);
  job_done(&j);
}

/* All or nothing: the assumption leaves two paths, each with 40 conditions that contradict the other's. */
static const char two_paths[] =
    HARNESS MAIN("nadir_assume((a[0] == 1000) | (a[0] == -1000));"
                 "for (long i = 0; i < 40; i++) if (a[0] > i) a[0] += 0;");

/* A child that is its parent again is possible, one in forty: in some run there is none. */
static void test_no_children(void **state) {
  (void)state;
  u32 n_childless = 0;
  for (u64 seed = 1; seed <= 10; seed++) {
    Job j;
    job_open(&j, two_paths, "ese", (u32[]){1}, 1);
    j.config.seed = seed;
    job_set(&j, &ese_options, POPULATION, "2");
    job_set(&j, &ese_options, MUTATION, "0");
    job_set(&j, &ese_options, GENERATIONS, "5");
    job_run(&j);
    const StatVec *stats = &j.search->searches.at[0]->stats;
    u64 n_children = stat_of(stats, &stat_children);
    assert_int_equal(stat_of(stats, &stat_generations), 5);
    assert_int_equal(stat_of(stats, &stat_infeasible_children), 10 - n_children);
    n_childless += n_children == 0;
    assert_worst(&j, 0, 40, false);
    job_done(&j);
  }
  assert_true(n_childless > 0);
}

/* N decisions that nothing connects: turned round one at a time, all become right. */
static const char switches[] = HARNESS MAIN(
    "int k = 0; for (long i = 0; i < n; i++) if (a[i] & 1) k++; else if (a[i] & 2) k--;"
    "for (long i = 0; i < n; i++) if (a[i] & 4 && a[i] & 8) k++;");

static u64 best_of(const char *local_period) {
  Job j;
  job_open(&j, switches, "ese", (u32[]){12}, 1);
  job_set(&j, &ese_options, POPULATION, "4");
  job_set(&j, &ese_options, LOCAL_PERIOD, local_period);
  job_set(&j, &ese_options, LOCAL_ATTEMPTS, "150");
  job_set(&j, &ese_options, GENERATIONS, "2");
  job_run(&j);
  u64 cost = j.search->searches.at[0]->best.cost;
  job_done(&j);
  return cost;
}

static void test_local_search(void **state) {
  (void)state;
  assert_int_equal(best_of("1"), 48);
  assert_true(best_of("0") < 48);
}

/* ---- local search -------------------------------------------------------------------------------- */

/* A descending array but for one number, which stops one comparison too early. */
static void plant(SizeSearch *t) {
  i32 values[8] = {90, 80, 70, 50, 75, 40, 30, 20};
  Witness w = {0};
  Stop stop;
  vec_push(&w.inputs, ((NamedBytes){text_dup("a"), mem_dup(values, sizeof values), sizeof values}));
  t->begin_ns = clock_ns();
  assert_int_equal(size_search_try(t, &w, true, &stop), OK);
  t->ns += clock_ns() - t->begin_ns;
  assert_int_equal(stop, STOP_EXIT);
  assert_int_equal(t->best.cost, 27);
}

/* Of conditions that no precondition forced, nobody says that they were forced. */
static void assert_open(const SizeSearch *t) {
  for (u32 i = 0; i < t->best.decisions.n; i++)
    assert_int_not_equal(t->best.decisions.at[i].alternatives, ALTERNATIVES_IMPOSSIBLE);
}

static void test_planted(void **state) {
  (void)state;
  Job j;
  open_size_search(&j, insertion_sort, 8);
  SizeSearch *t = j.search->searches.at[0];
  plant(t);
  EseOptions o = {.n_population = 2,
                  .n_elite = 1,
                  .local_period = 1,
                  .local_attempts = 200,
                  .n_generations = 1,
                  .is_plus = true};
  Evolution *e = evolution_new(t, &o);
  assert_int_equal(evolution_run(e, UINT64_MAX), OK);
  assert_true(evolution_is_over(e));
  evolution_free(e);
  assert_worst(&j, 0, 28, false);
  assert_open(t);
  job_done(&j);
}

/* In slices of so many steps, until every condition has been negated. */
static void turn_all(u64 max_steps) {
  Job j;
  open_size_search(&j, insertion_sort, 8);
  SizeSearch *t = j.search->searches.at[0];
  plant(t);
  Turning *u = turning_new(t, false);
  u64 n_steps, n_all = 0;
  for (bool goes_on = true; goes_on; n_all += n_steps) {
    assert_int_equal(turning_run(u, max_steps, &n_steps, &goes_on), OK);
    assert_true(n_steps <= max_steps);
  }
  assert_worst(&j, 0, 28, false);
  assert_open(t);
  assert_true(n_all > 0 && stat_of(&t->stats, &stat_negated) > 0);
  turning_free(u);
  assert_int_equal(vm_states(size_search_vm(t)), 0); /* what was kept is freed */
  job_done(&j);
}

static void test_turning(void **state) {
  (void)state;
  turn_all(UINT64_MAX);
  turn_all(1);
  turn_all(3);
}

/* Nothing contradicts itself where contradictions are dropped. */
static void test_soft(void **state) {
  (void)state;
  for (u32 soft = 0; soft < 2; soft++) {
    Job j;
    open_size_search(&j, insertion_sort, 7);
    SizeSearch *t = j.search->searches.at[0];
    EseOptions o = {
        .n_population = 10, .n_elite = 2, .mutation = 0.2, .n_generations = 5, .is_plus = soft};
    Evolution *e = evolution_new(t, &o);
    assert_int_equal(evolution_run(e, UINT64_MAX), OK);
    assert_int_equal(stat_of(&t->stats, &stat_infeasible_children) > 0, !soft);
    evolution_free(e);
    job_done(&j);
  }
}

/* All searches of ese+ together. */
static u64 plus_trace(u64 seed) {
  Job j;
  job_open(&j, insertion_sort, "ese+", (u32[]){9, 18}, 2);
  j.config.seed = seed;
  j.config.budget.max_paths = ROUNDS(400);
  job_run(&j);
  u64 sum = 0;
  for (u32 k = 0; k < 2; k++) {
    const SizeSearch *t = j.search->searches.at[k];
    assert_worst(&j, k, t->size * (t->size - 1) / 2, false);
    sum = hash_pair(sum, hash_pair(t->n_queries, size_search_paths(t)));
    sum = hash_pair(sum, stat_of(&t->stats, &stat_negated));
  }
  job_done(&j);
  return sum;
}

static void test_plus(void **state) {
  (void)state;
  assert_true(plus_trace(3) == plus_trace(3));
}

/* A program with a single path is done with after the first generation. */
static void test_one_path(void **state) {
  (void)state;
  Job j;
  job_open(&j, HARNESS MAIN(""), "ese", (u32[]){3}, 1);
  job_run(&j);
  assert_worst(&j, 0, 0, false);
  job_done(&j);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_select, open_terms, close_terms),
      cmocka_unit_test_setup_teardown(test_cross, open_terms, close_terms),
      cmocka_unit_test_setup_teardown(test_mutate, open_terms, close_terms),
      cmocka_unit_test_setup_teardown(test_negate, open_terms, close_terms),
      cmocka_unit_test_setup_teardown(test_survive, open_terms, close_terms),
      cmocka_unit_test(test_respects_precondition),
      cmocka_unit_test(test_finds_worst),
      cmocka_unit_test(test_seed_repeats),
      cmocka_unit_test(test_keeps_elite),
      cmocka_unit_test(test_no_children),
      cmocka_unit_test(test_local_search),
      cmocka_unit_test(test_one_path),
      cmocka_unit_test_setup_teardown(test_cross_places, open_terms, close_terms),
      cmocka_unit_test(test_planted),
      cmocka_unit_test(test_turning),
      cmocka_unit_test(test_soft),
      cmocka_unit_test(test_plus),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
