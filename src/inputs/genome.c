/* genome.c — numbers of all widths read and written as i64, and the vocabulary of a program.
 *
 * gene_put makes every number legal: one slightly out of range becomes the nearest bound, so that a
 * search can walk to the bounds; one far outside is taken modulo the range, so that random numbers
 * stay spread out.  Floats are whole numbers, within the range in which these are exact.
 */
#include "inputs/genome.h"

#include <string.h>

enum { MAX_NUMBERS = 64, MAX_WORDS = 64, MAX_LETTERS = 64 };

Gene gene_new(GeneKind kind, bool is_signed, u32 width, u32 n) {
  assert(width == 1 || width == 2 || width == 4 || width == 8);
  assert(kind != GENE_FLOAT || width >= 4);
  Gene g = {.kind = kind, .is_signed = is_signed, .width = width, .n = n, .group = 1, .row = n};
  u32 n_bits = 8 * width;
  if (kind == GENE_FLOAT) {
    g.is_signed = true;
    g.high = width == 4 ? 1 << 24 : (i64)1 << 53; /* whole numbers are exact up to here */
    g.low = -g.high;
  } else if (n_bits == 64) {
    g.is_signed = true; /* every pattern of bits */
    g.low = INT64_MIN;
    g.high = INT64_MAX;
  } else {
    g.low = is_signed ? -((i64)1 << (n_bits - 1)) : 0;
    g.high = ((i64)1 << (n_bits - is_signed)) - 1;
  }
  return g;
}

void plan_add(Plan *p, Gene g) {
  assert(g.group && g.low <= g.high && (!g.letters || g.n_letters));
  g.at = p->n_bytes;
  p->n_bytes += g.n * g.width;
  vec_push(&p->genes, g);
}

void plan_done(Plan *p) {
  vec_free(&p->genes);
  p->n_bytes = 0;
}

/* ---- numbers ------------------------------------------------------------------------------------- */

static i64 float_get(const u8 *at, u32 width) {
  double value;
  if (width == 4) {
    float small;
    memcpy(&small, at, sizeof small);
    value = (double)small;
  } else {
    memcpy(&value, at, sizeof value);
  }
  if (value >= -9e18 && value <= 9e18) return (i64)value;
  return value > 0 ? INT64_MAX : INT64_MIN; /* and what is no number */
}

static void float_put(u8 *at, u32 width, i64 number) {
  double value = (double)number;
  float small = (float)value;
  memcpy(at, width == 4 ? (void *)&small : (void *)&value, width);
}

i64 gene_get(const Gene *g, const u8 *genome, u32 i) {
  assert(i < g->n);
  const u8 *at = genome + g->at + (size_t)i * g->width;
  if (g->kind == GENE_FLOAT) return float_get(at, g->width);
  u64 value = 0;
  memcpy(&value, at, g->width);
  u32 unused = 64 - 8 * g->width;
  return g->is_signed ? (i64)(value << unused) >> unused : (i64)value;
}

static bool has_letter(const Gene *g, i64 value) {
  for (u32 i = 0; i < g->n_letters; i++)
    if (g->letters[i] == value) return true;
  return !g->letters;
}

static i64 legal(const Gene *g, i64 value) {
  if (!has_letter(g, value)) return g->letters[(u64)value % g->n_letters];
  enum { SLIGHTLY = 16 };
  if (value < g->low || value > g->high) {
    __int128 span = (__int128)g->high - g->low + 1, over = (__int128)value - g->low;
    bool is_near = over < 0 ? over >= -SLIGHTLY : over < span + SLIGHTLY;
    __int128 inside = (over % span + span) % span;
    value = is_near ? (over < 0 ? g->low : g->high) : (i64)(g->low + inside);
  }
  if (value || !g->no_zero) return value;
  return g->high > 0 ? 1 : -1;
}

void gene_put(const Gene *g, u8 *genome, u32 i, i64 value) {
  assert(i < g->n);
  u8 *at = genome + g->at + (size_t)i * g->width;
  value = legal(g, value);
  assert(g->letters || (value >= g->low && value <= g->high));
  if (g->kind == GENE_FLOAT)
    float_put(at, g->width, value);
  else
    memcpy(at, &value, g->width);
}

bool gene_is_legal(const Gene *g, const u8 *genome) {
  for (u32 i = 0; i < g->n; i++) {
    i64 value = gene_get(g, genome, i);
    if (value < g->low || value > g->high || (g->no_zero && !value)) return false;
    if (!has_letter(g, value)) return false;
  }
  return true;
}

void gene_put_element(const Gene *g, u8 *genome, u32 i, i64 value) {
  assert(i < gene_elements(g));
  for (u32 k = 0; k < g->group; k++) gene_put(g, genome, i * g->group + k, value);
}

void gene_copy_element(const Gene *g, u8 *genome, u32 to, u32 from) {
  assert(to < gene_elements(g) && from < gene_elements(g));
  u32 n_bytes = g->group * g->width;
  u8 *row = genome + g->at;
  if (to != from) memcpy(row + (size_t)to * n_bytes, row + (size_t)from * n_bytes, n_bytes);
}

i64 gene_rank_value(const Gene *g, u64 r, u64 n) {
  assert(n && r < n);
  if (g->letters) return g->letters[n <= g->n_letters ? r : r * g->n_letters / n];
  i64 first = g->no_zero && g->low <= 0 && g->high > 0 ? 1 : g->low;
  if (!g->no_zero && g->low <= 0 && g->high >= 0 && (u64)g->high >= n) first = 0;
  __int128 span = (__int128)g->high - first + 1;
  if ((__int128)n <= span) return first + (i64)r;
  return first + (i64)((__int128)r * span / n);
}

i64 gene_random(const Gene *g, Rng *rng) {
  if (g->letters) return g->letters[rng_below(rng, g->n_letters)];
  u64 span = (u64)g->high - (u64)g->low;
  u64 off = span == UINT64_MAX ? rng_u64(rng) : rng_below(rng, span + 1);
  return (i64)((u64)g->low + off);
}

/* ---- vocabulary ---------------------------------------------------------------------------------- */

static void add_letter(Vocabulary *v, u8 letter) {
  for (u32 i = 0; i < v->letters.n; i++)
    if (v->letters.at[i] == letter) return;
  if (letter && v->letters.n < MAX_LETTERS) vec_push(&v->letters, letter);
}

void vocabulary_add_number(Vocabulary *v, i64 number) {
  for (u32 i = 0; i < v->numbers.n; i++)
    if (v->numbers.at[i] == number) return;
  if (v->numbers.n < MAX_NUMBERS) vec_push(&v->numbers, number);
  bool is_letter = (number >= ' ' && number < 127) || number == '\n' || number == '\t';
  if (is_letter) add_letter(v, (u8)number);
}

void vocabulary_add_word(Vocabulary *v, const u8 *at, u32 n) {
  for (u32 i = 0; i < v->words.n; i++)
    if (v->words.at[i].n == n && !memcmp(v->words.at[i].at, at, n)) return;
  u32 max = v->max_words ? v->max_words : MAX_WORDS;
  if (!n || v->words.n >= max) return;
  vec_push(&v->words, ((Phrase){mem_dup(at, n), n}));
  for (u32 i = 0; i < n; i++) add_letter(v, at[i]);
}

void vocabulary_done(Vocabulary *v) {
  for (u32 i = 0; i < v->words.n; i++) mem_free(v->words.at[i].at);
  vec_free(&v->words);
  vec_free(&v->numbers);
  vec_free(&v->letters);
}
