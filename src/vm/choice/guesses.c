/* guesses.c — a shared list of values, and how a state goes through that of another. */
#include "vm/choice/guesses.h"

#include "vm/vm_impl.h"

static u32 length_of(const Guess *g) { return g ? g->length : 0; }

Guess *guess_add(Guess *parent, u64 value) {
  Guess *g = NEW(Guess);
  *g = (Guess){.parent = parent, .value = value, .length = length_of(parent) + 1, .refs = 1};
  return g;
}

u64 guess_next(Vm *vm, State *s, Word w) {
  u32 n = length_of(s->guesses);
  bool is_again = s->guesses_again && n < s->guesses_again->n;
  u64 value = is_again ? s->guesses_again->at[n] : word_guess(vm, s, w);
  s->guesses = guess_add(s->guesses, value);
  return value;
}

void guess_again(State *s, const Guess *path, U64Vec *values) {
  assert(!s->guesses);
  vec_clear(values);
  vec_resize(values, length_of(path));
  for (const Guess *g = path; g; g = g->parent) values->at[g->length - 1] = g->value;
  s->guesses_again = values;
}

void guess_freely(State *s) { s->guesses_again = NULL; }
