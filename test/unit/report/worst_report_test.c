/* worst_report_test.c — worst.json is read as it was written, down to every byte of the inputs, and
 * what is wrong in a file is named. */
#include "report/worst_report.h"

#include "base/os.h"
#include "base/rng.h"
#include "unit/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/nadir-worst-XXXXXX";

static int make_file(void **unused) {
  (void)unused;
  int fd = mkstemp(path);
  return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **unused) {
  (void)unused;
  return unlink(path);
}

static void add_input(WorstSize *s, const char *name, ElementKind kind, u32 element_bytes,
                      u32 n_dims, const u64 *dims, const void *bytes) {
  WorstInput in = {.name = name, .kind = kind, .element_bytes = element_bytes};
  vec_append(&in.dimensions, dims, n_dims);
  in.bytes = mem_dup(bytes, worst_input_elements(&in) * element_bytes);
  vec_push(&s->inputs, in);
}

static WorstReport small_report(void) {
  WorstReport r = {.call = "f(int a[N], N)",
                   .function = "f",
                   .strategy = "auto",
                   .metric = "branches",
                   .unit = "branches",
                   .seed = 7,
                   .out = "nadir-out",
                   .command = "nadir worst 'a b.c'",
                   .version = "0.1.0",
                   .seconds = 1.5};
  r.recipe.folder = text_dup("/x");
  names_add(&r.recipe.files, "nadir-out/harness.c");
  vec_push(&r.sources, "a b.c");
  vec_push(&r.said, worst_report_keep(&r, "exhaustive at 1..8"));
  return r;
}

/* Writes it, reads it back, and sees that this writes the same again. */
static WorstReport back_of(const WorstReport *r) {
  Text first = {0}, second = {0};
  WorstReport back;
  worst_report_json(r, &first);
  assert_int_equal(file_write(path, first.at, first.n), OK);
  assert_int_equal(worst_report_read(path, &back), OK);
  worst_report_json(&back, &second);
  assert_string_equal(text_c(&first), text_c(&second));
  text_free(&first);
  text_free(&second);
  return back;
}

static void add_full_size(WorstReport *r) {
  WorstSize s = {.size = 3,
                 .has_cost = true,
                 .cost = 1ull << 40,
                 .proven = true,
                 .how = "exhaustive",
                 .why = "the whole tree was searched",
                 .verified = {.vm = VERDICT_CONFIRMED,
                              .native = VERDICT_NOT_SEEN,
                              .has_vm_cost = true,
                              .vm_cost = 3,
                              .native_how = "other path"},
                 .paths.feasible = 6,
                 .paths.infeasible = 5,
                 .paths.error = 4,
                 .paths.unfinished = 3,
                 .n_queries = 2,
                 .seconds = 0.25,
                 .test = "worst-3.ktest",
                 .path = "worst-3.path",
                 .decisions = "1x2 0x1"};
  vec_push(&s.figures, ((WorstFigure){"building", "building", true, 0.5}));
  vec_push(&s.figures, ((WorstFigure){"any name", "any name", true, 0.0625}));
  vec_push(&s.figures, ((WorstFigure){"turns", "turns", false, 1234567}));
  vec_push(&s.sites, ((WorstSite){{"f", "a b.c", 7, 20}, "branch"}));
  vec_push(&s.sites, ((WorstSite){{"", "", 0, 0}, "switch"}));
  vec_push(&s.strip, ((WorstStep){0, 1, 2}));
  vec_push(&s.strip, ((WorstStep){1, 1ull << 33, 1}));
  vec_push(&s.strip, ((WorstStep){1, (u64)-1, 1}));
  vec_push(&s.history, ((WorstMoment){2, 1, 0.125, "wise"}));
  WorstSeries series = {.strategy = "pyse", .is_policy = true};
  vec_push(&series.at, ((WorstSample){1, 0.125, 1, 7, 7, 7}));
  vec_push(&series.at, ((WorstSample){9, 0.5, 8, 20, 1ull << 40, 3}));
  vec_push(&s.series, series);
  WorstFile lines = {.file = "a b.c"};
  vec_push(&lines.counts, ((WorstLine){7, 3}));
  vec_push(&s.lines, lines);
  vec_push(&s.ledger, ((ReportCount){"finished", "returned", 6}));
  vec_push(&r->sizes, s);
}

static double phase(const WorstSize *s, const char *name) {
  for (u32 i = 0; i < s->figures.n; i++)
    if (s->figures.at[i].is_time && !strcmp(s->figures.at[i].name, name))
      return s->figures.at[i].value;
  return NAN;
}

static void test_round_trip(void **unused) {
  (void)unused;
  WorstReport r = small_report();
  add_full_size(&r);
  vec_push(&r.sizes, ((WorstSize){.size = 4, .why = "no path \"finished\""}));
  vec_push(&r.sizes, ((WorstSize){.size = 5, .has_cost = true, .cost = 9, .predicted = true}));
  r.has_growth = true;
  r.growth = (WorstGrowth){
      .kind = "exact",
      .exact = "1/2*N",
      .at_least = "N",
      .class_name = "n",
      .has_from = true,
      .from = 3,
      .n_sizes = 8,
      .n_proven = 7,
      .n_spare = 6,
      .coefficient = 0.5,
      .trend = {.kind = "multiplies", .exponent = 1.5, .start_up = 7, .class_name = "n"},
      .text = "t"};
  vec_push(&r.growth.trend.sizes, 64);
  vec_push(&r.growth.trend.ratios, 2.5);
  vec_push(&r.growth.learned, ((WorstPoint){9, 31}));
  vec_push(&r.growth.checked, ((WorstChecked){100, "50", 49, false}));
  vec_push(&r.growth.curve, ((WorstPoint){3, 1.5}));
  WorstReport back = back_of(&r);
  const WorstSize *s = &back.sizes.at[0];
  assert_int_equal(back.sizes.n, 3);
  assert_string_equal(back.recipe.files.at[0], "nadir-out/harness.c");
  assert_int_equal(back.sources.n, 1);
  assert_string_equal(back.sources.at[0], "a b.c");
  assert_string_equal(back.said.at[0], "exhaustive at 1..8");
  assert_true(s->cost == 1ull << 40 && s->proven && s->paths.infeasible == 5 &&
              s->paths.unfinished == 3);
  assert_int_equal(s->verified.vm, VERDICT_CONFIRMED);
  assert_int_equal(s->verified.native, VERDICT_NOT_SEEN);
  assert_true(s->verified.has_vm_cost && !s->verified.has_native_cost);
  assert_true(s->strip.at[1].side == 1ull << 33 && s->strip.at[2].side == (u64)-1);
  assert_int_equal(s->lines.at[0].counts.at[0].n, 3);
  assert_true(s->series.n == 1 && s->series.at[0].is_policy && s->series.at[0].at.n == 2);
  assert_true(s->series.at[0].at.at[1].max == 1ull << 40 && s->series.at[0].at.at[1].sum == 20);
  assert_int_equal(s->figures.n, 3);
  assert_true(phase(s, "building") == 0.5);
  assert_true(phase(s, "any name") == 0.0625);
  assert_true(isnan(phase(s, "turns")));
  assert_false(s->figures.at[2].is_time);
  assert_true(s->figures.at[2].value == 1234567);
  assert_string_equal(worst_size_certainty(s), "proven");
  assert_false(back.sizes.at[1].has_cost);
  assert_int_equal(back.sizes.at[1].figures.n, 0);
  assert_int_equal(back.sizes.at[1].verified.native, VERDICT_NONE);
  assert_string_equal(worst_size_certainty(&back.sizes.at[1]), "best found");
  assert_string_equal(worst_size_certainty(&back.sizes.at[2]), "predicted");
  assert_string_equal(back.sizes.at[1].why, "no path \"finished\"");
  const WorstGrowth *g = &back.growth;
  assert_string_equal(g->kind, "exact");
  assert_string_equal(g->exact, "1/2*N");
  assert_string_equal(g->at_least, "N");
  assert_true(g->has_from && g->from == 3 && g->n_sizes == 8 && g->n_proven == 7);
  assert_true(g->n_spare == 6 && g->trend.exponent == 1.5 && g->trend.start_up == 7);
  assert_string_equal(g->trend.kind, "multiplies");
  assert_string_equal(g->trend.class_name, "n");
  assert_true(g->trend.sizes.n == 1 && g->trend.sizes.at[0] == 64);
  assert_true(g->trend.ratios.n == 1 && g->trend.ratios.at[0] == 2.5);
  assert_true(g->learned.n == 1 && g->learned.at[0].size == 9 && g->learned.at[0].cost == 31);
  assert_string_equal(g->checked.at[0].predicted, "50");
  assert_false(g->checked.at[0].met);
  assert_true(back.growth.curve.n == 1 && back.growth.curve.at[0].cost == 1.5);
  worst_report_done(&r);
  worst_report_done(&back);
}

/* The members and values that other tools rely on. */
static void test_contract(void **unused) {
  (void)unused;
  WorstReport r = small_report();
  add_full_size(&r);
  add_input(&r.sizes.at[0], "a", ELEMENT_SIGNED, 4, 1, (u64[]){3}, (i64[]){0x7fffffffll, -1});
  add_input(&r.sizes.at[0], "a", ELEMENT_UNSIGNED, 8, 0, NULL, (u64[]){UINT64_MAX});
  add_input(&r.sizes.at[0], "s", ELEMENT_CHAR, 1, 1, (u64[]){4}, "a\"\0\xe9");
  add_input(&r.sizes.at[0], "b", ELEMENT_BYTES, 1, 1, (u64[]){2}, "\x01\xff");
  add_input(&r.sizes.at[0], "m", ELEMENT_UNSIGNED, 1, 2, (u64[]){2, 2}, "\1\2\3\4");
  Text t = {0};
  worst_report_json(&r, &t);
  static const char *const has[] = {
      "\"a\":[2147483647,0,-1]",
      "\"a#2\":\"18446744073709551615\"",
      "\"s\":\"a\\\"\\u0000\u00e9\"",
      "\"b\":\"01ff\"",
      "\"m\":[[1,2],[3,4]]",
      "\"growth\": null",
      "\"decisions\":\"1x2 0x1\"",
      "\"strip\":[[0,1,2],[1,8589934592,1],[1,-1,1]]",
      "\"lines\":[{\"file\":\"a b.c\",\"counts\":[[7,3]]}]",
      "\"paths\":{\"feasible\":6,\"infeasible\":5,\"error\":4,\"unfinished\":3}",
      "\"verified\":{\"vm\":true,\"native\":false,\"vm_cost\":3,\"native_cost\":null,",
      "{\"name\":\"m\",\"kind\":\"unsigned\",\"bytes\":1,\"dimensions\":[2,2]}",
      "\"ledger\":[{\"reason\":\"finished\",\"meaning\":\"returned\",\"n\":6}]",
      ("\"series\":[{\"strategy\":\"pyse\",\"policy\":true,"
       "\"samples\":[[1,0.125,1,7,7,7],[9,0.5,8,20,1099511627776,3]]}]"),
      "\"history\":[{\"cost\":2,\"paths\":1,\"seconds\":0.125,\"strategy\":\"wise\"}]",
  };
  for (size_t i = 0; i < ARRAY_LEN(has); i++)
    if (!strstr(text_c(&t), has[i])) fail_msg("no %s in %s", has[i], text_c(&t));
  text_free(&t);
  worst_report_done(&r);
}

static void add_random_input(WorstSize *s, Rng *rng, const char *name) {
  static const u32 widths[] = {1, 2, 4, 8};
  ElementKind kind = (ElementKind)rng_below(rng, ELEMENT_BYTES + 1);
  u32 width = kind == ELEMENT_CHAR    ? 1
              : kind == ELEMENT_FLOAT ? widths[2 + rng_below(rng, 2)]
              : kind == ELEMENT_BYTES ? 1 + (u32)rng_below(rng, 12)
                                      : widths[rng_below(rng, 4)];
  u64 dims[3], n = width;
  u32 n_dims = (u32)rng_below(rng, 4);
  for (u32 i = 0; i < n_dims; i++) n *= dims[i] = rng_below(rng, 5);
  cleanup(freep) u8 *bytes = mem_new(n + 1);
  for (u64 i = 0; i < n; i++) bytes[i] = (u8)rng_u64(rng);
  add_input(s, name, kind, width, n_dims, dims, bytes);
}

static void test_random_inputs(void **unused) {
  (void)unused;
  Rng rng = {1};
  for (u32 k = 0; k < 300; k++) {
    WorstReport r = small_report();
    vec_push(&r.sizes, ((WorstSize){.size = k}));
    for (u32 i = 0; i < 4; i++) add_random_input(&r.sizes.at[0], &rng, i % 2 ? "x#2" : "x");
    WorstReport back = back_of(&r);
    for (u32 i = 0; i < 4; i++) {
      const WorstInput *a = &r.sizes.at[0].inputs.at[i], *b = &back.sizes.at[0].inputs.at[i];
      assert_int_equal(worst_input_elements(a), worst_input_elements(b));
      assert_memory_equal(a->bytes, b->bytes, worst_input_elements(a) * a->element_bytes);
    }
    worst_report_done(&r);
    worst_report_done(&back);
  }
}

/* Texts that are not UTF-8, and numbers that JSON does not have. */
static void test_odd_values(void **unused) {
  (void)unused;
  WorstReport r = small_report();
  r.call = "f(\xff)";
  r.has_growth = true;
  r.growth.trend = (WorstTrend){.kind = "multiplies", .exponent = INFINITY};
  vec_push(&r.sizes, ((WorstSize){.size = 1, .why = "\xe4"}));
  add_input(&r.sizes.at[0], "\xfc", ELEMENT_SIGNED, 2, 0, NULL, "\1\0");
  r.sizes.at[0].inputs.at[0].n_left_out = 77;
  WorstReport back = back_of(&r);
  assert_int_equal(back.sizes.at[0].inputs.at[0].n_left_out, 77);
  assert_string_equal(back.call, "f(ÿ)");
  assert_string_equal(back.sizes.at[0].why, "ä");
  assert_string_equal(back.sizes.at[0].inputs.at[0].name, "ü");
  assert_int_equal(back.sizes.at[0].inputs.at[0].bytes[0], 1);
  worst_report_done(&r);
  worst_report_done(&back);
}

#define PROGRAM "\"program\":{\"folder\":\"/\",\"files\":[\"a\"]}"
#define SIZE(members) "{" PROGRAM ",\"sizes\":[{\"size\":1,\"cost\":1},{\"size\":2" members "}]}"
#define SHAPE(kind, bytes, dims, value)                                      \
  SIZE(",\"shapes\":[{\"name\":\"a\",\"kind\":\"" kind "\",\"bytes\":" bytes \
       ",\"dimensions\":" dims "}],\"input\":{\"a\":" value "}")

static void test_refuses(void **unused) {
  (void)unused;
  static const char *const bad[][2] = {
      {"", ":1:"},
      {"[]", "'program'"},
      {"{" PROGRAM "}", "'sizes'"},
      {"{" PROGRAM ",\"sizes\":{}}", "'sizes'"},
      {"{" PROGRAM ",\"sizes\":[3]}", "sizes[0]: 'size'"},
      {"{" PROGRAM ",\"sizes\":[],\"said\":[1]}", "'said'"},
      {"{" PROGRAM ",\"sizes\":[],\"call\":1}", "'call'"},
      {"{" PROGRAM ",\"sizes\":[],\"growth\":{\"coefficient\":\"\"}}", "'coefficient'"},
      {"{" PROGRAM ",\"sizes\":[],\"growth\":{\"curve\":[[1]]}}", "'curve'"},
      {SIZE(",\"cost\":-1"), "sizes[1]: 'cost'"},
      {SIZE(",\"cost\":1.5"), "sizes[1]: 'cost'"},
      {SIZE(",\"proven\":1"), "sizes[1]: 'proven'"},
      {SIZE(",\"predicted\":1"), "sizes[1]: 'predicted'"},
      {SIZE(",\"phases\":{\"solving\":true}"), "sizes[1]: 'solving'"},
      {SIZE(",\"verified\":{\"vm\":1}"), "'vm'"},
      {SIZE(",\"strip\":[[0,0,1]]"), "'strip'"},
      {SIZE(",\"strip\":[[0,0]],\"sites\":[{}]"), "'strip'"},
      {SIZE(",\"strip\":[[0,0,-1]],\"sites\":[{}]"), "'strip'"},
      {SIZE(",\"strip\":[[0,0,9223372036854775807],[0,1,1]],\"sites\":[{}]"), "too many"},
      {SIZE(",\"sites\":[{\"line\":99999999999}]"), "'line'"},
      {SIZE(",\"series\":3"), "'series'"},
      {SIZE(",\"series\":[{\"policy\":1}]"), "sizes[1]: 'policy'"},
      {SIZE(",\"series\":[{\"samples\":[[1,2,3,4,5]]}]"), "sizes[1]: 'samples'"},
      {SIZE(",\"series\":[{\"samples\":[[1,2,3,4,5,6.5]]}]"), "sizes[1]: 'samples'"},
      {SIZE(",\"series\":[{\"samples\":[[1,2,3,4,5,-1]]}]"), "sizes[1]: 'samples'"},
      {SIZE(",\"series\":[{\"samples\":[[1,2,0,4,5,6]]}]"), "sizes[1]: 'samples'"},
      {SIZE(",\"lines\":[{\"counts\":[1]}]"), "'counts'"},
      {SHAPE("float", "2", "[]", "1"), "shape"},
      {SHAPE("float", "4", "[]", "\"1x\""), "no number"},
      {SHAPE("float", "8", "[]", "[]"), "no number"},
      {SHAPE("signed", "3", "[]", "1"), "shape"},
      {SHAPE("char", "2", "[]", "\"ab\""), "shape"},
      {SHAPE("signed", "4", "[-1]", "[]"), "'dimensions'"},
      {SHAPE("signed", "4", "[4000000000,4000000000]", "[]"), "'dimensions'"},
      {SHAPE("signed", "4", "[2]", "[1]"), "'a'"},
      {SHAPE("signed", "4", "[2]", "[1,[2]]"), "'a'"},
      {SHAPE("signed", "1", "[]", "128"), "too large"},
      {SHAPE("unsigned", "1", "[]", "256"), "too large"},
      {SHAPE("unsigned", "8", "[]", "\"18446744073709551616\""), "no number"},
      {SHAPE("unsigned", "8", "[]", "-1"), "no number"},
      {SHAPE("char", "1", "[2]", "\"a\""), "too short"},
      {SHAPE("char", "1", "[2]", "\"abc\""), "too long"},
      {SHAPE("char", "1", "[1]", "\"\\u0100\""), "other characters"},
      {SHAPE("bytes", "1", "[2]", "\"0102f\""), "too long"},
      {SHAPE("bytes", "1", "[2]", "\"0g02\""), "other characters"},
  };
  for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
    WorstReport r = {.seed = 77};
    assert_int_equal(file_write(path, bad[i][0], strlen(bad[i][0])), OK);
    if (worst_report_read(path, &r) != ERR_INPUT) fail_msg("accepted: %s", bad[i][0]);
    assert_int_equal(r.seed, 77);
    assert_non_null(strstr(err_text(), path));
    if (!strstr(err_text(), bad[i][1])) fail_msg("%s: said %s", bad[i][0], err_text());
  }
  WorstReport r;
  assert_int_equal(worst_report_read("/nowhere/worst.json", &r), ERR_FILE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),    cmocka_unit_test(test_contract),
      cmocka_unit_test(test_random_inputs), cmocka_unit_test(test_odd_values),
      cmocka_unit_test(test_refuses),
  };
  return cmocka_run_group_tests(tests, make_file, remove_file);
}
