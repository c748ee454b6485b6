/* call_paths.c — rows of calls as a tree: a row is the row around it and one call more. */
#include "explore/call_paths.h"

#include "base/hash.h"

static bool is_same(const CallPath *a, const CallPath *b) {
  return a->caller == b->caller && a->fn == b->fn && a->pc == b->pc;
}

/* Where hashes agree and rows do not, the next hash is tried. */
static u32 number_of(CallPaths *c, CallPath path) {
  u64 hash = hash_pair(hash_pair(path.caller, path.pc), path.fn->address);
  for (;; hash++) {
    bool is_new;
    u64 *number = map_at(&c->numbers, hash, &is_new);
    if (is_new) {
      *number = c->at.n;
      vec_push(&c->at, path);
    }
    if (is_same(&c->at.at[*number], &path)) return (u32)*number;
  }
}

u32 call_paths_number(CallPaths *c, const Frame *top) {
  const Frame *frames[CALL_PATHS_DEPTH];
  u32 n = 0, number = 0;
  if (!c->at.n) vec_push(&c->at, (CallPath){0});
  for (; top && n < CALL_PATHS_DEPTH; top = top->caller) frames[n++] = top;
  while (n--) {
    const Frame *around = frames[n]->caller;
    number = number_of(c, (CallPath){number, frames[n]->fn, around ? around->pc : 0});
  }
  return number;
}

void call_paths_done(CallPaths *c) {
  vec_free(&c->at);
  map_done(&c->numbers);
}
