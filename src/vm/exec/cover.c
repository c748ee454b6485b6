/* cover.c — numbers the sides of a module, and notes those that are taken for the first time. */
#include "vm/exec/cover.h"

#include "base/vec.h"
#include "vm/vm_impl.h"

#define NO_SIDE UINT32_MAX

/* ---- sides --------------------------------------------------------------------------------------- */

/* Where a switch goes, each place once. */
static void list_targets(const Fn *fn, const Switch *sw, U32Vec *ret) {
  u32 begin = ret->n;
  for (u32 k = 0; k <= sw->n_cases; k++) {
    u32 pc = k < sw->n_cases ? fn->cases[sw->first_case + k].pc : sw->other, at = begin;
    while (at < ret->n && ret->at[at] != pc) at++;
    if (at == ret->n) vec_push(ret, pc);
  }
}

static void number_sides(Cover *c) {
  const Module *m = c->module;
  U32Vec goes_to = {0};
  c->first = mem_new((m->sites.n + 1ul) * sizeof *c->first);
  for (u32 k = 0; k < m->sites.n; k++) {
    const Site *site = &m->sites.at[k];
    const Fn *fn = &m->fns.at[site->fn];
    c->first[k] = goes_to.n;
    if (site->kind == SITE_SWITCH)
      list_targets(fn, &fn->switches[fn->code[site->pc].b], &goes_to);
    else
      vec_resize(&goes_to, goes_to.n + 2);
    if (cover_counts(c, k)) c->n_sides += goes_to.n - c->first[k];
  }
  c->first[m->sites.n] = c->n_all = goes_to.n;
  c->goes_to = goes_to.at;
  c->is_seen = mem_new(MAX(c->n_all, 1u));
}

static bool is_own_file(void *user, const char *file) {
  (void)user;
  return *file && !is_runtime_file(file);
}

static void ask_functions(Cover *c, CoverFile *counts, void *user) {
  const Module *m = c->module;
  c->counts = mem_new(MAX(m->fns.n, 1u));
  c->is_entered = mem_new(MAX(m->fns.n, 1u));
  for (u32 i = 0; i < m->fns.n; i++) {
    const Fn *fn = &m->fns.at[i];
    const char *file = m->texts.at[m->positions.at[fn->position].file];
    c->counts[i] = fn->is_defined && counts(user, file);
    c->n_fns += c->counts[i];
  }
}

/* ---- what is watched ----------------------------------------------------------------------------- */

static EdgeCounts *edges_at(const Cover *c, u32 fn, u32 pc) {
  return edges_of(&c->edges, &c->module->fns.at[fn].code[pc]);
}

/* Uncounted edges start as seen. */
static void watch_sites(Cover *c) {
  const Module *m = c->module;
  for (u32 i = 0; i < m->fns.n; i++)
    if (m->fns.at[i].n_code) edges_at(c, i, 0)->n[EDGE_ENTRY] = !c->counts[i];
  for (u32 k = 0; k < m->sites.n; k++) {
    const Site *site = &m->sites.at[k];
    EdgeCounts *e = edges_at(c, site->fn, site->pc);
    e->n[EDGE_STAY] = e->n[EDGE_JUMP] = !cover_counts(c, k);
  }
}

static void lay_out(Cover *c) {
  const Module *m = c->module;
  c->edges.at = mem_new(MAX(m->n_code, 1u) * sizeof *c->edges.at);
  c->edges.shift = (uintptr_t)c->edges.at - (uintptr_t)m->code;
}

static u32 side_of_site(const Cover *c, u32 site, u64 side) {
  u32 first = c->first[site], end = c->first[site + 1];
  if (c->module->sites.at[site].kind != SITE_SWITCH) return side <= 1 ? first + (u32)side : NO_SIDE;
  for (u32 k = first; k < end; k++)
    if (c->goes_to[k] == side) return k;
  return NO_SIDE;
}

/* ---- the machine's ------------------------------------------------------------------------------- */

static void note(const Vm *vm, State *s) {
  s->covered_at = s->cost.n[COST_INSTRUCTIONS] + vm->n_running;
  s->n_covered++;
  s->has_pending_test = true;
}

static void cover_entered(Vm *vm, State *s) {
  Cover *c = vm->config.cover;
  u32 fn = (u32)(s->top->fn - c->module->fns.at);
  if (!c->counts[fn] || c->is_entered[fn]) return;
  c->is_entered[fn] = true;
  c->n_entered++;
  note(vm, s);
}

void edge_is_first(Vm *vm, State *s, const Ins *i, u32 edge) {
  EdgeTable *t = vm->config.hits;
  assert(edge < EDGES_OF_INS && edges_of(t ? t : &vm->config.cover->edges, i)->n[edge] == 1);
  if (t)
    t->touched[t->n_touched++] = (u32)(i - vm->module->code) * EDGES_COUNTED + edge;
  else if (edge == EDGE_ENTRY)
    cover_entered(vm, s);
  else if (edge != EDGE_ARRIVE)
    cover_took(vm, s, edge == EDGE_JUMP);
}

void cover_took(Vm *vm, State *s, u64 side) {
  Cover *c = vm->config.cover;
  const Module *m = c->module;
  u32 fn = (u32)(s->top->fn - m->fns.at), pc = s->top->pc;
  assert(m == vm->module);
  if (!c->counts[fn]) return;
  const Site *site = module_site(m, fn, pc);
  if (!site || site->kind == SITE_CHECK) return;
  u32 k = side_of_site(c, (u32)(site - m->sites.at), side);
  assert(k != NO_SIDE);
  if (c->is_seen[k]) return;
  c->is_seen[k] = true;
  c->n_seen++;
  u32 *n = &edges_at(c, fn, pc)->n[side ? EDGE_JUMP : EDGE_STAY];
  if (site->kind != SITE_SWITCH) *n = MAX(*n, 1u); /* a step took it, and not a loop */
  note(vm, s);
}

/* ---- public -------------------------------------------------------------------------------------- */

Cover *cover_new(const Module *m, CoverFile *counts, void *user) {
  Cover *c = NEW(Cover);
  c->module = m;
  ask_functions(c, counts ? counts : is_own_file, user);
  number_sides(c);
  lay_out(c);
  watch_sites(c);
  return c;
}

Cover *cover_free(Cover *c) {
  if (!c) return NULL;
  mem_free(c->edges.at);
  mem_free(c->first);
  mem_free(c->goes_to);
  mem_free(c->is_seen);
  mem_free(c->counts);
  mem_free(c->is_entered);
  return mem_free(c);
}

/* The loops may still go out of their way for it once, and then find that it is nothing new. */
void cover_add_item(Cover *c, u32 item) {
  assert(item < cover_n_items(c));
  if (cover_has_item(c, item)) return;
  bool is_side = item < c->n_all;
  (is_side ? c->is_seen : c->is_entered)[is_side ? item : item - c->n_all] = true;
  *(is_side ? &c->n_seen : &c->n_entered) += 1;
}

void cover_clear(Cover *c) {
  memset(c->is_seen, 0, c->n_all);
  memset(c->is_entered, 0, c->module->fns.n);
  c->n_seen = c->n_entered = 0;
  watch_sites(c);
}
