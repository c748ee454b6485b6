/* args_test.c — the option parser on a table of its own. */
#include "cli/args.h"

#include "unit/unit.h"

#include <string.h>

enum { DEPTH, QUIET, NAME, WAIT, ROOM, INCLUDE, LEVEL };

static const Option options[] = {
    [DEPTH] = {"depth", OPTION_NUMBER, "N", "8", "how deep", .min = 1, .max = 99},
    [QUIET] = {"quiet", OPTION_FLAG, .help = "say nothing"},
    [NAME] = {"name", OPTION_TEXT, "TEXT", NULL, "what to call it"},
    [WAIT] = {"wait", OPTION_DURATION, "T", "2s", "how long", .min = 1000000},
    [ROOM] = {"room", OPTION_SIZE, "BYTES", NULL, "how much"},
    [INCLUDE] = {"I", OPTION_LIST, "DIR", NULL, "where to look"},
    [LEVEL] = {"O", OPTION_TEXT, "LEVEL", "0", "how hard to try"},
};

static const Command command = {
    .operands = "FILE [FILE]",
    .min_operands = 1,
    .max_operands = 2,
    .options = options,
    .n_options = ARRAY_LEN(options),
};

/* Parses the words up to the first NULL. */
static Err parse(char **words, Args *ret_args) {
  int n = 0;
  while (words[n]) n++;
  return args_parse(&command, n, words, ret_args);
}

#define PARSE(ret_args, ...) parse((char *[]){__VA_ARGS__, NULL}, ret_args)

static void test_standard_values(void **unused) {
  (void)unused;
  cleanup(args_done) Args a = {0};
  assert_int_equal(PARSE(&a, "file"), OK);
  assert_int_equal(args_number(&a, DEPTH), 8);
  assert_int_equal(args_number(&a, WAIT), 2000000000);
  assert_false(args_flag(&a, QUIET));
  assert_null(args_text(&a, NAME));
  assert_false(args_has(&a, ROOM));
  assert_true(args_has(&a, DEPTH));
  assert_false(a.wants_help);
}

static void test_both_spellings(void **unused) {
  (void)unused;
  cleanup(args_done) Args a = {0};
  assert_int_equal(PARSE(&a, "--depth", "5", "one", "--name=a=b", "--quiet", "--wait=50ms", "two",
                         "--room", "64K", "--depth=7"),
                   OK);
  assert_int_equal(args_number(&a, DEPTH), 7);
  assert_string_equal(args_text(&a, NAME), "a=b");
  assert_true(args_flag(&a, QUIET));
  assert_int_equal(args_number(&a, WAIT), 50000000);
  assert_int_equal(args_number(&a, ROOM), 65536);
  assert_int_equal(a.operands.n, 2);
  assert_string_equal(a.operands.at[0], "one");
  assert_string_equal(a.operands.at[1], "two");
}

static void test_letters(void **unused) {
  (void)unused;
  cleanup(args_done) Args a = {0}, b = {0};
  assert_int_equal(PARSE(&a, "-Ione", "f", "-I", "two", "-O2"), OK);
  assert_int_equal(option_list(&a.sets.at[0], INCLUDE)->n, 2);
  assert_string_equal(option_list(&a.sets.at[0], INCLUDE)->at[0], "one");
  assert_string_equal(option_list(&a.sets.at[0], INCLUDE)->at[1], "two");
  assert_string_equal(args_text(&a, LEVEL), "2");
  assert_int_equal(a.operands.n, 1);
  assert_int_equal(PARSE(&b, "f"), OK);
  assert_int_equal(option_list(&b.sets.at[0], INCLUDE)->n, 0);
  assert_string_equal(args_text(&b, LEVEL), "0");
}

static void test_end_of_options(void **unused) {
  (void)unused;
  cleanup(args_done) Args a = {0};
  assert_int_equal(PARSE(&a, "-", "--", "--quiet"), OK);
  assert_false(args_flag(&a, QUIET));
  assert_string_equal(a.operands.at[0], "-");
  assert_string_equal(a.operands.at[1], "--quiet");
}

static void test_help_wins(void **unused) {
  (void)unused;
  cleanup(args_done) Args a = {0}, b = {0};
  assert_int_equal(PARSE(&a, "--help"), OK);
  assert_true(a.wants_help);
  assert_int_equal(PARSE(&b, "one", "two", "three", "-h"), OK);
  assert_true(b.wants_help);
}

static void test_empty_value(void **unused) {
  (void)unused;
  cleanup(args_done) Args a = {0};
  assert_int_equal(PARSE(&a, "--name=", "file"), OK);
  assert_string_equal(args_text(&a, NAME), "");
}

#define REFUSED(text, ...)                                  \
  do {                                                      \
    Args none = {.wants_help = true};                       \
    assert_int_equal(PARSE(&none, __VA_ARGS__), ERR_USAGE); \
    assert_string_equal(err_text(), text);                  \
    assert_true(none.wants_help);                           \
  } while (0)

static void test_refused(void **unused) {
  (void)unused;
  REFUSED("unknown option '--dept'; did you mean '--depth'?", "--dept=3", "f");
  REFUSED("unknown option '--hepl'; did you mean '--help'?", "--hepl");
  REFUSED("unknown option '--frobnicate'", "--frobnicate", "f");
  REFUSED("unknown option '-q'", "-q", "f");
  REFUSED("unknown option '--I'", "--I", "f");
  REFUSED("option '-I' needs an argument DIR", "f", "-Ix", "-I");
  REFUSED("option '--depth' needs an argument N", "f", "--depth");
  REFUSED("option '--quiet' takes no argument", "--quiet=yes", "f");
  REFUSED("option '--depth': 'x' is not a number from 0 to 2^64-1", "--depth", "x", "f");
  REFUSED("option '--depth': 0 is out of range (1 to 99)", "--depth", "0", "f");
  REFUSED("option '--depth': 100 is out of range (1 to 99)", "--depth=100", "f");
  REFUSED("option '--wait': 1us is too small (at least 1000000 ns)", "--wait=1us", "f");
  REFUSED("missing operand: FILE [FILE]", "--quiet");
  REFUSED("unexpected operand 'c'", "a", "b", "c");
}

static bool is_prog(const char *operand) { return !strcmp(operand, "prog"); }

/* Words behind a program are its own; which of them is an option of ours is told, unless dashes say that it is
 * meant so. */
static void test_words_of_a_program(void **unused) {
  (void)unused;
  static const struct {
    char *words[6];
    u32 n_words;
    const char *doubtful;
  } lines[] = {
      {{"prog", "x", "--depth", "5"}, 3, "--depth"},
      {{"prog", "--name=5", "--depth"}, 2, "--name=5"},
      {{"prog", "--", "--depth", "5"}, 2, NULL},
      {{"file", "--", "--depth"}, 1, NULL},
      {{"--depth", "5", "prog", "--deep", "-I", "--sym-arg"}, 3, NULL},
      {{"file", "--sym-arg", "3", "--depth", "5"}, 2, NULL},
      {{"--sym-args", "1", "2", "3", "file"}, 4, NULL},
      {{"file", "--sym-files", "1"}, 2, NULL},
  };
  Command runs = command;
  runs.is_program = is_prog;
  for (u32 i = 0; i < ARRAY_LEN(lines); i++) {
    cleanup(args_done) Args a = {0};
    int n = 0;
    while (n < 6 && lines[i].words[n]) n++;
    assert_int_equal(args_parse(&runs, n, lines[i].words, &a), OK);
    assert_int_equal(a.words.n, lines[i].n_words);
    assert_true(!a.doubtful == !lines[i].doubtful);
    if (a.doubtful) assert_string_equal(a.doubtful, lines[i].doubtful);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_standard_values), cmocka_unit_test(test_both_spellings),
      cmocka_unit_test(test_letters),         cmocka_unit_test(test_end_of_options),
      cmocka_unit_test(test_help_wins),       cmocka_unit_test(test_empty_value),
      cmocka_unit_test(test_refused),         cmocka_unit_test(test_words_of_a_program),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
