/* path_wire.c — writes and reads decisions.  One is often in the same function as the one before, at an instruction that
 * is near, and in the same activation: these are written as differences. */
#include "explore/path_wire.h"

/* The first byte of a decision: its kind, and what was known of the others. */
enum { ALTERNATIVES_SHIFT = 4, IS_KNOWN = 64, HAS_FN = 128 };
static_assert(CHOICE_COUNT <= 1 << ALTERNATIVES_SHIFT, "a kind has four bits");

static u64 zigzag(i64 n) { return (u64)n << 1 ^ (u64)(n >> 63); }
static i64 unzigzag(u64 n) { return (i64)(n >> 1) ^ -(i64)(n & 1); }

static void encode_decision(PathEncoder *e, const Decision *d, Text *to) {
  const Decision *before = &e->before;
  bool has_fn = d->fn != before->fn;
  u8 first = (u8)(d->kind | d->alternatives << ALTERNATIVES_SHIFT);
  text_add_char(to, (char)(first | (d->is_known ? IS_KNOWN : 0) | (has_fn ? HAS_FN : 0)));
  if (has_fn) wire_add(to, d->fn);
  wire_add(to, zigzag((i64)d->pc - before->pc));
  wire_add(to, d->side);
  wire_add(to, zigzag((i64)d->caller - before->caller));
  e->before = *d;
}

void path_encode(PathEncoder *e, Path *path, Text *to) {
  wire_add(to, path_suffix(e->last, path, &e->suffix));
  wire_add(to, e->suffix.n);
  for (u32 i = e->suffix.n; i-- > 0;) encode_decision(e, &e->suffix.at[i]->decision, to);
  path_unref(e->last);
  e->last = path_ref(path);
}

void path_encoder_done(PathEncoder *e) {
  path_unref(e->last);
  vec_free(&e->suffix);
  *e = (PathEncoder){0};
}

/* ---- reading ----------------------------------------------------------------------------------- */

static Decision decode_decision(PathDecoder *p, Wire *from) {
  u32 first = from->at < from->end ? *from->at++ : 0;
  Decision d = {.kind = (u8)(first & ((1 << ALTERNATIVES_SHIFT) - 1)),
                .alternatives = (u8)(first >> ALTERNATIVES_SHIFT & 3),
                .is_known = first & IS_KNOWN,
                .fn = p->before.fn};
  if (first & HAS_FN) d.fn = (u32)wire_next_below(from, p->module->fns.n);
  u64 pc = p->before.pc + (u64)unzigzag(wire_next(from));
  d.side = wire_next(from);
  d.caller = (u32)(p->before.caller + (u64)unzigzag(wire_next(from)));
  from->is_bad |= d.kind == CHOICE_NONE || d.kind >= CHOICE_COUNT ||
                  d.alternatives > ALTERNATIVES_POSSIBLE || pc >= p->module->fns.at[d.fn].n_code;
  d.pc = (u32)pc;
  p->before = d;
  return d;
}

static void forget(PathDecoder *p, u32 n_left) {
  while (p->last.n > n_left) path_unref(vec_pop(&p->last));
}

Path *path_decode(PathDecoder *p, Wire *from) {
  forget(p, (u32)wire_next_below(from, (u64)p->last.n + 1));
  for (u32 n = wire_next_count(from); n > 0; n--) {
    Decision d = decode_decision(p, from);
    if (from->is_bad) return NULL;
    Path *parent = p->last.n ? vec_last(&p->last) : NULL;
    vec_push(&p->last, path_add(path_ref(parent), d));
  }
  return p->last.n ? path_ref(vec_last(&p->last)) : NULL;
}

void path_decoder_done(PathDecoder *p) {
  forget(p, 0);
  vec_free(&p->last);
}
