/* growth_text.c — how a cost grows, in one line.  A cost that is only found is "at least". */
#include "worst/cost_law.h"
#include "worst/growth.h"
#include "worst/growth_class.h"

#include <inttypes.h>

enum { LISTED = 4 }; /* so many sizes are named one by one */

static const char *const kind_names[] = {
#define GROWTH_KIND(id, name) [GROWTH_##id] = name,
#include "worst/growth_kinds.def"
#undef GROWTH_KIND
};

static const char *sizes_word(u32 n) {
  return n == 1 ? "size" : "sizes";
}

static void add_percent(double x, Text *t) {
  if (x < 0.0001)
    text_add(t, "0.01 %");
  else
    text_addf(t, x >= 0.1 ? "%.0f %%" : "%.2g %%", x * 100);
}

static void print_confirmed(const Growth *g, const char *confirmed, Text *t) {
  u32 n_met = 0;
  i64 last = 0;
  for (u32 i = 0; i < g->checks.n; i++)
    if (g->checks.at[i].met) n_met++, last = g->checks.at[i].size;
  if (n_met > LISTED) text_addf(t, "%s%u more up to %" PRId64, confirmed, n_met, last);
  if (n_met > LISTED) return;
  const char *word = confirmed;
  for (u32 i = 0; i < g->checks.n; i++) {
    if (!g->checks.at[i].met) continue;
    text_addf(t, "%s%" PRId64, word, g->checks.at[i].size);
    word = ", ";
  }
}

/* Both numbers, at the largest size where they differ. */
static void print_short(const Growth *g, const char *what, Text *t) {
  u32 n = 0;
  const GrowthCheck *last = NULL;
  for (u32 i = 0; i < g->checks.n; i++)
    if (g->checks.at[i].is_short) n++, last = &g->checks.at[i];
  if (!last) return;
  text_addf(t,
            "; at N=%" PRId64 " %" PRId64 " found of %s%s that %s predicts: the search fell short "
            "there, or %s ends before",
            last->size, last->found, g->fit ? "about " : "", last->predicted, what, what);
  if (n > 1) text_addf(t, " (the same at %u smaller)", n - 1);
}

/* Not where a law or class says already that the search fell short. */
static void print_dips(const Growth *g, Text *t) {
  if (!g->dips.n) return;
  const GrowthDip *d = &vec_last(&g->dips);
  for (u32 i = 0; i < g->checks.n; i++)
    if (g->checks.at[i].size == d->at.size && g->checks.at[i].is_short) return;
  text_addf(t,
            "; N=%" PRId64 " costs less (%" PRId64 ") than N=%" PRId64 " (%" PRId64
            "): the search fell short there, unless costs fall",
            d->at.size, d->at.cost, d->before.size, d->before.cost);
}

static void print_steps(const GrowthSteps *s, Text *t) {
  if (!s->to) return;
  text_addf(t, "; from N=%" PRId64 " to %" PRId64 " each step multiplies what was found by ",
            s->from, s->to);
  text_addf(t, s->most - s->least < 0.1 ? "%.1f" : "%.1f to %.1f", s->least, s->most);
}

static void print_bound(const Growth *g, Text *t) {
  if (g->bound_size) text_addf(t, "; at least %" PRId64 " at N=%" PRId64, g->bound, g->bound_size);
}

static void print_law(const Growth *g, const char *unit, Text *t) {
  const char *law = g->exact ? g->exact : g->at_least;
  if (!g->exact) text_add(t, "at least ");
  text_addf(t, cost_law_is_sum(g->law) ? "%s " : "%s; ", law);
  text_add_unit(t, !strcmp(law, "1") ? 1 : 2, unit);
  if (g->class) text_addf(t, " (%s)", g->class);
  if (g->late) text_addf(t, " from N = %" PRId64 " on", g->from);
  if (g->exact)
    text_addf(t, ", exact at %u %s", g->n_sizes, sizes_word(g->n_sizes));
  else if (g->n_proven)
    text_addf(t, ", found at %u %s, %u of them proven", g->n_sizes, sizes_word(g->n_sizes),
              g->n_proven);
  else
    text_addf(t, ", found at %u %s, none of them proven", g->n_sizes, sizes_word(g->n_sizes));
  print_confirmed(g, ", found also at ", t);
  print_short(g, "the law", t);
}

static void print_class(const Growth *g, const char *unit, Text *t) {
  text_add(t, "about ");
  growth_class_print(g->row, g->fit, t);
  text_addf(t, " %s (%s), within ", unit, g->class);
  add_percent(g->error, t);
  text_addf(t, " at %u proven sizes (worst at N=%" PRId64 "); the largest were predicted within ",
            g->n_sizes, g->error_size);
  add_percent(g->ahead, t);
  print_confirmed(g, ", as found at ", t);
  print_short(g, "this", t);
}

static void print_candidates(const Growth *g, const char *unit, Text *t) {
  u32 n = g->candidates.n;
  const char *last = g->candidates.at[n - 1];
  if (!strcmp(last, "n!"))
    text_addf(t, "%s or more %s", g->candidates.at[0], unit);
  else
    text_addf(t, n == 2 ? "%s or %s %s" : "between %s and %s %s", g->candidates.at[0], last, unit);
  text_addf(t, ": %u proven sizes do not tell (nearest %s, which predicts the largest within ",
            g->n_sizes, g->candidates.at[g->nearest]);
  add_percent(g->ahead, t);
  text_add_char(t, ')');
}

const char *growth_kind_name(GrowthKind kind) {
  return kind_names[kind];
}

void growth_print(const Growth *g, const char *unit, Text *t) {
  switch (g->kind) {
  case GROWTH_EXACT:
  case GROWTH_AT_LEAST:
    print_law(g, unit, t);
    break;
  case GROWTH_FITTED:
    print_class(g, unit, t);
    break;
  case GROWTH_CANDIDATES:
    print_candidates(g, unit, t);
    break;
  case GROWTH_UNKNOWN:
    text_addf(t, "growth of %s unknown: %s", unit, g->why);
    break;
  }
  if (g->kind != GROWTH_FITTED) print_steps(&g->steps, t);
  if (g->refuted) text_addf(t, "; %s", g->refuted);
  if (g->kind == GROWTH_CANDIDATES) print_bound(g, t);
  print_dips(g, t);
}
