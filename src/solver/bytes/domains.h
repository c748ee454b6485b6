/* domains.h — what a path condition says of single input bytes: the values that are left of each, by the constraints
 * that read that byte alone, and whether the float that begins there is a number.
 *
 * The stages of the chain and the machine (vm/choice/facts.h) ask the same facts.  They move from context to
 * context as the trail does, but by themselves: the machine takes sides that a byte decides without a question,
 * and then nothing else of the trail is worth moving. */
#pragma once

#include "solver/cells.h"
#include "solver/context.h"
#include "solver/values/lanes.h"

/* A float or a double has two bits (FLOAT_NUMBER in expr/float.h), those of the double above those of the float. */
typedef struct ByteFact {
  ByteSet left;
  u32 floats;
} ByteFact;

typedef struct DomainUndo {
  u32 slot, n; /* constraints when it became something else */
  ByteFact old;
} DomainUndo;

typedef struct Domains {
  Lanes *lanes; /* owned */
  Eval *eval;   /* owned */
  Model *zero;  /* owned; what lanes read besides the one byte: nothing */
  ContextPath path;
  Map slot_of; /* cell → slot + 1 */
  VEC(ByteFact) slots;
  VEC(DomainUndo) undo;
  Map table_of; /* expr id → table + 1; 0: it has none */
  VEC(ByteSet) tables;
  u32 epoch; /* of the expression table the tables belong to */
} Domains;

void domains_init(Domains *d);
void domains_done(Domains *d);

/* From now on it is about this context. */
void domains_sync(Domains *d, Context *c, Cells *cells);

ByteSet domains_get(const Domains *d, u32 cell);
u32 domains_float(const Domains *d, Expr x); /* FLOAT_LOW, FLOAT_HIGH, both or neither */

/* Would the constraint e, no conjunction, say more of a byte or a float than is known? */
bool domains_would_narrow(Domains *d, Expr e, Cells *cells);

/* The table of e, which reads exactly `cell`; cached.  False: it has none. */
bool domains_table(Domains *d, Expr e, u32 cell, ByteSet *ret);
