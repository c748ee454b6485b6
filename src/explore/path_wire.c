/* path_wire.c — writes and reads decisions. */
#include "explore/path_wire.h"

#include "base/hash.h"

enum { IS_KNOWN = 4, N_OTHERS = 8 };

static void write_decision(PathEncoder *w, const Decision *d, Text *to) {
  bool is_new;
  u64 *site = map_at(&w->sites, hash_pair(hash_pair(d->fn, d->pc), d->kind), &is_new);
  wire_add(to, is_new ? 0 : *site);
  if (is_new) {
    *site = w->sites.n;
    wire_add(to, d->fn);
    wire_add(to, d->pc);
    wire_add(to, d->kind);
  }
  wire_add(to, d->side);
  wire_add(to, d->caller);
  wire_add(to, d->others | (d->is_known ? IS_KNOWN : 0));
}

void path_encode(PathEncoder *w, Path *path, Text *to) {
  const u64 *base = NULL;
  vec_clear(&w->todo);
  for (; path && !(base = map_find(&w->numbers, (uintptr_t)path)); path = path->parent)
    vec_push(&w->todo, path);
  wire_add(to, base ? *base : 0);
  wire_add(to, w->todo.n);
  for (u32 i = w->todo.n; i-- > 0;) {
    write_decision(w, &w->todo.at[i]->decision, to);
    vec_push(&w->kept, path_ref(w->todo.at[i]));
    map_put(&w->numbers, (uintptr_t)w->todo.at[i], w->kept.n);
  }
}

void path_encoder_done(PathEncoder *w) {
  for (u32 i = 0; i < w->kept.n; i++) path_unref(w->kept.at[i]);
  map_done(&w->sites);
  map_done(&w->numbers);
  vec_free(&w->kept);
  vec_free(&w->todo);
  *w = (PathEncoder){0};
}

/* ---- reading ----------------------------------------------------------------------------------- */

static Decision read_site(PathDecoder *r, Wire *from) {
  u32 fn = (u32)wire_next_below(from, r->module->fns.n);
  u32 pc = (u32)wire_next_below(from, r->module->fns.at[fn].n_code);
  u8 kind = (u8)wire_next_below(from, CHOICE_COUNT);
  from->is_bad |= kind == CHOICE_NONE;
  return (Decision){.fn = fn, .pc = pc, .kind = kind};
}

static Decision read_decision(PathDecoder *r, Wire *from) {
  u64 site = wire_next_below(from, (u64)r->sites.n + 1);
  if (!site) vec_push(&r->sites, read_site(r, from));
  Decision d = site ? r->sites.at[site - 1] : vec_last(&r->sites);
  d.side = wire_next(from);
  d.caller = (u32)wire_next_below(from, (u64)UINT32_MAX + 1);
  u64 others = wire_next_below(from, N_OTHERS);
  d.is_known = others & IS_KNOWN;
  d.others = (u8)(others & ~(u64)IS_KNOWN);
  from->is_bad |= d.others > OTHERS_POSSIBLE;
  return d;
}

Path *path_decode(PathDecoder *r, Wire *from) {
  u64 base = wire_next_below(from, (u64)r->paths.n + 1);
  Path *path = base ? path_ref(r->paths.at[base - 1]) : NULL;
  for (u32 n = wire_next_count(from); n > 0; n--) {
    Decision d = read_decision(r, from);
    if (from->is_bad) break;
    path = path_add(path, d);
    vec_push(&r->paths, path_ref(path));
  }
  return path;
}

void path_decoder_done(PathDecoder *r) {
  for (u32 i = 0; i < r->paths.n; i++) path_unref(r->paths.at[i]);
  vec_free(&r->sites);
  vec_free(&r->paths);
}
