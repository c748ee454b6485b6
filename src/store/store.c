/* store.c — finds the kind of a store by its name, and passes on what is asked of it. */
#include "store/store_impl.h"

#include <string.h>
#include <unistd.h>

typedef struct StoreRow {
  const char *prefix;
  const StoreOps *ops;
} StoreRow;

static const StoreRow rows[] = {
#define STORE(id, prefix, place) {prefix, &store_##id},
#include "store/stores.def"
#undef STORE
};

static const StoreOps *ops_of(const char *name) {
  for (u32 i = 0; i < ARRAY_LEN(rows); i++)
    if (!strncmp(name, rows[i].prefix, strlen(rows[i].prefix))) return rows[i].ops;
  return &store_sqlite;
}

bool store_is_at_server(const char *name) { return ops_of(name)->is_at_server; }
const char *store_name(const Store *s) { return s->name; }
Err store_make(const char *name, Store **ret) { return ops_of(name)->make(name, ret); }
Err store_open(const char *name, Store **ret) { return ops_of(name)->open(name, false, ret); }
Err store_reopen(const char *name, Store **ret) { return ops_of(name)->open(name, true, ret); }
Err store_remove(const char *name) { return ops_of(name)->remove(name); }

Err store_is_over(const char *name, bool *ret) {
  *ret = false;
  return ops_of(name)->is_over ? ops_of(name)->is_over(name, ret) : OK;
}

Store *store_close(Store *s) {
  if (!s) return NULL;
  mem_free(s->name);
  s->ops->close(s);
  return NULL;
}

void store_mind(Store *s, const Budget *b) { s->budget = b; }
bool store_is_ending(const Store *s) { return s->is_ending; }
bool store_is_lost(const Store *s) { return s->is_lost; }

Err store_publish(Store *s) { return s->ops->publish(s); }

Err store_put(Store *s, const char *name, const void *bytes, size_t n) {
  return s->ops->put(s, name, bytes, n);
}

Err store_get(Store *s, const char *name, Text *ret) { return s->ops->get(s, name, ret); }

Err store_join(Store *s, u64 *ret_worker) {
  char host[256] = "";
  if (gethostname(host, sizeof host - 1) || !*host) strcpy(host, "?");
  cleanup(text_free) Text who = text_format("%s %d", host, (int)getpid());
  return s->ops->join(s, text_c(&who), ret_worker);
}

Err store_add_job(Store *s, const Text *leaves) { return s->ops->add_job(s, leaves); }

Err store_claim(Store *s, u64 worker, u64 lease_ns, StoreJob *ret, bool *ret_has_job,
                bool *ret_is_over) {
  return s->ops->claim(s, worker, lease_ns, ret, ret_has_job, ret_is_over);
}

Err store_wait(Store *s) { return s->ops->wait(s); }

Err store_commit(Store *s, const StoreCommit *c, bool *ret_is_ours) {
  assert(c->job && c->figures);
  return s->ops->commit(s, c, ret_is_ours);
}

Err store_each_news(Store *s, u64 *io_seen, StoreEach *each, void *user) {
  return s->ops->each_news(s, io_seen, each, user);
}

Err store_hungry(Store *s, u32 *ret_n) { return s->ops->hungry(s, ret_n); }
Err store_lead(Store *s) { return s->ops->lead(s); }
Err store_set_ending(Store *s, bool is_ending) { return s->ops->set_ending(s, is_ending); }
Err store_free_claims(Store *s, u64 worker) { return s->ops->free_claims(s, worker); }
Err store_count(Store *s, StoreCount *ret) { return s->ops->count(s, ret); }
Err store_now(Store *s, u64 *ret_ns) { return s->ops->now(s, ret_ns); }

Err store_each_results(Store *s, StoreEach *each, void *user) {
  return s->ops->each_results(s, each, user);
}

Err store_each_leaves(Store *s, StoreEach *each, void *user) {
  return s->ops->each_leaves(s, each, user);
}

typedef struct FiguresUser {
  StoreEach *each;
  void *user;
} FiguresUser;

static Err pass_figures(void *user, const StoreWorkerRow *row) {
  const FiguresUser *f = user;
  return row->n_figures ? f->each(f->user, row->figures, row->n_figures) : OK;
}

Err store_each_figures(Store *s, StoreEach *each, void *user) {
  return s->ops->each_worker(s, pass_figures, &(FiguresUser){each, user});
}

Err store_each_worker(Store *s, StoreEachWorker *each, void *user) {
  return s->ops->each_worker(s, each, user);
}

Err store_each_job(Store *s, StoreEachJob *each, void *user) {
  return s->ops->each_job(s, each, user);
}
