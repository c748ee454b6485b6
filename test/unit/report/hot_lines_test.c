/* hot_lines_test.c — the lines of all files that ran most often, whichever name comes first. */
#include "report/hot_lines.h"

#include "report/record_tables.h"
#include "unit/unit.h"

static void add_line(WorstSize *s, const char *file, u32 line, u64 n) {
  WorstFile f = {.file = file};
  vec_push(&f.counts, ((WorstLine){line, n}));
  vec_push(&s->lines, f);
}

/* At N a line of z.c runs N*N times, one of a.c N times, and one only at the largest size. */
static void add_size(WorstReport *r, u64 size) {
  WorstSize s = {.size = size, .has_cost = true};
  add_line(&s, "a.c", 3, size);
  add_line(&s, "b.c", 4, size == 100 ? 5000 : 0);
  add_line(&s, "c.c", 5, 1); /* not hot: it ran once */
  add_line(&s, "z.c", 7, size * size);
  vec_push(&r->sizes, s);
}

static void test_order_and_growth(void **state) {
  (void)state;
  static const u64 sizes[] = {1, 25, 50, 100};
  static const struct {
    u32 line;
    u64 n;
    double last;
    u32 n_ratios;
  } expected[] = {{7, 10000, 4, 2}, {4, 5000, 0, 0}, {3, 100, 2, 2}};
  cleanup(worst_report_done) WorstReport r = {0};
  for (u32 i = 0; i < ARRAY_LEN(sizes); i++) add_size(&r, sizes[i]);
  hot_lines_add(&r);
  hot_lines_add(&r); /* is there already */
  assert_int_equal(r.hot.n, ARRAY_LEN(expected));
  for (u32 i = 0; i < r.hot.n; i++) {
    const WorstHot *h = &r.hot.at[i];
    assert_int_equal(h->line, expected[i].line);
    assert_int_equal(h->n, expected[i].n);
    assert_int_equal(h->ratios.n, expected[i].n_ratios);
    if (h->ratios.n) assert_float_equal(vec_last(&h->ratios), expected[i].last, 0);
  }
}

/* 25 is no half of 51, and a size that has no lines was not run. */
static void test_no_doublings(void **state) {
  (void)state;
  cleanup(worst_report_done) WorstReport r = {0};
  add_size(&r, 25);
  add_size(&r, 51);
  vec_push(&r.sizes, ((WorstSize){.size = 102}));
  hot_lines_add(&r);
  assert_int_equal(r.hot.at[0].n, 51 * 51);
  assert_int_equal(hot_lines_size(&r)->size, 51);
  assert_int_equal(r.hot.at[0].ratios.n, 0);
  cleanup(worst_report_done) WorstReport none = {0};
  hot_lines_add(&none);
  assert_int_equal(none.hot.n, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order_and_growth),
      cmocka_unit_test(test_no_doublings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
