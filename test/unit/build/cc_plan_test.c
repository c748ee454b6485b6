/* cc_plan_test.c — how `nadir cc` understands the command line of a compiler. */
#include "build/cc_plan.h"

#include "base/os.h"
#include "build/cc_words.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static CcPlan plan_of(const char *line) {
  Names words = {0};
  char *copy = text_dup(line), *at;
  for (char *word = strtok_r(copy, " ", &at); word; word = strtok_r(NULL, " ", &at))
    names_add(&words, word);
  CcPlan plan;
  cc_plan_read(&words, &plan);
  names_free(&words);
  mem_free(copy);
  return plan;
}

static u32 count(const CcPlan *p, CcWordKind kind) {
  u32 n = 0;
  for (u32 i = 0; i < p->words.n; i++) n += p->words.at[i].kind == kind;
  return n;
}

static void test_stages(void **state) {
  (void)state;
  static const struct {
    const char *line;
    CcStage stage;
    u32 n_sources, n_linked;
    const char *output;
  } cases[] = {
      {"-c a.c", CC_OBJECT, 1, 0, NULL},        {"-c -O2 a.c -o b.o", CC_OBJECT, 1, 0, "b.o"},
      {"-ob.o -c a.c", CC_OBJECT, 1, 0, "b.o"}, {"-ob.o -c a.c b.c", CC_PASS, 2, 0, NULL},
      {"a.c b.o c.a -lm", CC_LINK, 1, 3, NULL}, {"a.o -o prog", CC_LINK, 0, 1, "prog"},
      {"-E a.c", CC_PASS, 1, 0, NULL},          {"-S a.c", CC_PASS, 1, 0, NULL},
      {"--version", CC_PASS, 0, 0, NULL},       {"-c -x c a.txt", CC_OBJECT, 1, 0, NULL},
  };
  for (u32 i = 0; i < ARRAY_LEN(cases); i++) {
    CcPlan p = plan_of(cases[i].line);
    if (p.stage != cases[i].stage) fail_msg("%s: stage %d", cases[i].line, p.stage);
    if (p.stage != CC_PASS) {
      assert_int_equal(p.n_sources, cases[i].n_sources);
      assert_int_equal(p.n_linked, cases[i].n_linked);
      assert_int_equal(count(&p, CC_SOURCE), cases[i].n_sources);
    }
    if (p.stage != CC_PASS && !p.output != !cases[i].output)
      fail_msg("%s: output %s", cases[i].line, p.output);
    if (p.output && cases[i].output) assert_string_equal(p.output, cases[i].output);
    cc_plan_done(&p);
  }
}

/* Words keep their order; -o, -c and -x are taken out. */
static void test_words(void **state) {
  (void)state;
  CcPlan p = plan_of("-I inc -c -DX=1 -x c a.txt -o a.o -Wall");
  cleanup(text_free) Text all = {0};
  for (u32 i = 0; i < p.words.n; i++) text_addf(&all, "%s ", p.words.at[i].text);
  assert_string_equal(text_c(&all), "-I inc -DX=1 a.txt -Wall ");
  for (u32 i = 0; i < p.words.n; i++)
    if (p.words.at[i].kind == CC_SOURCE) assert_string_equal(p.words.at[i].language, "c");
  cc_plan_done(&p);
}

static void test_features(void **state) {
  (void)state;
  CcPlan p = plan_of("-c --coverage -MD -MF a.d a.c");
  assert_true(p.counts && p.asks_dependencies && p.has_dependency_file && !p.has_dependency_target);
  cc_plan_done(&p);
  p = plan_of("-shared -o a.so a.o");
  assert_true(p.is_shared && !p.is_partial);
  cc_plan_done(&p);
  p = plan_of("-r -nostdlib -o a.o b.o");
  assert_true(p.is_partial && p.has_start && p.has_libraries);
  cc_plan_done(&p);
}

/* Response files: blanks, quotes, backslashes, files in files, and what is none. */
static void test_response_files(void **state) {
  (void)state;
  char outer[] = "/tmp/nadir-test-XXXXXX", inner[] = "/tmp/nadir-test-XXXXXX";
  close(mkstemp(outer));
  close(mkstemp(inner));
  cleanup(text_free) Text text = {0};
  text_addf(&text, "-DA=\"x y\" 'b c'\n\t\\\"q @%s end", inner);
  assert_int_equal(file_write(outer, text_c(&text), text.n), OK);
  assert_int_equal(file_write(inner, "in side", 7), OK);
  Names words = {0};
  cleanup(text_free) Text word = {0};
  text_addf(&word, "@%s", outer);
  names_add(&words, "first");
  names_add(&words, text_c(&word));
  names_add(&words, "@/nowhere/file");
  cc_words_expand(&words);
  static const char *const wanted[] = {"first", "-DA=x y", "b c", "\"q",
                                       "in",    "side",    "end", "@/nowhere/file"};
  assert_int_equal(words.n, ARRAY_LEN(wanted));
  for (u32 i = 0; i < words.n; i++) assert_string_equal(words.at[i], wanted[i]);
  names_free(&words);
  text_clear(&text);
  text_addf(&text, "x @%s", outer); /* one that names itself comes to an end */
  assert_int_equal(file_write(outer, text_c(&text), text.n), OK);
  names_add(&words, text_c(&word));
  cc_words_expand(&words);
  assert_in_range(words.n, 2, 1000);
  names_free(&words);
  unlink(outer);
  unlink(inner);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_stages),
      cmocka_unit_test(test_words),
      cmocka_unit_test(test_features),
      cmocka_unit_test(test_response_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
