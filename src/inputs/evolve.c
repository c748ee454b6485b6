/* evolve.c — breeding, selection and restarts of a population.
 *
 * Genomes are known by their hash: a child that equals a member is dropped.  A child that is worse
 * than its parent may still take the place of the worse of two random members.  After a long time
 * without an improvement, half as many random inputs as there are members (seeds with a few changes)
 * replace members at random, but not the best.
 */
#include "inputs/evolve.h"

#include "base/hash.h"
#include "inputs/seeds.h"

/* Children without an improvement after which the lower half begins anew, for each member. */
enum { PATIENCE = SIZED(300, 20) };
/* Members of the same cost that are kept of those offered. */
enum { MAX_ALIKE = 4 };
/* Of how many the best becomes a parent: of a few, or of so many that it is one of the best of all, who find more where
 * runs are long and time is short. */
enum { TOURNAMENT = 3, LARGE_TOURNAMENT = 24 };
/* Of so many parents one is from the perf-map. */
enum { MAP_PART = 4 };

void population_init(Population *p, const Plan *plan, const Vocabulary *v, u64 size,
                     u32 max_members, u64 seed) {
  *p = (Population){.breeding = {.plan = plan, .v = v, .size = size},
                    .n_bytes = plan->n_bytes,
                    .max_members = max_members,
                    .map = {.n_bytes = plan->n_bytes},
                    .odds = operator_odds(),
                    .rng = {seed}};
}

void population_done(Population *p) {
  for (u32 i = 0; i < p->members.n; i++) mem_free(p->members.at[i].genome);
  vec_free(&p->members);
  perf_map_done(&p->map);
}

void population_grow(Population *p) {
  u32 n_bytes = p->breeding.plan->n_bytes;
  perf_map_grow(&p->map, n_bytes);
  for (u32 i = 0; i < p->members.n && n_bytes > p->n_bytes; i++) {
    Member *m = &p->members.at[i];
    m->genome = mem_resize(m->genome, n_bytes);
    memset(m->genome + p->n_bytes, 0, n_bytes - p->n_bytes);
    m->hash = hash_bytes(m->genome, n_bytes);
  }
  p->n_bytes = MAX(p->n_bytes, n_bytes);
}

/* ---- members ------------------------------------------------------------------------------------- */

static u8 *copy_of(const Population *p, const u8 *genome) {
  return mem_dup(genome, MAX(p->n_bytes, 1u));
}

static bool is_known(const Population *p, u64 hash) {
  for (u32 i = 0; i < p->members.n; i++)
    if (p->members.at[i].hash == hash) return true;
  return false;
}

static u32 count_alike(const Population *p, u64 cost) {
  u32 n = 0;
  for (u32 i = 0; i < p->members.n; i++) n += p->members.at[i].cost == cost;
  return n;
}

static u32 lowest(const Population *p) {
  assert(p->members.n);
  u32 at = 0;
  for (u32 i = 1; i < p->members.n; i++)
    if (p->members.at[i].cost < p->members.at[at].cost) at = i;
  return at;
}

static void note_cost(Population *p, u64 cost) {
  if (cost > p->best || p->members.n == 1) p->n_since_better = 0;
  p->best = MAX(p->best, cost);
}

void population_offer(Population *p, const u8 *genome, const ChildVerdict *v) {
  u64 hash = hash_bytes(genome, p->n_bytes), cost = v->cost;
  perf_map_offer(&p->map, genome, cost, v->hits, v->n_hits);
  bool has_room = p->members.n < p->max_members;
  if (is_known(p, hash) || count_alike(p, cost) >= MAX_ALIKE) return;
  u32 at = has_room ? p->members.n : lowest(p);
  if (!has_room && p->members.at[at].cost >= cost) return;
  if (has_room)
    vec_push(&p->members, (Member){0});
  else
    mem_free(p->members.at[at].genome);
  p->members.at[at] = (Member){copy_of(p, genome), cost, hash};
  assert(p->members.n <= p->max_members);
  note_cost(p, cost);
}

/* ---- children ------------------------------------------------------------------------------------ */

static u32 choose_member(Population *p) {
  assert(p->members.n);
  u32 best = (u32)rng_below(&p->rng, p->members.n);
  u32 n = rng_chance(&p->rng, 2) ? LARGE_TOURNAMENT : TOURNAMENT;
  for (u32 i = 1; i < n; i++) {
    u32 other = (u32)rng_below(&p->rng, p->members.n);
    if (p->members.at[other].cost > p->members.at[best].cost) best = other;
  }
  return best;
}

/* One of the perf-map, at times; NULL: a member is wanted. */
static const Champion *choose_champion(Population *p) {
  bool is_wanted = p->map.contested.n && rng_chance(&p->rng, MAP_PART);
  return is_wanted ? perf_map_choose(&p->map, &p->rng) : NULL;
}

static const u8 *choose_parent(Population *p, Child *c) {
  assert(p->members.n);
  const Champion *e = choose_champion(p);
  c->parent = e ? NO_MEMBER : choose_member(p);
  c->parent_cost = e ? e->cost : p->members.at[c->parent].cost;
  return e ? e->genome : p->members.at[c->parent].genome;
}

static const u8 *choose_other(Population *p) {
  const Champion *e = choose_champion(p);
  return e ? e->genome : p->members.at[rng_below(&p->rng, p->members.n)].genome;
}

/* Mostly one change, sometimes several. */
static void make_child(Population *p, Child *ret) {
  enum { TRIES = 4 };
  Breeding b = p->breeding;
  b.rng = &p->rng;
  const u8 *old = choose_parent(p, ret);
  ret->genome = copy_of(p, old);
  for (u32 i = 0; i < TRIES; i++) {
    ret->by = operator_choose(&p->odds, &p->rng);
    do {
      operator_apply(ret->by, &b, choose_other(p), ret->genome);
    } while (rng_chance(&p->rng, 3));
    if (memcmp(ret->genome, old, p->n_bytes) != 0) return;
  }
}

static void children_free(Child *all, u32 n) {
  for (u32 i = 0; i < n; i++) {
    mem_free(all[i].genome);
    mem_free(all[i].verdict.hits);
  }
  mem_free(all);
}

/* The child in the place of a member; false: that one is better. */
static bool replace(Population *p, u32 at, const Child *c, u64 hash) {
  assert(at < p->members.n && c->verdict.is_valid);
  Member *m = &p->members.at[at];
  if (m->cost > c->verdict.cost) return false;
  mem_free(m->genome);
  *m = (Member){copy_of(p, c->genome), c->verdict.cost, hash};
  return true;
}

/* The place of its parent, or else that of some worse one, of two. */
static void settle(Population *p, const Child *c) {
  bool is_better = c->verdict.is_valid && c->verdict.cost > c->parent_cost;
  operator_learn(&p->odds, c->by, is_better);
  p->n_evaluated++;
  p->n_since_better++;
  if (!c->verdict.is_valid) return;
  u64 hash = hash_bytes(c->genome, p->n_bytes);
  perf_map_offer(&p->map, c->genome, c->verdict.cost, c->verdict.hits, c->verdict.n_hits);
  if (is_known(p, hash)) return;
  if (c->parent == NO_MEMBER || !replace(p, c->parent, c, hash)) {
    u32 a = (u32)rng_below(&p->rng, p->members.n), b = (u32)rng_below(&p->rng, p->members.n);
    replace(p, p->members.at[a].cost < p->members.at[b].cost ? a : b, c, hash);
  }
  note_cost(p, c->verdict.cost);
}

/* ---- beginning anew ------------------------------------------------------------------------------ */

/* Do all members cost the same?  Then none of them is worth keeping more than another. */
static bool is_level(const Population *p) {
  for (u32 i = 1; i < p->members.n; i++)
    if (p->members.at[i].cost != p->members.at[0].cost) return false;
  return true;
}

/* What nobody has: a pattern for each gene, many times changed. */
static void make_stranger(Population *p, Child *ret) {
  enum { CHANGES = 8 };
  Breeding b = p->breeding;
  b.rng = &p->rng;
  ret->parent = lowest(p);
  ret->genome = copy_of(p, p->members.at[ret->parent].genome);
  for (u32 i = 0; i < b.plan->genes.n; i++) {
    const Gene *g = &b.plan->genes.at[i];
    u32 n = seed_count(g, b.v);
    if (n) seed_put(g, b.v, b.size, (u32)rng_below(&p->rng, n), &p->rng, ret->genome);
  }
  for (u32 i = (u32)rng_below(&p->rng, CHANGES); i; i--)
    operator_apply(operator_choose(&p->odds, &p->rng), &b, p->members.at[0].genome, ret->genome);
}

/* Half of them random inputs, which take the places of any but the best. */
static Err renew(Population *p, EvaluateChildren *evaluator, void *user) {
  assert(p->members.n <= p->max_members);
  u32 n = p->members.n / 2;
  bool keeps_best = !is_level(p);
  Child *all = mem_new(MAX(n, 1u) * sizeof *all);
  for (u32 i = 0; i < n; i++) make_stranger(p, &all[i]);
  Err err = evaluator(user, all, n);
  for (u32 i = 0; i < n && err == OK; i++) {
    u32 at = (u32)rng_below(&p->rng, p->members.n);
    bool is_top = keeps_best && p->members.at[at].cost == p->best;
    if (!all[i].verdict.is_valid || is_top) continue;
    mem_free(p->members.at[at].genome);
    p->members.at[at] = (Member){copy_of(p, all[i].genome), all[i].verdict.cost,
                                 hash_bytes(all[i].genome, p->n_bytes)};
    perf_map_offer(&p->map, all[i].genome, all[i].verdict.cost, all[i].verdict.hits,
                   all[i].verdict.n_hits);
    note_cost(p, all[i].verdict.cost);
  }
  children_free(all, n);
  p->n_evaluated += n;
  p->n_since_better = 0;
  return err;
}

Err population_step(Population *p, u32 n_children, EvaluateChildren *evaluator, void *user) {
  population_grow(p);
  assert(p->members.n && n_children && p->n_bytes == p->breeding.plan->n_bytes);
  if (p->n_since_better > (u64)PATIENCE * p->max_members) return renew(p, evaluator, user);
  Child *all = mem_new(n_children * sizeof *all);
  for (u32 i = 0; i < n_children; i++) make_child(p, &all[i]);
  Err err = evaluator(user, all, n_children);
  for (u32 i = 0; i < n_children && err == OK; i++) settle(p, &all[i]);
  children_free(all, n_children);
  return err;
}
