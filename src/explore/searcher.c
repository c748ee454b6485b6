/* searcher.c — the table of searchers, and their lives. */
#include "explore/searcher.h"

const SearcherRow searcher_rows[] = {
#define SEARCHER(name, ops, help) {name, &ops},
#define COMBINATOR(name, ops, help)
#include "explore/searchers.def"
#undef SEARCHER
#undef COMBINATOR
};
const u32 n_searcher_rows = ARRAY_LEN(searcher_rows);

Searcher *searcher_new(const SearchOrder *how, Vm *vm, Solver *solver, u64 seed) {
  assert(!vm == !solver);
  Searcher *s = mem_new(how->ops->size);
  *s = (Searcher){how->ops, {seed}, vm, solver, NULL, 0};
  for (u32 i = 0; i < how->n_parts; i++) searcher_part(s, &how->parts[i]);
  if (s->ops->init) s->ops->init(s, how);
  return s;
}

Searcher *searcher_part(Searcher *outer, const SearchOrder *how) {
  Searcher *part = searcher_new(how, outer->vm, outer->solver, rng_u64(&outer->rng));
  outer->parts = mem_resize(outer->parts, (outer->n_parts + 1) * sizeof(Searcher *));
  return outer->parts[outer->n_parts++] = part;
}

Searcher *searcher_free(Searcher *s) {
  if (!s) return NULL;
  if (s->ops->done) s->ops->done(s);
  for (u32 i = 0; i < s->n_parts; i++) searcher_free(s->parts[i]);
  mem_free(s->parts);
  mem_free(s);
  return NULL;
}

void parts_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n) {
  for (u32 i = 0; i < s->n_parts; i++) searcher_add(s->parts[i], from, leaves, n);
}

void parts_drop(Searcher *s, Leaf *leaf) {
  for (u32 i = 0; i < s->n_parts; i++) searcher_drop(s->parts[i], leaf);
}

void parts_rotate(Searcher *s, Leaf *leaf) {
  for (u32 i = 0; i < s->n_parts; i++) searcher_rotate(s->parts[i], leaf);
}

void parts_ran(Searcher *s, Leaf *leaf, u64 n_instructions) {
  for (u32 i = 0; i < s->n_parts; i++) searcher_ran(s->parts[i], leaf, n_instructions);
}

void searcher_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n) {
  (s->ops->add ? s->ops->add : parts_add)(s, from, leaves, n);
}

void searcher_drop(Searcher *s, Leaf *leaf) { (s->ops->drop ? s->ops->drop : parts_drop)(s, leaf); }

void searcher_rotate(Searcher *s, Leaf *leaf) {
  (s->ops->rotate ? s->ops->rotate : parts_rotate)(s, leaf);
}

void searcher_ran(Searcher *s, Leaf *leaf, u64 n_instructions) {
  (s->ops->ran ? s->ops->ran : parts_ran)(s, leaf, n_instructions);
}

void searcher_list(Searcher *s, LeafVec *ret) {
  if (s->ops->list)
    s->ops->list(s, ret);
  else
    searcher_list(s->parts[0], ret);
}
