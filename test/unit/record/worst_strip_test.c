/* worst_strip_test.c — decisions for people: short names of sides, the sense of the source, and the
 * same numbers by site. */
#include "record/worst_strip.h"

#include "policy/policy.h"
#include "unit/unit.h"
#include "unit/vm/machine.h"

/* Four targets: 1 and 7 share one, and there is the default. */
static const char program[] = "int g;\n"
                              "int main(void) {\n"
                              "  switch (g) {\n"
                              "  case 1: case 7: return 4;\n"
                              "  case 9: return 5;\n"
                              "  case 3: return 6;\n"
                              "  }\n"
                              "  if (g < 7) return 1;\n"
                              "  return 0;\n"
                              "}\n";

typedef struct Fixture {
  Module *module;
  WorstReport report;
  DecisionVec path;
  Decision place[2]; /* at the switch, at the condition */
} Fixture;

static Fixture fixture_open(void) {
  Fixture f = {.module = machine_compile(program)};
  static const u8 kinds[] = {CHOICE_SWITCH, CHOICE_BRANCH};
  u32 fn = module_find_fn(f.module, "main");
  const Fn *main = &f.module->fns.at[fn];
  assert_int_equal(main->n_sites, ARRAY_LEN(kinds));
  for (u32 i = 0; i < main->n_sites; i++)
    f.place[i] =
        (Decision){.fn = fn, .pc = f.module->sites.at[main->first_site + i].pc, .kind = kinds[i]};
  vec_push(&f.report.sizes, ((WorstSize){0}));
  return f;
}

static void fixture_done(Fixture *f) {
  vec_free(&f->path);
  worst_report_done(&f->report);
  module_free(f->module);
}

static void decide(Fixture *f, Decision d, u64 side) {
  d.side = side;
  vec_push(&f->path, d);
}

static void decide_case(Fixture *f, u64 value) {
  const Fn *main = &f->module->fns.at[f->place[0].fn];
  const Switch *sw = &main->switches[0];
  u32 pc = sw->other;
  for (u32 i = 0; i < sw->n_cases; i++)
    if (main->cases[sw->first_case + i].value == value) pc = main->cases[sw->first_case + i].pc;
  decide(f, f->place[0], pc);
}

static void decide_condition(Fixture *f, bool holds) {
  Decision d = f->place[1];
  d.side = holds;
  decide(f, d, decision_in_source(f->module, &d));
}

static const WorstSize *strip(Fixture *f) {
  WorstSize *size = &f->report.sizes.at[0];
  worst_strip_add(f->module, &f->path, &f->report, size);
  return size;
}

static void test_nothing(void **state) {
  (void)state;
  Fixture f = fixture_open();
  assert_string_equal(strip(&f)->decisions, "");
  fixture_done(&f);
}

static void test_conditions(void **state) {
  (void)state;
  Fixture f = fixture_open();
  for (u32 i = 0; i < 3; i++) decide_condition(&f, true);
  decide_condition(&f, false);
  const WorstSize *size = strip(&f);
  assert_string_equal(size->decisions, "1x3 0x1");
  assert_int_equal(size->sites.n, 1);
  assert_int_equal(size->sites.at[0].place.line, 8);
  assert_string_equal(size->sites.at[0].kind, "branch");
  assert_int_equal(size->strip.n, 2);
  assert_true(size->strip.at[0].side == 1 && size->strip.at[0].count == 3);
  fixture_done(&f);
}

static void test_switch(void **state) {
  (void)state;
  Fixture f = fixture_open();
  static const u64 values[] = {1, 7, 9, 3, 1000};
  for (u32 i = 0; i < ARRAY_LEN(values); i++) decide_case(&f, values[i]);
  assert_string_equal(strip(&f)->decisions, "s1x2 s2x1 s3x1 s4x1");
  fixture_done(&f);
}

/* Addresses are numbered as they are met; one place may decide in several ways. */
static void test_addresses(void **state) {
  (void)state;
  Fixture f = fixture_open();
  Decision load = f.place[1];
  static const u64 objects[] = {17592186134528, 17592186134528, 4096, 0, 17592186134528};
  for (u32 i = 0; i < ARRAY_LEN(objects); i++) {
    load.kind = CHOICE_ADDRESS;
    decide(&f, load, objects[i]);
  }
  load.kind = CHOICE_CHECK;
  decide(&f, load, 1);
  load.kind = CHOICE_VALUE;
  decide(&f, load, 1);
  decide(&f, load, (u64)-1);
  load.kind = CHOICE_SPLIT;
  decide(&f, load, 2);
  decide_condition(&f, true);
  const WorstSize *size = strip(&f);
  assert_string_equal(size->decisions, "a1x2 a2x1 a0x1 a1x1 c1x1 v1x1 v-1x1 p2x1 1x1");
  assert_int_equal(size->sites.n, 5);
  static const char *const kinds[] = {"address", "check", "value", "index", "branch"};
  for (u32 i = 0; i < ARRAY_LEN(kinds); i++) assert_string_equal(size->sites.at[i].kind, kinds[i]);
  assert_int_equal(size->strip.at[1].side, 2);
  fixture_done(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nothing),
      cmocka_unit_test(test_conditions),
      cmocka_unit_test(test_switch),
      cmocka_unit_test(test_addresses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
