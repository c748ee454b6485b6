/* seed_path_test.c — inputs that lead change the order of the paths, and neither their number nor their ends. */
#include "unit/unit.h"

#include "base/rng.h"
#include "explore/explore.h"
#include "explore/follow.h"
#include "expr/input.h"
#include "unit/explore/subjects.h"
#include "unit/vm/machine.h"

#include <stdlib.h>
#include <string.h>

typedef struct Seen {
  VEC(char *) paths; /* owned; "decisions|end|instructions" */
  Rng rng;
  u32 n_seeds;  /* inputs that are still to lead */
  Model *first; /* owned; goes before those at random; NULL: none */
  bool defers_rare;
  ExploreStats stats;
} Seen;

static void seen_done(Seen *s) {
  for (u32 i = 0; i < s->paths.n; i++) mem_free(s->paths.at[i]);
  vec_free(&s->paths);
}

static void on_path(void *user, const PathEnd *end) {
  Seen *s = user;
  Text t = {0};
  DecisionVec all = {0};
  path_list(end->path, &all);
  for (u32 i = 0; i < all.n; i++) decision_print(&t, &all.at[i]);
  vec_free(&all);
  text_addf(&t, "|%s|%ju", stop_infos[end->stop].name, (uintmax_t)end->n_instructions);
  vec_push(&s->paths, t.at);
}

/* Small numbers and any. */
static Model *next(void *user) {
  Seen *s = user;
  if (s->first) return TAKE(s->first);
  if (!s->n_seeds) return NULL;
  s->n_seeds--;
  Model *m = model_new();
  for (u32 cell = 0; cell < input_cells(); cell++)
    model_set_byte(m, cell, (u8)rng_below(&s->rng, rng_chance(&s->rng, 2) ? 4 : 256));
  return m;
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void run(Machine *m, SearchOrder search, u32 max_in_memory, Seen *io) {
  ExploreConfig config = explore_config_default();
  config.search = search;
  config.max_in_memory = max_in_memory;
  config.observer = (Observer){.user = io, .path_ended = on_path};
  config.defers_rare = io->defers_rare;
  if (io->n_seeds || io->first) config.seeds = (SeedSource){io, next};
  assert_int_equal(explore(m->vm, m->solver, &config, &io->stats), OK);
  assert_int_equal(vm_states(m->vm), 0);
}

/* In any order, with memory for all leaves and for three. */
static void check_same(const Subject *subject, const SearcherOps *ops, u32 max_in_memory) {
  Machine m;
  Seen plain = {0}, seeded = {.rng = {7}, .n_seeds = 40};
  VmConfig config = vm_config_default();
  config.size = subject->n;
  config.knows_bytes = max_in_memory == 3;
  machine_init(&m, subject->source, &config);
  run(&m, (SearchOrder){ops}, UINT32_MAX, &plain);
  run(&m, (SearchOrder){ops}, max_in_memory, &seeded);
  assert_int_equal(plain.paths.n, seeded.paths.n);
  assert_true(!plain.stats.n_seeds && seeded.stats.n_seeds &&
              seeded.stats.n_seed_steps >= seeded.stats.n_seeds);
  qsort(plain.paths.at, plain.paths.n, sizeof *plain.paths.at, by_text);
  qsort(seeded.paths.at, seeded.paths.n, sizeof *seeded.paths.at, by_text);
  for (u32 i = 0; i < plain.paths.n; i++)
    assert_string_equal(plain.paths.at[i], seeded.paths.at[i]);
  seen_done(&plain);
  seen_done(&seeded);
  machine_done(&m);
}

static void test_same_paths(void **state) {
  (void)state;
  for (u32 i = 0; i < n_subjects; i++) {
    if (subjects[i].n_paths < 3 || subjects[i].n_paths > 300) continue;
    check_same(&subjects[i], &dfs_ops, UINT32_MAX);
    check_same(&subjects[i], &random_path_ops, 3);
  }
  check_same(&(Subject){"every choice", every_choice, 0, 0}, &bfs_ops, 3);
}

/* The way of the input is gone first, to its end, whatever the order says. */
static void test_order(void **state) {
  (void)state;
  Machine m;
  machine_init(&m,
               "void nadir_symbolic(void *p, unsigned long n, const char *name);"
               "int main(void) { unsigned char a[4]; nadir_symbolic(a, 4, \"a\"); int n = 0;"
               "  for (int i = 0; i < 4; i++) if (a[i] == 'x') n++; else break;"
               "  return n; }",
               NULL);
  Seen s = {.first = model_new()};
  u32 cell = input_info(input_bytes("a", 4))->first_cell;
  for (u32 i = 0; i < 4; i++) model_set_byte(s.first, cell + i, i < 3 ? 'x' : 'y');
  run(&m, (SearchOrder){&bfs_ops}, UINT32_MAX, &s);
  assert_int_equal(s.paths.n, 5);
  assert_int_equal(s.stats.n_seeds, 1);
  assert_int_equal(strchr(s.paths.at[0], '|') - s.paths.at[0], 4);
  assert_int_equal(strchr(s.paths.at[1], '|') - s.paths.at[1], 1); /* then breadth first again */
  seen_done(&s);
  machine_done(&m);
}

/* Side 1 of a jump is where the byte is 0. */
static const char rare_sides[] =
    "void nadir_symbolic(void *p, unsigned long n, const char *name); void nadir_rare(void);"
    "int main(void) { unsigned char a[4]; nadir_symbolic(a, 4, \"a\"); int n = 0;"
    "  for (int i = 0; i < 3; i++) if (a[i]) { nadir_rare(); n++; }"
    "  return a[3] ? n : 9; }";

/* Paths with such a side wait until no other is left: then all of them are explored. */
static void test_rare_last(void **state) {
  (void)state;
  for (u32 max_in_memory = 1; max_in_memory < 10; max_in_memory += 8) {
    Machine m;
    machine_init(&m, rare_sides, NULL);
    Seen s = {.defers_rare = true};
    run(&m, (SearchOrder){&bfs_ops}, max_in_memory, &s);
    assert_int_equal(s.paths.n, 16);
    assert_true(explore_is_complete(&s.stats));
    assert_true(s.stats.n_deferred >= 3 && s.stats.n_recalled == s.stats.n_deferred);
    for (u32 i = 0; i < 2; i++) assert_int_equal(strncmp(s.paths.at[i], "111", 3), 0);
    seen_done(&s);
    machine_done(&m);
  }
}

/* … unless an input leads there. */
static void test_rare_led(void **state) {
  (void)state;
  Machine m;
  machine_init(&m, rare_sides, NULL);
  Seen s = {.defers_rare = true, .first = model_new()};
  u32 cell = input_info(input_bytes("a", 4))->first_cell;
  for (u32 i = 0; i < 3; i++) model_set_byte(s.first, cell + i, 1);
  run(&m, (SearchOrder){&bfs_ops}, UINT32_MAX, &s);
  assert_int_equal(s.paths.n, 16);
  assert_true(explore_is_complete(&s.stats));
  assert_int_equal(strncmp(s.paths.at[0], "000", 3), 0);
  seen_done(&s);
  machine_done(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_paths),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_rare_last),
      cmocka_unit_test(test_rare_led),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
