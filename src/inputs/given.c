/* given.c — makes a genome of a test, whose inputs may be longer or shorter than those of the plan. */
#include "inputs/given.h"

#include "inputs/constants.h"
#include "inputs/extend.h"

#include <string.h>

void given_done(Given *g) {
  vec_free(&g->tests);
  vocabulary_done(&g->words);
}

void given_vocabulary(const Given *g, const Module *m, Vocabulary *ret) {
  for (u32 i = 0; g && i < g->words.words.n; i++)
    vocabulary_add_word(ret, g->words.words.at[i].at, g->words.words.at[i].n);
  constants_collect(m, ret);
}

/* Bytes without a name are those of the first text, or else of the largest input. */
static u32 raw_slot(const Evaluator *j) {
  u32 largest = 0;
  for (u32 i = 0; i < j->slots.n; i++) {
    const Gene *g = &j->plan.genes.at[i];
    if (g->kind == GENE_TEXT && g->n > 1) return i;
    if (j->slots.at[i].n_bytes > j->slots.at[largest].n_bytes) largest = i;
  }
  return largest;
}

static const NamedBytes *find(const Evaluator *j, const NamedBytesVec *test, u32 slot) {
  const NamedBytes *in = named_bytes_find(test, j->slots.at[slot].name);
  if (in) return in;
  in = named_bytes_find(test, "");
  return in && slot == raw_slot(j) ? in : NULL;
}

static u32 root_of(u32 n) {
  u32 r = 0;
  while ((u64)(r + 1) * (r + 1) <= n) r++;
  return r;
}

/* The gene that has these bytes: as many elements as there are.  Matrices are square. */
static Gene gene_of(const Gene *now, u32 n_bytes) {
  Gene g = *now;
  u32 element = now->width * now->group, n = n_bytes / element;
  bool is_matrix = now->row < gene_elements(now);
  g.n = n * now->group;
  g.row = is_matrix && n && root_of(n) * root_of(n) == n ? root_of(n) : n;
  return g;
}

u8 *given_genome(const Evaluator *j, const NamedBytesVec *test, u32 k, GivenFit *ret_fit) {
  Plan from = {0};
  Text bytes = {0};
  bool has_any = false, is_cut = false, is_short = false;
  for (u32 i = 0; i < j->slots.n; i++) {
    const Gene *now = &j->plan.genes.at[i];
    const NamedBytes *in = find(j, test, i);
    Gene g = gene_of(now, in ? in->n_bytes : 0);
    has_any |= in != NULL;
    is_cut |= g.n > now->n;
    is_short |= in && g.n < now->n;
    plan_add(&from, g);
    if (g.n) text_add_n(&bytes, (const char *)in->bytes, (size_t)g.n * g.width);
  }
  u8 *genome = has_any ? mem_new(MAX(j->plan.n_bytes, 1u)) : NULL;
  assert(from.n_bytes == bytes.n);
  if (genome) extend_put(&from, (const u8 *)bytes.at, &j->plan, k, genome);
  *ret_fit = !has_any ? GIVEN_UNUSED : is_cut ? GIVEN_CUT : is_short ? GIVEN_EXTENDED : GIVEN_WHOLE;
  plan_done(&from);
  text_free(&bytes);
  return genome;
}
