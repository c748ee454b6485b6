/* shrink.c — see shrink.h.  Greedy, one piece after the other, until no piece can
 * go: sessions are short, and a run of one takes milliseconds. */
#include "fuzz/shrink.h"

#include "expr/value.h"

typedef struct Shrink {
  Session *s;
  StillFails *still_fails;
  void *user;
} Shrink;

/* Replaces the session by the candidate, or drops the candidate. */
static bool take_if_failing(Shrink *k, Session *candidate) {
  bool fails = k->still_fails(k->user, candidate);
  if (fails) {
    Session old = *k->s;
    *k->s = *candidate;
    *candidate = old;
  }
  session_done(candidate);
  return fails;
}

static bool drop_actions(Shrink *k) {
  bool any = false;
  for (u32 i = k->s->actions.n; i-- > 0;) {
    if (i >= k->s->actions.n) continue;
    Session less;
    session_without(k->s, i, &less);
    any |= take_if_failing(k, &less);
  }
  return any;
}

static void drop_stages(Shrink *k) {
  for (u32 i = 0; i < STAGE_COUNT; i++) {
    if (!k->s->stages[i]) continue;
    k->s->stages[i] = false;
    if (!k->still_fails(k->user, k->s)) k->s->stages[i] = true;
  }
}

static void redirect(Session *s, u32 from, u32 to) {
  for (u32 i = 0; i < s->plan.nodes.n; i++)
    for (u32 j = 0; j < expr_arities[s->plan.nodes.at[i].kind]; j++)
      if (s->plan.nodes.at[i].kid[j] == from) s->plan.nodes.at[i].kid[j] = to;
  for (u32 i = 0; i < s->actions.n; i++)
    if (action_has_term(s->actions.at[i].kind) && s->actions.at[i].term == from)
      s->actions.at[i].term = to;
}

/* The whole session again with every use of a node redirected to an earlier one. */
static bool try_redirect(Shrink *k, u32 from, u32 to) {
  const PlanNode *a = &k->s->plan.nodes.at[from], *b = &k->s->plan.nodes.at[to];
  if (a->width != b->width || a->index_width != b->index_width) return false;
  Session next;
  session_without(k->s, UINT32_MAX, &next);
  redirect(&next, from, to);
  return take_if_failing(k, &next);
}

static bool try_constant(Shrink *k, u32 node, u64 v) {
  const PlanNode *n = &k->s->plan.nodes.at[node];
  if (n->index_width || n->kind == EXPR_CONST) return false;
  Session next;
  session_without(k->s, UINT32_MAX, &next);
  next.plan.nodes.at[node] =
      (PlanNode){.kind = EXPR_CONST, .width = n->width, .words = {v & value_mask(n->width)}};
  return take_if_failing(k, &next);
}

static bool is_used(const Session *s, u32 node) {
  bool *needed = mem_new(s->plan.nodes.n + 1), used = false;
  for (u32 i = 0; i < s->actions.n && !used; i++) {
    const Action *a = &s->actions.at[i];
    if (!action_has_term(a->kind) || a->term < node) continue;
    plan_needs(&s->plan, a->term, needed);
    used = needed[node];
  }
  mem_free(needed);
  return used;
}

static bool cut_terms(Shrink *k) {
  bool any = false;
  for (u32 i = k->s->plan.nodes.n; i-- > 0;) {
    if (!is_used(k->s, i)) continue;
    bool done = false;
    for (u32 j = 0; j < expr_arities[k->s->plan.nodes.at[i].kind] && !done; j++)
      done = try_redirect(k, i, k->s->plan.nodes.at[i].kid[j]);
    if (!done) done = try_constant(k, i, 0);
    any |= done;
  }
  return any;
}

void session_shrink(Session *s, StillFails *still_fails, void *user) {
  Shrink k = {s, still_fails, user};
  while (drop_actions(&k) || cut_terms(&k)) continue;
  drop_stages(&k);
  while (drop_actions(&k) || cut_terms(&k)) continue;
}
