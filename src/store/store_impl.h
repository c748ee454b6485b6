/* store_impl.h — what a kind of store does: the functions of store.h, for one place where stores can be. */
#pragma once

#include "store/store.h"

typedef struct StoreOps {
  /* What they return begins with a Store, whose name and ops the caller sets. */
  Err (*make)(const char *name, Store **ret);
  Err (*open)(const char *name, bool waits, Store **ret);
  Err (*is_over)(const char *name, bool *ret); /* NULL: never */
  void (*close)(Store *s);
  Err (*remove)(const char *name);
  Err (*publish)(Store *s);
  Err (*put)(Store *s, const char *name, const void *bytes, size_t n);
  Err (*get)(Store *s, const char *name, Text *ret);
  Err (*join)(Store *s, const char *who, u64 *ret_worker);
  Err (*add_job)(Store *s, const Text *leaves);
  Err (*claim)(Store *s, u64 worker, u64 lease_ns, StoreJob *ret, bool *ret_has_job,
               bool *ret_is_over);
  Err (*wait)(Store *s);
  Err (*commit)(Store *s, const StoreCommit *c, bool *ret_is_ours);
  Err (*each_news)(Store *s, u64 *io_seen, StoreEach *each, void *user);
  Err (*hungry)(Store *s, u32 *ret_n);
  Err (*lead)(Store *s);
  Err (*set_ending)(Store *s, bool is_ending);
  Err (*free_claims)(Store *s, u64 worker);
  Err (*count)(Store *s, StoreCount *ret);
  Err (*each_results)(Store *s, StoreEach *each, void *user);
  Err (*each_leaves)(Store *s, StoreEach *each, void *user);
  Err (*each_worker)(Store *s, StoreEachWorker *each, void *user);
  Err (*each_job)(Store *s, StoreEachJob *each, void *user);
  Err (*now)(Store *s, u64 *ret_ns);
  bool is_at_server;
} StoreOps;

extern const StoreOps store_sqlite, store_redis;

struct Store {
  const StoreOps *ops;
  char *name;           /* owned; as it is shown */
  const Budget *budget; /* borrowed, or NULL */
  bool is_ending, is_lost;
};

/* Another layout, another number: an old store is refused. */
#define STORE_VERSION "3"

/* A waiting worker that has not asked for so long has gone. */
#define STORE_WAIT_NS (2 * NS_PER_S)

/* Of the leaves of a job, for who looks on. */
enum { STORE_HEAD_BYTES = 16 };
