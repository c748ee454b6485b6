/* contract.h — what a function promises about its costs, as a line of text.
 *
 *     uniq(int a[N], N) <= n^2
 *     parse(char s[N] string) <= 40*N + 200 instructions, peak-heap <= 64*N for N = 1:8,64
 *     lookup(int key, int a[N], N) <= log n, no errors with table.c
 *
 * A contract is a CALL (call/call.h) and clauses with commas between.  A clause is
 *
 *     <= BOUND, <= BOUND METRIC, METRIC <= BOUND    no input costs more
 *     no errors                                     and none makes the function go wrong
 *
 * BOUND is a formula in N (check/formula.h), which holds at each size, or a class of growth in n, alone: log n, n,
 * n log n, n^2, 2^n, n!, O(1).  METRIC is one of search/metrics.def; instructions if none is named.
 * Behind the last clause: `for N = LIST`, the sizes; `with FILE...`, what the function needs besides its own file.
 */
#pragma once

#include "base/names.h"
#include "call/call.h"
#include "check/formula.h"
#include "growth/ladder.h"
#include "growth/order.h"
#include "search/metric.h"

typedef enum ClauseKind { CLAUSE_FORMULA, CLAUSE_CLASS, CLAUSE_NO_ERRORS } ClauseKind;

typedef struct Clause {
  ClauseKind kind;
  Text text;       /* owned; as written */
  char *metric;    /* owned; of bounds, as --cost takes it */
  Formula formula; /* owned */
  CostOrder order; /* of CLASS */
} Clause;

typedef struct ContractPlace {
  char *file; /* owned */
  u32 line, column;
} ContractPlace;

typedef struct Contract {
  ContractPlace place; /* of its first word */
  char *source;        /* owned; the file of the function */
  Text call;           /* owned; as written */
  char *function;      /* owned */
  VEC(Clause) clauses; /* owned; never empty */
  bool has_size;       /* does N occur in the call? */
  Ladder sizes;        /* owned; n is 0: none are given */
  Names with;          /* owned; other files of the program, as written */
} Contract;

typedef VEC(Contract) ContractVec;

/* Where the characters of a text come from, which may have been several lines. */
typedef struct ContractText {
  Text text; /* owned */
  struct TextOrigin {
    u32 at; /* from this character on */
    u32 line, column;
  } *origins; /* owned */
  u32 n_origins;
  const char *file; /* borrowed */
} ContractText;

/* Appends a piece that stands there. */
void contract_text_add(ContractText *t, const char *piece, size_t n, u32 line, u32 column);
void contract_text_done(ContractText *t); /* also for cleanup() */

/* ERR_INPUT: FILE:LINE:COLUMN, what is wrong and what to write.  *ret is untouched then. */
must_use Err contract_parse(const ContractText *t, const char *source, Contract *ret);
void contract_done(Contract *c); /* also for cleanup() */
void contracts_done(ContractVec *v);
