/* collisions_test.c — colliding elements are found, whatever the table does with them. */
#include "unit/search/job.h"

#include "inputs/input_search.h"
#include "worst/arm.h"

/* A set of numbers by a hash that no pattern leads through, and how it looks for one. */
#define TABLE                                                                 \
  HARNESS "static unsigned hash(unsigned x) {"                                \
          "  x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu;" \
          "  return (x ^ x >> 16) & 15; }"                                    \
          "struct item { int key; struct item *next; };"                      \
          "static struct item *heads[16]; static int places[64], n_steps;"

static const char at_the_end[] =
    TABLE MAIN("for (long i = 0; i < n; i++) {"
               "  struct item **at = &heads[hash(a[i])];"
               "  while (*at && (*at)->key != a[i]) { at = &(*at)->next; n_steps++; }"
               "  if (*at) continue;"
               "  *at = malloc(sizeof **at); (*at)->key = a[i]; (*at)->next = 0; }");
static const char at_the_front[] =
    TABLE MAIN("for (long i = 0; i < n; i++) {"
               "  struct item **head = &heads[hash(a[i])], *x = *head;"
               "  while (x && x->key != a[i]) { x = x->next; n_steps++; }"
               "  if (x) continue;"
               "  x = malloc(sizeof *x); x->key = a[i]; x->next = *head; *head = x; }");
static const char open_places[] =
    TABLE MAIN("for (long i = 0; i < n; i++) {"
               "  unsigned at = hash(a[i]) * 4;"
               "  while (places[at] && places[at] != a[i]) { at = (at + 1) & 63; n_steps++; }"
               "  places[at] = a[i]; }");
static const char no_table[] = HARNESS MAIN("for (long i = 0; i < n; i++) a[i] ^= 7;");

enum { N = 16 };

typedef struct Quest {
  Job job;
  Vocabulary vocabulary;
  InputSearch *inputs;
  SizeSearch *size_search;
  void *self;
} Quest;

static void open(Quest *s, const char *source) {
  *s = (Quest){0};
  static const u32 sizes[] = {N};
  /* No path with symbols: Z3 would solve it for minutes where tables are small. */
  job_open(&s->job, source, "ga", sizes, 1);
  s->job.config.cost = COST_INSTRUCTIONS;
  s->job.config.budget.max_paths = 1;
  job_run(&s->job);
  s->size_search = s->job.search->searches.at[0];
  s->size_search->budget.max_paths = UINT64_MAX;
  assert_int_equal(input_search_open(s->size_search, &s->vocabulary, &s->inputs), OK);
  s->self = mem_new(arm_collisions.n_bytes);
}

static void run(Quest *s, u64 n_steps, SliceEnd *ret) {
  Slice slice = {.max_steps = n_steps, .deadline_ns = NEVER_NS, .inputs = s->inputs};
  assert_int_equal(arm_collisions.slice(s->size_search, s->self, &slice, ret), OK);
  size_search_phase_end(s->size_search);
}

static void done(Quest *s) {
  arm_collisions.done(s->size_search, s->self);
  mem_free(s->self);
  input_search_free(s->inputs);
  job_done(&s->job);
}

static u32 hash(u32 x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return (x ^ x >> 16) & 15;
}

/* The numbers of the best that share the place of the first one. */
static u32 n_together(const SizeSearch *t) {
  u32 a[N], n = 0;
  assert_int_equal(t->best.inputs.at[0].n_bytes, sizeof a);
  memcpy(a, t->best.inputs.at[0].bytes, sizeof a);
  for (u32 i = 0; i < N; i++) n += hash(a[i]) == hash(a[0]);
  return n;
}

/* By chance it would be one in sixteen. */
static void test_finds_them(void **state) {
  (void)state;
  static const char *const sources[] = {at_the_end, at_the_front, open_places};
  for (u32 i = 0; i < ARRAY_LEN(sources); i++) {
    Quest s;
    SliceEnd end;
    open(&s, sources[i]);
    run(&s, 40, &end);
    assert_true(end.n_steps > 0);
    assert_int_equal(n_together(s.size_search), N);
    done(&s);
  }
}

/* It goes on where a slice ended, and the same seed gives the same input. */
static void test_slices(void **state) {
  (void)state;
  u8 inputs[2][N * 4];
  for (u32 i = 0; i < 2; i++) {
    Quest s;
    SliceEnd end;
    open(&s, at_the_end);
    for (u32 k = 0; k < 5; k++) run(&s, 8, &end);
    memcpy(inputs[i], s.size_search->best.inputs.at[0].bytes, sizeof inputs[i]);
    assert_int_equal(n_together(s.size_search), N);
    done(&s);
  }
  assert_memory_equal(inputs[0], inputs[1], sizeof inputs[0]);
}

/* Where nothing lies in anybody's way, it soon rests, and has nothing. */
static void test_rests(void **state) {
  (void)state;
  Quest s;
  SliceEnd end;
  open(&s, no_table);
  u64 before = s.size_search->best.cost;
  run(&s, 1000, &end);
  assert_true(end.is_exhausted);
  assert_true(end.n_steps < 20);
  assert_int_equal(s.size_search->best.cost, before);
  done(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_finds_them),
      cmocka_unit_test(test_slices),
      cmocka_unit_test(test_rests),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
