/* call.h — a call as a user types it, `--call 'insertion_sort(int a[N], N)'`, and the C main that
 * makes its inputs symbolic.
 *
 *     UserCall c;
 *     TRY(call_parse("insertion_sort(int a[N] in 0..9, N)", &c));
 *     TRY(call_write(&c, "sort.c", &source));   a main, compiled INSTEAD of sort.c
 *     …                                         compiled, linked, lowered: a Module
 *     TRY(call_shapes(&c, module, 100, &s));    for each size: a is 100 signed elements of 4 bytes
 *     shapes_done(&s), call_done(&c);
 *
 * CALL is name(argument, …), with a semicolon or without.  An argument is one of
 *
 *     TYPE name                  a symbolic scalar or struct, all its bytes
 *     TYPE name[SIZE]…           a symbolic array of any number of dimensions, on the heap
 *     TYPE *name[ROWS][COLUMNS]  pointers to rows, each an object of its own: for `int **g`
 *     … in LO..HI                of numbers: every one lies between these, both included
 *     … sorted                   of an array of numbers: each is at least the one before it
 *     … string                   of bytes: SIZE of them, none zero, and a zero behind them; of
 *                                several dimensions, each row is a string
 *     … string of LETTERS        only these: 'a'..'z', "+-*", printable, or several with | between;
 *                                string printable is short for string of printable
 *     anything else              an expression of C, handed to the compiler as it is: N, N*2+1,
 *                                (int)N, 'x', "a, b", NULL, compare
 *
 * N is nadir_size(), a long; the user's own N, a macro perhaps, is hidden from the call.  SIZE, LO
 * and HI are formulas (size_formula.h).  Inputs have different names.  The result is ignored.
 *
 * What the main brings along are functions for which call_is_own is true; their code claims to be
 * in the file "--call", so that the compiler's messages say
 *
 *     --call:1:16: error: unknown type name 'strct'
 *         1 |                strct nadir_at;
 *           |                ^~~~~
 *
 * with the columns of the user's text.
 */
#pragma once

#include "base/text.h"
#include "base/vec.h"
#include "call/size_formula.h"
#include "code/code.h"

enum { CALL_MAX_SIZES = 8 }; /* dimensions of one input */

/* Bytes that a string is made of. */
typedef struct Letters {
  u8 at[256]; /* ascending */
  u32 n;      /* 0: all but zero */
} Letters;

typedef struct CallInput {
  char *name;                        /* owned */
  Span whole, type, typed;           /* in the text: all of it; its type without '*'; its name */
  bool is_rows;                      /* pointers to rows */
  bool is_string;                    /* no zeros, and one behind */
  bool is_sorted;                    /* ascending */
  bool has_range;                    /* low and high mean something */
  u32 n_sizes;                       /* 0: a scalar */
  SizeFormula sizes[CALL_MAX_SIZES]; /* the first n_sizes */
  SizeFormula low, high;
  Letters letters; /* of a string */
} CallInput;

typedef struct UserCall {
  char *text;     /* owned; as typed */
  char *function; /* owned; its name */
  VEC(CallInput) inputs;
  Spans constants;  /* names and sizeofs in the formulas */
  bool is_left_out; /* the main makes the inputs, and that is all */
} UserCall;

/* ERR_USAGE: what is wrong, the text, and a caret under the character; *ret is untouched then. */
must_use Err call_parse(const char *text, UserCall *ret);
void call_done(UserCall *c); /* also for cleanup() */

/* Parses LETTERS, from the first token to behind the last (call_letters.c). */
must_use Err letters_parse(CallLexer *x, Letters *ret);

/* Appends the source of the main.  It includes `file` by this name: the compiler needs
 * `-iquote .` if the name is relative to the current folder, and the folder of nadir.h.  The file
 * may have a main of its own, which is renamed.  ERR_INPUT: no #include can name this file. */
must_use Err call_write(const UserCall *c, const char *file, Text *ret);

/* Is the function of this name part of the main that call_write wrote? */
bool call_is_own(const char *function);

/* Does N occur in it? */
bool call_has_size(const UserCall *c);

/* Does the main still call the function?  Above -O0 a compiler may have made it a part of the main,
 * or dropped it as nobody uses its result. */
bool call_is_made(const UserCall *c, const Module *m);

/* ---- what the inputs look like --------------------------------------------------------------- */

typedef enum ShapeKind {
  SHAPE_SIGNED, /* numbers of 1, 2, 4 or 8 bytes */
  SHAPE_UNSIGNED,
  SHAPE_CHAR,  /* char, or the bytes of a string without their end */
  SHAPE_BYTES, /* anything else: structs, floating point */
} ShapeKind;

typedef struct Shape {
  const char *name; /* borrowed from the call */
  ShapeKind kind;
  u32 element_bytes;
  u32 n_sizes; /* 0: a scalar */
  u64 sizes[CALL_MAX_SIZES];
  bool is_float;  /* of SHAPE_BYTES: they are numbers after all */
  bool is_string; /* no zeros */
  bool has_range; /* every number lies between these */
  i64 low, high;
  const Letters *letters; /* borrowed from the call; of a string, NULL: all but zero */
} Shape;

typedef struct Shapes {
  VEC(Shape) all; /* in the order of the call, which is that of the test's objects */
} Shapes;

u64 shape_bytes(const Shape *s); /* of the whole input */
void shapes_done(Shapes *s);     /* also for cleanup() */

/* The inputs at N = size, by the module of the program with this main.  Says for this size, too,
 * what no run could: a size that is negative or too large, an empty range.  ERR_USAGE, a caret. */
must_use Err call_shapes(const UserCall *c, const Module *m, u64 size, Shapes *ret);
