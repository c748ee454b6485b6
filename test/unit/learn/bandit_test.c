/* bandit_test.c — on made-up gains: the best arm is found, none starves, what dries up is left. */
#include "unit/unit.h"

#include "base/rng.h"
#include "learn/bandit.h"

typedef struct Arm {
  u32 chance;  /* of 1000, that a pull gains anything */
  double gain; /* then */
  u64 dry;     /* after so many pulls of its own it gains nothing more; 0: never */
} Arm;

typedef struct Game {
  Bandit bandit;
  u32 n;
  const Arm *arms;
  Rng rng;
  double spent[MAX_ARMS], all;
  u64 pulls[MAX_ARMS];
} Game;

static Game game_new(const Arm *arms, u32 n, u64 seed) {
  return (Game){.bandit = bandit_new(n), .n = n, .arms = arms, .rng = {seed}};
}

static u32 play(Game *g) {
  u32 k = 0;
  assert_true(bandit_choose(&g->bandit, &k));
  assert_true(k < g->n && !g->bandit.arms[k].is_resting);
  const Arm *a = &g->arms[k];
  bool is_dry = a->dry && g->pulls[k] >= a->dry;
  double spent = 1 + (double)rng_below(&g->rng, 100) / 100;
  double gain = !is_dry && rng_below(&g->rng, 1000) < a->chance ? a->gain : 0;
  g->pulls[k]++;
  g->spent[k] += spent;
  g->all += spent;
  bandit_feed(&g->bandit, k, spent, gain);
  return k;
}

/* Whichever of them it is, among up to eight, with gains of any scale. */
static void test_finds_the_best(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= 200; seed++) {
    Rng rng = {seed};
    u32 n = 2 + (u32)rng_below(&rng, 7), best = (u32)rng_below(&rng, n);
    double scale = seed % 3 == 0 ? 1e-6 : seed % 3 == 1 ? 1 : 1e9;
    Arm arms[MAX_ARMS];
    for (u32 i = 0; i < n; i++) arms[i] = (Arm){.chance = i == best ? 900 : 100, .gain = scale};
    Game g = game_new(arms, n, seed);
    for (u32 i = 0; i < 1000; i++) play(&g);
    assert_true(g.spent[best] > 0.55 * g.all);
  }
}

/* None gets less than the fourth part of its fair share, ever, up to one pull. */
static void test_none_starves(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= 50; seed++) {
    Rng rng = {seed};
    u32 n = 1 + (u32)rng_below(&rng, MAX_ARMS);
    Arm arms[MAX_ARMS];
    for (u32 i = 0; i < n; i++)
      arms[i] = (Arm){(u32)rng_below(&rng, 1001), (double)rng_below(&rng, 1000), 0};
    Game g = game_new(arms, n, seed);
    for (u32 i = 0; i < 2000; i++) {
      play(&g);
      for (u32 k = 0; k < n && i >= 2 * MAX_ARMS; k++)
        assert_true(g.spent[k] + 2 * MAX_ARMS >= g.all / (4 * n));
    }
  }
}

/* The best one finds nothing more: soon another has most of the time. */
static void test_leaves_what_is_dry(void **state) {
  (void)state;
  const Arm arms[] = {{1000, 10, 100}, {500, 1, 0}, {20, 1, 0}};
  Game g = game_new(arms, 3, 7);
  while (g.pulls[0] < 100) play(&g);
  double before = g.spent[1], all = g.all;
  for (u32 i = 0; i < 300; i++) play(&g);
  assert_true(g.spent[1] - before > 0.6 * (g.all - all));
}

/* Nobody gains anything: all get the same. */
static void test_equal_without_gains(void **state) {
  (void)state;
  const Arm arms[] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  Game g = game_new(arms, 4, 3);
  for (u32 i = 0; i < 400; i++) play(&g);
  for (u32 i = 0; i < 4; i++) assert_true(g.spent[i] > 0.23 * g.all && g.spent[i] < 0.27 * g.all);
}

static void test_same_figures_same_choices(void **state) {
  (void)state;
  const Arm arms[] = {{300, 2, 0}, {600, 1, 50}, {50, 9, 0}};
  Game a = game_new(arms, 3, 11), b = game_new(arms, 3, 11);
  for (u32 i = 0; i < 1000; i++) assert_int_equal(play(&a), play(&b));
}

/* Who rests is never chosen; who comes back has a turn soon, and not all of them. */
static void test_resting(void **state) {
  (void)state;
  const Arm arms[] = {{500, 1, 0}, {500, 1, 0}, {0, 0, 0}};
  Game g = game_new(arms, 3, 5);
  bandit_rest(&g.bandit, 2, true);
  for (u32 i = 0; i < 500; i++) play(&g);
  assert_int_equal(g.pulls[2], 0);
  bandit_rest(&g.bandit, 2, false);
  for (u32 i = 0; i < 100; i++) play(&g);
  assert_true(g.pulls[2] >= 1 && g.pulls[2] < 50);
  u32 k;
  for (u32 i = 0; i < 3; i++) bandit_rest(&g.bandit, i, true);
  assert_false(bandit_choose(&g.bandit, &k));
}

/* Who rested keeps what it had, and owes nobody. */
static void test_rest_forgives_nothing(void **state) {
  (void)state;
  Bandit b = bandit_new(2);
  bandit_feed(&b, 0, 10, 0);
  bandit_feed(&b, 1, 2, 0);
  bandit_rest(&b, 0, true);
  bandit_rest(&b, 0, false);
  u32 k = 0;
  assert_true(bandit_choose(&b, &k));
  assert_int_equal(k, 1);
  assert_true(b.arms[0].share == 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_finds_the_best),
      cmocka_unit_test(test_none_starves),
      cmocka_unit_test(test_leaves_what_is_dry),
      cmocka_unit_test(test_equal_without_gains),
      cmocka_unit_test(test_same_figures_same_choices),
      cmocka_unit_test(test_resting),
      cmocka_unit_test(test_rest_forgives_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
