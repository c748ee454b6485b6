/* run_status.c — adds up what workers last committed.  A worker without a job that does not ask for one has gone. */
#include "engine/run_status.h"

#include "engine/parallel.h"
#include "explore/leaf_set.h"

#include <stdlib.h>
#include <string.h>

/* A worker that waits asks several times a second. */
#define GONE_NS (3 * NS_PER_S)

typedef struct StatusReader {
  StatusReport *to; /* borrowed */
  u64 now_ns, begin_ns;
} StatusReader;

static double seconds(u64 now_ns, u64 then_ns) {
  return now_ns > then_ns ? (double)(now_ns - then_ns) / (double)NS_PER_S : 0;
}

static u64 count_errors(const ExploreStats *stats) {
  u64 n = 0;
  for (u32 stop = 0; stop < STOP_COUNT; stop++)
    if (stop_infos[stop].class == STOP_BUG) n += stats->n_ended[stop];
  return n;
}

static void add_worker(StatusReader *r, const StoreWorkerRow *row, const RunFigures *figures) {
  const char *blank = strrchr(row->who, ' ');
  StatusWorker w = {.id = row->id,
                    .host = text_dup(row->who),
                    .pid = blank ? strtoull(blank, NULL, 10) : 0,
                    .has_job = row->job,
                    .job = row->job,
                    .since = seconds(r->now_ns, row->job ? row->claimed_ns : row->joined_ns),
                    .silent = seconds(r->now_ns, row->seen_ns),
                    .paths = figures->stats.n_paths,
                    .errors = count_errors(&figures->stats)};
  if (blank) w.host[blank - row->who] = 0;
  r->to->waiting += !row->job;
  vec_push(&r->to->workers, w);
}

static Err see_worker(void *user, const StoreWorkerRow *row) {
  StatusReader *r = user;
  RunFigures figures = {0};
  if (row->n_figures == sizeof figures) memcpy(&figures, row->figures, sizeof figures);
  r->to->paths += figures.stats.n_paths;
  r->to->errors += count_errors(&figures.stats);
  r->to->instructions += figures.stats.n_instructions;
  r->begin_ns = MIN(r->begin_ns, row->joined_ns);
  if (row->job || row->seen_ns + GONE_NS > r->now_ns)
    add_worker(r, row, &figures);
  else
    r->to->gone++;
  return OK;
}

static Err see_job(void *user, const StoreJobRow *row) {
  StatusReport *to = ((StatusReader *)user)->to;
  to->jobs++;
  to->waiting_jobs += !row->worker && row->n_claims < STORE_MOST_CLAIMS;
  to->given_up += !row->worker && row->n_claims >= STORE_MOST_CLAIMS;
  to->leaves += leaf_set_count(row->head, row->n_head);
  return OK;
}

/* Who leads says it now and then; not of every run. */
static void read_cover(Store *s, StatusReport *to) {
  cleanup(text_free) Text said = {0};
  if (store_get(s, PARALLEL_COVERED, &said) != OK) return;
  Wire from = wire_of(said.at, said.n);
  to->covered = wire_next(&from);
  to->sides = wire_next(&from);
  to->has_cover = !from.is_bad;
}

Err run_status_read(Store *s, const StatusBefore *before, StatusReport *ret) {
  StatusReader r = {.to = ret, .begin_ns = NEVER_NS};
  *ret = (StatusReport){.store = text_dup(store_name(s))};
  TRY(store_now(s, &r.now_ns));
  TRY(store_each_worker(s, see_worker, &r));
  TRY(store_each_job(s, see_job, &r));
  read_cover(s, ret);
  bool is_later = before->ago_ns && ret->paths >= before->n_paths;
  double time = is_later ? seconds(before->ago_ns, 0) : seconds(r.now_ns, r.begin_ns);
  u64 n = ret->paths - (is_later ? before->n_paths : 0);
  ret->rate = time > 0 ? (double)n / time : 0;
  return OK;
}
