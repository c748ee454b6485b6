/* distance.c — shortest ways to what nobody took, over jumps and calls.
 *
 * A call is two ways: into the function that is called, and through it to what follows, for as many
 * instructions as its shortest way to a return has.  What a call through a pointer may call is each
 * function of the same shape whose address is in a constant or in a global.
 *
 * The ways to a return do not change.  Those to a side that nobody took are computed for all stretches
 * at once, from these sides backwards (Dial's form of Dijkstra's algorithm: distances are small).
 * After: KLEE's minimal distance to uncovered (StatsTracker), which looks for instructions that
 * nobody ran, and does it anew every 30 seconds.
 */
#include "explore/distance.h"

#include <string.h>

/* Asking so many times is worth as much as computing the distance of this many stretches. */
enum { STRETCHES_PER_ASKING = SIZED(64, 4) };

#define NOTHING UINT32_MAX

/* What is known of the stretches while they are made. */
typedef struct StretchMaker {
  const Module *module; /* borrowed */
  Distances *d;         /* borrowed */
  U32Vec callee;        /* of each stretch: the first of what it calls, or NOTHING */
  U32Vec first_next;    /* of each stretch, and one more: in nexts */
  U32Vec nexts;         /* stretches that it goes on to */
  U32Vec node_of_shape; /* the stretch that stands for all functions of a shape; 0: none */
  u8 *is_pointed_to;    /* owned; of each function */
} StretchMaker;

/* ---- stretches -------------------------------------------------------------------------------------- */

static bool is_call(const Ins *i) { return i->op == OP_CALL || i->op == OP_CALL_AT; }

static void mark_starts(const Fn *f, u8 *starts) {
  starts[0] = 1;
  for (u32 pc = 0; pc < f->n_code; pc++) {
    const Ins *i = &f->code[pc];
    if (op_is_jump(i->op)) starts[i->c] = 1;
    if (op_is_jump(i->op) || op_ends_block(i->op) || is_call(i)) starts[pc + 1] = 1;
    if (i->op != OP_SWITCH) continue;
    const Switch *s = &f->switches[i->b];
    starts[s->other] = 1;
    for (u32 k = 0; k < s->n_cases; k++) starts[f->cases[s->first_case + k].pc] = 1;
  }
}

static u32 site_of(const StretchMaker *p, u32 fn, u32 pc) {
  const Site *site = module_site(p->module, fn, pc);
  u32 k = site ? (u32)(site - p->module->sites.at) : NO_SITE;
  return site && cover_counts(p->d->cover, k) ? k : NO_SITE;
}

static void cut(StretchMaker *p) {
  Distances *d = p->d;
  for (u32 fn = 0; fn < p->module->fns.n; fn++) {
    vec_push(&d->first_stretch, d->stretches.n);
    if (p->module->fns.at[fn].is_defined) {
      const Fn *f = &p->module->fns.at[fn];
      cleanup(freep) u8 *starts = mem_new(f->n_code + 1);
      mark_starts(f, starts);
      for (u32 pc = 0; pc < f->n_code; pc++) {
        if (starts[pc]) vec_push(&p->d->stretches, ((Stretch){.start = pc, .site = NO_SITE}));
        Stretch *stretch = &vec_last(&p->d->stretches);
        if (op_is_control(f->code[pc].op)) stretch->cost += f->code[pc].n;
        if (starts[pc + 1] || pc + 1 == f->n_code) stretch->site = site_of(p, fn, pc);
      }
    }
  }
  vec_push(&d->first_stretch, d->stretches.n);
}

/* ---- what may be called through a pointer -------------------------------------------------------- */

static void note_pointer(StretchMaker *p, u64 value) {
  u32 fn = module_fn_at(p->module, value);
  if (fn && p->module->fns.at[fn].is_defined) p->is_pointed_to[fn] = 1;
}

static void note_pointers_of(StretchMaker *p, const Fn *f) {
  for (u32 i = 0; i < f->n_consts; i++) note_pointer(p, f->consts[i]);
  for (u32 pc = 0; pc < f->n_code; pc++)
    if (f->code[pc].op == OP_MOVI) note_pointer(p, ins_imm64(&f->code[pc]));
}

static void note_pointers(StretchMaker *p) {
  const Module *m = p->module;
  for (u32 k = 0; k < m->fns.n; k++) note_pointers_of(p, &m->fns.at[k]);
  for (u32 k = 0; k < m->globals.n; k++) {
    const Global *g = &m->globals.at[k];
    for (u64 at = 0; g->bytes && at + sizeof(u64) <= g->n_bytes; at += sizeof(u64)) {
      u64 value;
      memcpy(&value, g->bytes + at, sizeof value);
      note_pointer(p, value);
    }
  }
}

/* ---- where a stretch goes on ----------------------------------------------------------------------- */

static void add_next(StretchMaker *p, u32 stretch) { vec_push(&p->nexts, stretch); }

static void add_nexts(StretchMaker *p, u32 fn, u32 last) {
  const Fn *f = &p->module->fns.at[fn];
  const Ins *i = &f->code[last];
  if (!op_ends_block(i->op)) add_next(p, distances_stretch(p->d, fn, last + 1));
  if (op_is_jump(i->op)) add_next(p, distances_stretch(p->d, fn, i->c));
  if (i->op != OP_SWITCH) return;
  const Switch *s = &f->switches[i->b];
  add_next(p, distances_stretch(p->d, fn, s->other));
  for (u32 k = 0; k < s->n_cases; k++)
    add_next(p, distances_stretch(p->d, fn, f->cases[s->first_case + k].pc));
}

static u32 callee_of(StretchMaker *p, const Fn *f, const Ins *i) {
  if (i->op == OP_CALL && p->module->fns.at[i->b].is_defined) return p->d->first_stretch.at[i->b];
  if (i->op == OP_CALL_AT) {
    /* A stretch of its own for each shape that is called. */
    u32 shape = f->calls[i->c].shape;
    u32 *node = &p->node_of_shape.at[shape];
    if (*node) return *node;
    *node = p->d->stretches.n;
    vec_push(&p->d->stretches, ((Stretch){.cost = 1, .site = NO_SITE}));
    return *node;
  }
  return NOTHING;
}

static void link_function(StretchMaker *p, u32 fn) {
  const Fn *f = &p->module->fns.at[fn];
  u32 end = p->d->first_stretch.at[fn + 1];
  for (u32 k = p->d->first_stretch.at[fn]; k < end; k++) {
    u32 last = (k + 1 < end ? p->d->stretches.at[k + 1].start : f->n_code) - 1;
    if (f->code[last].op == OP_RET) p->d->stretches.at[k].to_return = p->d->stretches.at[k].cost;
    vec_push(&p->first_next, p->nexts.n);
    add_nexts(p, fn, last);
    vec_push(&p->callee, callee_of(p, f, &f->code[last]));
  }
}

static void link(StretchMaker *p) {
  Distances *d = p->d;
  u32 n_own = d->stretches.n;
  for (u32 k = 0; k < n_own; k++) d->stretches.at[k].to_return = FAR_AWAY;
  for (u32 fn = 0; fn < p->module->fns.n; fn++)
    if (p->module->fns.at[fn].is_defined) link_function(p, fn);
  for (u32 k = n_own; k < d->stretches.n; k++) {
    d->stretches.at[k].to_return = FAR_AWAY;
    const Module *m = p->module;
    vec_push(&p->first_next, p->nexts.n);
    vec_push(&p->callee, NOTHING);
    for (u32 fn = 0; fn < m->fns.n; fn++)
      if (p->is_pointed_to[fn] && p->node_of_shape.at[m->fns.at[fn].shape] == k)
        add_next(p, p->d->first_stretch.at[fn]);
  }
  vec_push(&p->first_next, p->nexts.n);
}

/* ---- ways to a return ---------------------------------------------------------------------------- */

static u32 sum_of(u32 a, u32 b) { return MIN(a + b, (u32)FAR_AWAY); }

/* What a stretch costs with what it calls. */
static u32 cost_through(const StretchMaker *p, u32 k) {
  u32 callee = p->callee.at[k];
  return sum_of(p->d->stretches.at[k].cost,
                callee == NOTHING ? 0 : p->d->stretches.at[callee].to_return);
}

static bool shorten(const StretchMaker *p, u32 k) {
  u32 *mine = &p->d->stretches.at[k].to_return, old = *mine;
  for (u32 i = p->first_next.at[k]; i < p->first_next.at[k + 1]; i++)
    *mine = MIN(*mine, sum_of(cost_through(p, k), p->d->stretches.at[p->nexts.at[i]].to_return));
  return *mine < old;
}

/* ---- edges, by where they lead ------------------------------------------------------------------- */

/* In the first pass they are counted, in the second they are put where they belong. */
static void put_edge(Distances *d, u32 to, u32 from, u32 cost, bool counts) {
  if (cost >= FAR_AWAY) return;
  if (counts)
    d->first_edge.at[to + 1]++;
  else
    d->edges.at[--d->first_edge.at[to + 1]] = (StretchEdge){from, cost};
}

static void put_edges(const StretchMaker *p, bool counts) {
  for (u32 k = 0; k < p->d->stretches.n; k++) {
    if (p->callee.at[k] != NOTHING)
      put_edge(p->d, p->callee.at[k], k, p->d->stretches.at[k].cost, counts);
    for (u32 i = p->first_next.at[k]; i < p->first_next.at[k + 1]; i++)
      put_edge(p->d, p->nexts.at[i], k, cost_through(p, k), counts);
  }
}

/* After the second pass the entry behind a stretch says where its edges begin, so all move down. */
static void make_edges(const StretchMaker *p) {
  Distances *d = p->d;
  vec_resize(&d->first_edge, d->stretches.n + 2);
  put_edges(p, true);
  for (u32 k = 0; k <= d->stretches.n; k++) d->first_edge.at[k + 1] += d->first_edge.at[k];
  u32 n_edges = d->first_edge.at[d->stretches.n];
  vec_resize(&d->edges, n_edges);
  put_edges(p, false);
  memmove(d->first_edge.at, d->first_edge.at + 1, d->stretches.n * sizeof(u32));
  d->first_edge.at[d->stretches.n] = n_edges;
}

/* ---- ways to what nobody took -------------------------------------------------------------------- */

static bool has_new(const Cover *c, u32 site) {
  if (site == NO_SITE) return false;
  for (u32 side = c->first[site]; side < c->first[site + 1]; side++)
    if (!cover_is_seen(c, side)) return true;
  return false;
}

static void guess(Distances *d, u32 *rows, u32 stretch, u32 distance) {
  if (distance >= d->stretches.at[stretch].to_new) return;
  d->stretches.at[stretch].to_new = distance;
  vec_push(&d->guesses, ((StretchGuess){stretch, rows[distance]}));
  rows[distance] = d->guesses.n - 1;
}

static void settle(Distances *d, u32 *rows, u32 stretch, u32 distance) {
  if (d->stretches.at[stretch].to_new < distance) return; /* a better way was found since */
  for (u32 i = d->first_edge.at[stretch]; i < d->first_edge.at[stretch + 1]; i++)
    guess(d, rows, d->edges.at[i].from, distance + d->edges.at[i].cost);
}

static void find_new(Distances *d) {
  cleanup(freep) u32 *rows = mem_new(FAR_AWAY * sizeof *rows); /* by distance: the last guess */
  memset(rows, 0xff, FAR_AWAY * sizeof *rows);
  for (u32 k = 0; k < d->stretches.n; k++) d->stretches.at[k].to_new = FAR_AWAY;
  for (u32 k = 0; k < d->stretches.n; k++)
    if (has_new(d->cover, d->stretches.at[k].site)) guess(d, rows, k, d->stretches.at[k].cost);
  for (u32 distance = 0; distance < FAR_AWAY; distance++)
    while (rows[distance] != NOTHING) {
      StretchGuess at = d->guesses.at[rows[distance]];
      rows[distance] = at.next;
      settle(d, rows, at.stretch, distance);
    }
  vec_clear(&d->guesses);
  d->n_seen = d->cover->n_seen;
  d->n_asked = 0;
}

/* ---- public -------------------------------------------------------------------------------------- */

Distances *distances_new(const Module *m, const Cover *cover) {
  Distances *d = NEW(Distances);
  d->cover = cover;
  StretchMaker p = {.module = m, .d = d, .is_pointed_to = mem_new(MAX(m->fns.n, 1u))};
  vec_resize(&p.node_of_shape, MAX(m->shapes.n, 1u));
  cut(&p);
  note_pointers(&p);
  link(&p);
  /* Backwards, as most jumps go forwards: then few rounds are needed for each level of calls. */
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (u32 k = p.d->stretches.n; k > 0; k--) has_changed |= shorten(&p, k - 1);
  }
  make_edges(&p);
  find_new(d);
  vec_free(&p.callee);
  vec_free(&p.first_next);
  vec_free(&p.nexts);
  vec_free(&p.node_of_shape);
  mem_free(p.is_pointed_to);
  return d;
}

Distances *distances_free(Distances *d) {
  if (!d) return NULL;
  vec_free(&d->first_stretch);
  vec_free(&d->stretches);
  vec_free(&d->first_edge);
  vec_free(&d->edges);
  vec_free(&d->guesses);
  return mem_free(d);
}

u32 distances_stretch(const Distances *d, u32 fn, u32 pc) {
  u32 low = d->first_stretch.at[fn], high = d->first_stretch.at[fn + 1];
  assert(low < high);
  while (high - low > 1) {
    u32 middle = low + (high - low) / 2;
    if (d->stretches.at[middle].start <= pc)
      low = middle;
    else
      high = middle;
  }
  return low;
}

bool distances_refresh(Distances *d) {
  if (d->n_seen == d->cover->n_seen) return false;
  if (++d->n_asked < d->stretches.n / STRETCHES_PER_ASKING) return false;
  find_new(d);
  return true;
}
