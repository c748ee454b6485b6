/* operators.c — one function for each row of operators.def, and how often each is chosen.
 *
 * An operator changes one gene.  Segments have random lengths on a logarithmic scale: short ones
 * are as likely as long ones.  Numbers are written by gene_put, or elements are copied whole from a
 * genome, so that the rules of the gene hold.  Every 1000 children the weight of an operator moves
 * towards its rate of improvements over that of all; bounds keep every operator alive.
 */
#include "inputs/operators.h"

#include "inputs/seeds.h"

#include <stdlib.h>

/* The gene at work. */
typedef struct Work {
  const Breeding *b;
  const Gene *g;
  Rng *rng;
  u32 n; /* its elements, at least 1 */
  const u8 *other;
  u8 *child;
} Work;

typedef struct Segment {
  u32 from, n; /* elements */
} Segment;

static u32 below(Work *w, u64 n) {
  assert(n);
  return (u32)rng_below(w->rng, n);
}

/* Short ones as often as long ones. */
static Segment some_segment(Work *w) {
  u32 n_bits = 0;
  while (n_bits < 31 && (1u << n_bits) < w->n) n_bits++;
  u32 longest = 1 + below(w, n_bits + 1), n = 1 + below(w, 1ull << longest);
  n = MIN(n, w->n);
  assert(n && n <= w->n);
  return (Segment){below(w, w->n - n + 1), n};
}

static i64 get(const Work *w, u32 i) {
  assert(i < w->g->n);
  return gene_get(w->g, w->child, i);
}
static void put(Work *w, u32 i, i64 value) { gene_put(w->g, w->child, i, value); }

/* A number of the gene: of a struct any of its words. */
static u32 some_number(Work *w) { return below(w, w->g->n); }

static i64 sum(i64 a, i64 b) { return (i64)((u64)a + (u64)b); }

static i64 some_value(Work *w) {
  switch (below(w, 5)) {
  case 0:
    return gene_random(w->g, w->rng);
  case 1:
    return w->b->v->numbers.n ? w->b->v->numbers.at[below(w, w->b->v->numbers.n)] : 0;
  case 2:
    return below(w, 2 * w->b->size + 1);
  case 3:
    return get(w, some_number(w));
  default:
    return gene_rank_value(w->g, below(w, w->n), w->n);
  }
}

/* ---- single elements ----------------------------------------------------------------------------- */

static void op_small(Work *w) {
  u32 i = some_number(w);
  i64 by = 1 + (i64)below(w, 1ull << below(w, 6));
  put(w, i, sum(get(w, i), below(w, 2) ? by : -by));
}
static void op_large(Work *w) {
  put(w, some_number(w), below(w, 2) ? gene_random(w->g, w->rng) : some_value(w));
}
static void op_bit(Work *w) {
  u32 i = some_number(w);
  put(w, i, (i64)((u64)get(w, i) ^ 1ull << below(w, 8 * w->g->width)));
}
static void op_known(Work *w) {
  const Vocabulary *v = w->b->v;
  if (v->numbers.n) put(w, some_number(w), v->numbers.at[below(w, v->numbers.n)]);
}
static void op_letter(Work *w) {
  const Vocabulary *v = w->b->v;
  if (w->g->kind != GENE_TEXT) return;
  put(w, some_number(w), v->letters.n ? v->letters.at[below(w, v->letters.n)] : 'a' + below(w, 26));
}
static void op_word(Work *w) {
  const Vocabulary *v = w->b->v;
  if (w->g->kind != GENE_TEXT || !v->words.n) return;
  const Phrase *p = &v->words.at[below(w, v->words.n)];
  u32 at = some_number(w);
  for (u32 i = 0; i < p->n && at + i < w->g->n; i++) put(w, at + i, p->at[i]);
}
static void op_copy(Work *w) { gene_copy_element(w->g, w->child, below(w, w->n), below(w, w->n)); }
static void op_swap(Work *w) {
  u32 a = below(w, w->n) * w->g->group, b = below(w, w->n) * w->g->group;
  for (u32 k = 0; k < w->g->group; k++) {
    i64 x = get(w, a + k), y = get(w, b + k);
    put(w, a + k, y);
    put(w, b + k, x);
  }
}

/* Just above or below another one's value: what lies there makes room. */
static void op_between(Work *w) {
  u32 i = some_number(w), j = some_number(w);
  i64 at = get(w, j), step = below(w, 2) ? 1 : -1, wanted = sum(at, step);
  if (wanted < w->g->low || wanted > w->g->high) return;
  bool is_taken = false, is_full = false;
  for (u32 k = 0; k < w->g->n; k++) {
    i64 value = get(w, k);
    is_taken |= k != i && value == wanted;
    is_full |= value == (step > 0 ? w->g->high : w->g->low);
  }
  for (u32 k = 0; is_taken && !is_full && k < w->g->n; k++) {
    i64 value = get(w, k);
    if (step > 0 ? value > at : value < at) put(w, k, value + step);
  }
  put(w, i, wanted);
}

/* ---- segments ------------------------------------------------------------------------------------ */

/* Writes the elements of a segment in the order that the numbers of their old places give. */
static void reorder(Work *w, Segment r, const u32 *order) {
  assert(r.n && r.from + r.n <= w->n);
  u32 size = w->g->group * w->g->width;
  u8 *row = w->child + w->g->at, *old = mem_dup(row + (size_t)r.from * size, (size_t)r.n * size);
  for (u32 i = 0; i < r.n; i++)
    memcpy(row + (size_t)(r.from + i) * size, old + (size_t)order[i] * size, size);
  mem_free(old);
}

static u32 *places(u32 n) {
  u32 *order = mem_new(n * sizeof *order);
  for (u32 i = 0; i < n; i++) order[i] = i;
  return order;
}

static void op_move(Work *w) {
  Segment r = some_segment(w);
  u32 *order = places(r.n);
  bool to_front = below(w, 2);
  for (u32 i = 0; i < r.n; i++) order[i] = (to_front ? i + r.n - 1 : i + 1) % r.n;
  reorder(w, r, order);
  mem_free(order);
}
static void op_reverse(Work *w) {
  Segment r = some_segment(w);
  u32 *order = places(r.n);
  for (u32 i = 0; i < r.n; i++) order[i] = r.n - 1 - i;
  reorder(w, r, order);
  mem_free(order);
}
static void op_rotate(Work *w) {
  Segment r = some_segment(w);
  u32 *order = places(r.n), by = below(w, r.n);
  for (u32 i = 0; i < r.n; i++) order[i] = (i + by) % r.n;
  reorder(w, r, order);
  mem_free(order);
}
static void op_shuffle(Work *w) {
  Segment r = some_segment(w);
  u32 *order = places(r.n);
  for (u32 i = r.n; i > 1; i--) {
    u32 k = below(w, i), last = order[i - 1];
    order[i - 1] = order[k];
    order[k] = last;
  }
  reorder(w, r, order);
  mem_free(order);
}

typedef struct Ranked {
  i64 value;
  u32 at;
} Ranked;

static int ranked_order(const void *a, const void *b) {
  const Ranked *x = a, *y = b;
  if (x->value != y->value) return x->value < y->value ? -1 : 1;
  return x->at < y->at ? -1 : x->at > y->at;
}

/* The numbers of a segment by value; of structs their first words. */
static Ranked *ranked(const Work *w, Segment r) {
  Ranked *all = mem_new(r.n * sizeof *all);
  for (u32 i = 0; i < r.n; i++) all[i] = (Ranked){get(w, (r.from + i) * w->g->group), i};
  qsort(all, r.n, sizeof *all, ranked_order);
  return all;
}

static void op_sort(Work *w) {
  Segment r = some_segment(w);
  Ranked *all = ranked(w, r);
  u32 *order = places(r.n);
  bool up = below(w, 2);
  for (u32 i = 0; i < r.n; i++) order[i] = all[up ? i : r.n - 1 - i].at;
  reorder(w, r, order);
  mem_free(order);
  mem_free(all);
}
static void op_fill(Work *w) {
  Segment r = some_segment(w);
  i64 value = some_value(w);
  for (u32 i = 0; i < r.n; i++) gene_put_element(w->g, w->child, r.from + i, value);
}
static void op_ramp(Work *w) {
  Segment r = some_segment(w);
  i64 value = some_value(w), step = below(w, 4) ? 1 : some_value(w);
  if (below(w, 2)) step = (i64)(0 - (u64)step);
  for (u32 i = 0; i < r.n; i++) {
    gene_put_element(w->g, w->child, r.from + i, value);
    value = sum(value, step);
  }
}
/* Keys that collide differ by what collides: a hash that is linear takes all of them to one place. */
static void op_go_on(Work *w) {
  Segment r = some_segment(w);
  u32 i = below(w, w->n) * w->g->group, k = below(w, w->n) * w->g->group;
  i64 value = get(w, r.from * w->g->group), step = (i64)((u64)get(w, i) - (u64)get(w, k));
  for (u32 at = 0; at < r.n; at++) {
    gene_put_element(w->g, w->child, r.from + at, value);
    value = sum(value, step);
  }
}
static void op_twice(Work *w) {
  Segment r = some_segment(w);
  u32 n_times = 1 + below(w, MAX(w->n / r.n, 1u));
  for (u32 i = r.n; i < r.n * (n_times + 1) && r.from + i < w->n; i++)
    gene_copy_element(w->g, w->child, r.from + i, r.from + i % r.n);
}
static void op_transplant(Work *w) {
  Segment r = some_segment(w);
  u32 to = below(w, w->n - r.n + 1);
  for (u32 i = 0; i < r.n; i++) {
    u32 k = to < r.from ? i : r.n - 1 - i; /* nothing is read that was written */
    gene_copy_element(w->g, w->child, to + k, r.from + k);
  }
}
static void op_insert(Work *w) {
  u32 at = below(w, w->n);
  for (u32 i = w->n - 1; i > at; i--) gene_copy_element(w->g, w->child, i, i - 1);
  gene_put_element(w->g, w->child, at, some_value(w));
}
static void op_drop(Work *w) {
  u32 at = below(w, w->n);
  for (u32 i = at; i + 1 < w->n; i++) gene_copy_element(w->g, w->child, i, i + 1);
  gene_put_element(w->g, w->child, w->n - 1, some_value(w));
}
static void op_pattern(Work *w) {
  u32 n_seeds = seed_count(w->g, w->b->v), size = w->g->group * w->g->width;
  Segment r = some_segment(w);
  u8 *kept = mem_dup(w->child + w->g->at, (size_t)w->g->n * w->g->width);
  if (n_seeds) seed_put(w->g, w->b->v, w->b->size, below(w, n_seeds), w->rng, w->child);
  for (u32 i = 0; i < w->n; i++)
    if (i < r.from || i >= r.from + r.n)
      memcpy(w->child + w->g->at + (size_t)i * size, kept + (size_t)i * size, size);
  mem_free(kept);
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static void op_scale(Work *w) {
  u32 how = below(w, 4);
  i64 by = some_value(w);
  for (u32 i = 0; i < w->g->n; i++) {
    u64 value = (u64)get(w, i);
    put(w, i,
        (i64)(how == 0   ? 2 * value
              : how == 1 ? (u64)((i64)value / 2)
              : how == 2 ? 0 - value
                         : value + (u64)by));
  }
}
/* Dense ones, so that there is no room between them that an order does not need. */
static void op_ranks(Work *w) {
  if (w->g->group > 1) return;
  Ranked *all = ranked(w, (Segment){0, w->n});
  u32 rank = 0;
  for (u32 i = 0; i < w->n; i++) {
    if (i && all[i].value != all[i - 1].value) rank++;
    put(w, all[i].at, gene_rank_value(w->g, rank, w->n));
  }
  mem_free(all);
}

/* ---- two parents --------------------------------------------------------------------------------- */

static void take(Work *w, u32 to, u32 from) {
  u32 size = w->g->group * w->g->width;
  memcpy(w->child + w->g->at + (size_t)to * size, w->other + w->g->at + (size_t)from * size, size);
}
static void op_uniform(Work *w) {
  u64 bits = 0;
  for (u32 i = 0; i < w->n; i++) {
    if (i % 64 == 0) bits = rng_u64(w->rng);
    if (bits >> i % 64 & 1) take(w, i, i);
  }
}
static void op_average(Work *w) {
  u32 part = 1 + below(w, 3); /* of four */
  for (u32 i = 0; i < w->g->n; i++) {
    i64 x = get(w, i), y = gene_get(w->g, w->other, i);
    put(w, i, (i64)(((__int128)x * part + (__int128)y * (4 - part)) / 4));
  }
}
static void op_segment(Work *w) {
  Segment r = some_segment(w);
  for (u32 i = 0; i < r.n; i++) take(w, r.from + i, r.from + i);
}
static void op_grafted(Work *w) {
  Segment r = some_segment(w);
  u32 from = below(w, w->n - r.n + 1);
  for (u32 i = 0; i < r.n; i++) take(w, r.from + i, from + i);
}
static void op_tail(Work *w) {
  for (u32 i = below(w, w->n); i < w->n; i++) take(w, i, i);
}

/* ---- public -------------------------------------------------------------------------------------- */

typedef void OperatorFn(Work *w);

static OperatorFn *const functions[OPERATOR_COUNT] = {
#define OPERATOR(id, of, what) op_##id,
#include "inputs/operators.def"
#undef OPERATOR
};

const char *const operator_names[OPERATOR_COUNT] = {
#define OPERATOR(id, of, what) #id,
#include "inputs/operators.def"
#undef OPERATOR
};

/* Long genes as often as all alike. */
static const Gene *some_gene(const Plan *p, Rng *rng) {
  u64 n = 0;
  for (u32 i = 0; i < p->genes.n; i++) n += p->genes.at[i].n;
  if (!n) return NULL;
  if (rng_below(rng, 2)) {
    const Gene *g = &p->genes.at[rng_below(rng, p->genes.n)];
    return g->n ? g : NULL;
  }
  u64 at = rng_below(rng, n);
  for (u32 i = 0; i < p->genes.n; i++) {
    if (at < p->genes.at[i].n) return &p->genes.at[i];
    at -= p->genes.at[i].n;
  }
  return NULL;
}

void operator_apply(GeneOperator op, const Breeding *b, const u8 *other, u8 *child) {
  Work w = {.b = b, .rng = b->rng, .other = other, .child = child, .g = some_gene(b->plan, b->rng)};
  if (!w.g || !gene_elements(w.g)) return;
  w.n = gene_elements(w.g);
  functions[op](&w);
}

OperatorOdds operator_odds(void) {
  OperatorOdds o = {0};
  for (u32 i = 0; i < OPERATOR_COUNT; i++) o.weights[i] = 1;
  return o;
}

GeneOperator operator_choose(const OperatorOdds *o, Rng *rng) {
  double all = 0;
  for (u32 i = 0; i < OPERATOR_COUNT; i++) all += o->weights[i];
  double at = (double)rng_below(rng, 1u << 30) / (1u << 30) * all;
  for (u32 i = 0; i + 1 < OPERATOR_COUNT; i++) {
    if (at < o->weights[i]) return (GeneOperator)i;
    at -= o->weights[i];
  }
  return (GeneOperator)(OPERATOR_COUNT - 1);
}

/* The share of children that are better, against the average of all; no operator dies out. */
static void adapt(OperatorOdds *o) {
  static const double least = 0.2, most = 8, inertia = 0.8;
  u32 n_gains = 0;
  for (u32 i = 0; i < OPERATOR_COUNT; i++) n_gains += o->gains[i];
  for (u32 i = 0; i < OPERATOR_COUNT && n_gains; i++) {
    double rate = ((double)o->gains[i] + 0.1) / ((double)o->tries[i] + 1);
    double usual = ((double)n_gains + 0.1) / ((double)o->n_tries + 1);
    double wanted = MIN(MAX(rate / usual, least), most);
    o->weights[i] = inertia * o->weights[i] + (1 - inertia) * wanted;
  }
  for (u32 i = 0; i < OPERATOR_COUNT; i++) o->tries[i] = o->gains[i] = 0;
  o->n_tries = 0;
}

void operator_learn(OperatorOdds *o, GeneOperator op, bool is_better) {
  enum { PERIOD = 1000 };
  o->tries[op]++;
  o->gains[op] += is_better;
  if (++o->n_tries >= PERIOD) adapt(o);
}
