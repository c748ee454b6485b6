/* input.h — what the outside world chooses.
 *
 * An input is a named string of bits.  It comes in two shapes:
 *
 *   dense   a bit-vector of any width or an object of n bytes.  A term reads a
 *           slice of it (expr_var), so that a 32-bit load of four symbolic
 *           bytes is one leaf and storing and loading it again gives the same
 *           term.  Byte i is bits 8i .. 8i+7.
 *   sparse  an SMT-LIB array of 2^index_width elements, read by select only.
 *
 * A dense object can also be read at a symbolic index through
 * expr_array_input(); elements past its end are zero by definition.
 *
 * Cells: for dependency and models every dense input owns a run of consecutive
 * cells, one per started byte, a sparse one owns a single cell.  Cell numbers
 * are global, small and never reused, so models and occurrence lists are flat.
 */
#pragma once

#include "expr/expr.h"

/* Of one dense object: its bits are counted with 32 bits. */
enum { INPUT_MAX_BYTES = (1 << 28) - 1 };

typedef enum InputShape {
  INPUT_BITS,  /* dense bit-vector: (declare-const x (_ BitVec n)) */
  INPUT_BOOL,  /* dense, one bit, printed as Bool */
  INPUT_BYTES, /* dense object of n bytes; as an array its index has 64 bits */
  INPUT_ARRAY, /* sparse */
} InputShape;

typedef struct InputInfo {
  char *name; /* owned by the table */
  InputShape shape;
  u32 n_bits;      /* dense: size; sparse: 0 */
  u32 elem_width;  /* of its elements as an array: 8 for bytes; 0 if it is none */
  u32 index_width; /* as an array; 0 if it is none */
  u32 first_cell, n_cells;
} InputInfo;

/* The same name and shape give the same input; the same name with another
 * shape gives a fresh one (its printed name is made unique). */
Input input_bits(const char *name, u32 width);
Input input_bool(const char *name);
Input input_bytes(const char *name, u32 n_bytes);                     /* at most INPUT_MAX_BYTES */
Input input_array(const char *name, u32 index_width, u32 elem_width); /* index <= 64 */

const InputInfo *input_info(Input in); /* borrowed until the next input is made */
u32 input_count(void);                 /* inputs have ids 1 .. input_count() */
u32 input_cells(void);                 /* cells handed out so far */
Input input_of_cell(u32 cell);
