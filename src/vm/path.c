/* path.c — the shared list of decisions. */
#include "vm/path.h"

#include "base/hash.h"

const ChoiceInfo choice_infos[CHOICE_COUNT] = {
#define CHOICE(id, ops, letter, word, meaning) [CHOICE_##id] = {letter, word},
#include "vm/choice/choices.def"
#undef CHOICE
};

u32 path_length(const Path *p) { return p ? p->length : 0; }

u64 path_hash(const Path *p) { return p ? p->hash : 0; }

Path *path_add(Path *parent, Decision d) {
  assert(d.kind != CHOICE_NONE && d.alternatives <= ALTERNATIVES_POSSIBLE);
  Path *p = NEW(Path);
  *p = (Path){.parent = parent,
              .decision = d,
              .hash = hash_pair(path_hash(parent) ^ d.kind, d.side),
              .length = path_length(parent) + 1,
              .refs = 1};
  return p;
}

void path_list(const Path *p, DecisionVec *ret) {
  u32 end = ret->n + path_length(p);
  vec_resize(ret, end);
  u32 at = end;
  debug_only u32 first = end - path_length(p);
  for (; p; p = p->parent) ret->at[--at] = p->decision;
  assert(at == first);
}

u32 path_suffix(const Path *last, Path *p, PathLinks *ret) {
  vec_clear(ret);
  while (p != last) {
    u32 n = path_length(p), n_last = path_length(last);
    if (n_last >= n) last = last->parent;
    if (n_last > n) continue;
    vec_push(ret, p);
    p = p->parent;
  }
  return path_length(p);
}
