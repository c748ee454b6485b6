/* metric_test.c — metrics as they are typed, and what is said about wrong ones. */
#include "unit/unit.h"

#include "search/metric.h"

#include <string.h>

static void rows(void **state) {
  (void)state;
  static const struct {
    const char *text;
    CostKind cost;
    ProbeKind probe;
  } good[] = {
      {"branches", COST_BRANCHES, PROBE_NONE},       {"instructions", COST_WORK, PROBE_NONE},
      {"statements", COST_PROBES, PROBE_STATEMENTS}, {"block:a.c:7", COST_PROBES, PROBE_BLOCK},
      {"calls:f", COST_PROBES, PROBE_CALLS},         {"allocated", COST_ALLOCATED, PROBE_NONE},
      {"peak-heap", COST_PEAK_HEAP, PROBE_NONE},     {"stack", COST_STACK, PROBE_NONE},
      {"memory", COST_ACCESSES, PROBE_NONE},         {"user", COST_USER, PROBE_NONE},
      {"target", COST_TARGET, PROBE_NONE},
  };
  for (u32 k = 0; k < ARRAY_LEN(good); k++) {
    cleanup(metric_done) Metric m = {0};
    assert_int_equal(metric_parse(good[k].text, &m), OK);
    assert_string_equal(m.name, good[k].text);
    assert_int_equal(m.cost, good[k].cost);
    assert_int_equal(m.probe.kind, good[k].probe);
    bool is_native = good[k].probe || good[k].cost == COST_USER || good[k].cost == COST_TARGET;
    assert_int_equal(metric_is_native(&m), is_native);
  }
}

static void arguments(void **state) {
  (void)state;
  cleanup(metric_done) Metric m = {0};
  assert_int_equal(metric_parse("block:C:/src/a b.c:4294967295", &m), OK);
  assert_string_equal(m.probe.file, "C:/src/a b.c");
  assert_int_equal(m.probe.line, UINT32_MAX);
  assert_string_equal(m.name, "block:C:/src/a b.c:4294967295");
  cleanup(metric_done) Metric calls = {0};
  assert_int_equal(metric_parse("calls:swap", &calls), OK);
  assert_string_equal(calls.probe.fn, "swap");
}

/* The text of the error for a wrong metric, which must leave the result alone. */
static const char *error_of(const char *text) {
  Metric m = {.cost = COST_STACK};
  assert_int_equal(metric_parse(text, &m), ERR_USAGE);
  assert_int_equal(m.cost, COST_STACK);
  assert_null(m.name);
  return err_text();
}

static void assert_says(const char *text, const char *part) {
  if (!strstr(error_of(text), part)) fail_msg("'%s' gives '%s'", text, err_text());
}

static void errors(void **state) {
  (void)state;
  assert_says("brnaches", "there is no cost 'brnaches'; did you mean 'branches'?");
  assert_says("brnaches", "branches, instructions, statements, block:FILE:LINE, calls:FUNCTION");
  assert_says("xyzzy", "there is no cost 'xyzzy'; costs are: ");
  assert_says("", "there is no cost ''");
  assert_says("blok:a.c:3", "did you mean 'block'?");
  static const char *const blocks[] = {
      "block",       "block:",      "block:a.c",    "block:a.c:",   "block::3",
      "block:a.c:0", "block:a.c:x", "block:a.c:-1", "block:a.c:3 ", "block:a.c:4294967296"};
  for (u32 k = 0; k < ARRAY_LEN(blocks); k++) assert_says(blocks[k], "write it as block:FILE:LINE");
  assert_says("calls", "write it as calls:FUNCTION");
  assert_says("calls:", "write it as calls:FUNCTION");
  assert_says("stack:3", "nothing follows 'stack'");
  assert_says("stack:", "nothing follows 'stack'");
}

static void words(void **state) {
  (void)state;
  static const struct {
    const char *text;
    u64 n;
    const char *words;
  } good[] = {{"branches", 45, "45 branches"},
              {"branches", 1, "1 branch"},
              {"instructions", 1, "1 instruction"},
              {"stack", 1, "1 byte of stack"},
              {"calls:glass", 1, "1 call of glass"},
              {"block:a.c:7", 1, "1 arrival at a.c:7"},
              {"calls:f", 0, "0 calls of f"},
              {"memory", 2, "2 memory accesses"},
              {"target", 1, "1 execution of nadir_target()"}};
  for (u32 k = 0; k < ARRAY_LEN(good); k++) {
    cleanup(metric_done) Metric m = {0};
    cleanup(text_free) Text t = {0};
    assert_int_equal(metric_parse(good[k].text, &m), OK);
    metric_print(&m, good[k].n, &t);
    assert_string_equal(text_c(&t), good[k].words);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows),
      cmocka_unit_test(arguments),
      cmocka_unit_test(errors),
      cmocka_unit_test(words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
