/* joins.h — where the two sides of a conditional jump come together again, if that is near. */
#ifndef CODE_JOINS_H
#define CODE_JOINS_H

#include "code/code.h"

#define NO_JOIN UINT32_MAX

/* Of all functions of a module, each made when it is first asked for. */
typedef struct JoinTable {
  const Module *module; /* borrowed */
  U32Vec *at;           /* owned; per function, of each instruction the join, or NO_JOIN */
} JoinTable;

JoinTable join_table_new(const Module *m); /* of verified functions */
void join_table_done(JoinTable *t);        /* also of one that is all zero */

/* The pc to which every way leads from the jump at this pc, over few blocks; or NO_JOIN. */
u32 join_table_get(JoinTable *t, u32 fn, u32 pc);

#endif
