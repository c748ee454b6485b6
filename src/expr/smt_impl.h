/* smt_impl.h — what the files of the SMT-LIB parser share; private to them. */
#pragma once

#include "base/map.h"
#include "base/text.h"
#include "expr/parse.h"
#include "expr/smt_lex.h"

#define MANY UINT32_MAX

/* A term on the stack of the parser. */
typedef struct Term {
  Expr e;
  Sort sort;
  size_t at; /* where it was written */
} Term;

typedef enum SmtOp {
#define OP(id, name, n_indices, min, max, apply, build) OP_##id,
#include "expr/smt_ops.def"
#undef OP
  OP_COUNT
} SmtOp;

/* ---- smt_ops.c: the functions of the theories ----------------------------- */

/* One application, its arguments already terms. */
typedef struct SmtCall {
  const Lexer *lx; /* for errors */
  size_t at;       /* of its '(' */
  SmtOp op;
  u64 indices[2];
  Sort sort; /* of ((as const sort) …) */
  const Term *args;
  u32 n;
} SmtCall;

must_use Err call_check_count(const Lexer *lx, size_t at, const char *name, u32 n, u32 min,
                              u32 max);
must_use Err call_check_arity(const SmtCall *c);
must_use Err call_check_store(const SmtCall *c); /* the sorts of a store */
must_use Err call_apply(const SmtCall *c, Term *ret_term);
const char *op_name(SmtOp op);
bool op_is_standard(SmtOp op); /* else scripts may give its name another meaning */
u32 op_indices(SmtOp op);

/* ---- smt_sort.c: sorts and literals --------------------------------------- */

bool sort_same(Sort a, Sort b);
Sort sort_bits(u32 width);
Expr sort_input(const char *name, Sort sort);                       /* of the input of this name */
must_use Err literal_digits(const Lexer *lx, Token t, Expr *ret_e); /* HEX or BINARY */
must_use Err literal_decimal(const Lexer *lx, Token digits, u64 width, Expr *ret_e);

/* Refuses widths that terms cannot have. */
must_use Err width_check(const Lexer *lx, size_t at, u64 width);

/* ---- smt_scope.c: names and what they stand for --------------------------- */

typedef enum BindingKind {
  BINDING_CONSTANT, /* declared */
  BINDING_TERM,     /* defined, bound by let, a formal parameter, or :named */
  BINDING_MACRO,    /* define-fun or declare-fun with parameters */
  BINDING_SORT,     /* define-sort, declare-sort */
} BindingKind;

typedef struct Macro {
  Term body;     /* over the formals */
  Term *formals; /* owned; inputs */
  u32 n;

  /* Of declare-fun, else empty: how the body looks its value up. */
  VEC(SmtStep) steps;
  VEC(SmtPiece) pieces;
} Macro;

typedef struct Binding {
  BindingKind kind;
  u32 symbol;
  u32 shadowed;  /* what the symbol meant before: index + 1, or 0 */
  bool is_named; /* TERM: by :named */
  Term term;     /* CONSTANT, TERM; of SORT only its sort */
  Macro *macro;  /* owned; MACRO */
} Binding;

typedef struct Symbol {
  char *name;  /* owned */
  u32 next;    /* of equal hash: index + 1, or 0 */
  u32 binding; /* what it means now: index + 1, or 0 */
  u32 sort;    /* the same for sorts, whose names are apart from those of terms */
  SmtOp op;    /* of the theories; OP_COUNT when it is none */
  bool is_reserved;
} Symbol;

/* Bindings form one stack; leaving a scope cuts it. */
typedef struct Scope {
  VEC(Symbol) symbols;
  Map first_of_hash;
  VEC(Binding) bindings;
} Scope;

bool symbol_is_taken(const Symbol *s); /* scripts cannot bind it */
bool symbol_is_word(const char *name); /* reserved, or a function of the theories */
void scope_init(Scope *s);
void scope_done(Scope *s);
u32 scope_symbol(Scope *s, const char *name, size_t n);
const Binding *scope_find(const Scope *s, u32 symbol); /* NULL when it means nothing */
const Binding *scope_find_sort(const Scope *s, u32 symbol);
void scope_bind(Scope *s, u32 symbol, Binding b);
void scope_cut(Scope *s, u32 n_bindings);

/* ---- smt_macro.c ----------------------------------------------------------- */

Expr macro_expand(const Macro *m, const Term *args);
Macro *macro_free(Macro *m);

/* The input that stands for parameter number i of any macro. */
Expr macro_formal(u32 i, Sort sort);

/* ---- smt_function.c -------------------------------------------------------- */

/* Gives a macro that has formals the body of a declared function. */
void function_define(Macro *m, const char *name, Sort sort);

/* ---- smt_table.c ----------------------------------------------------------- */

/* A run of stores on the term stack that may become a constant table. */
typedef struct TableRun {
  bool is_live;
  bool is_doubled; /* the first store came twice */
  u32 position;    /* of its term on the stack; that term is still the array of zeros */
  u64 last;        /* index of the last store */
  VEC(u64) words;  /* elements, from the highest index down to `last` */
} TableRun;

/* Lets the store of args[1] → args[2] into args[0], the term at `position`,
 * continue the run that args[0] is, or start one; false: an ordinary store. */
bool run_extend(TableRun *r, const Term *args, u32 position);

/* The array that the run has built so far; the run is over. */
Expr run_finish(TableRun *r, Expr zeros);

/* ---- smt_term.c: terms ------------------------------------------------------ */

typedef enum FrameKind { FRAME_CALL, FRAME_MACRO, FRAME_LET, FRAME_BODY, FRAME_NOTE } FrameKind;

/* A parenthesis that is open. */
typedef struct SmtFrame {
  FrameKind kind;
  size_t at;
  u32 first; /* of its terms on the stack */
  SmtOp op;
  u64 indices[2];
  Sort sort;          /* AS_CONST */
  const Macro *macro; /* borrowed from its binding */
  u32 n_bindings;     /* BODY: to cut back to */
  u32 first_symbol;   /* LET: of its variables */
} SmtFrame;

typedef struct Named {
  u32 symbol;
  Term term;
  size_t at;
  bool is_whole; /* of the command */
} Named;

struct Parser {
  Lexer lx;
  Scope scope;
  SmtCommand command;         /* handed out by parser_next */
  Text key, value;            /* what its strings point to */
  VEC(u32) levels;            /* bindings at each push */
  bool keeps_declarations;    /* :global-declarations */
  VEC(SmtConstant) constants; /* of the last call of parser_constants or parser_named */
  VEC(SmtFunction) functions;

  /* Of the term being read: */
  VEC(SmtFrame) frames;
  VEC(Term) terms;
  VEC(u32) let_symbols;
  VEC(Named) named; /* bound at the end of the command */
  bool in_macro;    /* terms may mention formals */
  TableRun run;
};

must_use Err term_parse(Parser *p, Term *ret_term);
must_use Err sort_parse(Parser *p, Sort *ret_sort);
must_use Err symbol_parse(Parser *p, const char *what, u32 *ret_symbol, size_t *ret_at);

/* Refuses names that are taken, and names that scripts must not define. */
must_use Err symbol_fresh(Parser *p, u32 symbol, bool is_sort, size_t at);
