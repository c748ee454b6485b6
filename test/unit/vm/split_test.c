/* split_test.c — addresses that are split into their values: the outcomes are those of the program,
 * on every input and on no other, and what was split is concrete. */
#include "unit/unit.h"

#include "expr/input.h"
#include "expr/model.h"
#include "unit/vm/machine.h"

enum { N_BYTES = 4 };

/* A function that is compiled into this test and also run in the machine. */
// clang-format off
#define PROGRAM(name, ...)                                                               \
  static int name(const unsigned char *in) __VA_ARGS__ static const char name##_text[] = \
      "int " #name "(const unsigned char *in) " #__VA_ARGS__

// clang-format on

typedef int InC(const unsigned char *in);

/* Going on by what a table says, as in Boyer and Moore's search. */
PROGRAM(search, {
  int step[256], end = 0, n = 0;
  for (int c = 0; c < 256; c++) step[c] = 3;
  step['a'] = 2;
  step['b'] = 1;
  while (end < 4) {
    end += step[in[end]];
    n = 4 * n + (end < 4 ? in[end] == 'c' : 2);
  }
  return n;
});

/* Reads and writes at a few bits. */
PROGRAM(by_bits, {
  const unsigned char *p = in + (in[0] & 1);
  int k = in[1] & 3;
  unsigned char count[4] = {0};
  for (int i = 0; i < 2; i++) count[in[i] & 3]++;
  count[k] += p[1] == 'b';
  return count[0] | count[1] << 2 | count[2] << 4 | count[k] << 6;
});

/* Two registers of one address. */
PROGRAM(matrix, {
  unsigned char m[2][2] = {{in[0], in[1]}, {in[2], in[3]}};
  unsigned char(*row)[2] = m + (in[0] == 'a');
  return (*row)[in[1] == 'b'] == 'c';
});

/* Numbers only: looked up, not split. */
PROGRAM(constant, {
  static const unsigned char t[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  return t[in[0] & 7] < 4;
});

static const char main_text[] =
    "void nadir_symbolic(void *p, unsigned long n, const char *name);"
    "int main(void) { unsigned char in[4]; nadir_symbolic(in, sizeof in, \"in\"); int r = %s(in);"
    " for (int k = 0; k < 256; k++) if (r == k) return k; return 256; }";

static void machine_for(Machine *m, const char *name, const char *text, u32 max_split) {
  cleanup(text_free) Text source = {0};
  VmConfig config = vm_config_default();
  config.max_split = max_split;
  text_add(&source, text);
  text_addf(&source, main_text, name);
  machine_init(m, text_c(&source), &config);
}

/* The inputs of four letters. */
enum { N_INPUTS = 256 };

static void input_at(u32 k, u8 *ret) {
  for (u32 i = 0; i < N_BYTES; i++, k /= 4) ret[i] = "abcx"[k % 4];
}

/* What the machine returns on one input. */
static int run_on(Machine *m, const u8 *bytes) {
  Model *model = model_new();
  u32 first = input_info(input_bytes("in", N_BYTES))->first_cell;
  for (u32 k = 0; k < N_BYTES; k++) model_set_byte(model, first + k, bytes[k]);
  State *s;
  assert_int_equal(vm_start(m->vm, &s), OK);
  context_unref(s->context);
  s->context = context_new_guess(m->solver, model);
  model_unref(model);
  for (Event e; (e = vm_run(m->vm, s, 1000)) != EVENT_STOP;)
    if (e == EVENT_CHOICE) choice_go_on(m->vm, s);
  assert_int_equal(s->ending->stop, STOP_EXIT);
  int code = s->ending->code;
  state_free(m->vm, s);
  return code;
}

typedef struct Seen {
  InC *builtin;
  bool codes[257];
  u32 n_splits;
} Seen;

/* Natively the input of a path returns what the path does. */
static void see(Machine *m, State *s, void *user) {
  Seen *seen = user;
  TestCase test = {0};
  assert_int_equal(s->ending->stop, STOP_EXIT);
  assert_int_equal(testcase_make(m->vm, s, &test), ANSWER_YES);
  assert_int_equal(seen->builtin(test.inputs.at[0].bytes), s->ending->code);
  testcase_done(&test);
  seen->codes[s->ending->code] = true;
  for (const Path *p = s->path; p; p = p->parent)
    seen->n_splits += p->decision.kind == CHOICE_SPLIT;
}

static Seen check(const char *name, const char *text, InC *builtin, u32 max_split) {
  Seen seen = {.builtin = builtin};
  Machine m;
  machine_for(&m, name, text, max_split);
  machine_explore(&m, see, &seen);
  for (u32 k = 0; k < N_INPUTS; k++) {
    u8 bytes[N_BYTES];
    input_at(k, bytes);
    assert_int_equal(run_on(&m, bytes), builtin(bytes));
    assert_true(seen.codes[builtin(bytes)]);
  }
  machine_done(&m);
  return seen;
}

/* With and without splits the same ends; so many splits in all paths. */
static void same_outcomes(const char *name, const char *text, InC *builtin, bool splits) {
  Seen whole = check(name, text, builtin, 0), split = check(name, text, builtin, 8);
  assert_memory_equal(whole.codes, split.codes, sizeof whole.codes);
  assert_int_equal(whole.n_splits, 0);
  assert_int_equal(split.n_splits > 0, splits);
}

#define SAME_OUTCOMES(name, splits) same_outcomes(#name, name##_text, name, splits)

static void test_outcomes(void **state) {
  (void)state;
  SAME_OUTCOMES(search, true);
  SAME_OUTCOMES(by_bits, true);
  SAME_OUTCOMES(matrix, true);
  SAME_OUTCOMES(constant, false);
}

/* An index of three values is split where three are allowed, not where two are. */
static void test_limit(void **state) {
  (void)state;
  assert_true(check("search", search_text, search, 3).n_splits > 0);
  assert_int_equal(check("search", search_text, search, 2).n_splits, 0);
}

/* ---- what is replaced ------------------------------------------------------------------------------ */

#define HARNESS                                                      \
  "void nadir_symbolic(void *p, unsigned long n, const char *name);" \
  "void nadir_assume(int c);"

static Tally tally(const char *source, u32 max_split) {
  VmConfig config = vm_config_default();
  config.max_split = max_split;
  Machine m;
  machine_init(&m, source, &config);
  Tally t = machine_explore(&m, NULL, NULL);
  machine_done(&m);
  return t;
}

/* Conditions on the index that come after it are no symbolic ones, also in the caller. */
static void test_callers(void **state) {
  (void)state;
  static const char source[] =
      HARNESS "char s[8]; static char get(const char *at) { return at[2]; }"
              "int main(void) { nadir_symbolic(s, 8, \"s\"); int i = s[0] & 3; char c = get(s + i);"
              " if (i == 0) return 1; if (i == 1) return 2; if (i == 2) return 3; return c == 'x' "
              "? 4 : 5; }";
  Tally t = tally(source, 4);
  assert_int_equal(t.n[STOP_EXIT], 5);
  assert_int_equal(t.n_paths, 5);
  assert_int_equal(t.most.n[COST_BRANCHES], 1);
  assert_int_equal(t.n_decisions, 5 + 2);
}

/* A copy in memory is still a symbol, that has one value. */
static void test_memory(void **state) {
  (void)state;
  static const char source[] =
      HARNESS "char s[8]; volatile int i;"
              "int main(void) { nadir_symbolic(s, 8, \"s\"); i = s[0] & 3; char c = s[i + 1];"
              " return s[i + 2] == c ? 1 : 2; }";
  Tally t = tally(source, 4);
  assert_int_equal(t.n_paths, 8);
  assert_int_equal(t.n[STOP_EXIT], 8);
  assert_int_equal(t.n_decisions, 8 * 3);
}

/* Values that the path condition excludes are no sides; what is out of bounds is an error. */
static void test_sides(void **state) {
  (void)state;
  Tally t =
      tally(HARNESS "char s[4]; int main(void) { nadir_symbolic(s, 4, \"s\");"
                    " unsigned char i = s[0] & 7; nadir_assume((i > 2) & (i < 6)); return s[i]; }",
            8);
  assert_int_equal(t.n_paths, 3);
  assert_int_equal(t.n[STOP_EXIT], 1);
  assert_int_equal(t.n[STOP_READ_BOUNDS], 2);
  t = tally(HARNESS "char s[4]; int main(void) { nadir_symbolic(s, 4, \"s\");"
                    " unsigned char i = s[0] & 7; nadir_assume(i == 3); return s[i]; }",
            8);
  assert_int_equal(t.n_paths, 1);
  assert_int_equal(t.n_decisions, 1);
}

/* ---- decisions ------------------------------------------------------------------------------------- */

/* Sides are how far an index goes on, wherever it is. */
static void test_relative(void **state) {
  (void)state;
  static const char source[] =
      HARNESS "char s[64]; static const int go[2] = {3, 5}; int main(void) { nadir_symbolic(s, 64, "
              "\"s\"); int i = 5;"
              " for (int k = 0; k < 4; k++) i += go[s[i] == 'a']; return s[i]; }";
  VmConfig config = vm_config_default();
  config.max_split = 2;
  Machine m;
  machine_init(&m, source, &config);
  State *s;
  assert_int_equal(vm_start(m.vm, &s), OK);
  u32 n = 0;
  for (Event e; (e = vm_run(m.vm, s, 1000)) != EVENT_STOP;) {
    if (e != EVENT_CHOICE) continue;
    u64 guess;
    assert_int_equal(s->choice.kind, CHOICE_SPLIT);
    assert_true(choice_guess(m.vm, s, &guess));
    assert_true(guess == 0 || guess == 2);
    assert_false(choice_take(m.vm, s, 1ull << 40));
    assert_int_equal(choice_prefer(m.vm, s, n == 2 ? 1 : 2), n == 2 ? ANSWER_NO : ANSWER_YES);
    if (n != 2) assert_int_equal(s->path->decision.side, 2);
    n++;
  }
  assert_int_equal(n, 4);
  machine_done(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_outcomes), cmocka_unit_test(test_limit),
      cmocka_unit_test(test_callers),  cmocka_unit_test(test_memory),
      cmocka_unit_test(test_sides),    cmocka_unit_test(test_relative),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
