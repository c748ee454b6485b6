/* duel.c — local search over the answers of an adversary (adversary.h), as an arm.
 *
 * Four lists in which all answers are alike come first, those of McIlroy among them.  The best of them is
 * then changed in a few places, again and again, and what costs no less takes its place.  A changed answer moves one
 * number and what is compared with it later, and the program goes on splitting badly: a change of a single number
 * would mostly repair what was bad about the whole input.
 */
#include "worst/duel.h"

#include "inputs/adversary.h"
#include "worst/arm.h"

typedef struct Duel {
  bool has_begun;
  u8 *answers; /* owned; the best so far; NULL: none, as nothing compares numbers */
  u32 n;       /* of these, also of those that are not wanted */
  u32 n_used;  /* by the best */
  u64 cost;    /* of the best */
  Rng rng;
} Duel;

/* Runs the input that the answers describe; it becomes the best if it costs no less. */
static Err fight(Colony *c, Duel *d, const u8 *answers, u64 deadline_ns) {
  u8 *genome = mem_new(MAX(c->judge.plan.n_bytes, 1u));
  u32 n_used;
  u64 cost = 0;
  Err err = adversary_make(&c->judge, answers, deadline_ns, genome, &n_used);
  if (err == OK && n_used) err = colony_try(c, genome, &cost);
  mem_free(genome);
  if (err != OK || !n_used || cost < d->cost || !cost) return err;
  mem_free(d->answers);
  d->answers = mem_dup(answers, d->n);
  d->n_used = n_used;
  d->cost = cost;
  return OK;
}

/* Stops at the first in vain: then nothing compares numbers, or there is no time. */
static Err begin(Colony *c, Duel *d, u64 deadline_ns) {
  enum { PLAIN = ANSWER_HIGH | ANSWER_FIRST };
  d->has_begun = true;
  d->n = adversary_answers(&c->judge);
  if (d->n < 2) return OK;
  u8 *answers = mem_new(d->n);
  Err err = OK;
  for (u8 how = 0; how <= PLAIN && err == OK && (d->answers || !how); how++) {
    memset(answers, how, d->n);
    err = fight(c, d, answers, deadline_ns);
  }
  mem_free(answers);
  return err;
}

Err duel_plain(Colony *c, u64 limit_ns) {
  Duel d = {0};
  colony_begin(c, FINDER_STEP_duel);
  Err err = begin(c, &d, MIN(clock_after(limit_ns), c->trial->budget.deadline_ns));
  mem_free(d.answers);
  return colony_end(c, err);
}

/* Ties are rare in worst cases, and pivots are mostly where they are looked for. */
static u8 random_answer(Rng *rng) {
  enum { TIES = 8, OTHERS = 4 };
  u8 how = (u8)(rng_u64(rng) & (ANSWER_HIGH | ANSWER_FIRST));
  if (!rng_below(rng, TIES)) how |= ANSWER_TIE;
  if (!rng_below(rng, OTHERS)) how |= ANSWER_OTHER;
  return how;
}

/* Single answers, or a few in a row. */
static void change(Duel *d, u8 *io_answers) {
  enum { MOST_CHANGES = 3, LONGEST_ROW = 8 };
  for (u64 n = 1 + rng_below(&d->rng, MOST_CHANGES); n; n--) {
    u32 at = (u32)rng_below(&d->rng, d->n_used);
    u64 length = rng_below(&d->rng, 2) ? 1 : 1 + rng_below(&d->rng, LONGEST_ROW);
    u8 how = random_answer(&d->rng);
    for (u64 k = 0; k < length && at + k < d->n_used; k++) io_answers[at + k] = how;
  }
}

static Err duel_on(Colony *c, Duel *d, const Slice *s, u64 *ret_n_steps) {
  u8 *answers = mem_new(d->n);
  Err err = OK;
  for (; *ret_n_steps < s->max_steps && err == OK && !trial_is_spent(c->trial); ++*ret_n_steps) {
    memcpy(answers, d->answers, d->n);
    change(d, answers);
    err = fight(c, d, answers, s->deadline_ns);
  }
  mem_free(answers);
  return err;
}

static Err slice(Trial *t, Portfolio *p, void *self, const Slice *s, SliceEnd *ret) {
  Duel *d = self;
  Colony *c = portfolio_colony(p, t);
  *ret = (SliceEnd){.is_dry = true};
  if (!c) return OK;
  Err err = OK;
  colony_begin(c, FINDER_STEP_duel);
  if (!d->has_begun) {
    d->rng = (Rng){rng_u64(&t->hunt->rng)};
    err = begin(c, d, s->deadline_ns);
  }
  if (err == OK && d->answers) err = duel_on(c, d, s, &ret->n_steps);
  ret->is_dry = !d->answers;
  return colony_end(c, err);
}

static void done(Trial *t, void *self) {
  (void)t;
  mem_free(((Duel *)self)->answers);
}

const ArmOps arm_duel = {.n_bytes = sizeof(Duel), .slice = slice, .done = done};
