/* stacks.c — samples of the stack; see stacks.h. */
#include "native/stacks.h"

#include "base/hash.h"
#include "base/text.h"

enum {
  FIRST_FUEL = 101,         /* instructions, */
  LOOKS_OF_A_FUEL = 100000, /* and twice as many after so many looks */
  MOST_FRAMES = 64,         /* a deep recursion is cut in its middle */
};

u32 stacks_fuel(const Stacks *s) {
  u64 times = MIN(s->n_looks / LOOKS_OF_A_FUEL, 16u);
  return FIRST_FUEL << times;
}

/* From the outermost one on. */
static void add_frames(const Frame *top, Text *to) {
  const Frame *frames[MOST_FRAMES];
  u32 n = 0;
  for (const Frame *f = top; f; f = f->caller) {
    if (f->caller && f->fn == f->caller->fn) continue;
    if (n == MOST_FRAMES) n--; /* the outermost one replaces those in the middle */
    frames[n++] = f;
  }
  while (n--) {
    text_add(to, frames[n]->fn->name);
    if (n) text_add_char(to, ';');
  }
}

void stacks_look(Stacks *s, const State *state) {
  u64 now = state->cost.n[COST_WORK], spent = now - s->n_before, at;
  s->n_before = now;
  s->n_looks++;
  if (!state->top || !spent) return;
  cleanup(text_free) Text stack = {0};
  add_frames(state->top, &stack);
  u64 key = hash_bytes(text_c(&stack), stack.n);
  if (!map_get(&s->index, key, &at)) {
    at = s->counts.n;
    map_put(&s->index, key, at);
    vec_push(&s->counts, ((StackCount){.stack = text_dup(text_c(&stack))}));
  }
  s->counts.at[at].n += spent;
}

void stacks_done(Stacks *s) {
  for (u32 i = 0; i < s->counts.n; i++) mem_free(s->counts.at[i].stack);
  vec_free(&s->counts);
  map_done(&s->index);
}
