/* experience.h — a set of rows of numbers.  No row is in it twice, and the oldest go first. */
#pragma once

#include "base/map.h"

typedef struct Experience {
  u32 width;   /* numbers in a row */
  u32 max;     /* rows, at least 1 */
  u32 n;       /* rows there are */
  u32 oldest;  /* index of the one to go next, once there are `max` */
  i32 *rows;   /* owned */
  Map indices; /* hash of a row -> its index + 1; 0: gone */
} Experience;

Experience experience_new(u32 width, u32 max);
void experience_done(Experience *e);

/* Copies the row unless it is there; says whether it was new. */
bool experience_add(Experience *e, const i32 *row);
const i32 *experience_row(const Experience *e, u32 i);

/* For the tests and the debug build: every row is found, and nothing else. */
bool experience_is_sound(const Experience *e);
