/* domains.h — the values each input byte may still have, by the constraints on
 * the trail that read that byte alone.  Grows and shrinks with the trail. */
#ifndef SOLVER_BYTES_DOMAINS_H
#define SOLVER_BYTES_DOMAINS_H

#include "solver/values/lanes.h"

typedef struct DomainUndo {
  u32 slot, item;
  ByteSet old;
} DomainUndo;

typedef struct Domains {
  Lanes *lanes; /* owned */
  Eval *eval;   /* owned */
  Model *zero;  /* owned; what lanes read besides the one byte: nothing */
  Map slot_of;  /* cell → slot + 1 */
  VEC(ByteSet) slots;
  VEC(DomainUndo) undo;
  Map table_of; /* expr id → table + 1; 0: it has none */
  VEC(ByteSet) tables;
  u32 epoch; /* of the expression table the tables belong to */
} Domains;

void domains_init(Domains *d);
void domains_done(Domains *d);
void domains_reset(Domains *d); /* no item is on the trail any more */

/* Item e, which reads exactly `cell`, enters; items >= n leave. */
void domains_push(Domains *d, u32 item, Expr e, u32 cell);
void domains_pop(Domains *d, u32 n_items);

ByteSet domains_get(const Domains *d, u32 cell);

/* The table of e, which reads exactly `cell`; cached.  False: it has none. */
bool domains_table(Domains *d, Expr e, u32 cell, ByteSet *ret);

#endif
