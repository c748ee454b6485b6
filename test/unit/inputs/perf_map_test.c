/* perf_map_test.c — the best of each site is kept whatever comes, and nothing else. */
#include "unit/unit.h"

#include "inputs/evolve.h"
#include "inputs/perf_map.h"

enum { N_SITES = 40, N_BYTES = 8 };

typedef struct Plain {
  u32 n[N_SITES];
  bool differs[N_SITES];
} Plain;

static u32 some_hits(Rng *rng, SiteHit *ret) {
  u32 n = 0;
  for (u32 site = 0; site < N_SITES; site++) {
    u32 often = site % 4 == 0 ? 5 : (u32)rng_below(rng, 1u << site % 12); /* some are all alike */
    if (often) ret[n++] = (SiteHit){site, often};
  }
  return n;
}

/* Every site has its highest count, with a genome that has it; the genomes are those of some site. */
static void assert_sound(const PerfMap *m, const Plain *p) {
  u32 n_contested = 0;
  for (u32 i = 0; i < m->sites.n; i++) {
    const SiteBest *s = &m->sites.at[i];
    assert_int_equal(s->n, p->n[i]);
    assert_int_equal(s->champion != NULL, s->n > 0);
    assert_int_equal(s->is_contested, p->differs[i]);
    n_contested += s->is_contested;
    u32 n_sites = 0;
    for (u32 k = 0; k < m->sites.n; k++)
      n_sites += s->champion && m->sites.at[k].champion == s->champion;
    if (s->champion) assert_int_equal(n_sites, s->champion->n_sites);
  }
  assert_int_equal(n_contested, m->contested.n);
}

static void test_best_of_each_site(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= 20; seed++) {
    PerfMap m = {.n_bytes = N_BYTES};
    Plain p = {0};
    Rng rng = {seed};
    for (u64 turn = 0; turn < 300; turn++) {
      SiteHit hits[N_SITES], kept[N_SITES];
      u32 n = some_hits(&rng, hits);
      u64 cost = rng_below(&rng, 1000);
      for (u32 i = 0; i < n; i++) {
        u32 *most = &p.n[hits[i].site];
        if (*most && hits[i].n > *most) p.differs[hits[i].site] = true;
        *most = MAX(*most, hits[i].n);
      }
      memcpy(kept, hits, sizeof kept);
      u32 n_kept = perf_map_filter(&m, kept, n, cost);
      perf_map_offer(&m, (const u8 *)&turn, cost, turn % 2 ? hits : kept, turn % 2 ? n : n_kept);
      assert_int_equal(perf_map_filter(&m, hits, n, cost), 0); /* it is known by now */
      assert_sound(&m, &p);
    }
    perf_map_done(&m);
  }
}

/* Of those that go there equally often, the one that costs most in all. */
static void test_equal_hits(void **state) {
  (void)state;
  PerfMap m = {.n_bytes = 1};
  Rng rng = {1};
  const SiteHit few = {3, 1}, many = {3, 7};
  assert_null(perf_map_choose(&m, &rng));
  perf_map_offer(&m, (const u8 *)"a", 50, &few, 1);
  assert_null(perf_map_choose(&m, &rng)); /* one input is no contest */
  perf_map_offer(&m, (const u8 *)"b", 10, &many, 1);
  assert_int_equal(*perf_map_choose(&m, &rng)->genome, 'b');
  perf_map_offer(&m, (const u8 *)"c", 20, &many, 1);
  perf_map_offer(&m, (const u8 *)"d", 15, &many, 1);
  perf_map_offer(&m, (const u8 *)"e", 99, &few, 1);
  assert_int_equal(*perf_map_choose(&m, &rng)->genome, 'c');
  perf_map_done(&m);
}

static void test_grow(void **state) {
  (void)state;
  PerfMap m = {.n_bytes = 2};
  Rng rng = {1};
  const SiteHit first[] = {{0, 1}, {5, 1}}, then[] = {{0, 2}, {5, 2}};
  perf_map_offer(&m, (const u8 *)"ab", 1, first, 2);
  perf_map_offer(&m, (const u8 *)"cd", 2, then, 2);
  perf_map_grow(&m, 4);
  perf_map_grow(&m, 3);
  assert_memory_equal(perf_map_choose(&m, &rng)->genome, "cd\0\0", 4);
  perf_map_offer(&m, (const u8 *)"efgh", 3, (SiteHit[]){{0, 3}}, 1);
  perf_map_done(&m);
}

/* The cost has a valley: a byte is worth something only if all before it are right, which two sites tell. */
static Err evaluator(void *user, Child *children, u32 n) {
  bool *with_hits = user;
  for (u32 i = 0; i < n; i++) {
    const u8 *g = children[i].genome;
    u32 left = 0, right = 0;
    while (left < 6 && g[left] == 77) left++;
    while (right < 6 && g[6 + right] == 99) right++;
    bool is_whole = left == 6 && right == 6;
    ChildVerdict *v = &children[i].verdict;
    *v = (ChildVerdict){true, is_whole ? 1000 : 100 - MIN(left, right) - (left > 2) * 20};
    if (!*with_hits) continue;
    v->hits = mem_new(2 * sizeof *v->hits);
    v->hits[0] = (SiteHit){0, left + 1}, v->hits[1] = (SiteHit){1, right + 1};
    v->n_hits = 2;
  }
  return OK;
}

static u64 breed(bool with_hits, u64 seed, u32 *io_contested) {
  Plan p = {0};
  Vocabulary v = {0};
  Population all;
  plan_add(&p, gene_new(GENE_TEXT, false, 1, 12));
  population_init(&all, &p, &v, 12, 32, seed);
  u8 zero[12] = {0};
  population_offer(&all, zero, &(ChildVerdict){true, 100});
  while (all.n_evaluated < SIZED(60000, 3000) && all.best < 1000)
    assert_int_equal(population_step(&all, 64, evaluator, &with_hits), OK);
  u64 best = all.best;
  *io_contested += all.map.contested.n;
  population_done(&all);
  plan_done(&p);
  return best;
}

/* What the sum does not show, a site does. */
static void test_finds_through_valleys(void **state) {
  (void)state;
  u32 n_with = 0, n_without = 0, contested_with = 0, contested_without = 0;
  for (u64 seed = 1; seed <= 5; seed++) {
    n_with += breed(true, seed, &contested_with) == 1000;
    n_without += breed(false, seed, &contested_without) == 1000;
  }
  assert_true(contested_with > 0 && !contested_without);
  assert_true(n_with >= SIZED(5, n_without));
  assert_true(n_without <= n_with);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_best_of_each_site),
      cmocka_unit_test(test_equal_hits),
      cmocka_unit_test(test_grow),
      cmocka_unit_test(test_finds_through_valleys),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
