/* merge_test.c — with merged branches every input is on one path, which ends as the program does on it;
 * what can be merged is, and nothing else. */
#include "unit/unit.h"

#include "expr/input.h"
#include "expr/model.h"
#include "unit/vm/machine.h"

enum { N_BYTES = 3, N_INPUTS = 5 * 5 * 5 };

/* A function that is compiled into this test and also run in the machine. */
// clang-format off
#define PROGRAM(name, ...)                                                               \
  static int name(const unsigned char *in) __VA_ARGS__ static const char name##_text[] = \
      "int " #name "(const unsigned char *in) " #__VA_ARGS__

// clang-format on

typedef int InC(const unsigned char *in);

PROGRAM(letters, {
  int n = 0;
  for (int i = 0; i < 3; i++)
    if (in[i] >= 'a' && in[i] <= 'c') n++;
  return n;
});

PROGRAM(both_sides, {
  int n = 1;
  for (int i = 0; i < 3; i++)
    if (in[i] == 'a' || in[i] == 'x')
      n = 2 * n + in[0];
    else
      n ^= i;
  return n & 255;
});

PROGRAM(nested, {
  int n = 0;
  if (in[0] < 'b') {
    if (in[1] == 'a')
      n = 3;
    else
      n = in[2] == 'x' ? 5 : 7;
  } else if (in[2] < in[1]) {
    n = 11;
  }
  return n;
});

/* Of three words one is written on both sides, one on one of them. */
PROGRAM(memory, {
  static int a[3];
  a[0] = a[1] = a[2] = 9;
  int *p = a;
  if (in[0] == 'a') {
    p[0] = 1;
    p[1] = in[1] & 7;
  } else {
    p[0] = 2;
  }
  return a[0] + 16 * a[1] + a[2];
});

/* A loop of a known number of rounds. */
PROGRAM(rounds, {
  int n = 0;
  if (in[0] == 'b')
    for (int i = 0; i < 3; i++) n += 2 * i;
  return n;
});

/* What may go wrong on one side. */
PROGRAM(division, {
  int n = 1;
  if (in[0] != 'a') n = 40 / (in[0] - 'a');
  return n & 255;
});

/* Where it points has to be decided. */
PROGRAM(pointer, {
  static const int a = 3;
  static const int b = 4;
  const int *p = &a;
  if (in[0] == 'a') p = &b;
  return *p;
});

/* A byte of a word, on one side only. */
PROGRAM(parts, {
  static int word;
  unsigned char *byte = (unsigned char *)&word;
  word = 258;
  if (in[0] == 'a')
    byte[1] = 3;
  else
    word = 5;
  return word & 255;
});

PROGRAM(symbolic_place, {
  static unsigned char a[4];
  unsigned char *p = a;
  p[0] = p[1] = p[2] = p[3] = 0;
  if (in[0] == 'a') p[in[1] & 3] = 1;
  return p[0] + 2 * p[2];
});

static const char main_text[] =
    "void nadir_symbolic(void *p, unsigned long n, const char *name);"
    "int main(void) { unsigned char in[3]; nadir_symbolic(in, sizeof in, \"in\"); int r = %s(in);"
    " for (int k = 0; k < 256; k++) if (r == k) return k; return 256; }";

static Model *input_at(u32 k, u8 *ret) {
  Model *model = model_new();
  u32 first = input_info(input_bytes("in", N_BYTES))->first_cell;
  for (u32 i = 0; i < N_BYTES; i++, k /= 5) {
    ret[i] = (u8) "abcx\xff"[k % 5];
    model_set_byte(model, first + i, ret[i]);
  }
  return model;
}

typedef struct Seen {
  InC *builtin;
  u32 n_paths[N_INPUTS]; /* that an input takes */
  u32 n_merged;
} Seen;

static bool takes(const State *s, Model *input) {
  ExprVec conditions = {0};
  Eval *e = eval_new();
  bool holds = true;
  context_list(s->context, &conditions);
  for (u32 i = 0; i < conditions.n; i++) holds &= eval_true(e, input, conditions.at[i]);
  eval_free(e);
  vec_free(&conditions);
  return holds;
}

static void see(Machine *m, State *s, void *user) {
  Seen *seen = user;
  (void)m;
  assert_int_equal(s->ending->stop, STOP_EXIT);
  for (const Path *p = s->path; p; p = p->parent)
    seen->n_merged += p->decision.kind == CHOICE_BRANCH && p->decision.side == SIDE_MERGED;
  for (u32 k = 0; k < N_INPUTS; k++) {
    u8 bytes[N_BYTES];
    Model *input = input_at(k, bytes);
    bool is_taken = takes(s, input);
    if (is_taken) assert_int_equal(seen->builtin(bytes), s->ending->code);
    seen->n_paths[k] += is_taken;
    model_unref(input);
  }
}

static void check(const char *name, const char *text, InC *builtin, bool merges, bool knows_bytes) {
  Seen seen = {.builtin = builtin};
  Machine m;
  cleanup(text_free) Text source = {0};
  VmConfig config = vm_config_default();
  config.merges = true;
  config.knows_bytes = knows_bytes;
  text_add(&source, text);
  text_addf(&source, main_text, name);
  machine_init(&m, text_c(&source), &config);
  machine_explore(&m, see, &seen);
  for (u32 k = 0; k < N_INPUTS; k++) assert_int_equal(seen.n_paths[k], 1);
  if ((seen.n_merged > 0) != merges) fail_msg("%s: %u merged", name, seen.n_merged);
  machine_done(&m);
}

#define CHECK_MERGING(name, merges)              \
  check(#name, name##_text, name, merges, true); \
  check(#name, name##_text, name, merges, false)

static void test_outcomes(void **state) {
  (void)state;
  CHECK_MERGING(letters, true);
  CHECK_MERGING(both_sides, true);
  CHECK_MERGING(nested, true);
  CHECK_MERGING(memory, true);
  CHECK_MERGING(rounds, true);
}

static void test_refused(void **state) {
  (void)state;
  CHECK_MERGING(division, false);
  CHECK_MERGING(pointer, false);
  CHECK_MERGING(parts, false);
  CHECK_MERGING(symbolic_place, false);
}

/* 2^20 paths are one. */
static void test_many(void **state) {
  (void)state;
  Machine m;
  VmConfig config = vm_config_default();
  config.merges = true;
  machine_init(&m,
               "void nadir_symbolic(void *p, unsigned long n, const char *name);"
               "static int is_low(int c) { if (c < 'a') return 0; return c <= 'z'; }"
               "int main(void) { unsigned char a[20]; nadir_symbolic(a, 20, \"a\"); int n = 0;"
               "  for (int i = 0; i < 20; i++) if (is_low(a[i])) n++;"
               "  return n == 7; }",
               &config);
  Tally t = machine_explore(&m, NULL, NULL);
  assert_int_equal(t.n_paths, 1);
  machine_done(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_outcomes),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
