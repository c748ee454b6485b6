/* gen.h — for the fuzzer: what the shapes of random conditions share.
 *
 * A *shape* makes one condition that looks like those of some kind of program (shapes.def).  It
 * draws from the words, bytes and arrays of its session.
 */
#pragma once

#include "base/rng.h"
#include "expr/value.h"
#include "fuzz/session.h"
#include "unit/random_terms.h"

enum { MAX_WORDS = 8, MAX_ARRAYS = 12, N_BYTES = 12 };

typedef enum Shape {
#define SHAPE(name) SHAPE_##name,
#include "fuzz/shapes.def"
#undef SHAPE
  SHAPE_COUNT
} Shape;

typedef struct Gen {
  Rng rng;
  Plan *p;
  u32 width; /* of words */
  u32 words[MAX_WORDS], n_words;
  u32 bytes;                        /* an input */
  u32 arrays[MAX_ARRAYS], n_arrays; /* first the object `bytes`; number 6 is a larger one */
  u32 tables[4]; /* any, classes of characters, a permutation, a sum over GF(2) */
  u32 weights[SHAPE_COUNT];
  bool is_signed; /* mostly */
  bool is_linear; /* most questions are about sums of words in ranges */
  bool is_tight;  /* words in a range that has hardly room for them */
  bool is_long;   /* begins with a long condition that nobody asked about */
  u32 depth;      /* of shapes within shapes */
  RandomTerms wild;
  U32Vec conditions; /* nodes used so far */
  U32Vec contexts;   /* alive */
  u32 n_contexts;
} Gen;

/* Each returns the node of a condition. */
#define SHAPE(name) u32 shape_##name(Gen *g);
#include "fuzz/shapes.def"
#undef SHAPE

u32 gen_condition(Gen *g); /* of any shape that the session has a taste for */

/* ---- numbers and leaves ------------------------------------------------------------ */

static inline u32 below(Gen *g, u32 n) { return (u32)rng_below(&g->rng, n); }

static inline bool chance(Gen *g, u32 one_in) { return rng_chance(&g->rng, one_in); }

static inline u32 byte(Gen *g) { return plan_var(g->p, g->bytes, 8 * below(g, N_BYTES), 8); }

static inline u32 word(Gen *g) { return g->words[below(g, g->n_words)]; }

static inline u32 op(Gen *g, ExprKind kind, u32 a, u32 b) { return plan_op(g->p, kind, a, b, 0); }

static inline u32 less(Gen *g, u32 a, u32 b, bool is_signed) {
  return op(g, is_signed ? EXPR_SLT : EXPR_ULT, a, b);
}

static inline u32 at_most(Gen *g, u32 a, u32 b, bool is_signed) {
  return plan_not(g->p, less(g, b, a, is_signed));
}

u32 number(Gen *g, u32 width);      /* where something happens: small, around the ends of ranges */
u32 compare(Gen *g, u32 a, u32 b);  /* by any order, mostly of the session's sign */
u32 letter(Gen *g);                 /* a constant byte */
u32 byte_term(Gen *g);              /* of one byte */
u32 function_term(Gen *g);          /* the same, wide */
u32 order_term(Gen *g);             /* a word and a constant, mostly */
u32 index_for(Gen *g, u32 array);   /* an index of it */
u32 ranged_term(Gen *g, u32 width); /* a word, or a part of one that gives it a range */
u32 rotated(Gen *g, u32 word);      /* by a number */
