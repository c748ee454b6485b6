/* seeds.c — one function for each row of seeds.def: the number at place i.
 *
 * The seeds of a gene are numbered through: the rows that suit it, each with its variants.  So a
 * caller counts them and asks for the k-th.  Rules about orders give ranks; gene_rank_value turns
 * them into legal numbers.
 */
#include "inputs/seeds.h"

/* The rule at work: which variant, of how many elements, with what memory. */
typedef struct Seed {
  const Gene *g;
  const Vocabulary *v;
  u64 size;
  u64 n; /* elements */
  u32 k; /* the variant */
  Rng *rng;
  u32 *order;          /* owned; of a random order, or NULL */
  u32 word, in_word;   /* of random words: which, and where in it */
  i64 last, last_last; /* what came before */
} Seed;

typedef enum SeedFor { FOR_NUMBERS, FOR_ARRAYS, FOR_MATRICES, FOR_LETTERS } SeedFor;
typedef enum SeedTimes {
  TIMES_ONE,
  TIMES_FEW,
  TIMES_BIT,
  TIMES_NUMBER,
  TIMES_LETTER,
  TIMES_PAIR,
  TIMES_WORD,
  TIMES_WORD_LETTER,
} SeedTimes;

enum { FEW = 6 };

/* ---- letters ------------------------------------------------------------------------------------- */

/* What any text may be made of, after the program's own letters. */
static const u8 plain_letters[] = "a0 ";

static u32 n_letters(const Vocabulary *v) { return v->letters.n + (u32)sizeof plain_letters - 1; }

static i64 letter_at(const Vocabulary *v, u32 k) {
  return k < v->letters.n ? v->letters.at[k] : plain_letters[k - v->letters.n];
}

static i64 letter(Seed *s, u64 i) {
  (void)i;
  return letter_at(s->v, s->k);
}

/* Pairs of different letters. */
static i64 one_of_pair(const Seed *s, bool second) {
  u32 n = n_letters(s->v), a = s->k / (n - 1), b = s->k % (n - 1);
  if (b >= a) b++;
  return letter_at(s->v, second ? b : a);
}

static i64 pair(Seed *s, u64 i) { return one_of_pair(s, i % 2); }
static i64 nested(Seed *s, u64 i) { return one_of_pair(s, i >= s->n / 2); }
static i64 last(Seed *s, u64 i) { return one_of_pair(s, i + 1 == s->n); }
static i64 first(Seed *s, u64 i) { return one_of_pair(s, i > 0); }

static i64 word(Seed *s, u64 i) {
  const Phrase *w = &s->v->words.at[s->k];
  return w->at[i % w->n];
}
static i64 word_letter(Seed *s, u64 i) {
  u32 n = n_letters(s->v);
  const Phrase *w = &s->v->words.at[s->k / n];
  u64 at = i % (w->n + 1);
  return at < w->n ? w->at[at] : letter_at(s->v, s->k % n);
}
static i64 word_then(Seed *s, u64 i) {
  u32 n = n_letters(s->v);
  const Phrase *w = &s->v->words.at[s->k / n];
  return i < w->n ? w->at[i] : letter_at(s->v, s->k % n);
}

/* Words of three letters that count up; with 26 letters there are enough for any text. */
static i64 different(Seed *s, u64 i) {
  enum { LENGTH = 3, BASE = 26 };
  u64 number = i / (LENGTH + 1), at = i % (LENGTH + 1);
  if (at == LENGTH) return letter_at(s->v, s->k);
  for (u64 k = 0; k < at; k++) number /= BASE;
  return 'a' + (i64)(number % BASE);
}

static i64 random_text(Seed *s, u64 i) {
  (void)i;
  return letter_at(s->v, (u32)rng_below(s->rng, n_letters(s->v)));
}

static i64 random_words(Seed *s, u64 i) {
  if (!s->v->words.n) return random_text(s, i);
  const Phrase *w = &s->v->words.at[s->word];
  if (s->in_word < w->n) return w->at[s->in_word++];
  s->word = (u32)rng_below(s->rng, s->v->words.n);
  s->in_word = 0;
  return random_text(s, i);
}

/* ---- numbers ------------------------------------------------------------------------------------- */

static i64 rank(const Seed *s, u64 r) { return gene_rank_value(s->g, r, s->n); }

static i64 zero(Seed *s, u64 i) {
  (void)s, (void)i;
  return 0;
}
static i64 descending(Seed *s, u64 i) { return rank(s, s->n - 1 - i); }
static i64 ascending(Seed *s, u64 i) { return rank(s, i); }
static i64 any(Seed *s, u64 i) {
  (void)i;
  /* small ones, as often as any */
  return s->k % 2 ? (i64)rng_below(s->rng, 2 * s->size + 1) : gene_random(s->g, s->rng);
}
static i64 constant(Seed *s, u64 i) {
  (void)i;
  return s->v->numbers.at[s->k];
}
static i64 highest(Seed *s, u64 i) {
  (void)i;
  return s->g->high;
}
static i64 lowest(Seed *s, u64 i) {
  (void)i;
  return s->g->low;
}

/* Fisher and Yates; all elements at once. */
static i64 permuted(Seed *s, u64 i) {
  if (!s->order) {
    s->order = mem_new((size_t)s->n * sizeof *s->order);
    for (u32 k = 0; k < s->n; k++) {
      u32 other = (u32)rng_below(s->rng, k + 1);
      s->order[k] = s->order[other];
      s->order[other] = k;
    }
  }
  return rank(s, s->order[i]);
}

static i64 organ_pipe(Seed *s, u64 i) { return rank(s, i < s->n / 2 ? 2 * i : 2 * (s->n - 1 - i)); }
static i64 valley(Seed *s, u64 i) {
  return rank(s, i < s->n / 2 ? s->n - 1 - 2 * i : MIN(2 * i - s->n + 1, s->n - 1));
}
static i64 zigzag(Seed *s, u64 i) { return rank(s, i % 2 ? s->n - 1 - i / 2 : i / 2); }
static i64 extremes(Seed *s, u64 i) { return i % 2 ? s->g->high : s->g->low; }
/* Musser 1997: 1, k+1, 3, k+3, …, k+k-1, then the even numbers, with n = 2k. */
static i64 thirds(Seed *s, u64 i) {
  u64 k = s->n / 2;
  if (i < k) return rank(s, MIN(i % 2 ? k + i - 1 : i, s->n - 1));
  return rank(s, MIN(2 * (i - k) + 1, s->n - 1));
}
static i64 interleaved(Seed *s, u64 i) { return rank(s, i % 2 ? (s->n + i) / 2 : i / 2); }
static i64 middle_out(Seed *s, u64 i) {
  return rank(s, i % 2 ? s->n / 2 - 1 - i / 2 : s->n / 2 + i / 2);
}
static i64 mirrored(Seed *s, u64 i) {
  u32 n_bits = 0;
  u64 r = 0;
  while (n_bits < 63 && (u64)1 << n_bits < s->n) n_bits++;
  for (u32 b = 0; b < n_bits; b++) r |= (i >> b & 1) << (n_bits - 1 - b);
  return gene_rank_value(s->g, r, (u64)1 << n_bits);
}
static i64 one_off(Seed *s, u64 i) { return rank(s, (i + 1) % s->n); }
static i64 few(Seed *s, u64 i) { return rank(s, i % (s->k + 2) % s->n); }
static i64 stairs(Seed *s, u64 i) { return rank(s, i * (s->k + 2) / s->n % s->n); }
static i64 doubling(Seed *s, u64 i) {
  return s->n == 1 ? (i64)(1ull << s->size % 62) : (i64)(1ull << i % 62);
}
static i64 fibonacci(Seed *s, u64 i) {
  bool ends = s->last > s->g->high - s->last_last;
  i64 next = i < 2 || ends ? 1 : s->last + s->last_last;
  s->last_last = s->last;
  s->last = next;
  return next;
}
static i64 two_power(Seed *s, u64 i) { return (i64)((u64)(s->n == 1 ? 1 : i) << s->k); }
static i64 below_power(Seed *s, u64 i) {
  (void)i;
  return (i64)((1ull << s->k) - 1);
}
static i64 multiples(Seed *s, u64 i) { return (i64)(i * (u64)s->v->numbers.at[s->k]); }
static i64 residues(Seed *s, u64 i) { return (i64)(i * (u64)s->v->numbers.at[s->k] + 1); }
static i64 steps(Seed *s, u64 i) { return (i64)((s->n - i) * (u64)s->v->numbers.at[s->k]); }
static i64 random_few(Seed *s, u64 i) {
  (void)i;
  return rank(s, rng_below(s->rng, s->k + 2) % s->n);
}
static i64 random_known(Seed *s, u64 i) {
  (void)i;
  u32 n = s->v->numbers.n;
  return n ? s->v->numbers.at[rng_below(s->rng, n)] : (i64)rng_below(s->rng, 3);
}

/* ---- matrices ------------------------------------------------------------------------------------ */

static i64 row_of(const Seed *s, u64 i) { return (i64)(i / s->g->row); }
static i64 column_of(const Seed *s, u64 i) { return (i64)(i % s->g->row); }
static i64 next_in_row(Seed *s, u64 i) { return column_of(s, i) == row_of(s, i) + 1; }
static i64 diagonal(Seed *s, u64 i) { return column_of(s, i) == row_of(s, i); }
static i64 above(Seed *s, u64 i) { return column_of(s, i) > row_of(s, i); }
static i64 below(Seed *s, u64 i) { return column_of(s, i) < row_of(s, i); }
static i64 board(Seed *s, u64 i) { return (column_of(s, i) + row_of(s, i)) % 2; }
static i64 distance(Seed *s, u64 i) {
  i64 off = column_of(s, i) - row_of(s, i);
  return off < 0 ? -off : off;
}

/* ---- the table ----------------------------------------------------------------------------------- */

typedef struct SeedRow {
  i64 (*number)(Seed *s, u64 i);
  SeedFor whom;
  SeedTimes times;
} SeedRow;

static const SeedRow rows[] = {
#define SEED(id, whom, times, numbers) {id, FOR_##whom, TIMES_##times},
#include "inputs/seeds.def"
#undef SEED
};

static bool suits(const SeedRow *r, const Gene *g) {
  u32 n = gene_elements(g);
  switch (r->whom) {
  case FOR_NUMBERS:
    return true;
  case FOR_ARRAYS:
    return n > 1;
  case FOR_MATRICES:
    return n > 1 && g->row < n;
  case FOR_LETTERS:
    return g->kind == GENE_TEXT;
  }
  return false;
}

static u32 times(const SeedRow *r, const Gene *g, const Vocabulary *v) {
  u32 n = n_letters(v);
  switch (r->times) {
  case TIMES_ONE:
    return 1;
  case TIMES_FEW:
    return FEW;
  case TIMES_BIT:
    return 8 * g->width - 1;
  case TIMES_NUMBER:
    return v->numbers.n;
  case TIMES_LETTER:
    return n;
  case TIMES_PAIR:
    return n * (n - 1);
  case TIMES_WORD:
    return v->words.n;
  case TIMES_WORD_LETTER:
    return v->words.n * n;
  }
  return 0;
}

u32 seed_count(const Gene *g, const Vocabulary *v) {
  u32 n = 0;
  for (u32 i = 0; i < ARRAY_LEN(rows) && gene_elements(g); i++)
    if (suits(&rows[i], g)) n += times(&rows[i], g, v);
  return n;
}

/* The row of the k-th, and which variant it is. */
static const SeedRow *row_at(const Gene *g, const Vocabulary *v, u32 k, u32 *ret_variant) {
  for (u32 i = 0; i < ARRAY_LEN(rows); i++) {
    u32 n = suits(&rows[i], g) ? times(&rows[i], g, v) : 0;
    *ret_variant = k;
    if (k < n) return &rows[i];
    k -= n;
  }
  return NULL;
}

void seed_put(const Gene *g, const Vocabulary *v, u64 size, u32 k, Rng *rng, u8 *genome) {
  assert(k < seed_count(g, v));
  Seed s = {.g = g, .v = v, .size = size, .n = gene_elements(g), .rng = rng, .in_word = UINT32_MAX};
  const SeedRow *r = row_at(g, v, k, &s.k);
  for (u32 i = 0; r && i < s.n; i++) gene_put_element(g, genome, i, r->number(&s, i));
  mem_free(s.order);
}
