/* input_shape.h — what an input is, so that it can be shown: text, numbers, structs, and how many.
 *
 *     InputShapes shapes = input_shapes_of(target, size);
 *     input_shape_set(&shapes, i, &kept, &input);      the i-th input of a test
 */
#pragma once

#include "build/target.h"
#include "report/worst_report.h"

typedef struct InputShapes {
  const Target *target; /* borrowed; NULL: types are not known */
  bool has_outside;     /* arguments, files and standard input are text */
  Shapes of_call;       /* owned; of the first inputs */
} InputShapes;

InputShapes input_shapes_of(const Target *target, u64 size);
void input_shapes_done(InputShapes *s); /* also for cleanup() */

/* Adds to an input of n bytes, which has a name, its kind, dimensions and fields, whose names `kept`
 * owns. */
void input_shape_set(const InputShapes *s, u32 i, u32 n_bytes, Names *kept, WorstInput *io);
