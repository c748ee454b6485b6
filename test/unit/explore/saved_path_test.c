/* saved_path_test.c — paths in files: there and back, in another build of the program, and damaged. */
#include "unit/unit.h"

#include "base/rng.h"
#include "explore/explore.h"
#include "explore/follow.h"
#include "explore/saved_path.h"
#include "unit/explore/subjects.h"
#include "unit/vm/machine.h"

#include <string.h>

static void assert_same(const SavedPath *a, const SavedPath *b) {
  assert_int_equal(a->size, b->size);
  assert_int_equal(a->has_cost, b->has_cost);
  assert_int_equal(a->cost, b->cost);
  assert_int_equal(a->inputs.n, b->inputs.n);
  for (u32 i = 0; i < a->inputs.n; i++) {
    assert_string_equal(a->inputs.at[i].name, b->inputs.at[i].name);
    assert_int_equal(a->inputs.at[i].n_bytes, b->inputs.at[i].n_bytes);
    assert_memory_equal(a->inputs.at[i].bytes, b->inputs.at[i].bytes, a->inputs.at[i].n_bytes);
  }
  assert_int_equal(a->decisions.n, b->decisions.n);
  for (u32 i = 0; i < a->decisions.n; i++) {
    const Decision *x = &a->decisions.at[i], *y = &b->decisions.at[i];
    assert_true(x->fn == y->fn && x->pc == y->pc && x->kind == y->kind && x->side == y->side);
    assert_true(x->caller == y->caller && x->alternatives == y->alternatives);
  }
}

static void there_and_back(const SavedPath *p, const Module *m) {
  cleanup(text_free) Text t = {0};
  cleanup(saved_path_done) SavedPath back = {0};
  saved_path_print(p, m, &t);
  assert_true(saved_path_is(text_c(&t)));
  if (saved_path_parse("p", text_c(&t), m, &back) != OK) fail_msg("%s", err_text());
  assert_same(p, &back);
}

/* ---- paths of a program -------------------------------------------------------------------------- */

typedef struct Kept {
  const Module *module;
  VEC(char *) texts;
  VEC(Stop) stops;
  VEC(u64) lengths;
  u32 n_kinds[CHOICE_SIZE + 1];
} Kept;

static void keep(void *user, const PathEnd *end) {
  Kept *k = user;
  cleanup(saved_path_done) SavedPath p = {.size = 4};
  path_list(end->path, &p.decisions);
  for (u32 i = 0; end->test && i < end->test->inputs.n; i++) {
    const NamedBytes *in = &end->test->inputs.at[i];
    named_bytes_add(&p.inputs, in->name, in->bytes, in->n_bytes);
  }
  for (u32 i = 0; i < p.decisions.n; i++) k->n_kinds[p.decisions.at[i].kind]++;
  there_and_back(&p, k->module);
  Text t = {0};
  saved_path_print(&p, k->module, &t);
  vec_push(&k->texts, t.at);
  vec_push(&k->stops, end->stop);
  vec_push(&k->lengths, p.decisions.n);
}

static void kept_done(Kept *k) {
  for (u32 i = 0; i < k->texts.n; i++) mem_free(k->texts.at[i]);
  vec_free(&k->texts);
  vec_free(&k->stops);
  vec_free(&k->lengths);
}

static void explore_all(Machine *m, Guide *guide, Kept *k) {
  ExploreConfig config = explore_config_default();
  ExploreStats stats;
  k->module = m->module;
  config.guide = guide;
  config.observer = (Observer){.user = k, .path_ended = keep};
  assert_int_equal(explore(m->vm, m->solver, &config, &stats), OK);
}

/* Follows each path of one build in the other. */
static void follow_each(const Kept *from, Machine *m) {
  for (u32 i = 0; i < from->texts.n; i++) {
    cleanup(saved_path_done) SavedPath p = {0};
    if (saved_path_parse("p", from->texts.at[i], m->module, &p) != OK) fail_msg("%s", err_text());
    Follow f = follow_guide(p.decisions.at, p.decisions.n);
    Kept seen = {0};
    explore_all(m, &f.guide, &seen);
    assert_int_equal(seen.texts.n, 1);
    assert_int_equal(seen.stops.at[0], from->stops.at[i]);
    assert_int_equal(seen.lengths.at[0], from->lengths.at[i]);
    kept_done(&seen);
  }
}

/* The same program behind other functions, on the same lines: every number in the code is another. */
static void test_another_build(void **state) {
  (void)state;
  cleanup(text_free) Text shifted = {0};
  text_add(&shifted, "int before(int x) { switch (x) { case 1: return 2; } return x ? 3 : 4; }\n");
  text_add(&shifted, "#line 1\n");
  text_add(&shifted, every_choice);
  VmConfig config = vm_config_default();
  config.size = 4;
  Machine a, b;
  machine_init(&a, every_choice, &config);
  machine_init(&b, text_c(&shifted), &config);
  assert_int_not_equal(module_find_fn(a.module, "main"), module_find_fn(b.module, "main"));
  Kept k = {0};
  explore_all(&a, NULL, &k);
  assert_true(k.texts.n > 5);
  assert_true(k.n_kinds[CHOICE_BRANCH] && k.n_kinds[CHOICE_SWITCH] && k.n_kinds[CHOICE_CHECK] &&
              k.n_kinds[CHOICE_SIZE]);
  follow_each(&k, &a);
  follow_each(&k, &b);
  kept_done(&k);
  machine_done(&a);
  machine_done(&b);
}

/* ---- any path ------------------------------------------------------------------------------------ */

static Decision random_decision(Rng *rng, const Module *m) {
  static const u8 others[] = {CHOICE_ADDRESS, CHOICE_VALUE, CHOICE_CHECK, CHOICE_SPLIT,
                              CHOICE_SIZE};
  Decision d = {.caller = (u32)rng_below(rng, 3), .alternatives = (u8)rng_below(rng, 3)};
  const Site *site = &m->sites.at[rng_below(rng, m->sites.n)];
  d.fn = site->fn;
  d.pc = site->pc;
  if (rng_chance(rng, 3)) { /* any instruction */
    d.pc = (u32)rng_below(rng, m->fns.at[d.fn].n_code);
    d.kind = others[rng_below(rng, ARRAY_LEN(others))];
    d.side = rng_u64(rng) >> rng_below(rng, 64);
  } else if (site->kind == SITE_SWITCH) {
    const Fn *f = &m->fns.at[d.fn];
    const Switch *sw = &f->switches[f->code[d.pc].b];
    u64 k = rng_below(rng, sw->n_cases + 1u);
    d.kind = CHOICE_SWITCH;
    d.side = k < sw->n_cases ? f->cases[sw->first_case + k].pc : sw->other;
  } else {
    d.kind = CHOICE_BRANCH;
    d.side = rng_below(rng, 2);
  }
  return d;
}

static void random_path(Rng *rng, const Module *m, u32 n, SavedPath *ret) {
  static const char *const names[] = {"a", "with blank", "100%", "%41\n", "\x01\x7f", "näme"};
  *ret = (SavedPath){.size = rng_below(rng, 1000), .has_cost = rng_chance(rng, 2)};
  if (ret->has_cost) ret->cost = rng_u64(rng);
  for (u64 k = rng_below(rng, 4); k > 0; k--) {
    u8 bytes[20];
    u32 n_bytes = (u32)rng_below(rng, sizeof bytes);
    for (u32 i = 0; i < n_bytes; i++) bytes[i] = (u8)rng_u64(rng);
    named_bytes_add(&ret->inputs, names[rng_below(rng, ARRAY_LEN(names))], bytes, n_bytes);
  }
  for (u32 i = 0; i < n; i++) vec_push(&ret->decisions, random_decision(rng, m));
}

static void test_round_trip(void **state) {
  (void)state;
  Rng rng = {7};
  Module *m = machine_compile(every_choice);
  for (u32 i = 0; i < 300; i++) {
    cleanup(saved_path_done) SavedPath p;
    random_path(&rng, m, (u32)rng_below(&rng, 60), &p);
    there_and_back(&p, m);
  }
  module_free(m);
}

/* Cut off or changed anywhere, a file is read as something or refused with its name and line. */
static void test_damage(void **state) {
  (void)state;
  Rng rng = {9};
  Module *m = machine_compile(every_choice);
  cleanup(saved_path_done) SavedPath p;
  cleanup(text_free) Text t = {0};
  random_path(&rng, m, 40, &p);
  saved_path_print(&p, m, &t);
  u32 n_refused = 0;
  for (size_t at = 0; at < t.n; at++) {
    for (u32 how = 0; how < 3; how++) {
      char *text = text_dup(text_c(&t));
      text[at] = how ? (char)(1 + rng_below(&rng, 127)) : 0;
      cleanup(saved_path_done) SavedPath read = {0};
      if (saved_path_parse("file", text, m, &read) != OK) {
        assert_memory_equal(err_text(), "file:", 5);
        assert_int_equal(read.decisions.n, 0);
        n_refused++;
      }
      assert_true(read.decisions.n <= p.decisions.n + 1);
      mem_free(text);
    }
  }
  assert_true(n_refused > t.n);
  module_free(m);
}

static void test_messages(void **state) {
  (void)state;
  Module *m = machine_compile("int g;\nint main(void) { return g ? 1 : 2; }\n");
  const struct {
    const char *text, *error;
  } rows[] = {
      {"nadir-path 3\npath\n", "p:1: is not a path of this version of nadir"},
      {"nadir-path 2\nsize x\npath\n", "p:2: is not a number"},
      {"nadir-path 2\ninput a 0g\npath\n", "p:2: is not an input"},
      {"nadir-path 2\ninput a 012\npath\n", "p:2: is not an input"},
      {"nadir-path 2\nmodel\npath\n", "p:2: is no line of a path"},
      {"nadir-path 2\nsize 3\n", "p:3: the file ends before its decisions"},
      {"nadir-path 2\nsite 1 branch other 2:3 #0\npath\n",
       "p:2: the program has no such branch at 2:3 of 'other': it is another one"},
      {"nadir-path 2\npath\n\n@1:1\n", "p:4: a decision has no site"},
  };
  for (u32 i = 0; i < ARRAY_LEN(rows); i++) {
    SavedPath read = {0};
    assert_int_equal(saved_path_parse("p", rows[i].text, m, &read), ERR_INPUT);
    assert_string_equal(err_text(), rows[i].error);
  }
  module_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_another_build),
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_damage),
      cmocka_unit_test(test_messages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
