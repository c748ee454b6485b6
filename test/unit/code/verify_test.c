/* verify_test.c — the verifier refuses code that was made wrong in each of the ways it looks for. */
#include "code/verify.h"
#include "unit/code/compile.h"

static const char source[] =
    "int g(int a, long b) { return a + (int)b; }\n"
    "int f(int a) { int s = 0; switch (a) { case 1: s = 3; break; case 5: s = g(a, 7); }\n"
    "  for (int i = 0; i < a; i++) s += i; return s; }\n";

typedef void Damage(Fn *f, Ins *code);

static Ins *find_op(Fn *f, Op op) {
  for (u32 pc = 0; pc < f->n_code; pc++)
    if (f->code[pc].op == op) return (Ins *)&f->code[pc];
  fail_msg("no %s", op_infos[op].name);
  return NULL;
}

static void bad_register(Fn *f, Ins *code) {
  (void)code;
  find_op(f, OP_ADD32)->b = f->n_regs;
}

static void bad_width(Fn *f, Ins *code) {
  (void)code;
  find_op(f, OP_ADD32)->op = OP_ADD64;
}

static void bad_target(Fn *f, Ins *code) {
  (void)code;
  find_op(f, OP_JMP)->c = f->n_code;
}

static void bad_op(Fn *f, Ins *code) {
  (void)f;
  code[0].op = OP_COUNT;
}

static void bad_end(Fn *f, Ins *code) {
  (void)code;
  f->n_code--;
}

static void bad_unused(Fn *f, Ins *code) {
  (void)code;
  find_op(f, OP_JMP)->a = 1;
}

static void bad_call(Fn *f, Ins *code) {
  (void)code;
  ((Call *)f->calls)[0].n_args = 1;
}

static void bad_argument(Fn *f, Ins *code) {
  (void)code;
  ((u32 *)f->args)[1] = 0; /* 32 bits for a long */
}

static void bad_results(Fn *f, Ins *code) {
  (void)code;
  find_op(f, OP_RET)->b = 0;
}

static void bad_cases(Fn *f, Ins *code) {
  (void)code;
  ((Case *)f->cases)[1].value = 1;
}

static void bad_case_target(Fn *f, Ins *code) {
  (void)code;
  ((Case *)f->cases)[1].pc = f->n_code;
}

static void bad_constant(Fn *f, Ins *code) {
  (void)code;
  find_op(f, OP_ADD32)->a = f->n_params;
}

static void bad_number(Fn *f, Ins *code) {
  (void)code;
  find_op(f, OP_MOVI)->c = 1; /* bit 32 of a register of 32 */
}

/* The loop's counter is no longer set before the loop. */
static void unwritten(Fn *f, Ins *code) {
  u32 counter = find_op(f, OP_ADD32I)->a;
  for (u32 pc = 0; pc < f->n_code; pc++)
    if (code[pc].op == OP_MOVI && code[pc].a == counter) code[pc] = (Ins){.op = OP_TICK};
}

static const struct {
  Damage *damage;
  const char *text;
} rows[] = {
    {bad_register, "register"},
    {bad_width, "bits, not 64"},
    {bad_target, "instruction"},
    {bad_op, "op "},
    {bad_end, "past its end"},
    {bad_unused, "unused operand"},
    {bad_call, "arguments"},
    {bad_argument, "bits, not 64"},
    {bad_results, "0 results of 1"},
    {bad_cases, "do not ascend"},
    {bad_case_target, "instruction"},
    {bad_constant, "writes the constant"},
    {bad_number, "a number of more than 32 bits"},
    {unwritten, "not written on every way"},
};

static void test_damage(void **state) {
  (void)state;
  for (u32 k = 0; k < ARRAY_LEN(rows); k++) {
    Module *m = compile(source, 0);
    Fn *f = &m->fns.at[module_find_fn(m, "f")];
    assert_int_equal(module_verify(m), OK);
    rows[k].damage(f, (Ins *)f->code);
    if (module_verify(m) == OK) fail_msg("not seen: %s", rows[k].text);
    if (!strstr(err_text(), rows[k].text)) fail_msg("'%s' in: %s", rows[k].text, err_text());
    module_free(m);
  }
}

/* Every row of ops.def says something that the verifier and the printer can use. */
static void test_table(void **state) {
  (void)state;
  for (u32 op = 0; op < OP_COUNT; op++) {
    const OpInfo *info = &op_infos[op];
    assert_non_null(info->name);
    assert_true(*info->meaning);
    if (info->width == WIDTH_N) assert_int_equal(info->n, N_WIDTH);
    for (u32 k = 0; k < 3; k++) {
      if (info->operand[k] == OPERAND_IMM64) assert_int_equal(info->operand[k + 1], OPERAND_HIGH);
      if (info->operand[k] == OPERAND_OUT_C) assert_int_equal(info->operand[2], OPERAND_TO);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_damage), cmocka_unit_test(test_table)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
