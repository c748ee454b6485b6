/* embedded_bitcode.h — what `nadir cc` puts beside the machine code of an object: a section with a piece for
 * each source file.  Linkers put the sections of all objects one after the other, so a program has
 * the pieces of what it was linked from.
 *
 *     EmbeddedBitcode, numbers little-endian:
 *       magic    8 bytes
 *       format   u32    EMBEDDED_FORMAT
 *       kind     u32    a EmbeddedKind
 *       llvm     u32    the LLVM that wrote the bitcode
 *       n_name   u32    bytes of the name
 *       n_bytes  u64    bytes of the contents
 *       hash     u64    of all of the above, of the name and of the contents
 *       name            of the source file, as the compiler was given it
 *       contents        bitcode; or the names of what is defined, each ended by a zero
 *     and zeros up to the next multiple of eight.
 *
 * LLVM's reader crashes on damaged bitcode; a piece whose hash is right is what clang wrote.
 */
#pragma once

#include "code/object/elf_file.h"

enum { EMBEDDED_FORMAT = 1 };

typedef enum EmbeddedKind {
  EMBEDDED_PLAIN,     /* bitcode of unoptimised code */
  EMBEDDED_OPTIMISED, /* bitcode that the optimiser has seen */
  EMBEDDED_NATIVE,    /* assembly: there is no bitcode */
  EMBEDDED_KINDS
} EmbeddedKind;

typedef struct EmbeddedBitcode {
  EmbeddedKind kind;
  u32 llvm;   /* 19 */
  Bytes name; /* not ended by a zero */
  Bytes contents;
} EmbeddedBitcode;

extern const char embedded_section[];

void embedded_write(Text *t, const EmbeddedBitcode *p);

/* A walk over the pieces of a section. */
typedef struct EmbeddedBitcodeWalk {
  const char *path; /* borrowed; for messages */
  Bytes left;       /* borrowed */
} EmbeddedBitcodeWalk;

/* *ret_has is false at the end.  The piece borrows from the section. */
must_use Err embedded_next(EmbeddedBitcodeWalk *w, EmbeddedBitcode *ret, bool *ret_has);
