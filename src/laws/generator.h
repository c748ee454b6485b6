/* generator.h — laws of sequences: what a program does at any size, from what it did at small
 * ones.
 *
 * A generator has one law for the number of children of the groups at each level of a nest, over
 * the size and the indices of the groups around, and one for each value of a leaf.  For the index j
 * of insertion sort, ((0)(1 0)(2 1 0)) at N = 4:
 *
 *     i < N - 1: j < i + 1: i - j
 *
 * The grammar of the paper (const and incre with generated parameters, any stride, any depth) is
 * what is multilinear in the indices; generators say more: other powers, and cases.
 *
 * After: Saumya, Koo, Kulkarni, Bagchi, "XSTRESSOR", ICST 2019, sec. IV.
 * Differs: all sizes are fitted together (multipoly.h), so structures cannot disagree and groups of
 * one or no element decide nothing wrongly; each law is confirmed at a size it was not made
 * from; numbers of rounds are laws of their own instead of end values, so loops may be empty.
 */
#pragma once

#include "laws/law.h"
#include "laws/nest.h"

typedef struct Generator {
  u32 depth, width;
  i64 from;              /* the smallest size that it was made from: it holds from there on */
  u32 weight;            /* of its laws, and something for each size that was left out */
  Law counts[MAX_DEPTH]; /* owned; of level l, over N and l indices */
  Law *values;           /* owned; `width`, over N and all indices */
} Generator;

/* From nests of equal depth and width, sizes ascending.  The smallest sizes may be left out, as
 * long as MIN_SIZES remain, or with cases MIN_SIZES_CASES: the lightest law is taken.  False:
 * no law, and why (appended; ret_why may be NULL). */
enum {
  MIN_SIZES = 4,
  MIN_SIZES_CASES = 5,
  WEIGHT_LEFT_OUT = 4, /* a size left out is evidence lost: as much as a term or two */
};
bool generator_fit(const Nest *at, u32 n, Cases cases, Generator *ret, Text *ret_why);

/* The same from flat sequences (depth 1): groups are searched for in them (segment.c), so the
 * result may have any depth. */
bool generator_find(const Nest *at, u32 n, Generator *ret, Text *ret_why);

/* Takes the candidate into *best if there is none yet or it is lighter; true if it was
 * taken.  One of the two is freed. */
bool generator_choose(Generator *best, bool *has_best, Generator *candidate);

/* What the law says at a size, in time linear in the result.  False: it says nothing there (a
 * size below `from`, a fraction, a negative number of rounds, more than max_leaves leaves
 * and groups), and why. */
bool generator_make(const Generator *g, i64 size, u64 max_leaves, Nest *ret, Text *ret_why);

/* "i < N - 1: j < i + 1: i - j" */
void generator_print(const Generator *g, Text *ret);
void generator_done(Generator *g);
