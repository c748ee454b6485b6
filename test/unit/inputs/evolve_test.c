/* evolve_test.c — operators keep ranges, rules and sizes; populations keep their best, find what is
 * planted, and do the same for the same seed. */
#include "unit/unit.h"

#include "inputs/evolve.h"
#include "inputs/seeds.h"

/* Genes of every kind, of which a search must break no rule. */
static void some_plan(Plan *p, u32 n) {
  Gene ranged = gene_new(GENE_NUMBER, true, 4, n), text = gene_new(GENE_TEXT, false, 1, n);
  Gene pairs = gene_new(GENE_NUMBER, true, 4, 2 * n), odd = gene_new(GENE_NUMBER, true, 2, n);
  ranged.low = 3, ranged.high = 9;
  text.no_zero = true, text.low = 1, text.high = '9';
  pairs.group = 2, pairs.row = n;
  odd.low = -2, odd.high = 0, odd.no_zero = true;
  plan_add(p, ranged);
  plan_add(p, text);
  plan_add(p, pairs);
  plan_add(p, odd);
  plan_add(p, gene_new(GENE_NUMBER, true, 8, n));
  plan_add(p, gene_new(GENE_FLOAT, true, 8, n));
  plan_add(p, gene_new(GENE_NUMBER, false, 1, 1));
  plan_add(p, gene_new(GENE_NUMBER, false, 4, 0));
}

static void some_words(Vocabulary *v) {
  vocabulary_add_number(v, '(');
  vocabulary_add_number(v, INT64_MAX);
  vocabulary_add_word(v, (const u8 *)"while", 5);
}

static u8 *random_genome(const Plan *p, Rng *rng) {
  u8 *genome = mem_new(p->n_bytes + 1); /* one byte more, which nobody may touch */
  for (u32 i = 0; i < p->genes.n; i++)
    for (u32 k = 0; k < p->genes.at[i].n; k++)
      gene_put(&p->genes.at[i], genome, k, gene_random(&p->genes.at[i], rng));
  genome[p->n_bytes] = 0xa5;
  return genome;
}

static void test_operators(void **state) {
  (void)state;
  Vocabulary v = {0};
  Rng rng = {7};
  some_words(&v);
  for (u32 n = 1; n < 20; n = n * 2 + 1) {
    Plan p = {0};
    some_plan(&p, n);
    Breeding b = {.plan = &p, .v = &v, .size = n, .rng = &rng};
    u8 *other = random_genome(&p, &rng), *child = random_genome(&p, &rng);
    u8 *kept = mem_dup(other, p.n_bytes);
    for (u32 op = 0; op < OPERATOR_COUNT; op++) {
      u32 n_changed = 0;
      mem_free(child);
      child = random_genome(&p, &rng);
      for (u32 turn = 0; turn < 300; turn++) {
        u8 *before = mem_dup(child, p.n_bytes);
        operator_apply((GeneOperator)op, &b, other, child);
        n_changed += memcmp(before, child, p.n_bytes) != 0;
        for (u32 i = 0; i < p.genes.n; i++) assert_true(gene_is_legal(&p.genes.at[i], child));
        assert_int_equal(child[p.n_bytes], 0xa5);
        mem_free(before);
      }
      assert_memory_equal(other, kept, p.n_bytes);
      /* each changes something, except orders of one element */
      if (n > 3 && op != OPERATOR_ranks) assert_true(n_changed > 0);
    }
    mem_free(other);
    mem_free(kept);
    mem_free(child);
    plan_done(&p);
  }
  vocabulary_done(&v);
}

/* Permuting operators lose no value. */
static void test_orders(void **state) {
  (void)state;
  static const GeneOperator permuting[] = {OPERATOR_swap,   OPERATOR_move, OPERATOR_reverse,
                                           OPERATOR_rotate, OPERATOR_sort, OPERATOR_shuffle};
  Plan p = {0};
  Vocabulary v = {0};
  Rng rng = {3};
  plan_add(&p, gene_new(GENE_NUMBER, true, 4, 30));
  Breeding b = {.plan = &p, .v = &v, .size = 30, .rng = &rng};
  u8 child[120];
  for (u32 i = 0; i < 30; i++) gene_put(&p.genes.at[0], child, i, i);
  for (u32 turn = 0; turn < 600; turn++) {
    u32 seen = 0;
    operator_apply(permuting[turn % ARRAY_LEN(permuting)], &b, child, child);
    for (u32 i = 0; i < 30; i++) seen |= 1u << gene_get(&p.genes.at[0], child, i);
    assert_int_equal(seen, (1u << 30) - 1);
  }
  plan_done(&p);
}

/* ---- populations --------------------------------------------------------------------------------- */

typedef struct Judging {
  const Plan *plan;
  bool refuses;     /* every child is invalid */
  u64 n, best_seen; /* children; the best of them */
} Judging;

/* How many elements are the secret ones: no element tells anything about the others. */
static u64 worth(const Plan *p, const u8 *genome) {
  const Gene *g = &p->genes.at[0];
  u64 cost = 0;
  for (u32 i = 0; i < g->n; i++) cost += gene_get(g, genome, i) == (i64)(i * i % 50);
  return cost;
}

static Err evaluator(void *user, Child *children, u32 n) {
  Judging *j = user;
  for (u32 i = 0; i < n; i++) {
    u64 cost = worth(j->plan, children[i].genome);
    children[i].verdict = (ChildVerdict){!j->refuses, cost};
    j->best_seen = MAX(j->best_seen, cost);
  }
  j->n += n;
  return OK;
}

static u64 evolve(u64 seed, u64 n_evaluated, bool refuses, u64 *ret_hash) {
  Plan p = {0};
  Vocabulary v = {0};
  Population all;
  Gene g = gene_new(GENE_NUMBER, true, 4, 40);
  g.low = 0, g.high = 60;
  plan_add(&p, g);
  population_init(&all, &p, &v, 40, 16, seed);
  u8 *zero = mem_new(p.n_bytes);
  population_offer(&all, zero, &(ChildVerdict){true, worth(&p, zero)});
  population_offer(&all, zero, &(ChildVerdict){true, worth(&p, zero)}); /* known */
  assert_int_equal(all.members.n, 1);
  mem_free(zero);
  Judging j = {.plan = &p, .refuses = refuses};
  u64 best = all.best;
  while (all.n_evaluated < n_evaluated) {
    assert_int_equal(population_step(&all, 8, evaluator, &j), OK);
    assert_true(all.best >= best); /* the best is kept … */
    best = all.best;
    u64 highest = 0;
    for (u32 i = 0; i < all.members.n; i++) {
      assert_int_equal(all.members.at[i].cost, worth(&p, all.members.at[i].genome));
      highest = MAX(highest, all.members.at[i].cost);
    }
    assert_int_equal(highest, best); /* … as a member */
  }
  assert_int_equal(j.n, all.n_evaluated);
  *ret_hash = 0;
  for (u32 i = 0; i < all.members.n; i++) *ret_hash = *ret_hash * 31 + all.members.at[i].hash;
  population_done(&all);
  plan_done(&p);
  return best;
}

static void test_planted(void **state) {
  (void)state;
  u64 hash;
  assert_int_equal(evolve(1, SIZED(60000, 60000), false, &hash), 40);
}

static void test_seed(void **state) {
  (void)state;
  u64 a, b, c;
  assert_int_equal(evolve(5, 3000, false, &a), evolve(5, 3000, false, &b));
  evolve(6, 3000, false, &c);
  assert_int_equal(a, b);
  assert_int_not_equal(a, c);
}

/* No child is an input: the population stays, and the search goes on. */
static void test_all_invalid(void **state) {
  (void)state;
  u64 hash;
  assert_int_equal(evolve(1, 3000, true, &hash), 4);
}

/* The plan becomes longer: members have zeros there. */
static void test_grow(void **state) {
  (void)state;
  Plan p = {0};
  Vocabulary v = {0};
  Population all;
  plan_add(&p, gene_new(GENE_NUMBER, true, 4, 2));
  population_init(&all, &p, &v, 2, 4, 1);
  population_offer(&all, (const u8 *)"\1\2\3\4\5\6\7\10", &(ChildVerdict){true, 9});
  plan_add(&p, gene_new(GENE_NUMBER, true, 4, 1));
  population_grow(&all);
  assert_memory_equal(all.members.at[0].genome, "\1\2\3\4\5\6\7\10\0\0\0\0", 12);
  population_done(&all);
  plan_done(&p);
}

/* Who brings improvements is chosen more often, and nobody never. */
static void test_odds(void **state) {
  (void)state;
  OperatorOdds o = operator_odds();
  Rng rng = {2};
  u32 n[OPERATOR_COUNT] = {0};
  for (u32 i = 0; i < 20000; i++) {
    GeneOperator op = operator_choose(&o, &rng);
    operator_learn(&o, op, op == OPERATOR_swap);
  }
  for (u32 i = 0; i < 20000; i++) n[operator_choose(&o, &rng)]++;
  for (u32 i = 0; i < OPERATOR_COUNT; i++)
    if (i != OPERATOR_swap) assert_true(n[i] > 0 && n[OPERATOR_swap] > 5 * n[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_operators),   cmocka_unit_test(test_orders),
      cmocka_unit_test(test_planted),     cmocka_unit_test(test_seed),
      cmocka_unit_test(test_all_invalid), cmocka_unit_test(test_grow),
      cmocka_unit_test(test_odds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
