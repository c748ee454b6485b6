/* cover_run.c — listens to an exploration. */
#include "cover/cover_run.h"

#include <fnmatch.h>
#include <string.h>

enum { MOST_POINTS = 600 };

static bool fits(const char *pattern, const char *file) {
  if (!fnmatch(pattern, file, 0)) return true;
  for (const char *slash = strchr(file, '/'); slash; slash = strchr(slash + 1, '/'))
    if (!fnmatch(pattern, slash + 1, 0)) return true;
  return false;
}

bool cover_scope_has(void *user, const char *file) {
  const CoverScope *s = user;
  if (!*file || (is_runtime_file(file) && !s->with_libraries)) return false;
  if (!strcmp(file, "--call")) return false; /* the main that call_write makes */
  if (!s->patterns || !s->patterns->n) return true;
  for (u32 i = 0; i < s->patterns->n; i++)
    if (fits(s->patterns->at[i], file)) return true;
  return false;
}

/* Few points however long it takes: half of them when there are too many. */
static void add_point(CoverRun *c, const RunEvent *e) {
  /* In the end there are no leaves any more: those that a limit left were there until then. */
  bool is_cut = e->kind == RUN_SIZE_ENDED && e->stats->limit != LIMIT_NOT && c->curve.n;
  CoverPoint p = {.seconds = (double)e->ns / (double)NS_PER_S,
                  .n_sides = c->cover->n_seen,
                  .n_states = is_cut ? vec_last(&c->curve).n_states : e->stats->n_leaves,
                  .n_paths = e->stats->n_paths};
  vec_push(&c->curve, p);
  c->next_ns = e->ns + c->step_ns;
  if (c->curve.n < MOST_POINTS) return;
  for (u32 i = 0; i < c->curve.n / 2; i++) c->curve.at[i] = c->curve.at[2 * i + 1];
  c->curve.n /= 2;
  c->step_ns = c->step_ns ? 2 * c->step_ns : 200 * NS_PER_MS;
}

static void add_test(CoverRun *c, const RunEvent *e, u64 number, u64 n_instructions,
                     bool is_error) {
  if (number) vec_push(&c->tests, ((FoundTest){number, e->ns, n_instructions, is_error}));
}

void cover_run_on_event(void *user, const RunEvent *e) {
  CoverRun *c = user;
  if (e->kind == RUN_PATH_ENDED)
    add_test(c, e, e->path.test, e->path.end->n_instructions, e->path.error != NULL);
  if (e->kind == RUN_TEST_PENDING)
    add_test(c, e, e->pending.test, e->pending.n_instructions, false);
  if (e->kind == RUN_WARNED) add_test(c, e, e->warning.test, 0, true);
  if ((e->kind == RUN_TICKED && e->ns >= c->next_ns) || e->kind == RUN_SIZE_ENDED) add_point(c, e);
}

void cover_run_done(CoverRun *c) {
  vec_free(&c->tests);
  vec_free(&c->curve);
}
