/* parse.h — SMT-LIB 2 scripts in QF_BV and QF_AUFBV, one command at a time.
 *
 * The parser knows names, sorts and scopes; what a command does is up to the
 * caller.  Bool and (_ BitVec 1) are the same for terms but differ in a script, so the
 * parser hands out every term with its sort.
 *
 * A declared constant is an input of that name; see input.h for what happens
 * when a name comes again with another sort.  A declared function is read from
 * sparse arrays (smt_function.c).  Errors are ERR_INPUT with
 * "file:line:column: message".
 */
#pragma once

#include "base/text.h"
#include "expr/expr.h"

typedef enum SortKind {
  SORT_BOOL,
  SORT_BITS,
  SORT_NAMED, /* declare-sort: its elements are told apart by NAMED_WIDTH bits */
  SORT_ARRAY, /* of any of the others by any of the others; indices have at most 64 bits */
} SortKind;

/* More than any script has terms, so no set of them needs more elements. */
enum { NAMED_WIDTH = 32 };

typedef struct Sort {
  SortKind kind;
  u32 width;        /* of an array: of its elements; of Bool: 1 */
  const char *name; /* NAMED; borrowed from the parser */

  /* Of an array, else zero: */
  u32 index_width;
  SortKind index_kind, element_kind;
  const char *index_name, *element_name;
} Sort;

Sort sort_index(Sort array);
Sort sort_element(Sort array);
Sort sort_array(Sort index, Sort element);
void sort_print(Text *out, Sort s); /* as in a script */

typedef enum SmtKind {
#define SMT(id, name, form) SMT_##id,
#include "expr/smt_commands.def"
#undef SMT
  SMT_END, /* of the script */
} SmtKind;

typedef struct SmtTerm {
  Expr term;
  Sort sort;
  const char *text; /* as written; borrowed from the script */
  size_t n_text;
} SmtTerm;

/* Which fields are set is the form of the command in smt_commands.def. */
typedef struct SmtCommand {
  SmtKind kind;
  size_t at;          /* offset of its '(' in the script */
  u32 n_levels;       /* push, pop */
  VEC(SmtTerm) terms; /* assert: one; check-sat-assuming and get-value: any number */
  const char *name;   /* of an assertion that is (! term :named name); else NULL */
  const char *key;    /* of an option or info, or the name declared or defined */
  const char *value;  /* of an option or info, as written; the text of echo */
} SmtCommand;

typedef struct SmtConstant {
  const char *name; /* borrowed from the parser */
  Sort sort;
  Expr term; /* the input: a variable or an array */
} SmtConstant;

/* Bits of an argument, in the index of a step; or the token of the step before. */
typedef struct SmtPiece {
  u32 argument; /* PIECE_TOKEN */
  u32 low, width;
} SmtPiece;

#define PIECE_TOKEN UINT32_MAX

/* One look-up of a declared function; the index is its pieces, the first one highest. */
typedef struct SmtStep {
  Expr array; /* an input */
  u32 first_piece, n_pieces;
} SmtStep;

/* The value is what the last step reads; the others give tokens to the next. */
typedef struct SmtFunction {
  const char *name; /* borrowed from the parser, like all of this */
  const struct Term *parameters;
  u32 n_parameters;
  Sort sort; /* of the value */
  const SmtStep *steps;
  u32 n_steps;
  const SmtPiece *pieces;
} SmtFunction;

Sort function_parameter(const SmtFunction *f, u32 i);

typedef struct Parser Parser;

/* Both texts are borrowed until parser_free. */
Parser *parser_new(const char *file, const char *script, size_t n);
Parser *parser_free(Parser *p); /* accepts NULL, returns NULL */

/* The next command, SMT_END after the last one.  *ret_command is borrowed until
 * the next call.  After an error the parser can only be freed. */
must_use Err parser_next(Parser *p, const SmtCommand **ret_command);

/* The declared constants in scope, oldest first; borrowed until the next call. */
const SmtConstant *parser_constants(Parser *p, u32 *ret_n);

/* The declared functions in scope, and the terms that have been named, likewise. */
const SmtFunction *parser_functions(Parser *p, u32 *ret_n);
const SmtConstant *parser_named(Parser *p, u32 *ret_n);

/* An error of the caller's about the current command, with its place. */
must_use Err parser_error(const Parser *p, const char *message);

const char *smt_name(SmtKind kind); /* "check-sat" */
