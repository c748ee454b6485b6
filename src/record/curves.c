/* curves.c — gathers samples as paths end, and thins improvements when a report is made. */
#include "record/curves.h"

static double seconds_of(u64 ns) { return (double)ns / (double)NS_PER_S; }

/* ---- samples ------------------------------------------------------------------------------------- */

/* The sample that the k-th path belongs to, from 1: small numbers are their own, and of larger ones
 * the first four binary digits count. */
static u32 sample_of(u64 k) {
  enum { DIGITS = 3 };
  u32 top = 63 - (u32)__builtin_clzll(k);
  if (top <= DIGITS) return (u32)k;
  return ((top - DIGITS) << DIGITS) + (u32)(k >> (top - DIGITS));
}

void curve_add(Curve *c, u64 n_paths, double seconds, u64 cost) {
  u32 before = c->n ? sample_of(c->n) : 0;
  c->n++;
  if (sample_of(c->n) != before) vec_push(&c->at, ((WorstSample){0}));
  WorstSample *s = &vec_last(&c->at);
  const WorstSample *last = c->at.n > 1 ? s - 1 : s;
  s->n++;
  s->sum += cost;
  s->max = MAX(s->max, cost);
  s->last = cost;
  s->paths = MAX(n_paths, last->paths); /* time and paths do not run backwards */
  s->seconds = seconds > last->seconds ? seconds : last->seconds;
}

/* The one that is added to is most often the last. */
static Curve *find_curve(Curves *c, u64 size, Origin origin, bool is_policy) {
  for (u32 i = c->all.n; i-- > 0;) {
    Curve *at = &c->all.at[i];
    if (at->size == size && at->origin == origin && at->is_policy == is_policy) return at;
  }
  vec_push(&c->all, ((Curve){.size = size, .origin = origin, .is_policy = is_policy}));
  return &vec_last(&c->all);
}

static void add(Curves *c, const SizeSearch *t, bool is_policy, u64 cost) {
  curve_add(find_curve(c, t->size, t->how, is_policy), size_search_paths(t),
            seconds_of(size_search_ns(t)), cost);
}

void curves_on_event(void *user, const RunEvent *e) {
  const SizeSearch *t = e->size_search;
  if (!t || t->is_training) return;
  if (e->kind == RUN_SAMPLED)
    add(user, t, e->sample.kind == SAMPLE_POLICY, e->sample.cost);
  else if (e->kind == RUN_PATH_ENDED && e->path.end->stop == STOP_EXIT)
    add(user, t, false, e->path.end->cost->n[t->search->config.cost]);
}

/* ---- improvements -------------------------------------------------------------------------------- */

/* The improvements by which the best crosses a line, of so many that lie between the first and the
 * last cost: no point of the staircase is further from the whole one than two lines are apart. */
void moments_report(const ImprovementVec *all, WorstSize *to) {
  enum { LINES = MAX_MOMENTS - ORIGIN_COUNT - 2 };
  bool is_known[ORIGIN_COUNT] = {0};
  double low = all->n ? (double)all->at[0].cost : 0;
  double step = all->n ? ((double)vec_last(all).cost - low) / LINES : 0;
  double line = low;
  for (u32 i = 0; i < all->n; i++) {
    const Improvement *m = &all->at[i];
    bool is_end = !i || i + 1 == all->n;
    bool is_kept = all->n <= MAX_MOMENTS || is_end || (double)m->cost >= line;
    if (!is_kept && is_known[m->origin]) continue;
    is_known[m->origin] = true;
    while (step > 0 && line <= (double)m->cost) line += step;
    vec_push(&to->history, ((WorstMoment){.cost = m->cost,
                                          .paths = m->n_paths,
                                          .seconds = seconds_of(m->ns),
                                          .strategy = origin_names[m->origin]}));
  }
}

/* ---- public -------------------------------------------------------------------------------------- */

void curves_report(const Curves *c, u64 size, WorstSize *to) {
  for (u32 i = 0; i < c->all.n; i++) {
    const Curve *from = &c->all.at[i];
    if (from->size != size) continue;
    WorstSeries series = {.strategy = origin_names[from->origin], .is_policy = from->is_policy};
    vec_append(&series.at, from->at.at, from->at.n);
    vec_push(&to->series, series);
  }
}

void curves_done(Curves *c) {
  for (u32 i = 0; i < c->all.n; i++) vec_free(&c->all.at[i].at);
  vec_free(&c->all);
}
