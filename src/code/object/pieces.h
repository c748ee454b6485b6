/* pieces.h — what `nadir cc` puts beside the machine code of an object: a section with a piece for
 * each source file.  Linkers put the sections of all objects one after the other, so a program has
 * the pieces of what it was linked from.
 *
 *     Piece, numbers little-endian:
 *       magic    8 bytes
 *       format   u32    PIECE_FORMAT
 *       kind     u32    a PieceKind
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
#ifndef CODE_OBJECT_PIECES_H
#define CODE_OBJECT_PIECES_H

#include "code/object/elf_file.h"

enum { PIECE_FORMAT = 1 };

typedef enum PieceKind {
  PIECE_PLAIN,     /* bitcode of unoptimised code */
  PIECE_OPTIMISED, /* bitcode that the optimiser has seen */
  PIECE_NATIVE,    /* assembly: there is no bitcode */
  PIECE_KINDS
} PieceKind;

typedef struct Piece {
  PieceKind kind;
  u32 llvm;   /* 19 */
  Bytes name; /* not ended by a zero */
  Bytes contents;
} Piece;

extern const char piece_section[];

void piece_write(Text *t, const Piece *p);

/* A walk over the pieces of a section. */
typedef struct PieceWalk {
  const char *path; /* borrowed; for messages */
  Bytes left;       /* borrowed */
} PieceWalk;

/* *ret_has is false at the end.  The piece borrows from the section. */
must_use Err piece_next(PieceWalk *w, Piece *ret, bool *ret_has);

#endif
