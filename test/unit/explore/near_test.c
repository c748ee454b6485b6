/* near_test.c — mindist and covnew: leaves are picked by how near they are to what nobody took, and
 * by when they were the first to take something. */
#include "unit/unit.h"

#include "explore/near.h"
#include "explore/searcher.h"
#include "unit/explore/chances.h"
#include "unit/vm/machine.h"

/* From plain() something new is reached only after a return to work(), or to main(). */
static const char source[] =
    "int plain(int x) { x += 1; x *= 2; return x; }"
    "int branch(int x) { x += 5; if (x > 2) return 1; return 2; }"
    "int work(int x) { x = plain(x); x *= 3; x ^= 7; if (x == 4) x = branch(x); return x; }"
    "int main(int n, char **v) { (void)v; n = work(n); n = plain(n); if (n & 1) n++; return n; }";

typedef struct Scenery {
  Machine machine;
  Cover *cover;
  Leaf leaves[4];
  State states[4];
  VEC(Frame *) frames;
} Scenery;

static bool every_file(void *user, const char *file) {
  (void)user, (void)file;
  return true;
}

static Scenery *scenery_new(bool has_cover) {
  Scenery *s = NEW(Scenery);
  Module *m = machine_compile(source);
  VmConfig config = vm_config_default();
  if (has_cover) config.cover = s->cover = cover_new(m, every_file, NULL);
  machine_init_module(&s->machine, m, &config);
  for (u32 i = 0; i < 4; i++) s->leaves[i] = (Leaf){.slot = i, .state = &s->states[i]};
  return s;
}

static void scenery_free(Scenery *s) {
  for (u32 i = 0; i < s->frames.n; i++) mem_free(s->frames.at[i]);
  vec_free(&s->frames);
  cover_free(s->cover);
  machine_done(&s->machine);
  mem_free(s);
}

/* Behind the n-th call in a function, from 1; 0: at its beginning. */
static u32 pc_behind(const Fn *f, u32 n) {
  for (u32 pc = 0; n && pc < f->n_code; pc++)
    if (f->code[pc].op == OP_CALL && !--n) return pc + 1;
  assert_int_equal(n, 0);
  return 0;
}

static Frame *enter(Scenery *s, Frame *caller, const char *name, u32 n_calls) {
  const Module *m = s->machine.module;
  Frame *f = NEW(Frame);
  f->fn = &m->fns.at[module_find_fn(m, name)];
  f->pc = pc_behind(f->fn, n_calls);
  f->caller = caller;
  vec_push(&s->frames, f);
  return f;
}

static void cover_all(Scenery *s, const char *name) {
  const Module *m = s->machine.module;
  const Fn *f = &m->fns.at[module_find_fn(m, name)];
  for (u32 site = f->first_site; site < f->first_site + f->n_sites; site++)
    for (u32 side = s->cover->first[site]; side < s->cover->first[site + 1]; side++) {
      s->cover->is_seen[side] = 1;
      s->cover->n_seen++;
    }
}

static u32 to_new(const Distances *d, const Frame *f) {
  return d->stretches.at[distances_stretch(d, (u32)(f->fn - d->cover->module->fns.at), f->pc)]
      .to_new;
}

static u32 to_return(const Distances *d, const Frame *f) {
  return d->stretches.at[distances_stretch(d, (u32)(f->fn - d->cover->module->fns.at), f->pc)]
      .to_return;
}

static u32 distance(Near *n, const Leaf *leaf) { return near_distance(n, near_note(n, leaf)); }

static void test_through_callers(void **state) {
  (void)state;
  Scenery *s = scenery_new(true);
  Near n = {0};
  near_init(&n, s->machine.vm);
  Frame *in_main = enter(s, NULL, "main", 1), *in_work = enter(s, in_main, "work", 1);
  Frame *in_plain = enter(s, in_work, "plain", 0);
  s->states[0].top = in_plain;                                        /* main, work, plain */
  s->states[1].top = in_work;                                         /* main, work */
  s->states[2].top = enter(s, enter(s, NULL, "main", 2), "plain", 0); /* main, plain */
  s->states[3].top = enter(s, NULL, "plain", 0);                      /* called by nobody */
  const Distances *d = n.distances;
  assert_int_equal(to_new(d, in_plain), FAR_AWAY);
  assert_int_equal(distance(&n, &s->leaves[0]), to_return(d, in_plain) + to_new(d, in_work));
  assert_int_equal(distance(&n, &s->leaves[1]), to_new(d, in_work));
  assert_int_equal(distance(&n, &s->leaves[2]),
                   to_return(d, in_plain) + to_new(d, s->states[2].top->caller));
  assert_int_equal(distance(&n, &s->leaves[3]), FAR_AWAY);
  u32 near = distance(&n, &s->leaves[0]);
  cover_all(s, "work"); /* what is nearest now is in what it calls, and then in main */
  while (d->n_seen != s->cover->n_seen) assert_true(distance(&n, &s->leaves[0]) >= near);
  assert_true(to_new(d, in_work) < FAR_AWAY && distance(&n, &s->leaves[0]) > near);
  cover_all(s, "branch");
  while (d->n_seen != s->cover->n_seen) (void)distance(&n, &s->leaves[0]);
  assert_int_equal(to_new(d, in_work), FAR_AWAY);
  assert_int_equal(distance(&n, &s->leaves[0]),
                   to_return(d, in_plain) + to_return(d, in_work) + to_new(d, in_main));
  cover_all(s, "main");
  while (d->n_seen != s->cover->n_seen) (void)distance(&n, &s->leaves[0]);
  assert_int_equal(distance(&n, &s->leaves[0]), FAR_AWAY);
  near_done(&n);
  scenery_free(s);
}

static double square(double x) { return x * x; }

static void check_order(const SearcherOps *ops, bool counts_new) {
  Scenery *s = scenery_new(true);
  Near n = {0};
  near_init(&n, s->machine.vm);
  Searcher *order = searcher_new(&(SearchOrder){ops}, s->machine.vm, s->machine.solver, 9);
  Leaf *leaf[3] = {&s->leaves[0], &s->leaves[1], &s->leaves[2]};
  Frame *in_main = enter(s, NULL, "main", 1);
  s->states[0].top = in_main;
  s->states[1].top = enter(s, in_main, "work", 1);
  s->states[2].top = enter(s, s->states[1].top, "plain", 0);
  s->states[1].n_covered = 1;
  s->states[1].covered_at = 7;
  s->states[1].cost.n[COST_INSTRUCTIONS] = 7 + 1000 + 4; /* 5 since then, beyond the first 1000 */
  searcher_add(order, NULL, leaf, 1);
  searcher_add(order, leaf[0], &leaf[1], 2);
  double weights[3];
  for (u32 i = 0; i < 3; i++) weights[i] = 1 / square(distance(&n, leaf[i]));
  if (counts_new) weights[1] += 1 / square(5);
  check_chances(order, leaf, weights, 3);
  cover_all(s, "work"); /* the others are weighed again when they are drawn, also without a state */
  cover_all(s, "main");
  while (n.distances->n_seen != s->cover->n_seen) (void)distances_refresh(n.distances);
  vec_clear(&n.on_return);
  for (u32 i = 0; i < 3; i++) weights[i] = 1 / square(distance(&n, leaf[i]));
  if (counts_new) weights[1] += 1 / square(5);
  for (u32 i = 0; i < 3; i++) leaf[i]->state = NULL;
  check_chances(order, leaf, weights, 3);
  searcher_free(order);
  near_done(&n);
  scenery_free(s);
}

static void test_orders(void **state) {
  (void)state;
  check_order(&mindist_ops, false);
  check_order(&covnew_ops, true);
}

/* Where nobody notes what is covered, all are alike. */
static void test_without_cover(void **state) {
  (void)state;
  Scenery *s = scenery_new(false);
  Searcher *order = searcher_new(&(SearchOrder){&mindist_ops}, s->machine.vm, s->machine.solver, 9);
  Leaf *leaf[2] = {&s->leaves[0], &s->leaves[1]};
  s->states[0].top = enter(s, NULL, "main", 1);
  s->states[1].top = enter(s, s->states[0].top, "work", 1);
  searcher_add(order, NULL, leaf, 1);
  searcher_add(order, leaf[0], &leaf[1], 1);
  check_chances(order, leaf, (double[]){1, 1}, 2);
  searcher_free(order);
  scenery_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_through_callers),
      cmocka_unit_test(test_orders),
      cmocka_unit_test(test_without_cover),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
