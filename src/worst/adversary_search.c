/* adversary_search.c — local search over the answers of an adversary (adversary.h), as an arm.
 *
 * Four lists in which all answers are alike come first, those of McIlroy among them.  The best of them is
 * then changed in a few places, again and again, and what costs no less takes its place.  A changed answer moves one
 * number and what is compared with it later, and the program goes on splitting badly: a change of a single number
 * would mostly repair what was bad about the whole input.
 */
#include "worst/adversary_search.h"

#include "inputs/adversary.h"
#include "worst/arm.h"

typedef struct AdversarySearch {
  bool has_begun;
  u8 *answers; /* owned; the best so far; NULL: none, as nothing compares numbers */
  u32 n;       /* of these, also of those that are not wanted */
  u32 n_used;  /* by the best */
  u64 cost;    /* of the best */
  Rng rng;
} AdversarySearch;

/* Runs the input that the answers describe; it becomes the best if it costs no less. */
static Err try_answers(InputSearch *c, AdversarySearch *d, const u8 *answers, u64 deadline_ns) {
  u8 *genome = mem_new(MAX(c->evaluator.plan.n_bytes, 1u));
  u32 n_used;
  u64 cost = 0;
  Err err = adversary_make(&c->evaluator, answers, deadline_ns, genome, &n_used);
  if (err == OK && n_used) err = input_search_try(c, genome, &cost);
  assert(err != OK || n_used <= d->n);
  mem_free(genome);
  if (err != OK || !n_used || cost < d->cost || !cost) return err;
  mem_free(d->answers);
  d->answers = mem_dup(answers, d->n);
  d->n_used = n_used;
  d->cost = cost;
  return OK;
}

/* Stops at the first without a gain: then nothing compares numbers, or there is no time. */
static Err begin(InputSearch *c, AdversarySearch *d, u64 deadline_ns) {
  enum { PLAIN = ANSWER_HIGH | ANSWER_FIRST };
  d->has_begun = true;
  d->n = adversary_answers(&c->evaluator);
  if (d->n < 2) return OK;
  u8 *answers = mem_new(d->n);
  Err err = OK;
  for (u8 how = 0; how <= PLAIN && err == OK && (d->answers || !how); how++) {
    memset(answers, how, d->n);
    err = try_answers(c, d, answers, deadline_ns);
  }
  mem_free(answers);
  return err;
}

Err adversary_plain(InputSearch *c, u64 limit_ns) {
  AdversarySearch d = {0};
  input_search_begin(c, ORIGIN_adversary);
  Err err = begin(c, &d, MIN(clock_after(limit_ns), c->size_search->budget.deadline_ns));
  mem_free(d.answers);
  return input_search_end(c, err);
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
static void change(AdversarySearch *d, u8 *io_answers) {
  assert(d->n_used && d->n_used <= d->n);
  enum { MOST_CHANGES = 3, LONGEST_ROW = 8 };
  for (u64 n = 1 + rng_below(&d->rng, MOST_CHANGES); n; n--) {
    u32 at = (u32)rng_below(&d->rng, d->n_used);
    u64 length = rng_below(&d->rng, 2) ? 1 : 1 + rng_below(&d->rng, LONGEST_ROW);
    u8 how = random_answer(&d->rng);
    for (u64 k = 0; k < length && at + k < d->n_used; k++) io_answers[at + k] = how;
  }
}

static Err adversary_search_on(InputSearch *c, AdversarySearch *d, const Slice *s,
                               u64 *ret_n_steps) {
  u8 *answers = mem_new(d->n);
  Err err = OK;
  for (; *ret_n_steps < s->max_steps && err == OK && !size_search_is_spent(c->size_search);
       ++*ret_n_steps) {
    memcpy(answers, d->answers, d->n);
    change(d, answers);
    err = try_answers(c, d, answers, s->deadline_ns);
  }
  mem_free(answers);
  return err;
}

static Err slice(SizeSearch *t, void *self, const Slice *s, SliceEnd *ret) {
  AdversarySearch *d = self;
  InputSearch *c = s->inputs;
  *ret = (SliceEnd){.is_exhausted = true};
  if (!c) return OK;
  Err err = OK;
  input_search_begin(c, ORIGIN_adversary);
  if (!d->has_begun) {
    d->rng = (Rng){rng_u64(&t->search->rng)};
    err = begin(c, d, s->deadline_ns);
  }
  if (err == OK && d->answers) err = adversary_search_on(c, d, s, &ret->n_steps);
  ret->is_exhausted = !d->answers;
  return input_search_end(c, err);
}

static void done(SizeSearch *t, void *self) {
  (void)t;
  mem_free(((AdversarySearch *)self)->answers);
}

const ArmOps arm_adversary = {.n_bytes = sizeof(AdversarySearch), .slice = slice, .done = done};
