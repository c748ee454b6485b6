/* turning.c — negates the conditions of the worst path one by one.
 *
 * ESE's local search negates a random condition and keeps all others, so that most attempts
 * contradict themselves.  Here the conditions before it must hold, and those after it are kept as
 * far as they can be.  The path runs on from a state that was kept shortly before (neighbours.h), so
 * that late ones cost little; but a random order, which spends as much on early ones, finds more (docs/measurements.md).
 *
 * Paths to work on wait in a queue, the worst first.  A worse path is worked on at once; one that
 * costs the same, when the current path is done with.
 */
#include "paths/turning.h"

#include "base/map.h"
#include "paths/neighbours.h"

const StatInfo stat_negated = {"negated", "conditions negated", STAT_TIMES};
const StatInfo stat_unturnable = {"unturnable", "conditions that the ones before imply",
                                  STAT_TIMES};

/* States along the current path; paths that wait; conditions that are tried in one step. */
enum { N_KEPT = SIZED(64, 4), MAX_WAITING = SIZED(256, 4), TRIES_OF_STEP = 64 };

typedef struct Task {
  Individual *path; /* owned */
  U32Vec order;     /* owned; the conditions that are left, the next one last */
} Task;

struct Turning {
  SizeSearch *size_search; /* borrowed */
  bool is_apart;           /* from the best of the size search */
  Rng rng;
  Eval *eval;      /* owned */
  VEC(Task) queue; /* the first is the current one; by cost, then by age */
  Neighbours neighbours;
  const Individual *neighbours_of; /* borrowed; NULL: there are none */
  Map seen;                        /* hashes of paths that were in the queue */
  u64 invited;                     /* the highest cost of a path that others found */
  u64 best;                        /* the highest cost of one that was in the queue … */
  Model *best_model;               /* … and its input; owned; NULL: there was none */
  ConditionVec pre;                /* owned; scratch */
};

/* ---- the queue ----------------------------------------------------------------------------------- */

void turning_rest(Turning *u) {
  if (u->neighbours_of) neighbours_clear(&u->neighbours, u->size_search);
  u->neighbours_of = NULL;
}

static void task_done(Turning *u, Task *k) {
  if (u->neighbours_of == k->path) turning_rest(u);
  individual_free(k->path);
  vec_free(&k->order);
}

/* Takes the individual. */
static void enqueue(Turning *u, Individual *i) {
  bool is_fresh;
  map_at(&u->seen, i->hash, &is_fresh);
  if (!is_fresh) {
    individual_free(i);
    return;
  }
  if (!u->best_model || i->cost > u->best) {
    u->best = i->cost;
    model_unref(u->best_model);
    u->best_model = model_ref(i->model);
  }
  u32 at = u->queue.n;
  U32Vec order = {0};
  neighbours_conditions(&i->conditions, &order);
  neighbours_shuffle(&order, &u->rng);
  vec_push(&u->queue, ((Task){i, order}));
  for (; at && u->queue.at[at - 1].path->cost < i->cost; at--) {
    Task kept = u->queue.at[at];
    u->queue.at[at] = u->queue.at[at - 1];
    u->queue.at[at - 1] = kept;
  }
  assert(u->queue.n <= MAX_WAITING + 1);
  if (u->queue.n > MAX_WAITING) task_done(u, &vec_pop(&u->queue));
}

static void dequeue(Turning *u) {
  assert(u->queue.n);
  task_done(u, &u->queue.at[0]);
  memmove(u->queue.at, u->queue.at + 1, (u->queue.n - 1) * sizeof *u->queue.at);
  u->queue.n--;
}

Err turning_offer(Turning *u, Model *input) {
  Individual *i;
  TRY(sample_follow(u->size_search, input, &i));
  if (i) enqueue(u, i);
  return OK;
}

Model *turning_best(const Turning *u, u64 *ret_cost) {
  *ret_cost = u->best;
  return u->best_model;
}

static Err offer_best(Turning *u) {
  if (u->is_apart) return OK;
  u64 known = u->queue.n ? MAX(u->invited, u->queue.at[0].path->cost) : u->invited;
  Model *input = neighbours_invite(u->size_search, known);
  if (!input) return OK;
  u->invited = u->size_search->best.cost;
  Err err = turning_offer(u, input);
  model_unref(input);
  return err;
}

/* ---- a turn -------------------------------------------------------------------------------------- */

static Err set_neighbours(Turning *u, Individual *i) {
  if (u->neighbours_of == i) return OK;
  turning_rest(u);
  u->neighbours_of = i;
  path_list(i->path, &u->neighbours.path);
  return neighbours_keep(&u->neighbours, u->size_search, i->model, N_KEPT);
}

/* Negates the next condition that can be; NULL in *ret: none could. */
static Err turn(Turning *u, Task *k, Individual **ret) {
  *ret = NULL;
  TRY(set_neighbours(u, k->path));
  for (u32 i = 0; i < TRIES_OF_STEP && k->order.n && !*ret && !size_search_is_spent(u->size_search);
       i++) {
    u32 at = vec_pop(&k->order);
    State *from = neighbours_state(&u->neighbours, k->path->conditions.at[at].n_before);
    Precondition p = neighbours_precondition(k->path, at, from, &u->pre);
    TRY(sample_under(u->size_search, u->eval, &p, &u->rng, ret));
    stat_add(&u->size_search->stats, *ret ? &stat_negated : &stat_unturnable, 1);
  }
  return OK;
}

static Err step(Turning *u) {
  assert(u->queue.n);
  Individual *child;
  Task *k = &u->queue.at[0];
  u64 cost = k->path->cost;
  TRY(turn(u, k, &child));
  if (!k->order.n) dequeue(u);
  if (child && child->cost >= cost)
    enqueue(u, child);
  else
    individual_free(child);
  return OK;
}

/* ---- public -------------------------------------------------------------------------------------- */

Err turning_run(Turning *u, u64 max_steps, u64 *ret_n_steps, bool *ret_goes_on) {
  *ret_n_steps = 0;
  Err err = offer_best(u);
  while (err == OK && u->queue.n && *ret_n_steps < max_steps &&
         !size_search_is_spent(u->size_search)) {
    err = step(u);
    ++*ret_n_steps;
  }
  *ret_goes_on = u->queue.n > 0;
  return err;
}

/* An ExprMark. */
static void mark(void *user) {
  const Turning *u = user;
  for (u32 i = 0; i < u->queue.n; i++) conditions_mark(&u->queue.at[i].path->conditions);
  conditions_mark(&u->pre);
}

Turning *turning_new(SizeSearch *t, bool is_apart) {
  Turning *u = NEW(Turning);
  *u = (Turning){.size_search = t,
                 .is_apart = is_apart,
                 .rng = {rng_u64(&t->search->rng)},
                 .eval = eval_new()};
  expr_roots_add(mark, u);
  return u;
}

Turning *turning_free(Turning *u) {
  if (!u) return NULL;
  expr_roots_remove(mark, u);
  while (u->queue.n) dequeue(u);
  vec_free(&u->queue);
  model_unref(u->best_model);
  map_done(&u->seen);
  vec_free(&u->pre);
  eval_free(u->eval);
  mem_free(u);
  return NULL;
}
