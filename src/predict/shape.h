/* shape.h — conditions with holes: what stays the same in a condition from one time to the next,
 * and the numbers that change.
 *
 * The numbers of a term are, in the order of its parts: the place of each input that it reads (the
 * first bit), each constant, and for each term that has a name (tracing.h) the number of that
 * name.  The rest is the shape, which can be filled with other numbers.
 *
 *     a[j] > x  in insertion sort     slt(a: _, a: _)     (64 160), (32 160), …
 */
#pragma once

#include "base/map.h"
#include "base/text.h"
#include "expr/expr.h"
#include "expr/input.h"

typedef VEC(i64) NumberVec;

/* One part of a shape, in prefix order. */
typedef struct ShapePart {
  u8 kind;    /* ExprKind; CONST and VAR are holes */
  bool names; /* a hole for a name; the kind does not matter */
  u16 width;
  u32 low;   /* EXTRACT */
  u32 input; /* VAR: the number of the input on its path */
  u32 table; /* ARRAY_TABLE: index in Shapes.tables */
} ShapePart;

typedef struct TermShape {
  VEC(ShapePart) parts; /* owned */
} TermShape;

typedef struct ShapeTable {
  u32 index_width, element_width;
  VEC(u64) elements; /* owned */
} ShapeTable;

/* All shapes, each once, over all sizes. */
typedef struct ShapeSet {
  VEC(TermShape) all;     /* owned */
  VEC(ShapeTable) tables; /* owned */

} ShapeSet;

void shapes_free(ShapeSet *s);

/* What a term means on one path. */
typedef struct ShapeContext {
  const Input *inputs; /* borrowed; by their number */
  u32 n_inputs;
  const Map *names; /* borrowed; id of a term -> its name */
} ShapeContext;

/* The shape of a term and its numbers (appended).  False: it has parts that cannot be filled again,
 * or too many. */
bool shape_of_term(ShapeSet *set, const ShapeContext *c, Expr e, u32 *ret_shape, NumberVec *ret);

/* The term of this shape with these numbers.  `named` are the terms by their names.  None: a number
 * is out of range. */
Expr shape_fill(const ShapeSet *set, u32 shape, const Input *inputs, u32 n_inputs,
                const ExprVec *named, const i64 *numbers, u32 n);
