/* search.c — visits the sizes in ascending order with one strategy.
 *
 * Sizes share the time that is left, so one that needs little leaves more to the others.  Some
 * strategies come back to every size that is not proven: a little time is kept for that.  Training
 * uses size searches of its own, and only the last of these keeps its machine.
 */
#include "search/search.h"

#include "search/time_parts.h"

#include <string.h>

SizeSearch *search_at_size(Search *h, u64 size) {
  for (u32 i = 0; i < h->searches.n; i++)
    if (h->searches.at[i]->size == size) return h->searches.at[i];
  return NULL;
}

SizeSearch *search_training(Search *h, u64 size) {
  if (h->others.n) size_search_rest(vec_last(&h->others));
  assert(!h->others.n || !vec_last(&h->others)->vm);
  SizeSearch *t = size_search_new(h, size);
  t->is_training = true;
  vec_push(&h->others, t);
  return t;
}

const OptionSet *search_options(Search *h, const OptionGroup *group) {
  for (u32 i = 0; i < h->config.n_options; i++)
    if (h->config.options[i].group == group) return &h->config.options[i];
  for (u32 i = 0; i < h->standards.n; i++)
    if (h->standards.at[i]->group == group) return h->standards.at[i];
  OptionSet *s = NEW(OptionSet);
  *s = option_set_new(group);
  vec_push(&h->standards, s);
  return s;
}

Text *search_product(Search *h, const char *name) {
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

void search_say(Search *h, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  remark(&h->said, fmt, args);
  va_end(args);
}

void search_note_failed(Search *h, const char *fmt, ...) {
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
static u32 count_open(const Search *h, u32 first) {
  u32 n = 0;
  for (u32 i = first; i < h->searches.n; i++) n += !h->searches.at[i]->is_proven;
  return n;
}

/* The remaining sizes share the remaining time, without the time that is kept; a size that needs
 * less leaves more to the others.  The largest size gets at least half: it is what users ask for,
 * and its paths are the longest. */
typedef struct Timetable {
  u64 kept_ns;     /* for later */
  u64 reserved_ns; /* for the largest size */
} Timetable;

static Timetable timetable_new(const Search *h, u64 kept_ns) {
  u64 left = clock_left(h->config.budget.deadline_ns) - kept_ns;
  return (Timetable){kept_ns, vec_last(&h->searches)->is_proven ? 0 : left / PART_LARGEST_SIZE};
}

static void share_time(Search *h, u32 i, const Timetable *table) {
  if (h->config.budget.deadline_ns == NEVER_NS) return;
  u64 left = clock_left(h->config.budget.deadline_ns), taken = table->kept_ns;
  u32 n_left = count_open(h, i);
  if (table->reserved_ns && n_left > 1) {
    taken += table->reserved_ns;
    n_left--;
  }
  h->searches.at[i]->budget.deadline_ns = clock_after((left - MIN(left, taken)) / MAX(n_left, 1u));
}

static Origin origin(const SizeSearch *t) {
  return t->history.n ? vec_last(&t->history).origin : t->how;
}

static void emit_size(const SizeSearch *t, bool begins) {
  const SearchObserver *o = &t->search->config.observer;
  if (o->size) o->size(o->user, t, begins);
}

static void take_known(SizeSearch *t) {
  const SearchConfig *c = &t->search->config;
  for (u32 i = 0; i < c->n_known; i++) {
    if (c->known[i].size != t->size || t->best.is_found) continue;
    Witness w = {0};
    named_bytes_add_all(&w.inputs, &c->known[i].inputs);
    size_search_phase(t, ORIGIN_kept);
    size_search_admit(t, &w, &c->known[i].costs);
    size_search_phase_end(t);
  }
}

typedef Err VisitSize(SizeSearch *t, void *self);

static Err visit(Search *h, SizeSearch *t, VisitSize *search, void *self) {
  emit_size(t, true);
  take_known(t);
  /* With no time left not even the start of the program is made, which takes a second if it has much memory. */
  if (!t->is_proven && clock_left(h->config.budget.deadline_ns)) {
    size_search_phase(t, h->config.strategy->origin);
    TRY(search(t, self));
    size_search_phase_end(t);
  }
  assert(!t->is_at_work);
  t->how = origin(t);
  size_search_rest(t);
  if (!t->best.is_found) size_search_say_nothing(t);
  emit_size(t, false);
  return OK;
}

/* Costs less than a smaller size? */
static bool fell_short(const Search *h, u32 i) {
  for (u32 k = 0; k < i; k++)
    if (h->searches.at[k]->best.cost > h->searches.at[i]->best.cost) return true;
  return false;
}

/* Costs are compared when N doubles, so all of them are to be found as well: the largest size had most of the time, and
 * what was found there goes down from size to size.  A size that seems to cost less than a smaller one is searched once more. */
static Err revisit_at(Search *h, u32 i, u32 n_open, void *self) {
  SizeSearch *t = h->searches.at[i];
  t->budget.deadline_ns = clock_part(h->config.budget.deadline_ns, n_open);
  return visit(h, t, h->config.strategy->ops->revisit, self);
}

static Err revisit_all(Search *h, void *self) {
  u32 n_open = count_open(h, 0) + 1; /* the last share is for what follows */
  for (u32 i = h->searches.n; i-- > 0;)
    if (!h->searches.at[i]->is_proven) TRY(revisit_at(h, i, n_open--, self));
  for (u32 i = 0; i < h->searches.n; i++)
    if (!h->searches.at[i]->is_proven && fell_short(h, i)) TRY(revisit_at(h, i, 2, self));
  return OK;
}

/* A strategy that comes back to each size keeps a little of the time for that. */
static Err search_all(Search *h, void *self) {
  const Strategy *s = h->config.strategy->ops;
  if (s->prepare) TRY(s->prepare(h, self));
  u64 kept = s->revisit ? clock_left(h->config.budget.deadline_ns) / PART_REVISIT : 0;
  Timetable table = timetable_new(h, kept);
  for (u32 i = 0; i < h->searches.n; i++) {
    SizeSearch *t = h->searches.at[i];
    share_time(h, i, &table);
    TRY(visit(h, t, s->search, self));
  }
  return s->revisit ? revisit_all(h, self) : OK;
}

/* One path at each size, without a decision. */
static void say_ignored(Search *h) {
  for (u32 i = 0; i < h->searches.n; i++) {
    const SizeSearch *t = h->searches.at[i];
    if (!t->is_proven || size_search_paths(t) != 1 || !t->best.is_found || t->best.decisions.n)
      return;
  }
  search_say(h, "no decision of the program depends on its input");
}

Err search_run(const SearchConfig *config, Search **ret_search) {
  Search *h = *ret_search = NEW(Search);
  h->config = *config;
  h->rng = (Rng){config->seed};
  for (u32 i = 1; i < config->n_sizes; i++) assert(config->sizes[i - 1] < config->sizes[i]);
  for (u32 i = 0; i < config->n_sizes; i++)
    vec_push(&h->searches, size_search_new(h, config->sizes[i]));
  const Strategy *s = config->strategy->ops;
  void *self = mem_new(MAX(s->n_bytes, 1u));
  Err err = search_all(h, self);
  if (err == OK) say_ignored(h);
  if (s->done) s->done(self);
  mem_free(self);
  return err;
}

Search *search_free(Search *h) {
  if (!h) return NULL;
  for (u32 i = 0; i < h->standards.n; i++) {
    option_set_done(h->standards.at[i]);
    mem_free(h->standards.at[i]);
  }
  vec_free(&h->standards);
  for (u32 i = 0; i < h->searches.n; i++) size_search_free(h->searches.at[i]);
  for (u32 i = 0; i < h->others.n; i++) size_search_free(h->others.at[i]);
  remarks_done(&h->said);
  remarks_done(&h->tried);
  vec_free(&h->searches);
  vec_free(&h->others);
  for (u32 i = 0; i < h->products.n; i++) text_free(&h->products.at[i].text);
  vec_free(&h->products);
  mem_free(h);
  return NULL;
}
