/* cover_near.c — shortest ways from covered code, over jumps and calls.
 *
 * A way costs nothing while it follows jumps without a condition and sides that were taken, and 1 for
 * each side that was not, and for each call of a function that was not entered.  (A call that never
 * returned counts as one that did, and a call through a pointer leads nowhere: this is only for the
 * order in which gaps are listed.)
 */
#include "cover/cover_near.h"

/* Places of all functions in a row. */
typedef struct Nearness {
  const Cover *cover;
  const u32 *n_side, *n_fn;
  u32 *first;       /* owned; of each function */
  u32 *distance;    /* owned; of each instruction */
  U32Vec now, next; /* owned; functions and pcs in turn, at this distance and at the next one */
} Nearness;

static void come(Nearness *n, u32 fn, u32 pc, u32 distance, bool at_once) {
  u32 *at = &n->distance[n->first[fn] + pc];
  if (*at <= distance) return;
  *at = distance;
  U32Vec *list = at_once ? &n->now : &n->next;
  vec_push(list, fn);
  vec_push(list, pc);
}

static void follow_side(Nearness *n, u32 fn, u32 side, u32 pc, u32 distance) {
  bool is_taken = n->n_side[side] > 0;
  come(n, fn, pc, distance + !is_taken, is_taken);
}

static void follow_site(Nearness *n, u32 fn, u32 pc, u32 site, u32 distance) {
  const Cover *c = n->cover;
  const Ins *i = &c->module->fns.at[fn].code[pc];
  u32 first = c->first[site];
  if (c->module->sites.at[site].kind == SITE_SWITCH) {
    for (u32 k = first; k < c->first[site + 1]; k++) follow_side(n, fn, k, c->goes_to[k], distance);
  } else {
    follow_side(n, fn, first, pc + 1, distance);
    follow_side(n, fn, first + 1, i->c, distance);
  }
}

static void follow(Nearness *n, u32 fn, u32 pc) {
  const Module *m = n->cover->module;
  const Ins *i = &m->fns.at[fn].code[pc];
  u32 distance = n->distance[n->first[fn] + pc];
  const Site *site = module_site(m, fn, pc);
  if (site) {
    follow_site(n, fn, pc, (u32)(site - m->sites.at), distance);
    return;
  }
  if (i->op == OP_CALL && m->fns.at[i->b].n_code)
    come(n, i->b, 0, distance + !n->n_fn[i->b], n->n_fn[i->b] > 0);
  if (op_is_jump(i->op)) come(n, fn, i->c, distance, true);
  if (!op_ends_block(i->op)) come(n, fn, pc + 1, distance, true);
}

u32 *cover_near(const Cover *c, const u32 *n_side, const u32 *n_fn) {
  const Module *m = c->module;
  Nearness n = {.cover = c, .n_side = n_side, .n_fn = n_fn};
  u32 n_code = 0;
  n.first = mem_new(MAX(m->fns.n, 1u) * sizeof *n.first);
  for (u32 fn = 0; fn < m->fns.n; fn++) {
    n.first[fn] = n_code;
    n_code += m->fns.at[fn].n_code;
  }
  n.distance = mem_new(MAX(n_code, 1u) * sizeof *n.distance);
  for (u32 k = 0; k < n_code; k++) n.distance[k] = UINT32_MAX;
  for (u32 fn = 0; fn < m->fns.n; fn++)
    if (n_fn[fn]) come(&n, fn, 0, 0, true);
  do {
    while (n.now.n) {
      u32 pc = vec_pop(&n.now), fn = vec_pop(&n.now);
      follow(&n, fn, pc);
    }
    U32Vec swap = n.now;
    n.now = n.next;
    n.next = swap;
  } while (n.now.n);
  u32 *result = mem_new(MAX(m->sites.n, 1u) * sizeof *result);
  for (u32 k = 0; k < m->sites.n; k++)
    result[k] = n.distance[n.first[m->sites.at[k].fn] + m->sites.at[k].pc];
  mem_free(n.first);
  mem_free(n.distance);
  vec_free(&n.now);
  vec_free(&n.next);
  return result;
}
