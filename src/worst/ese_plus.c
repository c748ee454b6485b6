/* ese_plus.c — ese+: path conditions and concrete inputs in turn, by what each gains.
 *
 * Three searches share the time at a size (share.h): concrete inputs are bred, path conditions are
 * crossed, and those of the worst path are negated one by one.  Each begins where the best of all
 * stands: a concrete input is followed with symbols to have its path condition, and the model of a
 * path joins the inputs.  Half and a quarter of the size are searched first, with a part of the time,
 * and what was worst there is extended.
 */
#include "worst/climb.h"
#include "worst/ese_options.h"
#include "worst/share.h"

static EsePlusOptions read_options(Hunt *h) {
  return ese_plus_options_read(hunt_options(h, &ese_plus_options));
}

static Err prepare(Hunt *h, void *self) {
  return read_options(h).breeds ? portfolio_first(h, self) : OK;
}

static Err search_at(Trial *t, Portfolio *p, const EsePlusOptions *o) {
  const ArmOps *arms[3];
  u32 n = 0;
  if (o->breeds) arms[n++] = &arm_breed;
  if (o->crosses) arms[n++] = &arm_cross;
  if (o->turns) arms[n++] = &arm_turn;
  if (!t->best.is_found) TRY(climb_begin(t));
  return t->best.is_found && n ? share_search_among(t, p, arms, n) : OK;
}

/* Of the time and the paths of a size, this part for all its islands. */
enum { ISLAND_PART = 3, N_ISLANDS = 2, MIN_ISLAND = 8 };

static u64 island_part(u64 all) {
  return all == UINT64_MAX ? all : all / ISLAND_PART / N_ISLANDS;
}

static Err search_island(Trial *t, Portfolio *p, const EsePlusOptions *o, u64 size, u64 left_ns) {
  Trial *island = hunt_training(t->hunt, size);
  Colony *c;
  island->budget = t->budget;
  island->budget.max_paths = island_part(t->budget.max_paths);
  if (left_ns != UINT64_MAX) island->budget.deadline_ns = clock_after(island_part(left_ns));
  Err err = colony_open(island, &p->vocabulary, &c);
  vec_push(&p->colonies, c);
  if (err == OK) err = colony_seed(c, portfolio_plain_ns(t->hunt));
  if (err == OK) err = colony_extend(c, portfolio_plain_ns(t->hunt));
  if (err == OK) err = search_at(island, p, o);
  trial_rest(island);
  return err;
}

/* Smaller sizes that nobody asked for: what is bad there is found sooner, and extended. */
static Err search_islands(Trial *t, Portfolio *p, const EsePlusOptions *o) {
  u64 left = clock_left(t->budget.deadline_ns);
  for (u32 i = N_ISLANDS; i; i--) {
    u64 size = t->size >> i;
    if (size >= MIN_ISLAND && !hunt_trial(t->hunt, size)) TRY(search_island(t, p, o, size, left));
  }
  return OK;
}

static Err search(Trial *t, void *self) {
  EsePlusOptions o = read_options(t->hunt);
  if (o.breeds && o.has_islands) TRY(search_islands(t, self, &o));
  if (o.breeds) TRY(portfolio_extend(t, self));
  return search_at(t, self, &o);
}

static void done(void *self) {
  portfolio_done(self);
}

const Strategy strategy_ese_plus = {.n_bytes = sizeof(Portfolio),
                                    .prepare = prepare,
                                    .search = search,
                                    .done = done,
                                    .options = {&ese_plus_options}};
