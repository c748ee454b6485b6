/* collisions.c — colliding elements: keys of one bucket, words of one chain, whatever meets at one place.
 *
 * Let all elements of an input be equal, and put a random element before them.  A table with chains, with open addressing, a
 * trie or a cache finds the equal ones at once, unless that element lies in their way: then each of them costs more.  So a
 * single run shows whether one element collides with another, without looking at how the program hashes, and such runs are
 * short.  Half of an input may be random elements at a time: if it costs no more than usual, none of them collides; otherwise its
 * halves are looked at (group testing: Dorfman 1943).  Elements that collide with one collide with each other, and an input
 * of nothing else is bad.  A search over whole inputs would have to find such elements one by one, in runs that
 * become longer with each.
 *
 * An element is a number, a struct, a row of a matrix whose rows are all of one length, or, of text, a word: a few letters
 * and one that separates.  How long words are, and which letter it is, is tried.
 */
#include "worst/collisions.h"

#include "worst/arm.h"

/* What elements are, and where random elements lie in their way. */
typedef struct CollisionUnit {
  u32 n;         /* numbers */
  i32 separator; /* the last of them; -1: none */
  u32 n_shared; /* the first of them, which random elements have in common with the others: those are compared for longer */
  bool is_behind; /* random elements come behind one of the others: lists may grow at their front */
} CollisionUnit;

enum { MOST_NUMBERS = 64, LONGEST_WORD = 6, MOST_SEPARATORS = 4, NO_SEPARATOR = -1 };
/* Fewer elements cannot tell collisions from noise; more are not looked at. */
enum { LEAST_ELEMENTS = 8, MOST_ELEMENTS = 1 << 14 };
/* Groups of random elements among which the first collision is looked for, and single ones that show what is usual. */
enum { FIRST_GROUPS = SIZED(16, 8), SINGLES = 9 };
/* Groups without a gain after which another element is tried. */
enum { MOST_NO_GAIN = SIZED(200, 20) };
/* Elements that are tried for each unit, before the arm rests. */
enum { ROUNDS = 3 };

typedef enum CollisionPhase {
  COLLISIONS_USUAL, /* what do random elements cost? */
  COLLISIONS_FIRST, /* is there one that collides? */
  COLLISIONS_MORE,  /* all others */
} CollisionPhase;

typedef struct Collisions {
  bool has_begun;
  u32 gene;                 /* whose elements are looked at */
  VEC(CollisionUnit) units; /* empty: the input has no elements */
  u32 round, end;           /* of all units; after which the arm rests */
  CollisionPhase phase;
  u8 *base;      /* owned; a genome of equal elements */
  u32 n_bytes;   /* of it; the plan may have become longer since */
  u64 base_cost; /* of it */
  u64 single;    /* what it usually costs with one random element */
  u64 group;     /* and with a group */
  u64 signal;    /* how much more it costs with one that collides */
  VEC(u8) found; /* bytes of those that collide */
  u32 n_found, n_shown;
  u32 n_no_gain;
  Rng rng;
} Collisions;

/* ---- units --------------------------------------------------------------------------------------- */

static const Gene *gene_of(const InputSearch *c, const Collisions *k) {
  return &c->evaluator.plan.genes.at[k->gene];
}

static const CollisionUnit *unit_of(const Collisions *k) {
  assert(k->units.n);
  return &k->units.at[k->round % k->units.n];
}

static u32 unit_bytes(const InputSearch *c, const Collisions *k) {
  return unit_of(k)->n * gene_of(c, k)->width;
}

static u32 n_elements(const InputSearch *c, const Collisions *k) {
  return gene_of(c, k)->n / unit_of(k)->n;
}

static u8 *element(const InputSearch *c, const Collisions *k, u8 *genome, u32 i) {
  assert(i < n_elements(c, k));
  return genome + gene_of(c, k)->at + (size_t)i * unit_bytes(c, k);
}

/* In all ways, if there are enough of them. */
static void add_units(Collisions *k, u32 n_numbers, u32 n, i32 separator) {
  u32 n_all = n_numbers / n;
  if (n_all < LEAST_ELEMENTS || n_all > MOST_ELEMENTS) return;
  for (u32 n_shared = 0; n_shared <= n / 2; n_shared += MAX(n / 2, 1u))
    for (u32 behind = 0; behind < 2; behind++)
      vec_push(&k->units, ((CollisionUnit){n, separator, n_shared, behind}));
}

static void add_words(const InputSearch *c, Collisions *k, u32 n_letters) {
  for (u32 n = 2; n <= LONGEST_WORD; n++)
    for (u32 i = 0; i < MIN(c->v->letters.n, (u32)MOST_SEPARATORS); i++)
      add_units(k, n_letters, n, c->v->letters.at[i]);
}

static void list_units(const InputSearch *c, Collisions *k) {
  const Gene *g = gene_of(c, k);
  bool has_rows = g->row < gene_elements(g);
  u32 n = has_rows ? g->row * g->group : g->group;
  if (g->kind == GENE_TEXT && !has_rows)
    add_words(c, k, g->n);
  else if (n && n <= MOST_NUMBERS)
    add_units(k, g->n, n, NO_SEPARATOR);
}

static void begin(const InputSearch *c, Collisions *k) {
  const Plan *p = &c->evaluator.plan;
  k->has_begun = true;
  k->rng = (Rng){rng_u64(&c->size_search->search->rng)};
  for (u32 i = 1; i < p->genes.n; i++)
    if (p->genes.at[i].n > p->genes.at[k->gene].n) k->gene = i;
  if (p->genes.n) list_units(c, k);
}

/* ---- runs ---------------------------------------------------------------------------------------- */

static void put_random(const InputSearch *c, Collisions *k, u8 *genome, u32 i) {
  const Gene *g = gene_of(c, k);
  const CollisionUnit *u = unit_of(k);
  for (u32 n = u->n_shared; n < u->n; n++)
    gene_put(g, genome, i * u->n + n, gene_random(g, &k->rng));
  if (u->separator != NO_SEPARATOR) gene_put(g, genome, i * u->n + u->n - 1, u->separator);
}

static void put_first(const InputSearch *c, Collisions *k) {
  const Gene *g = gene_of(c, k);
  for (u32 n = 0; n < unit_of(k)->n_shared; n++) gene_put(g, k->base, n, gene_random(g, &k->rng));
  put_random(c, k, k->base, 0);
}

/* Of a few numbers, which are sorted by it. */
static u64 median(u64 *io, u32 n) {
  for (u32 i = 1; i < n; i++)
    for (u32 k = i; k && io[k - 1] > io[k]; k--) {
      u64 higher = io[k - 1];
      io[k - 1] = io[k];
      io[k] = higher;
    }
  return io[n / 2];
}

/* The cost of the elements with n random elements in their way; 0: the program does not come to its end. */
static Err run(InputSearch *c, const Collisions *k, const u8 *elements, u32 n, u64 *ret) {
  Evaluation seen;
  u8 *genome = mem_dup(k->base, k->n_bytes);
  if (n)
    memcpy(element(c, k, genome, unit_of(k)->is_behind), elements, (size_t)n * unit_bytes(c, k));
  Err err = evaluator_run(&c->evaluator, genome, k->n_bytes, &seen);
  mem_free(genome);
  stat_add(&c->size_search->stats, &stat_inputs, 1);
  *ret = err == OK && seen.stop == STOP_EXIT ? seen.cost : 0;
  return err;
}

/* So many new ones; the caller owns them. */
static u8 *make_random(const InputSearch *c, Collisions *k, u32 n) {
  u8 *genome = mem_dup(k->base, k->n_bytes);
  for (u32 i = 0; i < n; i++) put_random(c, k, genome, i);
  u8 *made = mem_dup(element(c, k, genome, 0), MAX((size_t)n * unit_bytes(c, k), 1u));
  mem_free(genome);
  return made;
}

static u32 group_size(const InputSearch *c, const Collisions *k) { return n_elements(c, k) / 2; }

/* ---- what is usual ------------------------------------------------------------------------------- */

static void next_round(Collisions *k) {
  k->round++;
  k->phase = COLLISIONS_USUAL;
  k->base = mem_free(k->base);
  k->n_found = k->n_shown = k->n_no_gain = 0;
  vec_clear(&k->found);
}

/* Other inputs than the elements are those of the best. */
static Err settle(InputSearch *c, Collisions *k) {
  u64 costs[SINGLES];
  u32 n_all = n_elements(c, k);
  k->n_bytes = c->evaluator.plan.n_bytes;
  k->base = mem_new(k->n_bytes);
  if (c->best) memcpy(k->base, c->best, c->n_best);
  put_first(c, k);
  for (u32 i = 1; i < n_all; i++)
    memcpy(element(c, k, k->base, i), element(c, k, k->base, 0), unit_bytes(c, k));
  TRY(run(c, k, NULL, 0, &k->base_cost));
  for (u32 i = 0; i < SINGLES; i++) {
    u8 *one = make_random(c, k, 1);
    Err err = run(c, k, one, 1, &costs[i]);
    mem_free(one);
    TRY(err);
  }
  assert(k->n_bytes == c->evaluator.plan.n_bytes);
  k->single = median(costs, SINGLES);
  k->phase = COLLISIONS_FIRST;
  if (!k->base_cost || !k->single) next_round(k);
  return OK;
}

/* Of a group, the one that costs most, by halves. */
static Err descend(InputSearch *c, Collisions *k, const u8 *group, u32 n, const u8 **ret,
                   u64 *ret_cost) {
  while (n > 1) {
    u64 left, right;
    u32 half = n / 2;
    const u8 *middle = group + (size_t)half * unit_bytes(c, k);
    TRY(run(c, k, group, half, &left));
    TRY(run(c, k, middle, n - half, &right));
    n = left >= right ? half : n - half;
    group = left >= right ? group : middle;
  }
  *ret = group;
  return run(c, k, group, 1, ret_cost);
}

/* Collisions makes each of the others cost more, by an instruction at least. */
static Err look_for_first(InputSearch *c, Collisions *k) {
  u64 costs[FIRST_GROUPS], most = 0, cost = 0;
  u32 n = group_size(c, k);
  u8 *best = NULL;
  const u8 *one;
  Err err = OK;
  for (u32 i = 0; i < FIRST_GROUPS && err == OK; i++) {
    u8 *group = make_random(c, k, n);
    err = run(c, k, group, n, &costs[i]);
    if (err == OK && costs[i] > most) {
      most = costs[i];
      mem_free(best);
      best = TAKE(group);
    }
    mem_free(group);
  }
  if (err == OK && best) err = descend(c, k, best, n, &one, &cost);
  mem_free(best);
  TRY(err);
  k->group = median(costs, FIRST_GROUPS);
  k->signal = cost > k->single ? cost - k->single : 0;
  k->phase = COLLISIONS_MORE;
  if (k->signal < n_elements(c, k) - 1) next_round(k);
  return OK;
}

/* ---- all of them --------------------------------------------------------------------------------- */

static bool is_known(const Collisions *k, const u8 *one, u32 n_bytes) {
  for (u32 i = 0; i < k->n_found; i++)
    if (!memcmp(k->found.at + (size_t)i * n_bytes, one, n_bytes)) return true;
  return false;
}

/* Does one collide among n random elements, if that is their cost?  Random elements cost something, too, and the more of them the fewer
 * are those that they hinder. */
static bool has_collision(const InputSearch *c, const Collisions *k, u32 n, u64 cost) {
  double all = n_elements(c, k), full = group_size(c, k);
  double each = full > 1 ? ((double)k->group - (double)k->single) / (full - 1) : 0;
  double usual = (double)k->single + (n - 1) * each;
  return (double)cost > usual + (double)k->signal / 2 * (all - n) / (all - 1);
}

static Err sift(InputSearch *c, Collisions *k, const u8 *group, u32 n) {
  assert(n);
  u64 cost;
  u32 n_bytes = unit_bytes(c, k);
  TRY(run(c, k, group, n, &cost));
  if (!has_collision(c, k, n, cost) || size_search_is_spent(c->size_search)) return OK;
  if (n > 1) {
    TRY(sift(c, k, group, n / 2));
    return sift(c, k, group + (size_t)(n / 2) * n_bytes, n - n / 2);
  }
  if (is_known(k, group, n_bytes)) return OK;
  vec_append(&k->found, group, n_bytes);
  k->n_found++;
  k->n_no_gain = 0;
  return OK;
}

/* An input of those that were found, again and again if they are few. */
static Err show(InputSearch *c, Collisions *k) {
  u64 cost;
  u8 *genome = mem_new(c->evaluator.plan.n_bytes);
  u32 n_bytes = unit_bytes(c, k), n_all = n_elements(c, k);
  memcpy(genome, k->base, k->n_bytes);
  for (u32 i = 0; i < n_all; i++)
    memcpy(element(c, k, genome, i), k->found.at + (size_t)(i % k->n_found) * n_bytes, n_bytes);
  Err err = input_search_try(c, genome, &cost);
  mem_free(genome);
  k->n_shown = k->n_found;
  return err;
}

static Err look_for_more(InputSearch *c, Collisions *k) {
  u32 n = group_size(c, k), n_all = n_elements(c, k);
  u8 *group = make_random(c, k, n);
  k->n_no_gain++;
  Err err = sift(c, k, group, n);
  mem_free(group);
  TRY(err);
  bool is_all = k->n_found >= n_all, is_over = is_all || k->n_no_gain > MOST_NO_GAIN;
  if (k->n_found > k->n_shown && (is_over || k->n_found >= 2 * k->n_shown + n_all / 8))
    TRY(show(c, k));
  if (is_over) next_round(k);
  return OK;
}

/* ---- the arm ------------------------------------------------------------------------------------- */

static Err go_on(InputSearch *c, Collisions *k) {
  enum { LONGEST_RUN = SIZED(1 << 22, 1 << 15) };
  c->evaluator.deadline_ns = c->size_search->budget.deadline_ns;
  c->evaluator.max_instructions = LONGEST_RUN;
  if (k->base && k->n_bytes != c->evaluator.plan.n_bytes)
    next_round(k); /* there are more inputs now */
  switch (k->phase) {
  case COLLISIONS_USUAL:
    return settle(c, k);
  case COLLISIONS_FIRST:
    return look_for_first(c, k);
  case COLLISIONS_MORE:
    return look_for_more(c, k);
  }
  return OK;
}

/* Rounds until the end, or so many inputs. */
static Err search(InputSearch *c, Collisions *k, u64 max_inputs, u64 *ret_n_inputs) {
  SizeSearch *t = c->size_search;
  u64 before = stat_of(&t->stats, &stat_inputs), n = 0;
  Err err = OK;
  while (err == OK && k->round < k->end && n < max_inputs && !size_search_is_spent(t)) {
    err = go_on(c, k);
    n = stat_of(&t->stats, &stat_inputs) - before;
  }
  *ret_n_inputs = n;
  return err;
}

static Err slice(SizeSearch *t, void *self, const Slice *s, SliceEnd *ret) {
  (void)t;
  Collisions *k = self;
  InputSearch *c = s->inputs;
  u64 n_inputs;
  *ret = (SliceEnd){.is_exhausted = true};
  if (!c) return OK;
  input_search_begin(c, ORIGIN_collisions);
  if (!k->has_begun) begin(c, k);
  if (k->round >= k->end) k->end = k->round + ROUNDS * k->units.n;
  u64 n = MIN(s->max_steps, UINT64_MAX / INPUTS_OF_STEP) * INPUTS_OF_STEP;
  Err err = search(c, k, n, &n_inputs);
  *ret = (SliceEnd){(n_inputs + INPUTS_OF_STEP - 1) / INPUTS_OF_STEP, k->round >= k->end};
  return input_search_end(c, err);
}

static void collisions_done(Collisions *k) {
  mem_free(k->base);
  vec_free(&k->units);
  vec_free(&k->found);
}

static void done(SizeSearch *t, void *self) {
  (void)t;
  collisions_done(self);
}

Err collisions_once(InputSearch *c, u64 time_part) {
  enum { MOST_INPUTS = SIZED(20000, 200) };
  Collisions k = {0};
  u64 n_inputs;
  cleanup(deadline_restore) DeadlineScope scope = deadline_part(&c->size_search->budget, time_part);
  input_search_begin(c, ORIGIN_collisions);
  begin(c, &k);
  k.end = k.units.n;
  Err err = search(c, &k, MOST_INPUTS, &n_inputs);
  collisions_done(&k);
  return input_search_end(c, err);
}

const ArmOps arm_collisions = {.n_bytes = sizeof(Collisions), .slice = slice, .done = done};
