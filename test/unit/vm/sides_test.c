/* sides_test.c — each input of a path takes one side of each choice, and only one.
 *
 * Programs of random shape come to every kind of choice, each row of choices.def.  At each, inputs drawn at random that fit
 * the path must fit one of the states that go on from there.  Where an address is in no object, one state
 * stands for all errors of its kind: there an input may fit none, if there is such a state.
 */
#include "unit/unit.h"

#include "base/rng.h"
#include "unit/vm/machine.h"

#include <stdio.h>

#define HEAD                                                                                \
  "void nadir_symbolic(void *p, unsigned long n, const char *name); void *malloc(unsigned " \
  "long); void *memset(void *, int, unsigned long); void nadir_assume(int);"                \
  "static unsigned char in[4], t[16] = {3, 9, 1, 4}; static int x, y[4], *tab[4];"          \
  "int main(void) { nadir_symbolic(in, 4, \"in\"); unsigned i = in[%u], n = in[%u] & 7;"    \
  " unsigned h = (in[%u] * 31u + in[%u]) & 3; if (i > %u) x++; "

/* What comes to a choice; each is written once for each kind, in random order. */
static const struct {
  ChoiceKind kind;
  const char *code;
} ways[] = {
    {CHOICE_BRANCH, "if ((i ^ n) > 3) x += 2;"},
    {CHOICE_SWITCH, "switch (i & 7) { case 1: case 4: x++; break; case 2: x--; break; default:; }"},
    {CHOICE_ADDRESS, "{ int *p[3] = {&x, y, y + 2}; *p[n & 3] += 1; }"},
    {CHOICE_ADDRESS, "{ char *p = malloc(n); memset(t, 1, n); p[h] = 3; }"},
    {CHOICE_VALUE, "{ static void (*const f[2])(void); if (n > 6) f[h & 1](); }"},
    {CHOICE_CHECK, "x += 100 / (n + h);"},
    {CHOICE_SPLIT, "{ unsigned e = t[n & 3] + t[h]; x += ((char *)in)[e & 3]; }"},
    {CHOICE_SIZE, "{ char *p = malloc(n * h); p[0] = 1; }"},
    {CHOICE_PIN, "tab[i & 3] = y; *tab[h] = 3; if (h == 3) x++;"},
    {CHOICE_PIN, "tab[h] = &x; tab[(h + n) & 3][0] = 3;"},
    {CHOICE_ASSUME, "nadir_assume((i ^ h) < 250);"},
};

typedef struct Draws {
  Rng rng;
  Eval *eval; /* owned */
  u32 n_kinds[CHOICE_COUNT];
} Draws;

static bool fits(Draws *d, const Model *m, const State *s) {
  ExprVec list = {0};
  context_list(s->context, &list);
  bool holds = true;
  for (u32 k = 0; k < list.n && holds; k++) holds = eval_true(d->eval, m, list.at[k]);
  vec_free(&list);
  return holds;
}

/* The sides of a choice, with the inputs that fit the path before it. */
static void check_choice(Machine *m, Draws *d, State *s, StateVec *live) {
  enum { N_INPUTS = 200, N_CELLS = 4 };
  Model *models[N_INPUTS];
  ChoiceKind kind = s->choice.kind;
  u32 first = live->n, n = 0;
  for (u32 k = 0; k < N_INPUTS; k++) {
    Model *drawn = model_new();
    for (u32 cell = 0; cell < N_CELLS; cell++)
      model_set_byte(drawn, cell, (u8)rng_below(&d->rng, rng_chance(&d->rng, 4) ? 256 : 8));
    if (fits(d, drawn, s))
      models[n++] = drawn;
    else
      model_unref(drawn);
  }
  choice_ask(m->vm, s, live);
  d->n_kinds[kind]++;
  bool has_error = false;
  for (u32 i = first; i < live->n; i++) has_error |= !state_is_live(live->at[i]);
  for (u32 k = 0; k < n; k++) {
    u32 n_sides = 0;
    for (u32 i = first; i < live->n; i++) n_sides += fits(d, models[k], live->at[i]);
    /* Where an assumption fails is no path. */
    bool may_be_none = kind == CHOICE_ASSUME || (kind == CHOICE_ADDRESS && has_error);
    if (n_sides != 1 && !(n_sides == 0 && may_be_none))
      fail_msg("an input takes %u sides of a choice of kind %d", n_sides, (int)kind);
    model_unref(models[k]);
  }
}

static void check_paths(Machine *m, Draws *d) {
  enum { FUEL = 1000, MAX_CHOICES = 150 };
  StateVec live = {0};
  State *first;
  assert_int_equal(vm_start(m->vm, &first), OK);
  vec_push(&live, first);
  for (u32 n = 0; live.n; n++) {
    State *s = vec_pop(&live);
    Event event = state_is_live(s) ? vm_run(m->vm, s, FUEL) : EVENT_STOP;
    if (event == EVENT_CHOICE && n < MAX_CHOICES)
      check_choice(m, d, s, &live);
    else if (event == EVENT_FUEL)
      vec_push(&live, s);
    else
      state_free(m->vm, s);
  }
  vec_free(&live);
}

static void check_program(Draws *d, u32 max_split) {
  char source[4000];
  Rng *r = &d->rng;
  int at = snprintf(source, sizeof source, HEAD, (u32)rng_below(r, 4), (u32)rng_below(r, 4),
                    (u32)rng_below(r, 4), (u32)rng_below(r, 4), (u32)rng_below(r, 9));
  for (u32 k = 0; k < 4; k++)
    at += snprintf(source + at, sizeof source - (size_t)at, "%s",
                   ways[rng_below(r, ARRAY_LEN(ways))].code);
  snprintf(source + at, sizeof source - (size_t)at, " return x; }");
  Machine m;
  VmConfig config = vm_config_default();
  config.max_split = max_split;
  config.knows_bytes = config.pins = config.splits_looked_up = true;
  machine_init(&m, source, &config);
  d->eval = eval_new();
  check_paths(&m, d);
  d->eval = eval_free(d->eval);
  machine_done(&m);
}

static void test_random(void **state) {
  (void)state;
  Draws d = {.rng = {1}};
  for (u32 k = 0; k < SIZED(40, 20); k++) check_program(&d, k % 3 ? 0 : USUAL_SPLIT);
  for (u32 kind = CHOICE_NONE + 1; kind < CHOICE_COUNT; kind++) assert_true(d.n_kinds[kind] > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
