/* breeding.c — the operators of evolutionary symbolic execution (Aquino, Braione, Denaro, Salza,
 * STVR 2020, Algorithms 1, 4 and 6). */
#include "paths/breeding.h"

#include <stdlib.h>

/* ---- selection ----------------------------------------------------------------------------------- */

/* One of the individuals from `from` on, `except` excepted; at no cost at all, any of them. */
static u32 spin(const IndividualVec *all, u32 from, u32 except, Rng *rng) {
  u64 sum = 0;
  for (u32 i = from; i < all->n; i++)
    if (i != except) sum += all->at[i]->cost + 1;
  u64 at = rng_below(rng, sum);
  for (u32 i = from; i < all->n; i++) {
    if (i == except) continue;
    if (at <= all->at[i]->cost) return i;
    at -= all->at[i]->cost + 1;
  }
  die(__FILE__, __LINE__, "no individual to select");
}

u32 breed_select(const IndividualVec *all, Rng *rng) {
  assert(all->n);
  return spin(all, 0, UINT32_MAX, rng);
}

u32 breed_select_other(const IndividualVec *all, u32 first, Rng *rng) {
  assert(all->n >= 2 && first < all->n);
  return spin(all, 0, first, rng);
}

static void swap(IndividualVec *all, u32 i, u32 k) {
  assert(i < all->n && k < all->n);
  Individual *kept = all->at[i];
  all->at[i] = all->at[k];
  all->at[k] = kept;
}

void breed_survive(IndividualVec *io, u32 n, u32 n_elite, Rng *rng) {
  for (u32 i = 0; i < MIN(n_elite, io->n); i++)
    for (u32 k = i + 1; k < io->n; k++)
      if (io->at[k]->cost > io->at[i]->cost) swap(io, i, k);
  for (u32 i = n_elite; i < MIN(n, io->n); i++) swap(io, i, spin(io, i, UINT32_MAX, rng));
  while (io->n > n) individual_free(vec_pop(io));
  assert(io->n <= n);
}

/* ---- preconditions ------------------------------------------------------------------------------- */

static void join(const ConditionVec *head, u32 n_head, const ConditionVec *tail, u32 from,
                 ConditionVec *ret) {
  assert(n_head <= head->n && from <= tail->n);
  vec_clear(ret);
  vec_append(ret, head->at, n_head);
  vec_append(ret, tail->at + from, tail->n - from);
}

/* At least one condition of each comes before the cut, if there is one. */
static u32 random_cut(const ConditionVec *v, Rng *rng) {
  return v->n ? 1 + (u32)rng_below(rng, v->n) : 0;
}

static void cross_at(const Individual *a, u32 cut_a, const Individual *b, u32 cut_b,
                     ConditionVec *ret_ab, ConditionVec *ret_ba) {
  join(&a->conditions, cut_a, &b->conditions, cut_b, ret_ab);
  join(&b->conditions, cut_b, &a->conditions, cut_a, ret_ba);
}

void breed_cross(const Individual *a, const Individual *b, Rng *rng, ConditionVec *ret_ab,
                 ConditionVec *ret_ba) {
  u32 cut_a = random_cut(&a->conditions, rng), cut_b = random_cut(&b->conditions, rng);
  cross_at(a, cut_a, b, cut_b, ret_ab, ret_ba);
}

static bool is_same_place(const Condition *x, const Condition *y) {
  return x->decision.fn == y->decision.fn && x->decision.pc == y->decision.pc;
}

/* How often a path was at the place of its condition before. */
static u32 times_before(const ConditionVec *v, u32 at) {
  u32 n = 0;
  for (u32 i = 0; i < at; i++) n += is_same_place(&v->at[i], &v->at[at]);
  return n;
}

/* Where the other path comes to this place for the same time. */
static bool find_place(const ConditionVec *v, const Condition *place, u32 times, u32 *ret_at) {
  for (u32 i = 0; i < v->n; i++) {
    if (!is_same_place(&v->at[i], place)) continue;
    *ret_at = i;
    if (!times--) return true;
  }
  return false;
}

void breed_cross_places(const Individual *a, const Individual *b, Rng *rng, ConditionVec *ret_ab,
                        ConditionVec *ret_ba) {
  const ConditionVec *x = &a->conditions, *y = &b->conditions;
  u32 cut_a = random_cut(x, rng), cut_b = random_cut(y, rng), at;
  if (cut_a && find_place(y, &x->at[cut_a - 1], times_before(x, cut_a - 1), &at)) cut_b = at + 1;
  cross_at(a, cut_a, b, cut_b, ret_ab, ret_ba);
}

void breed_mutate(ConditionVec *io, Rng *rng) {
  u32 most = MAX(io->n / 10, 1u);
  for (u32 i = 0; i < most && io->n; i++) {
    /* The order of the rest stays. */
    u32 at = (u32)rng_below(rng, io->n);
    assert(at < io->n);
    memmove(io->at + at, io->at + at + 1, (io->n - at - 1) * sizeof *io->at);
    io->n--;
    if (rng_chance(rng, 2)) return;
  }
}
