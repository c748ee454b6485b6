/* world.h — what nadir tells the kernel of the machine (runtime/posix) about the outside of a
 * program: its arguments, its environment, its files.
 *
 * A row of records in one object of memory, the last of kind END.  A record is followed by its text
 * with a closing zero and then, from the next multiple of 8 bytes on, by its bytes, filled up to a
 * multiple of 8.
 */
#ifndef NADIR_WORLD_H
#define NADIR_WORLD_H

#include <stdint.h>

typedef enum NadirWorldKind {
  NADIR_WORLD_END,
#define WORLD(id, meaning) NADIR_WORLD_##id,
#include "world.def"
#undef WORLD
} NadirWorldKind;

/* In place of a length: N, the size that the run is about. */
#define NADIR_WORLD_SIZE 0xffffffffu

typedef struct NadirWorldRecord {
  uint32_t kind;
  uint32_t numbers[3];
  uint64_t n_text; /* without the zero */
  uint64_t n_bytes;
  uint32_t shape; /* it is there only in this shape of the outside, from 1 on; 0: in every one */
  uint32_t unused;
} NadirWorldRecord;

/* A program may be explored with its outside in several shapes.  The byte that chooses one of n: shape
 * 1 + byte % n. */
#define NADIR_SHAPE_INPUT "sym_shape"
enum { NADIR_MOST_SHAPES = 16 };

/* What a process finds out about itself, in the machine and in a native run of a test alike: a program
 * whose path depends on it takes the same one. */
enum {
  NADIR_PROCESSORS = 1,
  NADIR_USER = 1000,
  NADIR_GROUP = 1000,
  NADIR_UMASK = 022,
  NADIR_MAX_FILES = 1024, /* open at once */
  NADIR_MAX_FILE_BYTES = 256 << 20,
  NADIR_MAX_BYTES = 2000 << 20, /* of memory */
  NADIR_STACK_BYTES = 8 << 20
};

/* The working folder. */
#define NADIR_FOLDER "/nadir"

/* /proc/self/maps: somewhere in there is the stack.  Programs look for it when they start (gnulib's c-stack
 * does), take a decision for every letter of that file, and where it is missing try every page of the
 * address space. */
#define NADIR_MAPS "000000000000-800000000000 rw-p 00000000 00:00 0 [stack]\n"

/* How far behind the text the bytes begin, and behind the bytes the next record. */
#define NADIR_WORLD_ROUND(n) (((n) + 7) / 8 * 8)

#endif
