/* prefer.h — conditions that a program would like to hold in its tests (klee_prefer_cex).
 *
 * They decide nothing on the path.  When its test is made, they are added to the path condition in
 * the order in which they were said, as long as some input is left.
 */
#pragma once

#include "base/shared_list.h"
#include "vm/vm.h"

/* A condition of one bit.  Shared by the states that were forked since. */
typedef struct Prefer {
  struct Prefer *parent; /* shared; NULL: the first */
  Expr condition;
  u32 refs;
} Prefer;

SHARED_LIST(Prefer, prefer, mem_free)
void prefer_mark(const Prefer *p);

void prefer_add(State *s, Expr condition);

/* Of a path that goes no further: its condition now has what it prefers, as far as that can hold. */
void prefer_apply(Vm *vm, State *s);
