/* end_reader_test.c — what several processes found has one order, whoever found it, and damaged bytes are noticed. */
#include "record/end_reader.h"

#include "base/rng.h"
#include "record/end_writer.h"
#include "unit/unit.h"

enum { N_FNS = 3, N_CODE = 50, MOST_DECISIONS = 12, N_WRITERS = 4 };

static Fn fns[N_FNS];
static Module module = {.fns = {.at = fns, .n = N_FNS, .cap = N_FNS}};

static int open_module(void **state) {
  (void)state;
  for (u32 i = 0; i < N_FNS; i++) fns[i].n_code = N_CODE;
  return 0;
}

/* A path of a program whose first decision is a branch, its second a size, and so on: kinds depend on the depth. */
static Path *random_path(Rng *rng) {
  Path *p = NULL;
  u32 n = (u32)rng_below(rng, MOST_DECISIONS);
  for (u32 i = 0; i < n; i++) {
    Decision d = {.fn = i % N_FNS, .pc = i, .kind = i % 4 == 1 ? CHOICE_SIZE : CHOICE_BRANCH};
    d.side = d.kind == CHOICE_BRANCH ? rng_below(rng, 2) : rng_below(rng, 1000);
    p = path_add(p, d);
  }
  return p;
}

static int compare_paths(const Path *a, const Path *b) {
  DecisionVec x = {0}, y = {0};
  int order = 0;
  path_list(a, &x);
  path_list(b, &y);
  for (u32 i = 0; !order && i < MIN(x.n, y.n); i++)
    order = (x.at[i].side > y.at[i].side) - (x.at[i].side < y.at[i].side);
  if (!order) order = (x.n > y.n) - (x.n < y.n);
  vec_free(&x);
  vec_free(&y);
  return order;
}

/* ---- what the recorder hears --------------------------------------------------------------------- */

typedef struct Heard {
  U64Vec instructions; /* of each end: which path it is */
  U64Vec tests;
  u64 n_pending, n_sides;
} Heard;

static void hear(void *user, const RunEvent *e) {
  Heard *h = user;
  if (e->kind == RUN_PATH_ENDED) {
    vec_push(&h->instructions, e->path.end->n_instructions);
    if (e->path.test) vec_push(&h->tests, e->path.test);
    assert_int_equal(e->path.end->test != NULL, e->path.test != 0);
  }
  if (e->kind == RUN_PLAIN_END) {
    vec_push(&h->instructions, e->plain.n_instructions);
    assert_string_equal(e->plain.text, "as it should");
  }
  if (e->kind == RUN_TEST_PENDING) h->n_pending++;
  if (e->kind == RUN_SIDES) h->n_sides = e->sides.n;
}

static void heard_done(Heard *h) {
  vec_free(&h->instructions);
  vec_free(&h->tests);
}

/* ---- writing and reading ------------------------------------------------------------------------- */

typedef struct Sample {
  VEC(Path *) paths;
  VEC(Text) batches;
  u64 n_tests, n_pending;
} Sample;

static void write_one(EndWriter *w, Sample *s, u32 number, Rng *rng) {
  u8 byte = (u8)number;
  NamedBytes in = {.name = (char *)"in", .bytes = &byte, .n_bytes = 1};
  TestCase test = {.inputs = {.at = &in, .n = 1, .cap = 1}};
  PathEnd end = {.stop = STOP_EXIT,
                 .text = "as it should",
                 .path = s->paths.at[number],
                 .n_instructions = number};
  if (rng_chance(rng, 3)) end.test = &test;
  s->n_tests += end.test != NULL;
  end_write_path(w, NULL, &end);
  if (!rng_chance(rng, 5)) return;
  State state = {.path = s->paths.at[number]};
  end_write_pending_test(w, &state, &test);
  s->n_pending++;
}

static void add_batch(Sample *s, EndWriter *w) {
  Text batch = {0};
  end_writer_batch(w, &batch);
  vec_push(&s->batches, batch);
}

static void make_sample(Sample *s, u32 n, Rng *rng) {
  EndWriter writers[N_WRITERS] = {0};
  for (u32 i = 0; i < n; i++) vec_push(&s->paths, random_path(rng));
  for (u32 i = 0; i < n; i++) {
    EndWriter *w = &writers[rng_below(rng, N_WRITERS)];
    write_one(w, s, i, rng);
    if (rng_chance(rng, 20)) add_batch(s, w);
  }
  for (u32 i = 0; i < N_WRITERS; i++) {
    add_batch(s, &writers[i]);
    end_writer_done(&writers[i]);
  }
}

static void sample_done(Sample *s) {
  for (u32 i = 0; i < s->paths.n; i++) path_unref(s->paths.at[i]);
  for (u32 i = 0; i < s->batches.n; i++) text_free(&s->batches.at[i]);
  vec_free(&s->paths);
  vec_free(&s->batches);
}

static Err replay(const Sample *s, Heard *ret) {
  Lexicon texts = {0};
  OutDir out = {0};
  Recorder r = recorder_new(&(RecorderConfig){.out = &out});
  EndReader *reader = end_reader_new(&module, &texts);
  Err err = OK;
  recorder_subscribe(&r, ret, hear);
  for (u32 i = 0; err == OK && i < s->batches.n; i++)
    err = end_reader_add(reader, s->batches.at[i].at, s->batches.at[i].n);
  if (err == OK) err = end_reader_replay(reader, &r);
  end_reader_free(reader);
  recorder_done(&r);
  lexicon_done(&texts);
  return err;
}

static void test_order(void **state) {
  (void)state;
  Rng rng = {1};
  for (u32 round = 0; round < 50; round++) {
    Sample s = {0};
    Heard h = {0};
    make_sample(&s, (u32)rng_below(&rng, 200), &rng);
    assert_int_equal(replay(&s, &h), OK);
    assert_int_equal(h.instructions.n, s.paths.n);
    for (u32 i = 1; i < h.instructions.n; i++)
      assert_true(compare_paths(s.paths.at[h.instructions.at[i - 1]],
                                s.paths.at[h.instructions.at[i]]) <= 0);
    assert_int_equal(h.tests.n, s.n_tests);
    assert_int_equal(h.n_pending, s.n_pending);
    for (u32 i = 1; i < h.tests.n; i++) assert_true(h.tests.at[i - 1] < h.tests.at[i]);
    heard_done(&h);
    sample_done(&s);
  }
}

/* Each side is named once by each writer, also by one that made many batches. */
static void test_sides(void **state) {
  (void)state;
  Sample s = {0};
  Heard h = {0};
  EndWriter w = {0};
  Path *p = path_add(NULL, (Decision){.kind = CHOICE_BRANCH, .side = 1});
  for (u32 i = 0; i < 3; i++) {
    end_write_path(&w, NULL, &(PathEnd){.stop = STOP_EXIT, .text = "as it should", .path = p});
    add_batch(&s, &w);
  }
  assert_int_equal(replay(&s, &h), OK);
  assert_int_equal(h.n_sides, 1);
  assert_int_equal(h.instructions.n, 3);
  path_unref(p);
  end_writer_done(&w);
  heard_done(&h);
  sample_done(&s);
}

/* Damage is an error, or it looks like something else that was found; nothing is read beyond the bytes. */
static void test_damage(void **state) {
  (void)state;
  Rng rng = {2};
  u32 n_errors = 0;
  for (u32 round = 0; round < 300; round++) {
    Sample s = {0};
    make_sample(&s, 20, &rng);
    Text *b = &s.batches.at[rng_below(&rng, s.batches.n)];
    Text cut = {0};
    text_add_n(&cut, b->at, rng_chance(&rng, 4) ? rng_below(&rng, b->n + 1) : b->n);
    for (u32 k = 0; cut.n && k < 3; k++)
      cut.at[rng_below(&rng, cut.n)] = (char)rng_below(&rng, 256);
    text_free(b);
    *b = cut;
    Lexicon texts = {0};
    Recorder r = recorder_new(&(RecorderConfig){0});
    EndReader *reader = end_reader_new(&module, &texts);
    Err err = OK;
    for (u32 i = 0; err == OK && i < s.batches.n; i++)
      err = end_reader_add(reader, s.batches.at[i].at, s.batches.at[i].n);
    if (err == OK) err = end_reader_replay(reader, &r);
    n_errors += err != OK;
    end_reader_free(reader);
    recorder_done(&r);
    lexicon_done(&texts);
    sample_done(&s);
  }
  assert_true(n_errors > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_sides),
      cmocka_unit_test(test_damage),
  };
  return cmocka_run_group_tests(tests, open_module, NULL);
}
