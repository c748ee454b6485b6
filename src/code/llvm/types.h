/* types.h — functions and types of C from the debug information of a program: the names,
 * parameters and members that bitcode itself no longer has.
 *
 *     CTypes *t = program_types(program);
 *     t->functions.at[0].params.at[0].type->to->name       "struct point"
 */
#pragma once

#include "code/program.h"

typedef enum CKind {
  C_VOID,
  C_SIGNED,
  C_UNSIGNED,
  C_CHAR, /* plain char, whatever its sign */
  C_BOOL,
  C_FLOAT,
  C_ENUM,
  C_STRUCT,
  C_UNION,
  C_POINTER,
  C_ARRAY,
  C_FUNCTION,
  C_OTHER, /* vectors, complex numbers, what is not known */
} CKind;

typedef struct CType CType;

/* A member of a struct or union, or a parameter. */
typedef struct CMember {
  char *name; /* owned; "" if it has none */
  const CType *type;
  u64 offset; /* in bits, of members */
  u64 n_bits; /* the same; fewer than the type has: a bit-field */
} CMember;

struct CType {
  CKind kind;
  char *name; /* owned; how C calls it, without qualifiers: "int", "size_t", "struct node"; "" for
                 pointers, arrays, functions and what has no name, unless a typedef gives one */
  bool is_const;
  u64 n_bytes;        /* 0: of a function, of a struct that is only declared */
  const CType *plain; /* of a typedef or a qualified type: without it; NULL: it is neither */

  /* Of plain types only: */
  const CType *to;      /* what a pointer points to, an array has, a function returns */
  VEC(CMember) members; /* of a struct or union; the parameters of a function */
  bool is_variadic;     /* of a function */
};

/* The type behind typedefs and qualifiers. */
const CType *ctype_plain(const CType *t);

/* What a function does with a pointer that it is given, as far as its code shows. */
typedef struct ParamUse {
  bool is_one;      /* only *p is read or written, never p[1] */
  bool is_text;     /* libc looks for a zero in it */
  bool may_be_null; /* it is compared with NULL */
  bool is_accessed; /* something that it points to is read or written here */
} ParamUse;

typedef struct CFunction {
  char *name, *file; /* owned; the file as the compiler names it */
  u32 line;
  bool is_used;       /* something in the program other than itself refers to it */
  bool has_loop;      /* a loop or a recursion, here or in what it calls */
  bool is_public;     /* not static */
  const CType *type;  /* plain */
  VEC(char *) names;  /* owned; of its parameters; "" for one without */
  VEC(ParamUse) uses; /* owned; likewise */
} CFunction;

/* What a harness makes symbolic under this name: the variable, or what the pointer points to. */
typedef struct CInput {
  char *name;        /* owned */
  const CType *type; /* NULL: not known, or not the same at each place */
} CInput;

typedef struct CTypes {
  VEC(CType *) all;         /* owned */
  VEC(CInput) inputs;       /* of program_inputs */
  VEC(CFunction) functions; /* those with a body, in the order of the source */
} CTypes;

/* Of everything that was read so far. */
must_use CTypes *program_types(const Program *p);

/* The type of a global variable; NULL: there is none of this name, or nothing is known of it. */
const CType *ctypes_global(CTypes *t, const Program *p, const char *name);

/* Only `inputs`: what calls of nadir_symbolic and its like make symbolic. */
must_use CTypes *program_inputs(const Program *p);
/* The type of an input of this name, of which a path's second one is "x_1"; NULL: not known. */
const CType *ctypes_input(const CTypes *t, const char *name);

CTypes *ctypes_free(CTypes *t);

/* Are they the same but for names of typedefs and qualifiers? */
bool ctype_equal(const CType *a, const CType *b);
