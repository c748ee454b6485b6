/* fault.h — what a target can do wrong with an address, and which object it is about. */
#pragma once

#include "vm/memory/space.h"

typedef enum Fault {
  FAULT_NONE,
  FAULT_SYMBOLIC_SIZE, /* a symbol decides whether the object is so large: no fault yet */
  FAULT_NULL,          /* in the first 64 KiB */
  FAULT_CODE,          /* below the first global: a function */
  FAULT_UNMAPPED,      /* no object is near */
  FAULT_BOUNDS,        /* outside of the nearest object, at least in part */
  FAULT_FREED,         /* a heap object after free */
  FAULT_RETURNED,      /* a stack object after its function returned */
  FAULT_SCOPE,         /* a stack object after its block was left */
  FAULT_CONSTANT,      /* writes a constant */
  FAULT_UNINIT,        /* reads a byte that was never written (only where tracked) */
  FAULT_DOUBLE_FREE,
  FAULT_INVALID_FREE, /* not of a heap object, or not of its first byte */
} Fault;

/* Everything about a fault at an address, of n bytes. */
typedef struct Explanation {
  Fault fault;
  bool has_object;
  Object object;  /* the one it is about, or nearest */
  bool is_before; /* the access begins below it */
  u64 distance;   /* BOUNDS: of the access's first byte to the object's first, or to its end */
} Explanation;

/* Its object has this symbolic size. */
void explanation_settle(Explanation *e, u64 address, u64 n, u64 size);

/* Addresses without an object, both ends included. */
typedef struct Gap {
  u64 from, to;
} Gap;

/* Cuts a gap down to what is the same fault as at an address in it. */
void fault_narrow(Space *s, u64 address, Gap *io);

Explanation fault_explain(Space *s, u64 address, u64 n, bool is_write);
