/* difference.c — the stack of difference constraints and its assignment.
 *
 * An operation (push, trial, solve) logs the old value of each variable on its
 * first change.  A push that succeeds forgets the log, everything else plays it
 * back.  Popping keeps the values: a solution of more atoms solves fewer.
 */
#include "base/sort.h"
#include "solver/order/difference_impl.h"

/* Repairs move a value by at most n_vars * DIFFERENCE_C_LIMIT, so this is out of reach
 * for any run that ends; and it keeps sums of distances far from overflow. */
#define VALUE_LIMIT ((DifferenceInt)1 << 118)

/* How far back a parallel edge is looked for: loops come back to the same pair
 * within a few comparisons.  difference_bench, "loops up to symbols": 2.0 s without,
 * 0.01 s with it; no other line is slower for it. */
#define N_LATEST SIZED(8, 2)

static void atom_check(const Differences *d, const DifferenceAtom *atom) {
  CHECK(atom->x < d->values.n && atom->y < d->values.n, "no variable %u or %u", atom->x, atom->y);
  CHECK(-DIFFERENCE_C_LIMIT < atom->c && atom->c < DIFFERENCE_C_LIMIT, "constant %lld out of range",
        (long long)atom->c);
}

/* An edge with arcs between the same vertices, if one is among the latest few of
 * the vertex that has fewer.  Not seeing one costs time, never an answer. */
static u32 parallel_find(const Differences *d, u32 x, u32 y) {
  const DifferenceArcVec *out = &d->vertices.at[y].out, *in = &d->vertices.at[x].in;
  const DifferenceArcVec *arcs = out->n < in->n ? out : in;
  u32 other = arcs == out ? x : y, first = arcs->n - MIN(arcs->n, N_LATEST);
  for (u32 i = arcs->n; i-- > first;)
    if (arcs->at[i].other == other) return arcs->at[i].edge;
  return DIFFERENCE_NONE;
}

/* A disequality x - y != c among the latest few of the vertex that has fewer. */
static const DifferenceNe *ne_find(const Differences *d, u32 x, u32 y, i64 c) {
  const DifferenceU32Vec *of_x = &d->vertices.at[x].nes, *of_y = &d->vertices.at[y].nes;
  const DifferenceU32Vec *nes = of_x->n < of_y->n ? of_x : of_y;
  u32 first = nes->n - MIN(nes->n, N_LATEST);
  for (u32 i = nes->n; i-- > first;) {
    const DifferenceNe *ne = &d->nes.at[nes->at[i]];
    if ((ne->x == x && ne->y == y && ne->c == c) || (ne->x == y && ne->y == x && ne->c == -c))
      return ne;
  }
  return NULL;
}

static void ne_add(Differences *d, const DifferenceAtom *atom) {
  CHECK(d->nes.n < DIFFERENCE_NE_ITEM, "too many disequalities");
  vec_push(&d->vertices.at[atom->x].nes, d->nes.n);
  vec_push(&d->vertices.at[atom->y].nes, d->nes.n);
  vec_push(&d->nes, ((DifferenceNe){atom->x, atom->y, atom->reason, atom->c}));
}

static void nes_cut(Differences *d, u32 n) {
  while (d->nes.n > n) {
    DifferenceNe ne = vec_pop(&d->nes);
    assert(vec_last(&d->vertices.at[ne.x].nes) == d->nes.n);
    assert(vec_last(&d->vertices.at[ne.y].nes) == d->nes.n);
    d->vertices.at[ne.x].nes.n--;
    d->vertices.at[ne.y].nes.n--;
  }
}

static void atom_add(Differences *d, const DifferenceAtom *atom) {
  atom_check(d, atom);
  if (atom->differs) {
    ne_add(d, atom);
  } else {
    difference_add_edge(d, atom->x, atom->y, atom->c, atom->reason);
  }
}

/* Where an edge x - y <= c meets x - y != c, adds x - y <= c - 1.  Saves a case
 * split; it is what a loop until i == n, or a test for < in two steps, needs. */
static bool edge_sharpen(Differences *d, u32 x, u32 y) {
  u32 edge = parallel_find(d, x, y);
  if (edge == DIFFERENCE_NONE) return false;
  i64 c = d->edges.at[edge].c;
  const DifferenceNe *ne = ne_find(d, x, y, c);
  if (!ne) return false;
  difference_add_edge(d, x, y, c - 1, ne->reason);
  assert(vec_last(&d->edges).replaced == edge);
  vec_last(&d->edges).derived = true;
  return true;
}

/* A step of what the newest atom, on x and y, makes possible. */
static bool pair_sharpen(Differences *d, u32 x, u32 y) {
  return d->nes.n > 0 && x != y && (edge_sharpen(d, x, y) || edge_sharpen(d, y, x));
}

static void operation_begin(Differences *d) {
  d->operation++;
  vec_clear(&d->moves);
  vec_clear(&d->reasons);
  vec_clear(&d->pending);
}

/* Leaves in `moves` the new values of what changed; plays back if asked to. */
static void operation_end(Differences *d, bool keep) {
  u32 n = 0;
  for (u32 i = 0; i < d->moves.n; i++) {
    u32 var = d->moves.at[i].var;
    DifferenceInt old_value = d->moves.at[i].value, new_value = d->values.at[var];
    if (!keep) d->values.at[var] = old_value;
    if (old_value != new_value) d->moves.at[n++] = (DifferenceMove){new_value, var};
  }
  d->moves.n = n;
}

static void ne_look(Differences *d, u32 ne) {
  assert(ne < d->nes.n);
  if (!difference_ne_holds(d, &d->nes.at[ne])) vec_push(&d->pending, d->nes.at[ne].x);
}

static DifferenceAnswer atoms_add(Differences *d, const DifferenceAtom *atoms, u32 n,
                                  u32 max_splits) {
  for (u32 i = 0; i < n; i++) {
    atom_add(d, &atoms[i]);
    if (atoms[i].differs) {
      ne_look(d, d->nes.n - 1);
    } else if (!difference_repair(d)) {
      return DIFFERENCE_NO;
    }
    while (pair_sharpen(d, atoms[i].x, atoms[i].y))
      if (!difference_repair(d)) return DIFFERENCE_NO;
  }
  return difference_repair_nes(d, max_splits);
}

static void side_done(DifferenceSide *s) {
  vec_free(&s->labels);
  vec_free(&s->heap);
  vec_free(&s->settled);
}

/* Pushes; pops again unless the answer is yes and `keep` is set. */
static DifferenceAnswer push(Differences *d, const DifferenceAtom *atoms, u32 n, u32 max_splits,
                             bool keep) {
  CHECK(d->checked.n_edges == d->edges.n && d->checked.n_nes == d->nes.n,
        "a question about unchecked atoms");
  DifferenceMark mark = difference_mark(d);
  operation_begin(d);
  DifferenceAnswer answer = atoms_add(d, atoms, n, max_splits);
  keep &= answer == DIFFERENCE_YES;
  operation_end(d, keep);
  if (answer == DIFFERENCE_NO) difference_take_reasons(d);
  if (answer != DIFFERENCE_YES) vec_clear(&d->moves);
  if (!keep) difference_pop(d, mark);
  d->checked = difference_mark(d);
  assert(keep || (d->edges.n == mark.n_edges && d->nes.n == mark.n_nes));
  return answer;
}

void difference_set(Differences *d, u32 var, DifferenceInt value) {
  CHECK(-VALUE_LIMIT < value && value < VALUE_LIMIT, "value of variable %u out of range", var);
  if (d->logged.at[var] != d->operation) {
    d->logged.at[var] = d->operation;
    vec_push(&d->moves, ((DifferenceMove){d->values.at[var], var}));
  }
  if (d->vertices.at[var].nes.n > 0) vec_push(&d->pending, var);
  d->values.at[var] = value;
}

void difference_take_reasons(Differences *d) {
  u32 n = d->conflict.n;
  for (u32 i = 0; i < d->conflict.n; i++) {
    u32 item = d->conflict.at[i];
    if (!(item & DIFFERENCE_NE_ITEM) && d->edges.at[item].derived)
      vec_push(&d->conflict, d->edges.at[item].replaced);
  }
  for (u32 i = 0; i < d->conflict.n; i++) {
    u32 item = d->conflict.at[i];
    bool is_ne = item & DIFFERENCE_NE_ITEM;
    vec_push(&d->reasons,
             is_ne ? d->nes.at[item ^ DIFFERENCE_NE_ITEM].reason : d->edges.at[item].reason);
  }
  if (d->conflict.n > n) /* one may be there in two roles */
    d->reasons.n = u32_sort_once(d->reasons.at, d->reasons.n);
}

u32 difference_add_edge(Differences *d, u32 x, u32 y, i64 c, u32 reason) {
  u32 edge = d->edges.n;
  CHECK(edge < DIFFERENCE_NE_ITEM, "too many edges");
  DifferenceArcVec *out = &d->vertices.at[y].out, *in = &d->vertices.at[x].in;
  DifferenceEdge e = {c, x, y, reason, out->n, in->n & INT32_MAX, false, parallel_find(d, x, y)};
  if (e.replaced == DIFFERENCE_NONE) {
    vec_push(out, ((DifferenceArc){c, x, edge}));
    vec_push(in, ((DifferenceArc){c, y, edge}));
  } else if (d->edges.at[e.replaced].c <= c) {
    e.out_at = e.replaced = DIFFERENCE_NONE;
  } else {
    e.out_at = d->edges.at[e.replaced].out_at;
    e.in_at = d->edges.at[e.replaced].in_at;
    out->at[e.out_at] = (DifferenceArc){c, x, edge};
    in->at[e.in_at] = (DifferenceArc){c, y, edge};
  }
  vec_push(&d->edges, e);
  return edge;
}

void difference_cut_edges(Differences *d, u32 n) {
  while (d->edges.n > n) {
    DifferenceEdge e = vec_pop(&d->edges);
    DifferenceArcVec *out = &d->vertices.at[e.y].out, *in = &d->vertices.at[e.x].in;
    if (e.out_at == DIFFERENCE_NONE) continue;
    if (e.replaced == DIFFERENCE_NONE) {
      assert(vec_last(out).edge == d->edges.n && vec_last(in).edge == d->edges.n);
      out->n--;
      in->n--;
    } else {
      i64 c = d->edges.at[e.replaced].c;
      out->at[e.out_at] = (DifferenceArc){c, e.x, e.replaced};
      in->at[e.in_at] = (DifferenceArc){c, e.y, e.replaced};
    }
  }
}

Differences *difference_new(void) {
  Differences *d = NEW(Differences);
  difference_var(d);
  return d;
}

Differences *difference_free(Differences *d) {
  if (!d) return NULL;
  for (u32 i = 0; i < d->vertices.n; i++) {
    vec_free(&d->vertices.at[i].out);
    vec_free(&d->vertices.at[i].in);
    vec_free(&d->vertices.at[i].nes);
  }
  vec_free(&d->values);
  vec_free(&d->vertices);
  vec_free(&d->edges);
  vec_free(&d->nes);
  side_done(&d->down);
  side_done(&d->up);
  vec_free(&d->logged);
  vec_free(&d->moves);
  vec_free(&d->pending);
  vec_free(&d->conflict);
  vec_free(&d->saved);
  vec_free(&d->reasons);
  vec_free(&d->splits);
  return mem_free(d);
}

u32 difference_var(Differences *d) {
  u32 var = d->values.n;
  vec_push(&d->values, 0);
  vec_push(&d->logged, 0);
  vec_push(&d->vertices, (DifferenceVertex){0});
  return var;
}

void difference_set_gap(Differences *d, u32 gap) { d->gap = gap; }

u32 difference_n_vars(const Differences *d) { return d->values.n; }

DifferenceInt difference_value(const Differences *d, u32 var) { return d->values.at[var]; }

bool difference_holds(const Differences *d) {
  for (u32 i = 0; i < d->edges.n; i++) {
    const DifferenceEdge *e = &d->edges.at[i];
    if (d->values.at[e->x] - d->values.at[e->y] > e->c) return false;
  }
  for (u32 i = 0; i < d->nes.n; i++)
    if (!difference_ne_holds(d, &d->nes.at[i])) return false;
  return d->values.at[DIFFERENCE_ZERO] == 0;
}

DifferenceAnswer difference_push(Differences *d, const DifferenceAtom *atoms, u32 n,
                                 u32 max_splits) {
  return push(d, atoms, n, max_splits, true);
}

DifferenceAnswer difference_trial(Differences *d, const DifferenceAtom *atoms, u32 n,
                                  u32 max_splits) {
  return push(d, atoms, n, max_splits, false);
}

const DifferenceMove *difference_moves(const Differences *d, u32 *ret_n) {
  *ret_n = d->moves.n;
  return d->moves.at;
}

const u32 *difference_reasons(const Differences *d, u32 *ret_n) {
  *ret_n = d->reasons.n;
  return d->reasons.at;
}

DifferenceMark difference_mark(const Differences *d) {
  return (DifferenceMark){d->edges.n, d->nes.n};
}

void difference_pop(Differences *d, DifferenceMark to) {
  CHECK(to.n_edges <= d->edges.n && to.n_nes <= d->nes.n, "a pop to a mark above the top");
  difference_cut_edges(d, to.n_edges);
  nes_cut(d, to.n_nes);
  d->checked.n_edges = MIN(d->checked.n_edges, to.n_edges);
  d->checked.n_nes = MIN(d->checked.n_nes, to.n_nes);
}

void difference_push_unchecked(Differences *d, const DifferenceAtom *atoms, u32 n) {
  for (u32 i = 0; i < n; i++) {
    atom_add(d, &atoms[i]);
    while (pair_sharpen(d, atoms[i].x, atoms[i].y)) continue;
  }
}

void difference_load(Differences *d, const DifferenceMove *moves, u32 n) {
  operation_begin(d);
  for (u32 i = 0; i < n; i++) {
    CHECK(moves[i].var != DIFFERENCE_ZERO || moves[i].value == 0, "zero is not 0");
    difference_set(d, moves[i].var, moves[i].value);
  }
  vec_clear(&d->moves);
  assert(difference_holds(d));
  d->checked = difference_mark(d);
}

DifferenceAnswer difference_solve(Differences *d, u32 max_splits) {
  operation_begin(d);
  DifferenceAnswer answer = DIFFERENCE_NO;
  if (difference_repair_all(d)) {
    for (u32 i = d->checked.n_nes; i < d->nes.n; i++) ne_look(d, i);
    answer = difference_repair_nes(d, max_splits);
  }
  operation_end(d, answer == DIFFERENCE_YES);
  if (answer == DIFFERENCE_NO) difference_take_reasons(d);
  if (answer != DIFFERENCE_YES) {
    vec_clear(&d->moves);
    return answer;
  }
  d->checked = difference_mark(d);
  assert(difference_holds(d));
  return DIFFERENCE_YES;
}
