/* shapes_tables.c — conditions on what is looked up: boxes of ciphers, functions of one byte, arrays
 * that a condition chooses.
 */
#include "fuzz/gen.h"

u32 shape_table(Gen *g) {
  u32 at = byte(g), n = 1 + below(g, 3);
  for (u32 i = 0; i < n; i++) {
    u32 table = g->tables[chance(g, 4) ? 0 : 2];
    at = op(g, EXPR_XOR, op(g, EXPR_SELECT, table, at), byte(g));
  }
  u32 sum = op(g, EXPR_SELECT, g->tables[3], at);
  u32 other = op(g, EXPR_SELECT, g->tables[3], byte(g));
  switch (below(g, 3)) {
  case 0:
    return compare(g, at, letter(g));
  case 1:
    return compare(g, sum, other);
  default:
    return op(g, EXPR_EQ, op(g, EXPR_XOR, sum, other), number(g, 16));
  }
}

/* ---- tables that can be read backwards -------------------------------------------------- */

static void shuffle(Rng *rng, u64 *elements, u32 n) {
  for (u32 i = 0; i < n; i++) elements[i] = i;
  for (u32 i = n; i > 1; i--) {
    u32 k = (u32)rng_below(rng, i);
    u64 last = elements[i - 1];
    elements[i - 1] = elements[k];
    elements[k] = last;
  }
}

/* All numbers of n bits in some order, or nearly so: the table ends early, has a number twice, or
 * its numbers are few among wider ones.  A session has few of these tables, each used often. */
static u32 box(Gen *g, u32 n, u32 index) {
  u64 elements[256];
  u32 which = below(g, 4), size = 1u << n, width = n, index_width = n;
  Rng rng = {n + which};
  shuffle(&rng, elements, size);
  if (which == 1) index_width += 5; /* reads past the end are zero */
  if (which == 2 && chance(g, 2)) size -= 1 + (u32)rng_below(&rng, size / 2);
  if (which == 2) elements[0] = elements[size - 1];
  if (which == 3) width += 3;
  for (u32 i = 0; i < size && which == 3; i++) elements[i] = elements[i] * 7 + 1;
  u32 table = plan_table(g->p, index_width, width, elements, size);
  u32 at = plan_extend(g->p, index, index_width, false);
  if (which == 1 && chance(g, 3)) at = op(g, EXPR_ADD, at, number(g, index_width));
  return plan_extend(g->p, op(g, EXPR_SELECT, table, at), n, false);
}

/* n bits that differ from place to place, as in front of a box of a cipher. */
static u32 box_index(Gen *g, u32 n) {
  u32 x = plan_extend(g->p, chance(g, 2) ? byte(g) : word(g), n, false);
  u32 y = chance(g, 2) ? number(g, n) : plan_extend(g->p, byte(g), n, false);
  return chance(g, 3) ? x : op(g, below(g, 2) ? EXPR_XOR : EXPR_ADD, x, y);
}

/* A layer of boxes and what is known behind it, mostly in more than two bytes: those are easy. */
u32 shape_box(Gen *g) {
  static const u32 widths[] = {3, 4, 8, 8};
  u32 n = widths[below(g, ARRAY_LEN(widths))], row = box(g, n, box_index(g, n));
  u32 n_boxes = 1 + below(g, 4), n_rounds = below(g, 3);
  for (u32 i = 1; i < n_boxes; i++) {
    u32 more = box(g, n, box_index(g, n));
    row = chance(g, 3)
              ? op(g, EXPR_CONCAT, row, more)
              : op(g, EXPR_XOR, row, plan_extend(g->p, more, plan_width(g->p, row), false));
  }
  for (u32 i = 0; i < n_rounds && plan_width(g->p, row) == n; i++)
    row = box(g, n, op(g, EXPR_XOR, row, box_index(g, n)));
  u32 width = plan_width(g->p, row);
  u32 other = chance(g, 2) ? number(g, MIN(width, 64)) : word(g);
  other = plan_extend(g->p, other, width, false);
  return chance(g, 3) ? compare(g, row, other) : op(g, EXPR_EQ, row, other);
}

/* ---- functions of one byte ------------------------------------------------------------------ */

static u32 function_of(Gen *g, u32 b, u32 width, u32 depth);

/* Through stores at places and of values that the byte gives. */
static u32 read_of(Gen *g, u32 b, u32 width, u32 depth) {
  u32 array = g->arrays[1 + below(g, 5)], n = below(g, 3); /* none has our byte in it */
  u32 index_width = g->p->nodes.at[array].index_width, elem = plan_width(g->p, array);
  u32 mask = plan_const(g->p, index_width, 7);
  if (chance(g, 4))
    array = plan_node(g->p, (PlanNode){.kind = EXPR_ARRAY_FILL,
                                       .width = elem,
                                       .index_width = index_width,
                                       .kid = {function_of(g, b, elem, depth)}});
  for (u32 i = 0; i < n; i++) {
    u32 at = op(g, EXPR_AND, function_of(g, b, index_width, depth), mask);
    array = plan_op(g->p, EXPR_STORE, array, at, function_of(g, b, elem, depth));
  }
  u32 at = function_of(g, b, index_width, depth);
  if (chance(g, 2)) at = op(g, EXPR_AND, at, mask);
  return plan_extend(g->p, op(g, EXPR_SELECT, array, at), width, below(g, 2));
}

/* A wide term that depends on the byte b alone. */
static u32 function_of(Gen *g, u32 b, u32 width, u32 depth) {
  if (!depth || chance(g, 6))
    return chance(g, 3) ? number(g, width) : plan_extend(g->p, b, width, below(g, 2));
  u32 x = function_of(g, b, width, depth - 1);
  u32 y = chance(g, 3) ? number(g, width) : function_of(g, b, width, depth - 1);
  switch (below(g, 8)) {
  case 0:
    return op(g, below(g, 2) ? EXPR_NOT : EXPR_NEG, x, 0);
  case 1:
    return plan_op(g->p, EXPR_ITE, compare(g, x, y), x, y);
  case 2: { /* a part of it at another place */
    u32 n = 1 + below(g, width), part = plan_cut(g->p, x, below(g, width - n + 1), n);
    return plan_extend(g->p, part, width, below(g, 2));
  }
  case 3: {
    u32 n = 1 + below(g, width - 1), high = plan_cut(g->p, y, 0, n);
    return op(g, EXPR_CONCAT, high, plan_cut(g->p, x, 0, width - n));
  }
  case 4:
    return read_of(g, b, width, depth - 1);
  default:
    return op(g, EXPR_ADD + below(g, EXPR_XOR - EXPR_ADD + 1), x, y);
  }
}

u32 function_term(Gen *g) {
  static const u32 widths[] = {16, 32, 32, 64};
  return function_of(g, byte(g), widths[below(g, ARRAY_LEN(widths))], 1 + below(g, 4));
}

/* Truth tables of a byte, or of two, in terms that are wide, now and then too wide for a table. */
u32 shape_function(Gen *g) {
  u32 t = chance(g, 8) ? plan_extend(g->p, byte(g), 80, below(g, 2)) : function_term(g);
  u32 width = plan_width(g->p, t);
  if (chance(g, 4)) t = op(g, EXPR_XOR, t, plan_extend(g->p, byte(g), width, false));
  return compare(g, t, plan_extend(g->p, number(g, MIN(width, 64)), width, false));
}

/* ---- objects ------------------------------------------------------------------------------ */

/* Several bytes of an object at places that are not known, in one sum: no single change mends it. */
u32 shape_reads(Gen *g) {
  u32 object = g->arrays[below(g, 2) ? 0 : 6], n = 2 + below(g, 3), sum = number(g, 8);
  u32 index_width = g->p->nodes.at[object].index_width;
  for (u32 i = 0; i < n; i++) {
    u32 at = plan_extend(g->p, chance(g, 3) ? byte(g) : word(g), index_width, false);
    at = op(g, EXPR_AND, at, plan_const(g->p, index_width, below(g, 2) ? 15 : 63));
    if (chance(g, 3)) object = plan_op(g->p, EXPR_STORE, object, at, byte(g));
    u32 read = op(g, EXPR_SELECT, object, at);
    if (chance(g, 3)) read = op(g, EXPR_MUL, read, byte(g));
    sum = op(g, below(g, 2) ? EXPR_ADD : EXPR_XOR, sum, read);
  }
  return chance(g, 3) ? compare(g, sum, byte(g)) : op(g, EXPR_EQ, sum, letter(g));
}

/* ---- arrays that a condition chooses --------------------------------------------------------- */

u32 shape_chosen(Gen *g) {
  u32 array = g->arrays[below(g, g->n_arrays)], elem = plan_width(g->p, array);
  u32 index_width = g->p->nodes.at[array].index_width;
  u32 value = plan_extend(g->p, below(g, 2) ? byte(g) : word(g), elem, false);
  u32 fill = plan_node(g->p, (PlanNode){.kind = EXPR_ARRAY_FILL,
                                        .width = elem,
                                        .index_width = index_width,
                                        .kid = {value}});
  u32 stored = plan_op(g->p, EXPR_STORE, array, index_for(g, array), value);
  u32 either = plan_op(g->p, EXPR_ITE, shape_order(g), chance(g, 3) ? fill : stored, array);
  if (chance(g, 2)) either = plan_op(g->p, EXPR_STORE, either, index_for(g, array), value);
  return compare(g, op(g, EXPR_SELECT, either, index_for(g, array)), number(g, elem));
}
