/* guesses.h — the values that a path was shown of symbols, without being bound to them (nadir_concrete).
 *
 * What is only printed is no reason for a decision, so a guess comes from the model that the state has
 * at that time, and nothing remembers it in the path condition.  A path that is run again has another
 * model: it has to be shown the same values, or it would print another text and run along other
 * instructions.
 */
#pragma once

#include "base/shared_list.h"
#include "vm/vm.h"

/* Shared by the states that were forked since. */
typedef struct Guess {
  struct Guess *parent; /* shared; NULL: the first */
  u64 value;
  u32 length; /* guesses up to and with this one */
  u32 refs;
} Guess;

SHARED_LIST(Guess, guess, mem_free)

Guess *guess_add(Guess *parent, u64 value); /* takes the reference to parent, which may be NULL */

/* The next guess of the state: that of the path which it runs along again, else the model's. */
u64 guess_next(Vm *vm, State *s, Word w);

/* From now on the state, which is at its start, guesses as that path did; NULL: as its model says.
 * The values are borrowed until the next call. */
void guess_again(State *s, const Guess *path, U64Vec *values);
void guess_freely(State *s);
