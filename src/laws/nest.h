/* nest.h — what a program did at one size, as numbers with the loops they came from.
 *
 * A nest is a tree whose leaves are all at one depth: depth 1 is a plain sequence, depth 2 a
 * sequence of groups (the rounds of an outer loop), and so on.  Groups may be empty.  A leaf is a
 * row of `width` numbers, for values that always come together (the leaf vector of a constraint
 * generator point): each is described on its own, the loops once.
 *
 *     ((0)(1 0)(2 1 0))   depth 2, width 1: index j of insertion sort at N = 4
 *
 *     Nest n;
 *     nest_init(&n, 4, 2, 1);
 *     for each round of the outer loop:
 *       nest_open(&n, 1);              // a group at level 1
 *       for each round of the inner loop: nest_add(&n, &j);
 */
#pragma once

#include "laws/multipoly.h"

enum { MAX_DEPTH = MAX_VARIABLES - 1 };

typedef VEC(i64) I64Vec;

typedef struct Nest {
  i64 size; /* N */
  u32 depth, width;
  /* counts[l]: how many children each group of level l has, in order; level 0 is one group; the
   * children at level depth-1 are the leaves. */
  U32Vec counts[MAX_DEPTH]; /* owned */
  I64Vec values;            /* owned; width per leaf */
} Nest;

void nest_init(Nest *n, i64 size, u32 depth, u32 width);
void nest_open(Nest *n, u32 level); /* a new group, empty so far, 1 <= level < depth */
void nest_add(Nest *n, const i64 *leaf);
/* A flat sequence. */
void nest_from(Nest *n, i64 size, const i64 *at, u32 count);
bool nest_equal(const Nest *a, const Nest *b); /* size, shape and values */
void nest_done(Nest *n);
