/* breeder.c — both sides write their best into a mailbox that the other reads when it comes to it.
 *
 * Inputs that must be run where runs are reported (they show an error, or the program asks for more inputs) are kept for later:
 * a few for each way in which a run can stop, as they may be many.  The process that made the breeder runs them again and reports them.
 */
#include "worst/breeder.h"

#include "base/mailbox.h"
#include "inputs/ga.h"
#include "search/time_parts.h"

#include <stdatomic.h>

/* Of one kind, and of all of them. */
enum { MOST_OF_KIND = 4, MOST_ODD = 32 };
/* Between two looks at what the other has written. */
static const u64 round_ns = 20 * NS_PER_MS;
/* For the worst inputs of smaller sizes, extended. */
static const u64 extend_ns = NS_PER_S;

/* What is counted there, and is to be known here. */
static const StatInfo *const counted[] = {&stat_inputs, &stat_input_errors, &stat_input_unended};
enum { N_COUNTED = ARRAY_LEN(counted) };

typedef struct Shared {
  _Atomic u64 n[N_COUNTED];
  _Atomic u32 n_odd; /* inputs that were kept for later */
} Shared;

enum { MAILBOX_UP, MAILBOX_DOWN, MAILBOX_ODD, N_MAILBOXES = MAILBOX_ODD + MOST_ODD };

struct Breeder {
  InputSearch *inputs;  /* borrowed; the process has a copy of it */
  WorkerPool *process;  /* owned; of one worker */
  u32 n_bytes;          /* of a genome */
  u32 n_slots;          /* of the plan that is known there */
  u8 *genome;           /* owned; that was read */
  u8 *news;             /* owned; there: what was read, a cost and a genome, … */
  bool has_news;        /* … and not yet invited */
  u32 version;          /* of what was last read */
  u64 sent_cost;        /* the cost that was last written */
  u64 known[N_COUNTED]; /* of what was counted there, as much as the size search knows of */
  u32 n_odd;            /* of those kept for later, that were run again */
};

static size_t shared_bytes(void) { return (sizeof(Shared) + 63) / 64 * 64; }

/* A cost and a genome. */
static u32 news_bytes(const Breeder *n) { return (u32)sizeof(u64) + n->n_bytes; }

static size_t mailbox_bytes(const Breeder *n) {
  return (sizeof(Mailbox) + news_bytes(n) + 63) / 64 * 64;
}

static Mailbox *mailbox_at(const Breeder *n, void *shared, u32 i) {
  assert(i < N_MAILBOXES);
  return (Mailbox *)((u8 *)shared + shared_bytes() + i * mailbox_bytes(n));
}

/* ---- there --------------------------------------------------------------------------------------- */

typedef struct BreederChild {
  Breeder *breeder;
  void *shared;
  u32 n_of_kind[STOP_COUNT];
  u64 before[N_COUNTED]; /* counts of the maker */
} BreederChild;

static void keep_odd(void *user, const u8 *genome, u32 n_bytes, Stop stop) {
  BreederChild *u = user;
  Shared *counts = u->shared;
  u32 at = atomic_load(&counts->n_odd);
  if (n_bytes != u->breeder->n_bytes || at == MOST_ODD || u->n_of_kind[stop] == MOST_OF_KIND)
    return;
  u->n_of_kind[stop]++;
  mailbox_write(mailbox_at(u->breeder, u->shared, MAILBOX_ODD + at), genome, n_bytes);
  atomic_store(&counts->n_odd, at + 1);
}

/* An immigrant soon dominates the population, and displaces inputs that might have become better.
 * So we accept one only after a long time without progress here, or if it is far ahead. */
static bool is_time(const Breeder *n, u64 cost) {
  enum { FEW_CHILDREN = SIZED(64 * 100, 200), FAR_PART = 8 };
  u64 own = n->inputs->cost;
  return cost > own &&
         (n->inputs->population.n_since_better >= FEW_CHILDREN || cost - own > own / FAR_PART);
}

static Err read_down(Breeder *n, void *shared) {
  u64 cost = 0;
  if (mailbox_read(mailbox_at(n, shared, MAILBOX_DOWN), n->news, news_bytes(n), &n->version))
    n->has_news = true;
  memcpy(&cost, n->news, sizeof cost);
  if (!n->has_news || !is_time(n, cost)) return OK;
  n->has_news = false;
  return input_search_try(n->inputs, n->news + sizeof cost, &cost);
}

/* The copy speaks to nadir through mailboxes only. */
static void be_quiet(BreederChild *u) {
  InputSearch *c = u->breeder->inputs;
  SearchObserver *o = &c->size_search->search->config.observer;
  *o = (SearchObserver){.user = o->user,
                        .path_ended = o->path_ended}; /* which quiet runs do not call */
  c->size_search->is_training = true;
  c->n_busy = MAX_WORKERS;
  c->evaluator.is_quiet = true;
  c->odd = keep_odd;
  c->odd_user = u;
  c->population.rng = (Rng){rng_u64(&c->rng)}; /* other children than those here */
}

/* Breeds until then, sends what is better, and receives what others found. */
static Err breed_until(BreederChild *u, u64 deadline_ns) {
  Breeder *n = u->breeder;
  InputSearch *c = n->inputs;
  Shared *counts = u->shared;
  Err err = OK;
  while (err == OK && clock_left(deadline_ns) && !size_search_is_spent(c->size_search)) {
    err = read_down(n, u->shared);
    if (err == OK) err = input_search_breed(c, clock_after(round_ns), UINT64_MAX, UINT64_MAX);
    if (c->best && c->n_best == n->n_bytes && c->cost > n->sent_cost) {
      mailbox_write(mailbox_at(n, u->shared, MAILBOX_UP), c->best, c->n_best);
      n->sent_cost = c->cost;
    }
    for (u32 i = 0; i < N_COUNTED; i++)
      atomic_store(&counts->n[i], stat_of(&c->size_search->stats, counted[i]) - u->before[i]);
  }
  return err;
}

/* Nothing is sent of smaller sizes. */
static Err breed_smaller_sizes(BreederChild *u) {
  InputSearch *c = u->breeder->inputs;
  SearchObserver *o = &c->size_search->search->config.observer, quiet = *o;
  *o = (SearchObserver){0};
  TRY(ga_smaller_sizes(c->size_search, c->v, UINT64_MAX, MAX_WORKERS));
  *o = quiet;
  return input_search_extend(c, extend_ns);
}

/* A little at first, so that who does not wait for smaller sizes has something. */
static void breed_in_child(void *user, void *shared) {
  Breeder *n = user;
  const SizeSearch *t = n->inputs->size_search;
  BreederChild u = {.breeder = n, .shared = shared};
  for (u32 i = 0; i < N_COUNTED; i++) u.before[i] = stat_of(&t->stats, counted[i]);
  be_quiet(&u);
  Err err = breed_until(&u, clock_part(t->budget.deadline_ns, PART_BREEDER_FIRST));
  if (err == OK) err = breed_smaller_sizes(&u);
  if (err == OK) (void)breed_until(&u, NEVER_NS);
}

/* ---- here ---------------------------------------------------------------------------------------- */

static void begin(Breeder *n) {
  InputSearch *c = n->inputs;
  mem_free(n->genome);
  mem_free(n->news);
  *n = (Breeder){.inputs = c,
                 .n_bytes = c->evaluator.plan.n_bytes,
                 .n_slots = c->evaluator.slots.n,
                 .genome = mem_new(MAX(c->evaluator.plan.n_bytes, 1u)),
                 .sent_cost = c->cost};
  n->news = mem_new(news_bytes(n));
  n->process =
      worker_pool_new(1, 1, shared_bytes() + N_MAILBOXES * mailbox_bytes(n), breed_in_child, n);
  if (!worker_pool_start(n->process, 1)) n->process = worker_pool_free(n->process);
  c->n_busy = n->process != NULL;
}

static const u64 hear_ns = 2 * NS_PER_S, least_odd_ns = 50 * NS_PER_MS;

/* Many of them may have no end. */
static u64 odd_ns(const Breeder *n) {
  u64 left = clock_left(n->inputs->size_search->budget.deadline_ns);
  return MIN(MAX(left / PART_BREEDER_ODD, least_odd_ns), hear_ns);
}

static Err on_odd(Breeder *n, void *shared) {
  const Shared *counts = shared;
  u32 version = 0;
  for (; n->n_odd < atomic_load(&counts->n_odd); n->n_odd++, version = 0)
    if (mailbox_read(mailbox_at(n, shared, MAILBOX_ODD + n->n_odd), n->genome, n->n_bytes,
                     &version))
      TRY(input_search_on_input(n->inputs, n->genome, odd_ns(n)));
  return OK;
}

static void on_counts(Breeder *n, const Shared *counts) {
  for (u32 i = 0; i < N_COUNTED; i++) {
    u64 now = atomic_load(&counts->n[i]);
    if (now > n->known[i]) stat_add(&n->inputs->size_search->stats, counted[i], now - n->known[i]);
    n->known[i] = now;
  }
}

static Err receive(Breeder *n, void *shared) {
  on_counts(n, shared);
  if (mailbox_read(mailbox_at(n, shared, MAILBOX_UP), n->genome, n->n_bytes, &n->version))
    TRY(input_search_on_input(n->inputs, n->genome, hear_ns));
  return on_odd(n, shared);
}

static void send(Breeder *n, void *shared) {
  assert(n->inputs->evaluator.plan.n_bytes == n->n_bytes);
  const SizeSearch *t = n->inputs->size_search;
  if (!t->best.is_found || t->best.is_predicted || t->best.cost <= n->sent_cost) return;
  u8 *genome = evaluator_genome(&n->inputs->evaluator, &t->best), *news = mem_new(news_bytes(n));
  memcpy(news, &t->best.cost, sizeof t->best.cost);
  memcpy(news + sizeof t->best.cost, genome, n->n_bytes);
  mailbox_write(mailbox_at(n, shared, MAILBOX_DOWN), news, news_bytes(n));
  mem_free(news);
  mem_free(genome);
  n->sent_cost = t->best.cost;
}

Err breeder_exchange(Breeder *n, const SizeSearch *t) {
  if (!n || n->inputs->size_search != t || !n->process) return OK;
  void *shared = worker_pool_row(n->process, 0);
  TRY(receive(n, shared));
  if (n->inputs->evaluator.slots.n == n->n_slots) {
    send(n, shared);
  } else { /* what is known there of the program's inputs is old */
    worker_pool_free(n->process);
    begin(n);
  }
  return OK;
}

Breeder *breeder_new(InputSearch *c) {
  const Budget *b = &c->size_search->budget;
  bool is_timed = b->deadline_ns != NEVER_NS && b->max_paths == UINT64_MAX;
  if (!is_timed || !c->best || evaluator_asks(&c->evaluator) || input_search_is_single(c))
    return NULL;
  Breeder *n = NEW(Breeder);
  n->inputs = c;
  begin(n);
  return n;
}

Breeder *breeder_free(Breeder *n) {
  if (!n) return NULL;
  worker_pool_free(n->process);
  n->inputs->n_busy = 0;
  mem_free(n->genome);
  mem_free(n->news);
  return mem_free(n);
}
