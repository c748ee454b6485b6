/* hunt.c — visits the sizes in ascending order with one strategy.
 *
 * Sizes share the time that is left, so one that needs little leaves more to the others.  Some
 * strategies come back to every size that is not proven: a little time is kept for that.  Training
 * uses trials of its own, and only the last of these keeps its machine.
 */
#include "search/hunt.h"

#include <string.h>

Trial *hunt_trial(Hunt *h, u64 size) {
  for (u32 i = 0; i < h->trials.n; i++)
    if (h->trials.at[i]->size == size) return h->trials.at[i];
  return NULL;
}

Trial *hunt_training(Hunt *h, u64 size) {
  if (h->others.n) trial_rest(vec_last(&h->others));
  assert(!h->others.n || !vec_last(&h->others)->vm);
  Trial *t = trial_new(h, size);
  t->is_training = true;
  vec_push(&h->others, t);
  return t;
}

const OptionSet *hunt_options(Hunt *h, const OptionGroup *group) {
  for (u32 i = 0; i < h->config.n_options; i++)
    if (h->config.options[i].group == group) return &h->config.options[i];
  for (u32 i = 0; i < h->standards.n; i++)
    if (h->standards.at[i]->group == group) return h->standards.at[i];
  OptionSet *s = NEW(OptionSet);
  *s = option_set_new(group);
  vec_push(&h->standards, s);
  return s;
}

Text *hunt_product(Hunt *h, const char *name) {
  for (u32 i = 0; i < h->products.n; i++)
    if (!strcmp(h->products.at[i].name, name)) return &h->products.at[i].text;
  vec_push(&h->products, ((Product){.name = name}));
  return &vec_last(&h->products).text;
}

static void remark(Remarks *to, const char *fmt, va_list args) {
  Text text = {0};
  text_addv(&text, fmt, args);
  vec_push(to, text.at);
}

void hunt_say(Hunt *h, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  remark(&h->said, fmt, args);
  va_end(args);
}

void hunt_say_tried(Hunt *h, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  remark(&h->tried, fmt, args);
  va_end(args);
}

static void remarks_done(Remarks *r) {
  for (u32 i = 0; i < r->n; i++) mem_free(r->at[i]);
  vec_free(r);
}

/* The sizes from `first` on that something can still be found at. */
static u32 count_open(const Hunt *h, u32 first) {
  u32 n = 0;
  for (u32 i = first; i < h->trials.n; i++) n += !h->trials.at[i]->is_proven;
  return n;
}

/* What is left of the time but for what is kept is shared by the sizes that are left; who needs less leaves
 * more.  The largest is sure of half: it is what people ask for, and its paths are the longest. */
typedef struct Timetable {
  u64 kept_ns;     /* for later */
  u64 reserved_ns; /* for the largest size */
} Timetable;

static Timetable timetable_new(const Hunt *h, u64 kept_ns) {
  u64 left = clock_left(h->config.budget.deadline_ns) - kept_ns;
  return (Timetable){kept_ns, vec_last(&h->trials)->is_proven ? 0 : left / 2};
}

static void share_time(Hunt *h, u32 i, const Timetable *table) {
  if (h->config.budget.deadline_ns == NEVER_NS) return;
  u64 left = clock_left(h->config.budget.deadline_ns), taken = table->kept_ns;
  u32 n_left = count_open(h, i);
  if (table->reserved_ns && n_left > 1) {
    taken += table->reserved_ns;
    n_left--;
  }
  h->trials.at[i]->budget.deadline_ns = clock_after((left - MIN(left, taken)) / MAX(n_left, 1u));
}

static Finder finder(const Trial *t) {
  return t->history.n ? vec_last(&t->history).finder : t->how;
}

static void tell_size(const Trial *t, bool begins) {
  const HuntObserver *o = &t->hunt->config.observer;
  if (o->size) o->size(o->user, t, begins);
}

typedef Err VisitSize(Trial *t, void *self);

static Err visit(Hunt *h, Trial *t, VisitSize *search, void *self) {
  tell_size(t, true);
  /* With no time left not even the start of the program is made, which takes a second if it has much memory. */
  if (!t->is_proven && clock_left(h->config.budget.deadline_ns)) {
    trial_phase(t, h->config.strategy->finder);
    TRY(search(t, self));
    trial_phase_end(t);
  }
  assert(!t->is_at_work);
  t->how = finder(t);
  trial_rest(t);
  if (!t->best.is_found) trial_say_nothing(t);
  tell_size(t, false);
  return OK;
}

static Err revisit_all(Hunt *h, void *self) {
  Timetable table = timetable_new(h, 0);
  for (u32 i = 0; i < h->trials.n; i++) {
    Trial *t = h->trials.at[i];
    if (t->is_proven) continue;
    share_time(h, i, &table);
    TRY(visit(h, t, h->config.strategy->ops->revisit, self));
  }
  return OK;
}

/* Whoever comes back to each size keeps a little of the time for that. */
static Err search_all(Hunt *h, void *self) {
  enum { REVISIT_PART = 32 };
  const Strategy *s = h->config.strategy->ops;
  if (s->prepare) TRY(s->prepare(h, self));
  u64 kept = s->revisit ? clock_left(h->config.budget.deadline_ns) / REVISIT_PART : 0;
  Timetable table = timetable_new(h, kept);
  for (u32 i = 0; i < h->trials.n; i++) {
    Trial *t = h->trials.at[i];
    share_time(h, i, &table);
    TRY(visit(h, t, s->search, self));
  }
  return s->revisit ? revisit_all(h, self) : OK;
}

/* One path at each size, without a decision. */
static void say_ignored(Hunt *h) {
  for (u32 i = 0; i < h->trials.n; i++) {
    const Trial *t = h->trials.at[i];
    if (!t->is_proven || trial_paths(t) != 1 || !t->best.is_found || t->best.decisions.n) return;
  }
  hunt_say(h, "no decision of the program depends on its input");
}

Err hunt_run(const HuntConfig *config, Hunt **ret_hunt) {
  Hunt *h = *ret_hunt = NEW(Hunt);
  h->config = *config;
  h->rng = (Rng){config->seed};
  for (u32 i = 1; i < config->n_sizes; i++) assert(config->sizes[i - 1] < config->sizes[i]);
  for (u32 i = 0; i < config->n_sizes; i++) vec_push(&h->trials, trial_new(h, config->sizes[i]));
  const Strategy *s = config->strategy->ops;
  void *self = mem_new(MAX(s->n_bytes, 1u));
  Err err = search_all(h, self);
  if (err == OK) say_ignored(h);
  if (s->done) s->done(self);
  mem_free(self);
  return err;
}

Hunt *hunt_free(Hunt *h) {
  if (!h) return NULL;
  for (u32 i = 0; i < h->standards.n; i++) {
    option_set_done(h->standards.at[i]);
    mem_free(h->standards.at[i]);
  }
  vec_free(&h->standards);
  for (u32 i = 0; i < h->trials.n; i++) trial_free(h->trials.at[i]);
  for (u32 i = 0; i < h->others.n; i++) trial_free(h->others.at[i]);
  remarks_done(&h->said);
  remarks_done(&h->tried);
  vec_free(&h->trials);
  vec_free(&h->others);
  for (u32 i = 0; i < h->products.n; i++) text_free(&h->products.at[i].text);
  vec_free(&h->products);
  mem_free(h);
  return NULL;
}
