/* concretise.h — one way from an access at a symbolic address to places in memory; its methods and when each
 * is used are in concretise.def. */
#pragma once

#include "vm/vm_impl.h"

typedef struct SymbolicAccess {
  const Ins *ins; /* borrowed; at the pc of the state */
  Expr address;   /* of 64 bits */
  u32 n_bytes;    /* 1, 2, 4 or 8 */
  bool is_write;
  Word word;   /* to be written; of a read: what was read */
  Place place; /* once `object` has found it */
} SymbolicAccess;

typedef enum Concretised {
  CONCRETE_NOT,    /* the next method is tried */
  CONCRETE_NUMBER, /* the address is a number, and nothing was read or written */
  CONCRETE_DONE,   /* it was read or written */
  CONCRETE_EVENT,  /* a choice came up, or the path ended */
} Concretised;

typedef Concretised ConcretiseFn(Vm *vm, State *s, SymbolicAccess *io);

#define CONCRETISE(name, ...) ConcretiseFn concretise_##name;
#include "vm/choice/concretise.def"
#undef CONCRETISE

/* Never NOT. */
Concretised concretise(Vm *vm, State *s, SymbolicAccess *io);
