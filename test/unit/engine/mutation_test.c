/* mutation_test.c — changes stay inside, find what is made of the program's words, and are told once. */
#include "unit/unit.h"

#include "engine/mutation.h"
#include "expr/input.h"
#include "report/ktest.h"
#include "unit/vm/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- changes --------------------------------------------------------------------------------------- */

static Mutators made_up(u64 seed) {
  Mutators m = {.rng = {seed}};
  vocabulary_add_word(&m.vocabulary, (const u8 *)"verbose", 7);
  vocabulary_add_number(&m.vocabulary, 77);
  return m;
}

/* Whatever its size: the sanitizer watches the bytes around it. */
static void test_inside(void **state) {
  (void)state;
  Mutators m = made_up(3);
  SpecimenVec others = {0};
  for (u32 n = 1; n <= 12; n++) {
    NamedBytesVec s = {0};
    named_bytes_add(&s, "arg00", NULL, n);
    vec_push(&others, s);
  }
  bool used[MUTATOR_COUNT] = {0};
  for (u32 i = 0; i < 4000; i++) used[mutate(&m, &others, &others.at[i % others.n].at[0])] = true;
  for (u32 i = 0; i < MUTATOR_COUNT; i++) assert_true(used[i]);
  for (u32 i = 0; i < others.n; i++) named_bytes_free(&others.at[i]);
  vec_free(&others);
  mutators_done(&m);
}

/* What finds something is chosen more often, and nothing never. */
static void test_choice(void **state) {
  (void)state;
  Mutators m = made_up(5);
  SpecimenVec others = {0};
  NamedBytesVec s = {0};
  u32 n[MUTATOR_COUNT] = {0};
  named_bytes_add(&s, "arg00", NULL, 11);
  for (u32 i = 0; i < 1000; i++)
    for (u32 k = 0; k < MUTATOR_COUNT; k++) mutators_feed(&m, (Mutator)k, k == MUTATOR_splice);
  for (u32 i = 0; i < 20000; i++) n[mutate(&m, &others, &s.at[0])]++;
  for (u32 k = 0; k < MUTATOR_COUNT; k++) assert_true(n[k] > 0);
  assert_true(n[MUTATOR_splice] > 15000);
  named_bytes_free(&s);
  mutators_done(&m);
}

/* ---- runs ------------------------------------------------------------------------------------------ */

static const char options[] =
    "void nadir_symbolic(void *p, unsigned long n, const char *name); void abort(void);"
    "static const char *const names[] = {\"columns\", \"verbose\"};"
    "static int same(const char *a, const char *b) {"
    "  while (*b) if (*a++ != *b++) return 0; return !*a; }"
    "int main(void) { char a[10]; nadir_symbolic(a, sizeof a, \"arg00\"); a[9] = 0;"
    "  if (a[0] == '-' && a[1] == '-')"
    "    for (int i = 0; i < 2; i++) if (same(a + 2, names[i])) { if (i) abort(); return 1; }"
    "  return 0; }";

typedef struct Bench {
  Machine m;
  Cover *cover;
  Mutation mutation;
  u32 n_told, n_wrong;
} Bench;

static void on_path(void *user, const PathEnd *end) {
  Bench *b = user;
  b->n_told++;
  b->n_wrong += end->stop == STOP_ABORT;
  assert_non_null(end->test);
  assert_int_equal(end->test->inputs.n, 1);
  assert_string_equal(end->test->inputs.at[0].name, "arg00");
  assert_int_equal(end->test->inputs.at[0].n_bytes, 10);
}

static void bench_init(Bench *b) {
  *b = (Bench){0};
  machine_init(&b->m, options, NULL);
  b->cover = cover_new(b->m.module, NULL, NULL);
  MutationPlan plan = {.share = 0.5,
                       .seed = 1,
                       .vm = vm_config_default(),
                       .budget = budget_unlimited(),
                       .observer = {.user = b, .path_ended = on_path}};
  plan.vm.cover = b->cover;
  mutation_init(&b->mutation, &plan, b->m.module, b->m.solver);
}

static void bench_done(Bench *b) {
  mutation_done(&b->mutation);
  cover_free(b->cover);
  machine_done(&b->m);
}

static void test_finds_options(void **state) {
  (void)state;
  Bench b;
  bench_init(&b);
  for (u32 i = 0; i < 30000 && b.cover->n_seen < b.cover->n_sides; i++)
    assert_int_equal(mutation_try(&b.mutation), OK);
  assert_int_equal(b.cover->n_seen, b.cover->n_sides);
  assert_int_equal(b.n_wrong, 1);
  u32 n = b.n_told;
  for (u32 i = 0; i < 100; i++) assert_int_equal(mutation_try(&b.mutation), OK);
  assert_int_equal(b.n_told, n); /* there is nothing new any more */
  assert_int_equal(b.mutation.stats.n_paths, n);
  assert_int_equal(b.mutation.specimens.n, b.mutation.n_found);
  bench_done(&b);
}

static void test_same_seed(void **state) {
  (void)state;
  Bench b[2];
  for (u32 k = 0; k < 2; k++) {
    bench_init(&b[k]);
    for (u32 i = 0; i < 100; i++) assert_int_equal(mutation_try(&b[k].mutation), OK);
  }
  assert_int_equal(b[0].n_told, b[1].n_told);
  assert_int_equal(b[0].mutation.n_instructions, b[1].mutation.n_instructions);
  for (u32 k = 2; k > 0; k--) bench_done(&b[k - 1]);
}

/* The share is of counted work: no clock says how many runs there are. */
static void test_share(void **state) {
  (void)state;
  Bench b[2];
  for (u32 k = 0; k < 2; k++) {
    bench_init(&b[k]);
    ExploreStats run = {0};
    for (u32 i = 0; i < 1000; i++) {
      run.n_choices = 100 * (u64)i;
      assert_int_equal(mutation_go_on(&b[k].mutation, &run), OK);
      if (i == 10) assert_int_equal(b[k].mutation.n_runs, 0); /* patience */
    }
    assert_true(b[k].mutation.n_runs > 1000);
  }
  assert_int_equal(b[0].mutation.n_runs, b[1].mutation.n_runs);
  assert_int_equal(b[0].n_told, b[1].n_told);
  for (u32 k = 2; k > 0; k--) bench_done(&b[k - 1]);
}

/* What was found leads the exploration: once, with the bytes that the run was given. */
static void test_leads(void **state) {
  (void)state;
  Bench b;
  bench_init(&b);
  b.mutation.leads = true;
  while (b.mutation.n_found < 2) assert_int_equal(mutation_try(&b.mutation), OK);
  u32 cell = input_info(input_bytes("arg00", 10))->first_cell;
  for (u32 n = 2; n > 0; n--) {
    Model *m = mutation_seed(&b.mutation);
    assert_non_null(m);
    const NamedBytes *in = &b.mutation.specimens.at[n - 1].at[0];
    for (u32 i = 0; i < 10; i++) assert_int_equal(model_byte(m, cell + i), in->bytes[i]);
    model_unref(m);
  }
  assert_null(mutation_seed(&b.mutation));
  bench_done(&b);
}

/* ---- words ----------------------------------------------------------------------------------------- */

static bool has_word(const Vocabulary *v, const char *word) {
  for (u32 i = 0; i < v->words.n; i++)
    if (v->words.at[i].n == strlen(word) && !memcmp(v->words.at[i].at, word, strlen(word)))
      return true;
  return false;
}

/* Names that stand in the rows of a table, and those that it points to. */
static void test_words_of_tables(void **state) {
  (void)state;
  Machine machine;
  machine_init(
      &machine,
      "static const struct { char name[11]; int n; } rows[] = {{\"ascii\", 1}, {\"ebcdic\", 2},"
      "  {\"block\", 010}, {\"\", 0}};"
      "static const struct { const char *name; int n; } list[] = {{\"noerror\", 3}, {0, 4}};"
      "int main(int argc, char **argv) { (void)argv; return rows[argc].n + list[argc & 1].n; }",
      NULL);
  Mutators m = mutators_new(machine.module, NULL, 1);
  assert_true(has_word(&m.vocabulary, "ascii") && has_word(&m.vocabulary, "ebcdic"));
  assert_true(has_word(&m.vocabulary, "block") && has_word(&m.vocabulary, "noerror"));
  assert_int_equal(m.vocabulary.words.n, 4);
  mutators_done(&m);
  machine_done(&machine);
}

static ReportSeeds run_seeds(Bench *b, const char *folder) {
  SeedFolder s = {0};
  assert_int_equal(seed_folder_read(folder, &s), OK);
  assert_int_equal(mutation_run_seeds(&b->mutation, &s), OK);
  ReportSeeds counts = s.report;
  counts.n_files += s.report.refused.n * 100;
  seed_folder_done(&s);
  return counts;
}

/* A test of a file is run as it is; one that is no test is refused; a folder that is not there is an error. */
static void test_seeds(void **state) {
  (void)state;
  char folder[] = "/tmp/nadir-seeds-XXXXXX", file[64];
  Bench b;
  assert_non_null(mkdtemp(folder));
  snprintf(file, sizeof file, "%s/a.ktest", folder);
  cleanup(ktest_free) Ktest k = {0};
  ktest_begin(&k, "p.c", 0);
  named_bytes_add(&k.objects, "arg00", "--columns", 10);
  assert_int_equal(ktest_write(&k, file), OK);
  bench_init(&b);
  ReportSeeds r = run_seeds(&b, folder);
  assert_true(r.n_files == 1 && r.n_used == 1 && !r.n_cut && !r.n_filled);
  assert_true(b.n_told == 1 && b.mutation.n_runs == 1);
  assert_memory_equal(b.mutation.specimens.at[0].at[0].bytes, "--columns", 10);
  FILE *f = fopen(file, "w");
  fputs("no test", f);
  fclose(f);
  r = run_seeds(&b, folder);
  assert_true(r.n_files == 101 && !r.n_used);
  unlink(file);
  rmdir(folder);
  SeedFolder none = {0};
  assert_int_not_equal(seed_folder_read(folder, &none), OK);
  bench_done(&b);
}

/* In another shape of the outside an input is longer or shorter: it begins as the test has it. */
static void test_other_sizes(void **state) {
  (void)state;
  char folder[] = "/tmp/nadir-seeds-XXXXXX", file[64];
  assert_non_null(mkdtemp(folder));
  snprintf(file, sizeof file, "%s/a.ktest", folder);
  for (u32 n = 8; n <= 15; n++) {
    Bench b;
    cleanup(ktest_free) Ktest k = {0};
    ktest_begin(&k, "p.c", 0);
    named_bytes_add(&k.objects, "arg00", "--columns\0\0\0\0\0\0", n);
    assert_int_equal(ktest_write(&k, file), OK);
    bench_init(&b);
    ReportSeeds r = run_seeds(&b, folder);
    assert_true(r.n_used == 1 && r.n_cut == (n > 10) && r.n_filled == (n < 10));
    assert_int_equal(b.mutation.specimens.n, 1);
    assert_memory_equal(b.mutation.specimens.at[0].at[0].bytes, n == 8 ? "--column\0" : "--columns",
                        10);
    bench_done(&b);
  }
  unlink(file);
  rmdir(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_inside),        cmocka_unit_test(test_choice),
      cmocka_unit_test(test_finds_options), cmocka_unit_test(test_same_seed),
      cmocka_unit_test(test_seeds),         cmocka_unit_test(test_share),
      cmocka_unit_test(test_leads),         cmocka_unit_test(test_words_of_tables),
      cmocka_unit_test(test_other_sizes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
