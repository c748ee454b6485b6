/* call_table.c — keeps the costliest calls, and finds out which argument predicts what a call costs.
 *
 * That argument is the one for which calls of the same value cost nearly the same: a length, not an
 * offset or an address.  Where a value was not seen, or a smaller one cost more, one near to it is taken. */
#include "paths/call_table.h"

#include "base/hash.h"

#include <math.h>

/* More are not kept, nor longer ones: a program may recurse over anything. */
enum { MAX_PRECEDENTS = 1 << 13, MAX_OWN = 1 << 13 };
/* How far a value may be from the one that is wanted. */
enum { NEAR = 4 };
/* Of so many times once another argument than the most telling is looked at. */
enum { OTHER_ARGUMENT = 8 };

void call_table_done(CallTable *p) {
  for (u32 i = 0; i < p->all.n; i++) vec_free(&p->all.at[i].own);
  vec_free(&p->all);
  vec_free(&p->spread);
  map_done(&p->rows);
  map_done(&p->recursive);
  map_done(&p->spread_rows);
}

static u64 argument_key(u32 fn, u32 k) { return hash_pair(fn, k); }

static u64 row_key(u32 fn, u32 k, u64 value) { return hash_pair(argument_key(fn, k), value); }

static bool is_recursive(const CallTable *p, u32 fn) {
  u64 unused;
  return map_get(&p->recursive, fn, &unused);
}

u32 call_table_owner(const CallTable *p, const CallLog *l, u32 call) {
  assert(call == NO_CALL || call < l->calls.n);
  while (call != NO_CALL && !is_recursive(p, l->calls.at[call].fn)) call = l->calls.at[call].parent;
  return call;
}

/* ---- learning ------------------------------------------------------------------------------------ */

static void note_spread(CallTable *p, u64 key, u64 cost, u64 highest) {
  bool is_fresh;
  u64 *row = map_at(&p->spread_rows, key, &is_fresh);
  if (is_fresh) {
    *row = p->spread.n;
    vec_push(&p->spread, (Spread){0});
  }
  Spread *s = &p->spread.at[*row];
  s->sum += fabs(log((double)MAX(cost, 1u) / (double)MAX(highest, 1u)));
  s->n++;
}

/* Also one that costs the same: it is newer, and so more like what is possible now. */
static void offer(CallTable *p, u64 key, u64 argument, u64 cost, const DecisionVec *own) {
  u64 row;
  bool is_known = map_get(&p->rows, key, &row);
  if (is_known) note_spread(p, argument, cost, p->all.at[row].cost);
  if (is_known ? cost < p->all.at[row].cost : p->all.n >= MAX_PRECEDENTS) return;
  if (!is_known) {
    row = p->all.n;
    map_put(&p->rows, key, row);
    vec_push(&p->all, (CallRecord){0});
  }
  CallRecord *to = &p->all.at[row];
  assert(row < p->all.n && p->all.n <= MAX_PRECEDENTS);
  p->n_changes += cost > to->cost;
  to->cost = cost;
  vec_clear(&to->own);
  vec_append(&to->own, own->at, own->n);
}

static void offer_call(CallTable *p, const LoggedCall *c, const DecisionVec *own) {
  if (own->n > MAX_OWN || c->end < c->begin) return;
  for (u32 k = 0; k < MAX_CALL_ARGUMENTS; k++)
    if (c->is_known[k])
      offer(p, row_key(c->fn, k, c->arguments[k]), argument_key(c->fn, k), c->end - c->begin, own);
}

void call_table_learn(CallTable *p, const CallLog *l, const DecisionVec *decisions) {
  /* Functions that call themselves, also through others; a chain of calls is looked at once, from its end. */
  Map last = {0}; /* function -> the last call of it, + 1 */
  for (u32 i = 0; i < l->calls.n; i++) {
    u32 fn = l->calls.at[i].fn, up = l->calls.at[i].parent;
    u64 before;
    if (is_recursive(p, fn)) continue;
    /* a call of the same function that is still open lies on the way outwards */
    if (map_get(&last, fn, &before)) {
      while (up != NO_CALL && up > before) up = l->calls.at[up].parent;
      if (up == before) map_put(&p->recursive, fn, 1);
    }
    map_put(&last, fn, i);
  }
  map_done(&last);
  if (!p->recursive.n) return;
  DecisionVec *own = mem_new(MAX(l->calls.n, 1u) * sizeof *own);
  for (u32 i = 0; i < decisions->n && i < l->of.n; i++) {
    u32 owner = call_table_owner(p, l, l->of.at[i]);
    if (owner != NO_CALL) vec_push(&own[owner], decisions->at[i]);
  }
  for (u32 i = 0; i < l->calls.n; i++) {
    if (own[i].n) offer_call(p, &l->calls.at[i], &own[i]);
    vec_free(&own[i]);
  }
  mem_free(own);
}

/* ---- finding ------------------------------------------------------------------------------------- */

static const CallRecord *find_at(const CallTable *p, u32 fn, u32 k, u64 value) {
  u64 row;
  return map_get(&p->rows, row_key(fn, k, value), &row) ? &p->all.at[row] : NULL;
}

/* A smaller call that cost more shows how it is done. */
static const CallRecord *find_better(const CallTable *p, const LoggedCall *c, u32 k) {
  assert(k < MAX_CALL_ARGUMENTS && c->is_known[k]);
  u64 value = c->arguments[k];
  const CallRecord *best = find_at(p, c->fn, k, value);
  for (u64 d = 1; d <= NEAR && d <= value; d++) {
    const CallRecord *near = find_at(p, c->fn, k, value - d);
    if (near && (!best || near->cost > best->cost)) best = near;
  }
  return best;
}

static const CallRecord *find_near(const CallTable *p, const LoggedCall *c, u32 k) {
  const CallRecord *found = find_better(p, c, k);
  for (u64 d = 1; d <= NEAR && !found; d++) found = find_at(p, c->fn, k, c->arguments[k] + d);
  return found;
}

/* The mean distance of costs of calls that have this argument in common; none was seen twice: far. */
static double spread_of(const CallTable *p, u32 fn, u32 k) {
  u64 row;
  if (!map_get(&p->spread_rows, argument_key(fn, k), &row)) return HUGE_VAL;
  return p->spread.at[row].sum / (double)p->spread.at[row].n;
}

const CallRecord *call_table_find(const CallTable *p, const LoggedCall *c, Rng *rng) {
  bool is_other = rng_chance(rng, OTHER_ARGUMENT);
  u32 best = MAX_CALL_ARGUMENTS, n_seen = 0;
  for (u32 k = 0; k < MAX_CALL_ARGUMENTS; k++) {
    if (!c->is_known[k]) continue;
    n_seen++;
    bool is_better =
        best == MAX_CALL_ARGUMENTS ||
        (is_other ? rng_chance(rng, n_seen) : spread_of(p, c->fn, k) < spread_of(p, c->fn, best));
    if (is_better) best = k;
  }
  assert(best == MAX_CALL_ARGUMENTS || c->is_known[best]);
  return best < MAX_CALL_ARGUMENTS ? find_near(p, c, best) : NULL;
}
