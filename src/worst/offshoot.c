/* offshoot.c — both sides write their best into a letter that the other reads when it comes to it.
 *
 * Inputs that somebody else has to see (they show an error, or the program wants more than is known of) are laid aside:
 * a few for each way in which a run can stop, as they may be many.  The maker runs them again, and tells.
 */
#include "worst/offshoot.h"

#include "base/aside.h"
#include "inputs/ga.h"

#include <stdatomic.h>

/* Of one kind, and of all of them. */
enum { MOST_OF_KIND = 4, MOST_ODD = 32 };
/* Between two looks at what the other has written. */
static const u64 round_ns = 20 * NS_PER_MS;
/* Of the time, before smaller sizes are bred. */
enum { FIRST_PART = 32 };
/* For the worst inputs of smaller sizes, extended. */
static const u64 extend_ns = NS_PER_S;

/* What is counted there, and is to be known here. */
static const StatInfo *const counted[] = {&stat_inputs, &stat_input_errors, &stat_input_unended};
enum { N_COUNTED = ARRAY_LEN(counted) };

typedef struct Desk {
  _Atomic u64 n[N_COUNTED];
  _Atomic u32 n_odd; /* inputs that were laid aside */
} Desk;

enum { LETTER_UP, LETTER_DOWN, LETTER_ODD, N_LETTERS = LETTER_ODD + MOST_ODD };

struct Offshoot {
  Colony *colony;       /* borrowed; the process has a copy of it */
  Aside *aside;         /* owned */
  u32 n_bytes;          /* of a genome */
  u32 n_slots;          /* of the plan that is known there */
  u8 *genome;           /* owned; that was read */
  u8 *news;             /* owned; there: what was read, a cost and a genome, … */
  bool has_news;        /* … and not yet invited */
  u32 version;          /* of the last letter */
  u64 told;             /* the cost that was last written */
  u64 known[N_COUNTED]; /* of what was counted there, as much as the trial knows of */
  u32 n_odd;            /* of those laid aside, that were run again */
};

static size_t desk_bytes(void) {
  return (sizeof(Desk) + 63) / 64 * 64;
}

/* A cost and a genome. */
static u32 news_bytes(const Offshoot *n) {
  return (u32)sizeof(u64) + n->n_bytes;
}

static size_t letter_bytes(const Offshoot *n) {
  return (sizeof(Letter) + news_bytes(n) + 63) / 64 * 64;
}

static Letter *letter(const Offshoot *n, void *shared, u32 i) {
  return (Letter *)((u8 *)shared + desk_bytes() + i * letter_bytes(n));
}

/* ---- there --------------------------------------------------------------------------------------- */

typedef struct Settler {
  Offshoot *offshoot;
  void *shared;
  u32 n_of_kind[STOP_COUNT];
  u64 before[N_COUNTED]; /* counts of the maker */
} Settler;

static void lay_aside(void *user, const u8 *genome, u32 n_bytes, Stop stop) {
  Settler *u = user;
  Desk *desk = u->shared;
  u32 at = atomic_load(&desk->n_odd);
  if (n_bytes != u->offshoot->n_bytes || at == MOST_ODD || u->n_of_kind[stop] == MOST_OF_KIND)
    return;
  u->n_of_kind[stop]++;
  letter_write(letter(u->offshoot, u->shared, LETTER_ODD + at), genome, n_bytes);
  atomic_store(&desk->n_odd, at + 1);
}

/* Whoever is invited soon has descendants in every place, and what might have become better than it is gone.  So that is
 * only done when nothing has become better here for long, or where what others found is far ahead. */
static bool is_time(const Offshoot *n, u64 cost) {
  enum { FEW_CHILDREN = SIZED(64 * 100, 200), FAR_PART = 8 };
  u64 own = n->colony->cost;
  return cost > own &&
         (n->colony->population.n_since_better >= FEW_CHILDREN || cost - own > own / FAR_PART);
}

static Err read_down(Offshoot *n, void *shared) {
  u64 cost = 0;
  if (letter_read(letter(n, shared, LETTER_DOWN), n->news, news_bytes(n), &n->version))
    n->has_news = true;
  memcpy(&cost, n->news, sizeof cost);
  if (!n->has_news || !is_time(n, cost)) return OK;
  n->has_news = false;
  return colony_try(n->colony, n->news + sizeof cost, &cost);
}

/* The copy tells nobody anything but through letters, and asks nobody. */
static void be_quiet(Settler *u) {
  Colony *c = u->offshoot->colony;
  HuntObserver *o = &c->trial->hunt->config.observer;
  *o = (HuntObserver){.user = o->user,
                      .path_ended = o->path_ended}; /* which quiet runs do not call */
  c->trial->is_training = true;
  c->n_busy = MAX_WORKERS;
  c->judge.is_quiet = true;
  c->odd = lay_aside;
  c->odd_user = u;
  c->population.rng = (Rng){rng_u64(&c->rng)}; /* other children than those here */
}

/* Breeds until then, tells what is better, and hears what others found. */
static Err breed_until(Settler *u, u64 deadline_ns) {
  Offshoot *n = u->offshoot;
  Colony *c = n->colony;
  Desk *desk = u->shared;
  Err err = OK;
  while (err == OK && clock_left(deadline_ns) && !trial_is_spent(c->trial)) {
    err = read_down(n, u->shared);
    if (err == OK) err = colony_breed(c, clock_after(round_ns), UINT64_MAX, UINT64_MAX);
    if (c->best && c->n_best == n->n_bytes && c->cost > n->told) {
      letter_write(letter(n, u->shared, LETTER_UP), c->best, c->n_best);
      n->told = c->cost;
    }
    for (u32 i = 0; i < N_COUNTED; i++)
      atomic_store(&desk->n[i], stat_of(&c->trial->stats, counted[i]) - u->before[i]);
  }
  return err;
}

/* Smaller sizes tell nothing at all. */
static Err breed_islands(Settler *u) {
  Colony *c = u->offshoot->colony;
  HuntObserver *o = &c->trial->hunt->config.observer, quiet = *o;
  *o = (HuntObserver){0};
  TRY(ga_islands(c->trial, c->v, UINT64_MAX, MAX_WORKERS));
  *o = quiet;
  return colony_extend(c, extend_ns);
}

/* A little at first, so that who does not wait for smaller sizes has something. */
static void breed_aside(void *user, void *shared) {
  Offshoot *n = user;
  const Trial *t = n->colony->trial;
  Settler u = {.offshoot = n, .shared = shared};
  for (u32 i = 0; i < N_COUNTED; i++) u.before[i] = stat_of(&t->stats, counted[i]);
  be_quiet(&u);
  Err err = breed_until(&u, clock_after(clock_left(t->budget.deadline_ns) / FIRST_PART));
  if (err == OK) err = breed_islands(&u);
  if (err == OK) (void)breed_until(&u, NEVER_NS);
}

/* ---- here ---------------------------------------------------------------------------------------- */

static void begin(Offshoot *n) {
  Colony *c = n->colony;
  mem_free(n->genome);
  mem_free(n->news);
  *n = (Offshoot){.colony = c,
                  .n_bytes = c->judge.plan.n_bytes,
                  .n_slots = c->judge.slots.n,
                  .genome = mem_new(MAX(c->judge.plan.n_bytes, 1u)),
                  .told = c->cost};
  n->news = mem_new(news_bytes(n));
  n->aside = aside_new(desk_bytes() + N_LETTERS * letter_bytes(n), breed_aside, n);
  c->n_busy = n->aside != NULL;
}

static Err hear_odd(Offshoot *n, void *shared) {
  const Desk *desk = shared;
  u32 version = 0;
  for (; n->n_odd < atomic_load(&desk->n_odd); n->n_odd++, version = 0)
    if (letter_read(letter(n, shared, LETTER_ODD + n->n_odd), n->genome, n->n_bytes, &version))
      TRY(colony_hear(n->colony, n->genome));
  return OK;
}

static void hear_counts(Offshoot *n, const Desk *desk) {
  for (u32 i = 0; i < N_COUNTED; i++) {
    u64 now = atomic_load(&desk->n[i]);
    if (now > n->known[i]) stat_add(&n->colony->trial->stats, counted[i], now - n->known[i]);
    n->known[i] = now;
  }
}

static Err hear(Offshoot *n, void *shared) {
  hear_counts(n, shared);
  if (letter_read(letter(n, shared, LETTER_UP), n->genome, n->n_bytes, &n->version))
    TRY(colony_hear(n->colony, n->genome));
  return hear_odd(n, shared);
}

static void tell(Offshoot *n, void *shared) {
  const Trial *t = n->colony->trial;
  if (!t->best.is_found || t->best.is_predicted || t->best.cost <= n->told) return;
  u8 *genome = judge_genome(&n->colony->judge, &t->best), *news = mem_new(news_bytes(n));
  memcpy(news, &t->best.cost, sizeof t->best.cost);
  memcpy(news + sizeof t->best.cost, genome, n->n_bytes);
  letter_write(letter(n, shared, LETTER_DOWN), news, news_bytes(n));
  mem_free(news);
  mem_free(genome);
  n->told = t->best.cost;
}

Err offshoot_meet(Offshoot *n, const Trial *t) {
  if (!n || n->colony->trial != t || !n->aside) return OK;
  void *shared = aside_shared(n->aside);
  TRY(hear(n, shared));
  if (n->colony->judge.slots.n == n->n_slots) {
    tell(n, shared);
  } else { /* what is known there of the program's inputs is old */
    aside_free(n->aside);
    begin(n);
  }
  return OK;
}

Offshoot *offshoot_new(Colony *c) {
  const Budget *b = &c->trial->budget;
  bool is_timed = b->deadline_ns != NEVER_NS && b->max_paths == UINT64_MAX;
  if (!is_timed || !c->best || judge_asks(&c->judge) || colony_is_single(c)) return NULL;
  Offshoot *n = NEW(Offshoot);
  n->colony = c;
  begin(n);
  return n;
}

Offshoot *offshoot_free(Offshoot *n) {
  if (!n) return NULL;
  aside_free(n->aside);
  n->colony->n_busy = 0;
  mem_free(n->genome);
  mem_free(n->news);
  return mem_free(n);
}
