/* genome.h — an input as numbers: what a search over concrete inputs changes.
 *
 * A Plan says what an input of one size consists of: rows of numbers (an array, a text, a matrix, one
 * number, the words of a struct), each with a width, a range and rules.  A genome is the bytes of all
 * of them, one behind the other, just as the program gets them.  Whatever is written goes through
 * gene_put, which keeps to the range and the rules; so every genome is an input that was asked for.
 *
 * Nothing here knows what a genome costs, or of what program it is the input.
 */
#pragma once

#include "base/base.h"
#include "base/rng.h"
#include "base/vec.h"

typedef enum GeneKind {
  GENE_NUMBER,
  GENE_FLOAT, /* whole numbers as floats, so that the same patterns and changes make sense */
  GENE_TEXT,  /* letters; also numbers of one byte */
} GeneKind;

typedef struct Gene {
  GeneKind kind;
  bool is_signed;
  bool no_zero; /* a string has none */
  u32 width;    /* bytes of a number: 1, 2, 4, 8 */
  u32 n;        /* numbers */
  u32 group;    /* numbers of one element: the words of a struct, else 1 */
  u32 row;      /* elements of a row of a matrix; of anything else all */
  i64 low, high;
  const u8 *letters; /* borrowed; of a text, all that it may have, ascending; NULL: low to high */
  u32 n_letters;
  u32 at; /* its first byte in the genome */
} Gene;

typedef struct Plan {
  VEC(Gene) genes;
  u32 n_bytes;
} Plan;

/* A gene that may be anything of its width; n numbers in groups. */
Gene gene_new(GeneKind kind, bool is_signed, u32 width, u32 n);
void plan_add(Plan *p, Gene g); /* `at` is set here */
void plan_done(Plan *p);

static inline u32 gene_elements(const Gene *g) { return g->n / g->group; }

i64 gene_get(const Gene *g, const u8 *genome, u32 i);
/* The value, or if the gene may not have it another one that depends on it: ends of the range for
 * what is slightly outside, somewhere inside for the rest. */
void gene_put(const Gene *g, u8 *genome, u32 i, i64 value);
/* Are all numbers of a genome what they may be? */
bool gene_is_legal(const Gene *g, const u8 *genome);

/* All numbers of element i. */
void gene_put_element(const Gene *g, u8 *genome, u32 i, i64 value);
void gene_copy_element(const Gene *g, u8 *genome, u32 to, u32 from);

/* A value for rank r of n, ascending with r: r itself if the range allows it. */
i64 gene_rank_value(const Gene *g, u64 r, u64 n);
i64 gene_random(const Gene *g, Rng *rng); /* any that it may have */

/* ---- what a program itself is written with --------------------------------------------------- */

typedef struct Phrase {
  u8 *at; /* owned */
  u32 n;
} Phrase;

typedef struct Vocabulary {
  VEC(i64) numbers; /* each once */
  VEC(Phrase) words;
  u32 max_words;   /* 0: as many as a search for one input can try */
  VEC(u8) letters; /* each once; of words, and numbers that are letters */
} Vocabulary;

void vocabulary_add_number(Vocabulary *v, i64 number);
void vocabulary_add_word(Vocabulary *v, const u8 *at, u32 n);
void vocabulary_done(Vocabulary *v);
