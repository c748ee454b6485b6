/* call_log.c — keeps the stack of open calls beside that of the machine.
 *
 * Serials of calls grow along a path, so what both have in common is found from the innermost call
 * outwards, and a choice costs as much as there were calls and returns since the one before.
 */
#include "paths/call_log.h"

void call_log_done(CallLog *l) {
  vec_free(&l->calls);
  vec_free(&l->open);
  vec_free(&l->of);
}

void call_log_begin(CallLog *l, const CallLog *like, u32 n_decisions) {
  vec_clear(&l->calls);
  vec_clear(&l->open);
  vec_clear(&l->of);
  if (!like) return;
  assert(n_decisions <= like->of.n);
  vec_append(&l->of, like->of.at, n_decisions);
  for (u32 i = 0; i < like->calls.n && like->calls.at[i].n_before < n_decisions; i++)
    vec_push(&l->calls, like->calls.at[i]);
  /* The calls that were open at the last of its decisions. */
  u32 depth = 0;
  if (!l->of.n) return;
  for (u32 c = vec_last(&l->of); c != NO_CALL; c = l->calls.at[c].parent) depth++;
  vec_resize(&l->open, depth);
  for (u32 c = vec_last(&l->of); c != NO_CALL; c = l->calls.at[c].parent) {
    l->open.at[--depth] = c;
    l->calls.at[c].end = 0;
  }
}

static void close_last(CallLog *l, u64 cost) {
  assert(l->open.n && cost >= l->calls.at[vec_last(&l->open)].begin);
  l->calls.at[vec_pop(&l->open)].end = cost;
}

static void open_call(CallLog *l, const OpenCall *a, u32 n_before, u64 cost) {
  LoggedCall c = {.serial = a->serial, .fn = a->fn, .n_before = n_before, .begin = cost};
  c.parent = l->open.n ? vec_last(&l->open) : NO_CALL;
  for (u32 k = 0; k < MAX_CALL_ARGUMENTS; k++)
    c.is_known[k] = open_call_argument(a, k, &c.arguments[k]);
  assert(c.parent == NO_CALL || l->calls.at[c.parent].serial < c.serial);
  vec_push(&l->open, l->calls.n);
  vec_push(&l->calls, c);
}

/* Is the call among the open ones?  Those that are further in have ended. */
static bool is_open(CallLog *l, u64 serial, u64 cost) {
  while (l->open.n && l->calls.at[vec_last(&l->open)].serial > serial) close_last(l, cost);
  return l->open.n && l->calls.at[vec_last(&l->open)].serial == serial;
}

void call_log_see(CallLog *l, const Situation *at) {
  u64 cost = situation_cost(at, l->cost);
  VEC(OpenCall) fresh = {0};
  OpenCall a = situation_call(at);
  bool is_left = true;
  for (; is_left && !is_open(l, a.serial, cost); is_left = open_call_caller(at, &a))
    vec_push(&fresh, a);
  while (!is_left && l->open.n) close_last(l, cost);
  while (fresh.n) open_call(l, &vec_pop(&fresh), at->n_decisions, cost);
  vec_free(&fresh);
  assert(l->of.n >= at->n_decisions && l->open.n);
  vec_resize(&l->of, at->n_decisions);
  vec_push(&l->of, vec_last(&l->open));
}

void call_log_end(CallLog *l, u64 cost) {
  while (l->open.n) close_last(l, cost);
}
