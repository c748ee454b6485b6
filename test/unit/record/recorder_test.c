/* recorder_test.c — what is told of an exploration and of a search: each thing once, in order, to
 * everybody. */
#include "record/recorder.h"

#include "record/sides.h"
#include "record/worst_record.h"
#include "sandbox/tempdir.h"
#include "unit/search/job.h"

#include <stdlib.h>
#include <unistd.h>

/* 4 paths: two show the same error, one another. */
static const char errors[] = HARNESS "int g[2];"
                                     "int main(void) { int x; nadir_symbolic(&x, 4, \"x\");"
                                     "  if (x > 0) { int k = x > 100 ? 7 : 9; g[k] = 1; }"
                                     "  if (x < -5) return 1 / (g[0]);"
                                     "  return 0; }";

typedef struct Heard {
  VEC(RunEvent) all;
  u64 last_ns;
} Heard;

static void hear(void *user, const RunEvent *e) {
  Heard *h = user;
  assert_true(e->ns >= h->last_ns);
  h->last_ns = e->ns;
  vec_push(&h->all, *e);
}

static u32 count(const Heard *h, RunEventKind kind) {
  u32 n = 0;
  for (u32 i = 0; i < h->all.n; i++) n += h->all.at[i].kind == kind;
  return n;
}

static void explore_with(const char *source, Recorder *r, Heard *h) {
  Machine m;
  VmConfig vm = vm_config_default();
  machine_init(&m, source, &vm);
  Sides sides = {.recorder = r};
  recorder_subscribe(r, &sides, sides_on_event);
  recorder_subscribe(r, h, hear);
  ExploreConfig config = explore_config_default();
  config.observer = recorder_explores(r, m.vm);
  ExploreStats stats;
  assert_int_equal(explore(m.vm, m.solver, &config, &stats), OK);
  assert_int_equal(stats.n_paths, 4);
  sides_done(&sides);
  machine_done(&m);
}

static void test_exploration(void **state) {
  (void)state;
  OutDir out = {0};
  text_add(&out.path, "some/folder");
  Recorder r = recorder_new(&(RecorderConfig){.out = &out, .size = 5});
  Heard h = {0};
  explore_with(errors, &r, &h);
  assert_int_equal(count(&h, RUN_PATH_ENDED), 4);
  assert_int_equal(count(&h, RUN_ERROR_FOUND), 2);
  assert_int_equal(r.n_tests, 4);
  assert_int_equal(r.errors.n, 2);
  assert_int_equal(r.errors.at[0].n_paths + r.errors.at[1].n_paths, 3);
  u64 n_tests = 0, n_covered = 0;
  for (u32 i = 0; i < h.all.n; i++) {
    const RunEvent *e = &h.all.at[i];
    assert_int_equal(e->size, 5);
    assert_null(e->size_search);
    if (e->kind == RUN_PATH_ENDED) assert_int_equal(e->path.test, ++n_tests);
    if (e->kind == RUN_ERROR_FOUND) { /* the end of its path is next */
      const RunEvent *next = &h.all.at[i + 1];
      while (next->kind != RUN_PATH_ENDED) next++;
      assert_int_equal(next->path.test, e->path.test);
      assert_non_null(next->path.error);
    }
    if (e->kind == RUN_COVERED) {
      assert_true(e->n_covered > n_covered);
      n_covered = e->n_covered;
    }
  }
  assert_int_equal(n_covered, 6); /* both sides of three conditions */
  for (u32 i = 0; i < r.errors.n; i++)
    assert_memory_equal(r.errors.at[i].test, "some/folder/test00000", 21);
  vec_free(&h.all);
  recorder_done(&r);
  outdir_done(&out);
}

/* Without a folder nothing has a number, and errors are told all the same. */
static void test_no_folder(void **state) {
  (void)state;
  Recorder r = recorder_new(&(RecorderConfig){0});
  Heard h = {0};
  explore_with(errors, &r, &h);
  assert_int_equal(count(&h, RUN_ERROR_FOUND), 2);
  assert_int_equal(r.n_tests, 0);
  assert_string_equal(r.errors.at[0].test, "");
  vec_free(&h.all);
  recorder_done(&r);
}

/* Sizes and phases are bracketed, and what is better is told inside of them. */
static void test_search(void **state) {
  (void)state;
  Job j;
  Heard h = {0};
  Recorder r = recorder_new(&(RecorderConfig){0});
  recorder_subscribe(&r, &h, hear);
  job_open(&j, insertion_sort, "auto", (u32[]){3, 12}, 2);
  j.config.observer = recorder_searches(&r);
  job_run(&j);
  u64 best = 0;
  const SizeSearch *size = NULL, *phase = NULL;
  for (u32 i = 0; i < h.all.n; i++) {
    const RunEvent *e = &h.all.at[i];
    assert_non_null(e->size_search);
    assert_int_equal(e->size, e->size_search->size);
    switch (e->kind) {
    case RUN_SIZE_BEGAN:
      assert_null(size);
      assert_null(phase);
      size = e->size_search;
      break;
    case RUN_SIZE_ENDED:
      assert_ptr_equal(size, e->size_search);
      assert_null(phase);
      size = NULL;
      break;
    case RUN_PHASE_BEGAN:
      assert_null(phase);
      phase = e->size_search;
      break;
    case RUN_PHASE_ENDED:
      assert_ptr_equal(phase, e->size_search);
      phase = NULL;
      break;
    case RUN_BETTER:
      assert_ptr_equal(phase, e->size_search);
      best++;
      break;
    case RUN_PATH_ENDED:
    case RUN_PLAIN_END:
    case RUN_SIDES:
    case RUN_ERROR_FOUND:
    case RUN_WARNED:
    case RUN_TEST_PENDING:
    case RUN_MISSED:
    case RUN_COVERED:
    case RUN_TICKED:
    case RUN_SAMPLED:
    case RUN_REPEATS:
      break;
    }
  }
  assert_true(!size && !phase);
  assert_worst(&j, 0, 3, true);
  assert_true(count(&h, RUN_SIZE_ENDED) >= 2); /* a strategy may come back to a size */
  assert_true(best >= j.search->searches.at[0]->n_better + j.search->searches.at[1]->n_better);
  job_done(&j);
  vec_free(&h.all);
  recorder_done(&r);
}

/* ---- worst.json ---------------------------------------------------------------------------------- */

static void remove_all(const OutDir *out) {
  static const char *const names[] = {"worst.json", "worst-5.ktest", "worst-5.path"};
  for (u32 i = 0; i < ARRAY_LEN(names); i++) outdir_remove(out, names[i]);
  assert_int_equal(rmdir(text_c(&out->path)), 0);
}

static void check_file(const OutDir *out, u64 cost) {
  cleanup(text_free) Text path = {0};
  text_addf(&path, "%s/worst.json", text_c(&out->path));
  cleanup(worst_report_done) WorstReport read = {0};
  assert_int_equal(worst_report_read(text_c(&path), &read), OK);
  assert_int_equal(read.sizes.n, 1);
  assert_int_equal(read.sizes.at[0].cost, cost);
}

/* Many improvements in a row are few files; the first is there at once, the last at the next event
 * that comes late enough. */
static void test_few_files(void **state) {
  (void)state;
  enum { N_BETTER = 1000 };
  Job j;
  Target target = {0};
  WorstRecord w = {.target = &target, .metric = "branches", .unit = "branches"};
  job_open(&j, insertion_sort, "exhaustive", (u32[]){5}, 1);
  job_run(&j);
  SizeSearch *t = j.search->searches.at[0];
  assert_int_equal(tempdir_make(&w.out.path), OK);
  w.recipe.folder = text_dup(".");
  names_add(&w.recipe.files, "a.c");
  target.module = j.machine.module;
  RunEvent better = {.kind = RUN_BETTER, .size_search = t};
  u64 true_cost = t->best.cost;
  t->best.cost = 0;
  worst_record_on_event(&w, &better);
  check_file(&w.out, 0);
  assert_int_equal(w.n_written, 1);
  assert_true(w.next_ns > 0);
  for (better.ns = 0; t->best.cost < N_BETTER; t->best.cost++) worst_record_on_event(&w, &better);
  assert_int_equal(w.n_written, 1);
  assert_true(w.is_stale);
  worst_record_on_event(&w, &(RunEvent){.kind = RUN_TICKED, .size_search = t, .ns = w.next_ns});
  assert_int_equal(w.n_written, 2);
  check_file(&w.out, N_BETTER);
  worst_record_on_event(&w, &(RunEvent){.kind = RUN_TICKED, .size_search = t, .ns = UINT64_MAX});
  assert_int_equal(w.n_written, 2); /* nothing is new */
  assert_int_equal(outdir_error(&w.out), OK);
  remove_all(&w.out);
  worst_record_done(&w);
  t->best.cost = true_cost;
  job_done(&j);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_exploration),
      cmocka_unit_test(test_no_folder),
      cmocka_unit_test(test_search),
      cmocka_unit_test(test_few_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
