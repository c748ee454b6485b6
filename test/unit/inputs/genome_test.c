/* genome_test.c — genes keep to their ranges and rules, whatever is written; seeds and extensions too. */
#include "unit/unit.h"

#include "inputs/extend.h"
#include "inputs/neighbours.h"
#include "inputs/seeds.h"

/* One of each kind, with narrow and wide ranges. */
static void some_plan(Plan *p, u32 n) {
  Gene ranged = gene_new(GENE_NUMBER, true, 4, n), text = gene_new(GENE_TEXT, false, 1, n);
  Gene digits = text, pairs = gene_new(GENE_NUMBER, true, 4, 2 * n),
       odd = gene_new(GENE_NUMBER, true, 2, n);
  Gene matrix = gene_new(GENE_NUMBER, false, 1, n * n);
  ranged.low = 3, ranged.high = 9;
  text.no_zero = true;
  digits.low = '0', digits.high = '9', digits.no_zero = true;
  pairs.group = 2, pairs.row = n;
  odd.low = -2, odd.high = 0, odd.no_zero = true;
  matrix.row = n;
  plan_add(p, ranged);
  plan_add(p, text);
  plan_add(p, digits);
  plan_add(p, pairs);
  plan_add(p, odd);
  plan_add(p, matrix);
  plan_add(p, gene_new(GENE_NUMBER, true, 8, n));
  plan_add(p, gene_new(GENE_FLOAT, true, 8, n));
  plan_add(p, gene_new(GENE_FLOAT, true, 4, n));
  plan_add(p, gene_new(GENE_NUMBER, false, 4, 1));
}

static void some_words(Vocabulary *v) {
  vocabulary_add_number(v, '(');
  vocabulary_add_number(v, 64);
  vocabulary_add_number(v, INT64_MIN);
  vocabulary_add_word(v, (const u8 *)"null", 4);
  vocabulary_add_word(v, (const u8 *)"null", 4);
}

static void assert_legal(const Plan *p, const u8 *genome) {
  for (u32 i = 0; i < p->genes.n; i++) assert_true(gene_is_legal(&p->genes.at[i], genome));
}

static void test_put(void **state) {
  (void)state;
  static const i64 values[] = {0, 1, -1, 2, 9, 10, 300, -300, INT64_MIN, INT64_MAX, 1 << 30};
  Plan p = {0};
  some_plan(&p, 3);
  u8 *genome = mem_new(p.n_bytes);
  for (u32 i = 0; i < p.genes.n; i++) {
    const Gene *g = &p.genes.at[i];
    for (u32 k = 0; k < ARRAY_LEN(values); k++) {
      for (u32 j = 0; j < g->n; j++) gene_put(g, genome, j, values[k]);
      assert_true(gene_is_legal(g, genome));
      bool may = values[k] >= g->low && values[k] <= g->high && (values[k] || !g->no_zero);
      if (may) assert_int_equal(gene_get(g, genome, g->n - 1), values[k]);
    }
  }
  mem_free(genome);
  plan_done(&p);
}

/* Letters that are no range: whatever is put becomes one of them. */
static void test_letters(void **state) {
  (void)state;
  static const u8 letters[] = {'(', ')', '0', '1', 'x'};
  Gene g = gene_new(GENE_TEXT, false, 1, 8);
  g.no_zero = true;
  g.letters = letters;
  g.n_letters = ARRAY_LEN(letters);
  u8 genome[8];
  Rng rng = {1};
  memset(genome, 'a', sizeof genome);
  assert_false(gene_is_legal(&g, genome));
  for (i64 value = -300; value < 300; value++) {
    for (u32 i = 0; i < g.n; i++) gene_put(&g, genome, i, value + i);
    assert_true(gene_is_legal(&g, genome));
    gene_put(&g, genome, 0, gene_random(&g, &rng));
    gene_put(&g, genome, 1, 'x');
    assert_int_equal(genome[1], 'x');
  }
  for (u64 r = 1; r < 8; r++)
    assert_true(gene_rank_value(&g, r, 8) >= gene_rank_value(&g, r - 1, 8));
  assert_int_equal(gene_rank_value(&g, 4, 5), 'x');
}

static void test_vocabulary(void **state) {
  (void)state;
  Vocabulary v = {0};
  some_words(&v);
  assert_int_equal(v.numbers.n, 3);
  assert_int_equal(v.words.n, 1);
  assert_int_equal(v.letters.n, 5); /* ( @ n u l; 64 is a letter, too */
  vocabulary_done(&v);
}

/* Every seed of every gene, at several sizes: legal, and nothing outside of the gene is touched. */
static void test_seeds(void **state) {
  (void)state;
  Vocabulary v = {0};
  some_words(&v);
  for (u32 n = 1; n < 40; n = n * 2 + 1) {
    Plan p = {0};
    Rng rng = {n};
    some_plan(&p, n);
    u8 *genome = mem_new(p.n_bytes), *before = mem_new(p.n_bytes);
    for (u32 i = 0; i < p.genes.n; i++) {
      const Gene *g = &p.genes.at[i];
      assert_true(seed_count(g, &v) > 10);
      for (u32 k = 0; k < seed_count(g, &v); k++) {
        memcpy(genome, before, p.n_bytes);
        seed_put(g, &v, n, k, &rng, genome);
        assert_true(gene_is_legal(g, genome));
        assert_memory_equal(genome, before, g->at);
        u32 end = g->at + g->n * g->width;
        assert_memory_equal(genome + end, before + end, p.n_bytes - end);
      }
    }
    mem_free(genome);
    mem_free(before);
    plan_done(&p);
  }
  vocabulary_done(&v);
}

static bool has_seed(const Gene *g, const Vocabulary *v, const i64 *want) {
  Rng rng = {1};
  u8 genome[64] = {0};
  for (u32 k = 0; k < seed_count(g, v); k++) {
    bool same = true;
    seed_put(g, v, g->n, k, &rng, genome);
    for (u32 i = 0; i < g->n; i++) same &= gene_get(g, genome, i) == want[i];
    if (same) return true;
  }
  return false;
}

static void test_known_seeds(void **state) {
  (void)state;
  Vocabulary v = {0};
  some_words(&v);
  Gene a = gene_new(GENE_NUMBER, true, 4, 6), s = gene_new(GENE_TEXT, false, 1, 6);
  assert_true(has_seed(&a, &v, (i64[]){0, 0, 0, 0, 0, 0}));
  assert_true(has_seed(&a, &v, (i64[]){5, 4, 3, 2, 1, 0}));
  assert_true(has_seed(&a, &v, (i64[]){0, 2, 4, 4, 2, 0}));
  assert_true(has_seed(&a, &v, (i64[]){0, 5, 1, 4, 2, 3}));
  assert_true(has_seed(&a, &v, (i64[]){0, 64, 128, 192, 256, 320}));
  assert_true(has_seed(&s, &v, (i64[]){'(', '(', '(', '(', '(', '('}));
  assert_true(has_seed(&s, &v, (i64[]){'n', 'u', 'l', 'l', 'n', 'u'}));
  assert_true(has_seed(&s, &v, (i64[]){'(', '(', '(', 'n', 'n', 'n'}));
  assert_true(has_seed(&s, &v, (i64[]){'(', 'a', '(', 'a', '(', 'a'}));
  assert_false(has_seed(&s, &v, (i64[]){'(', 'q', '(', 'q', '(', 'q'}));
  vocabulary_done(&v);
}

/* From any size to any other, in every way. */
static void test_extend(void **state) {
  (void)state;
  for (u32 from = 1; from < 12; from += 2)
    for (u32 to = 1; to < 30; to += 3) {
      Plan p = {0}, q = {0};
      Rng rng = {from * 100 + to};
      some_plan(&p, from);
      some_plan(&q, to);
      u8 *old = mem_new(p.n_bytes), *genome = mem_new(q.n_bytes);
      for (u32 i = 0; i < p.genes.n; i++)
        for (u32 k = 0; k < p.genes.at[i].n; k++)
          gene_put(&p.genes.at[i], old, k, gene_random(&p.genes.at[i], &rng));
      for (u32 k = 0; k < extend_count(); k++) {
        extend_put(&p, old, &q, k, genome);
        assert_legal(&q, genome);
      }
      mem_free(old);
      mem_free(genome);
      plan_done(&p);
      plan_done(&q);
    }
}

/* Orders stay orders: some way makes of 2 1 0 what is descending at 7. */
/* Keys that are equal modulo 12 stay so. */
static void test_extend_steps(void **state) {
  (void)state;
  Plan p = {0}, q = {0};
  plan_add(&p, gene_new(GENE_NUMBER, true, 4, 3));
  plan_add(&q, gene_new(GENE_NUMBER, true, 4, 50));
  i32 old[3] = {7, 31, 19}, now[50];
  u32 n_right = 0;
  for (u32 k = 0; k < extend_count(); k++) {
    bool is_right = true;
    extend_put(&p, (const u8 *)old, &q, k, (u8 *)now);
    for (u32 i = 0; i < 50; i++) {
      is_right &= ((now[i] - 7) % 12) == 0;
      for (u32 j = 0; j < i; j++) is_right &= now[i] != now[j];
    }
    n_right += is_right;
  }
  assert_int_equal(n_right, 4);
  plan_done(&p);
  plan_done(&q);
}

/* What comes again at the end goes on, behind a beginning that does not: [9,9, becomes [9,9,9,9, */
static void test_extend_periods(void **state) {
  (void)state;
  static const char begin[] = "[12,12,12", whole[] = "[12,12,12,12,12,12,12,12,";
  Plan p = {0}, q = {0};
  plan_add(&p, gene_new(GENE_TEXT, false, 1, sizeof begin - 1));
  plan_add(&q, gene_new(GENE_TEXT, false, 1, sizeof whole - 1));
  char to[sizeof whole] = {0}, back[sizeof begin] = {0};
  bool is_found = false, is_cut = false;
  for (u32 k = 0; k < extend_count(); k++) {
    extend_put(&p, (const u8 *)begin, &q, k, (u8 *)to);
    is_found |= !strcmp(to, whole);
    extend_put(&q, (const u8 *)whole, &p, k, (u8 *)back);
    is_cut |= !strcmp(back, "12,12,12,");
  }
  assert_true(is_found && is_cut);
  plan_done(&p);
  plan_done(&q);
}

/* A list that is cut in its middle is a shorter list. */
static void test_extend_cut(void **state) {
  (void)state;
  Plan p = {0}, q = {0};
  char old[20], now[10];
  bool found = false;
  plan_add(&p, gene_new(GENE_TEXT, true, 1, sizeof old));
  plan_add(&q, gene_new(GENE_TEXT, true, 1, sizeof now));
  memset(old, 'a', sizeof old);
  old[0] = '[';
  old[sizeof old - 1] = ']';
  for (u32 k = 0; k < extend_count(); k++) {
    extend_put(&p, (const u8 *)old, &q, k, (u8 *)now);
    found |= !memcmp(now, "[aaaaaaaa]", sizeof now);
  }
  assert_true(found);
  plan_done(&p);
  plan_done(&q);
}

static void test_extend_order(void **state) {
  (void)state;
  Plan p = {0}, q = {0};
  plan_add(&p, gene_new(GENE_NUMBER, true, 4, 3));
  plan_add(&q, gene_new(GENE_NUMBER, true, 4, 7));
  u8 old[12], genome[28];
  u32 n_descending = 0;
  for (u32 i = 0; i < 3; i++) gene_put(&p.genes.at[0], old, i, 2 - i);
  for (u32 k = 0; k < extend_count(); k++) {
    bool descends = true;
    extend_put(&p, old, &q, k, genome);
    for (u32 i = 1; i < 7; i++)
      descends &= gene_get(&q.genes.at[0], genome, i - 1) > gene_get(&q.genes.at[0], genome, i);
    n_descending += descends;
  }
  assert_true(n_descending);
  plan_done(&p);
  plan_done(&q);
}

/* Values to try are new, each is listed once, and all may be had. */
static void test_neighbours(void **state) {
  (void)state;
  Vocabulary v = {0};
  Plan p = {0};
  u8 genome[13], old[13];
  i64 values[MAX_NEIGHBOURS];
  vocabulary_add_word(&v, (const u8 *)"if(", 3);
  plan_add(&p, gene_new(GENE_NUMBER, true, 4, 2));
  plan_add(&p, gene_new(GENE_TEXT, false, 1, 5));
  p.genes.at[0].low = 0;
  p.genes.at[0].high = 7;
  gene_put(&p.genes.at[0], genome, 0, 7);
  gene_put(&p.genes.at[0], genome, 1, 3);
  for (u32 i = 0; i < 5; i++) gene_put(&p.genes.at[1], genome, i, 'i');
  memcpy(old, genome, sizeof old);
  assert_int_equal(neighbours_of(&p.genes.at[0], &v, genome, 0, values), 3); /* 3, 6, 0 */
  assert_int_equal(neighbours_of(&p.genes.at[0], &v, genome, 1, values), 4); /* 7, 4, 2, 0 */
  u32 n = neighbours_of(&p.genes.at[1], &v, genome, 2, values);
  assert_memory_equal(genome, old, sizeof old);
  bool has_bracket = false;
  for (u32 i = 0; i < n; i++) {
    assert_int_not_equal(values[i], 'i');
    has_bracket |= values[i] == '(';
    for (u32 k = 0; k < i; k++) assert_int_not_equal(values[i], values[k]);
  }
  assert_true(has_bracket);
  vocabulary_done(&v);
  plan_done(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_letters),        cmocka_unit_test(test_put),
      cmocka_unit_test(test_vocabulary),     cmocka_unit_test(test_seeds),
      cmocka_unit_test(test_known_seeds),    cmocka_unit_test(test_extend),
      cmocka_unit_test(test_extend_order),   cmocka_unit_test(test_extend_steps),
      cmocka_unit_test(test_extend_periods), cmocka_unit_test(test_extend_cut),
      cmocka_unit_test(test_neighbours),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
