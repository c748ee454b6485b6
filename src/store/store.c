/* store.c — the store as a file of SQLite.
 *
 * WAL: who reads does not wait for who writes, and a commit is one write to a log.  After a kill of any process the file
 * has the last commit, whole.  Times are those of the wall clock, as a run may go on after the host was started anew.
 */
#include "store/store.h"

#include "base/clock.h"

#include <sqlite3.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Another layout, another number: an old store is refused. */
#define VERSION "1"
enum { PATIENCE_MS = 20000 };

struct Store {
  sqlite3 *db;
  char *path; /* owned */
};

static const char schema[] =
    "PRAGMA journal_mode = WAL;"
    "CREATE TABLE facts (name TEXT PRIMARY KEY, bytes BLOB NOT NULL);"
    "CREATE TABLE jobs (id INTEGER PRIMARY KEY, worker INTEGER NOT NULL, claim INTEGER NOT NULL,"
    " n_claims INTEGER NOT NULL, lease INTEGER NOT NULL, leaves BLOB NOT NULL);"
    "CREATE TABLE workers (id INTEGER PRIMARY KEY, is_waiting INTEGER NOT NULL, figures BLOB);"
    "CREATE TABLE results (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);"
    "INSERT INTO facts VALUES ('version', CAST('" VERSION "' AS BLOB));";

static Err failed(const Store *s) {
  return err_set(ERR_FILE, "'%s': %s", s->path, sqlite3_errmsg(s->db));
}

static Err run_sql(Store *s, const char *sql) {
  return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? OK : failed(s);
}

/* ---- statements -------------------------------------------------------------------------------- */

/* What stands for the ?s: numbers and bytes, in order. */
typedef struct Value {
  u64 n;
  const void *bytes; /* NULL: a number */
} Value;

#define NUMBER(x) ((Value){.n = (x)})
#define BYTES(p, size) ((Value){.n = (size), .bytes = (p) ? (p) : (const void *)""})
#define TEXT_BYTES(t) BYTES((t)->at, (t)->n)

static void statement_done(sqlite3_stmt **s) { sqlite3_finalize(*s); }

static Err prepare(Store *s, const char *sql, const Value *values, u32 n, sqlite3_stmt **ret) {
  if (sqlite3_prepare_v2(s->db, sql, -1, ret, NULL) != SQLITE_OK) return failed(s);
  for (u32 i = 0; i < n; i++) {
    const Value *v = &values[i];
    int at = (int)i + 1;
    int code = v->bytes ? sqlite3_bind_blob64(*ret, at, v->bytes, v->n, SQLITE_STATIC)
                        : sqlite3_bind_int64(*ret, at, (sqlite3_int64)v->n);
    if (code != SQLITE_OK) return failed(s);
  }
  return OK;
}

static Err step(Store *s, sqlite3_stmt *at, bool *ret_has_row) {
  int code = sqlite3_step(at);
  *ret_has_row = code == SQLITE_ROW;
  return code == SQLITE_ROW || code == SQLITE_DONE ? OK : failed(s);
}

/* Runs a statement that gives no row. */
static Err change(Store *s, const char *sql, const Value *values, u32 n) {
  cleanup(statement_done) sqlite3_stmt *at = NULL;
  bool has_row;
  TRY(prepare(s, sql, values, n, &at));
  return step(s, at, &has_row);
}

#define CHANGE(s, sql, ...) \
  change(s, sql, (Value[]){__VA_ARGS__}, sizeof((Value[]){__VA_ARGS__}) / sizeof(Value))

/* The numbers of the only row. */
static Err ask(Store *s, const char *sql, const Value *values, u32 n, u64 *ret, u32 n_ret) {
  cleanup(statement_done) sqlite3_stmt *at = NULL;
  bool has_row;
  TRY(prepare(s, sql, values, n, &at));
  TRY(step(s, at, &has_row));
  for (u32 i = 0; i < n_ret; i++) ret[i] = has_row ? (u64)sqlite3_column_int64(at, (int)i) : 0;
  return OK;
}

static Err end_transaction(Store *s, Err err) {
  if (err == OK) return run_sql(s, "COMMIT");
  cleanup(freep) char *why = text_dup(err_text());
  sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
  return err_set(err, "%s", why);
}

static u64 now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (u64)t.tv_sec * NS_PER_S + (u64)t.tv_nsec;
}

/* ---- life -------------------------------------------------------------------------------------- */

static Err connect(const char *path, int flags, Store **ret) {
  Store *s = NEW(Store);
  s->path = text_dup(path);
  *ret = s;
  if (sqlite3_open_v2(path, &s->db, flags, NULL) != SQLITE_OK) return failed(s);
  sqlite3_busy_timeout(s->db, PATIENCE_MS);
  return run_sql(s, "PRAGMA synchronous = NORMAL");
}

void store_remove(const char *path) {
  static const char *const suffixes[] = {"", "-wal", "-shm"};
  for (u32 i = 0; i < ARRAY_LEN(suffixes); i++) {
    cleanup(text_free) Text name = {0};
    text_addf(&name, "%s%s", path, suffixes[i]);
    unlink(text_c(&name));
  }
}

static Err check_version(Store *s) {
  cleanup(text_free) Text version = {0};
  TRY(store_get(s, "version", &version));
  if (!strcmp(text_c(&version), VERSION)) return OK;
  return err_set(ERR_INPUT, "'%s' was written by another version of nadir", s->path);
}

static Err opened(Err err, Store *s, Store **ret) {
  if (err == OK)
    *ret = s;
  else
    store_close(s);
  return err;
}

Err store_make(const char *path, Store **ret) {
  Store *s;
  store_remove(path);
  Err err = connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &s);
  if (err == OK) err = run_sql(s, schema);
  return opened(err, s, ret);
}

Err store_open(const char *path, Store **ret) {
  Store *s;
  Err err = connect(path, SQLITE_OPEN_READWRITE, &s);
  if (err == OK) err = check_version(s);
  return opened(err, s, ret);
}

Store *store_close(Store *s) {
  if (!s) return NULL;
  sqlite3_close(s->db);
  mem_free(s->path);
  mem_free(s);
  return NULL;
}

Err store_put(Store *s, const char *name, const void *bytes, size_t n) {
  return CHANGE(s, "INSERT OR REPLACE INTO facts VALUES (CAST(? AS TEXT), ?)",
                BYTES(name, strlen(name)), BYTES(bytes, n));
}

static void take_bytes(sqlite3_stmt *at, int column, Text *to) {
  const char *bytes = sqlite3_column_blob(at, column);
  text_add_n(to, bytes ? bytes : "", (size_t)sqlite3_column_bytes(at, column));
}

Err store_get(Store *s, const char *name, Text *ret) {
  cleanup(statement_done) sqlite3_stmt *at = NULL;
  bool has_row;
  Value of[] = {BYTES(name, strlen(name))};
  TRY(prepare(s, "SELECT bytes FROM facts WHERE name = CAST(? AS TEXT)", of, 1, &at));
  TRY(step(s, at, &has_row));
  if (!has_row) return err_set(ERR_INPUT, "'%s' has no '%s'", s->path, name);
  take_bytes(at, 0, ret);
  return OK;
}

/* ---- workers ----------------------------------------------------------------------------------- */

Err store_join(Store *s, u64 *ret_worker) {
  TRY(run_sql(s, "INSERT INTO workers (is_waiting) VALUES (0)"));
  *ret_worker = (u64)sqlite3_last_insert_rowid(s->db);
  return OK;
}

Err store_add_job(Store *s, const Text *leaves) {
  return CHANGE(s,
                "INSERT INTO jobs (worker, claim, n_claims, lease, leaves) VALUES (0, 0, 0, 0, ?)",
                TEXT_BYTES(leaves));
}

static Err find_free(Store *s, StoreJob *ret, bool *ret_has_job) {
  cleanup(statement_done) sqlite3_stmt *at = NULL;
  Value of[] = {NUMBER(now_ns()), NUMBER(STORE_MOST_CLAIMS)};
  TRY(prepare(s,
              "SELECT id, claim, n_claims, leaves FROM jobs"
              " WHERE (worker = 0 OR lease < ?) AND n_claims < ? ORDER BY id LIMIT 1",
              of, 2, &at));
  TRY(step(s, at, ret_has_job));
  if (!*ret_has_job) return OK;
  ret->id = (u64)sqlite3_column_int64(at, 0);
  ret->claim = (u64)sqlite3_column_int64(at, 1) + 1;
  ret->n_claims = (u32)sqlite3_column_int(at, 2) + 1;
  text_clear(&ret->leaves);
  take_bytes(at, 3, &ret->leaves);
  return OK;
}

static Err claim(Store *s, u64 worker, u64 lease_ns, StoreJob *ret, bool *ret_has_job,
                 bool *ret_is_over) {
  u64 n_left;
  TRY(find_free(s, ret, ret_has_job));
  TRY(ask(s, "SELECT count(*) FROM jobs WHERE worker <> 0 OR n_claims < ?",
          (Value[]){NUMBER(STORE_MOST_CLAIMS)}, 1, &n_left, 1));
  *ret_is_over = !n_left;
  TRY(CHANGE(s, "UPDATE workers SET is_waiting = ? WHERE id = ?", NUMBER(!*ret_has_job),
             NUMBER(worker)));
  if (!*ret_has_job) return OK;
  return CHANGE(s, "UPDATE jobs SET worker = ?, claim = ?, n_claims = ?, lease = ? WHERE id = ?",
                NUMBER(worker), NUMBER(ret->claim), NUMBER(ret->n_claims),
                NUMBER(now_ns() + lease_ns), NUMBER(ret->id));
}

Err store_claim(Store *s, u64 worker, u64 lease_ns, StoreJob *ret, bool *ret_has_job,
                bool *ret_is_over) {
  TRY(run_sql(s, "BEGIN IMMEDIATE"));
  return end_transaction(s, claim(s, worker, lease_ns, ret, ret_has_job, ret_is_over));
}

static Err commit_leaves(Store *s, const StoreCommit *c) {
  const StoreJob *j = c->job;
  if (!c->leaves) return CHANGE(s, "DELETE FROM jobs WHERE id = ?", NUMBER(j->id));
  return CHANGE(s, "UPDATE jobs SET worker = ?, n_claims = ?, lease = ?, leaves = ? WHERE id = ?",
                NUMBER(c->leaves_job_free ? 0 : c->worker), NUMBER(c->leaves_job_free ? 0 : 1),
                NUMBER(now_ns() + c->lease_ns), TEXT_BYTES(c->leaves), NUMBER(j->id));
}

static Err commit(Store *s, const StoreCommit *c, bool *ret_is_ours) {
  const StoreJob *j = c->job;
  u64 n;
  TRY(ask(s, "SELECT count(*) FROM jobs WHERE id = ? AND claim = ? AND worker = ?",
          (Value[]){NUMBER(j->id), NUMBER(j->claim), NUMBER(c->worker)}, 3, &n, 1));
  *ret_is_ours = n;
  if (!n) return OK;
  TRY(commit_leaves(s, c));
  for (u32 i = 0; i < c->n_given; i++) TRY(store_add_job(s, &c->given[i]));
  if (c->results && c->results->n)
    TRY(CHANGE(s, "INSERT INTO results (bytes) VALUES (?)", TEXT_BYTES(c->results)));
  return CHANGE(s, "UPDATE workers SET figures = ? WHERE id = ?", TEXT_BYTES(c->figures),
                NUMBER(c->worker));
}

Err store_commit(Store *s, const StoreCommit *c, bool *ret_is_ours) {
  assert(c->job && c->figures);
  TRY(run_sql(s, "BEGIN IMMEDIATE"));
  return end_transaction(s, commit(s, c, ret_is_ours));
}

Err store_hungry(Store *s, u32 *ret_n) {
  u64 n[2];
  TRY(ask(s,
          "SELECT (SELECT count(*) FROM workers WHERE is_waiting),"
          " (SELECT count(*) FROM jobs WHERE worker = 0)",
          NULL, 0, n, 2));
  *ret_n = n[0] > n[1] ? (u32)(n[0] - n[1]) : 0;
  return OK;
}

/* ---- who leads --------------------------------------------------------------------------------- */

Err store_free_claims(Store *s, u64 worker) {
  TRY(CHANGE(
      s, "UPDATE jobs SET worker = 0, n_claims = n_claims * (?1 <> 0) WHERE ?1 = 0 OR worker = ?1",
      NUMBER(worker)));
  return CHANGE(s, "UPDATE workers SET is_waiting = 0 WHERE ?1 = 0 OR id = ?1", NUMBER(worker));
}

Err store_count_jobs(Store *s, u32 *ret_n, u32 *ret_n_given_up) {
  u64 n[2];
  TRY(ask(s, "SELECT count(*), count(CASE WHEN worker = 0 AND n_claims >= ? THEN 1 END) FROM jobs",
          (Value[]){NUMBER(STORE_MOST_CLAIMS)}, 1, n, 2));
  *ret_n = (u32)n[0];
  *ret_n_given_up = (u32)n[1];
  return OK;
}

static Err each_row(Store *s, const char *sql, StoreEach *each, void *user) {
  cleanup(statement_done) sqlite3_stmt *at = NULL;
  bool has_row;
  TRY(prepare(s, sql, NULL, 0, &at));
  for (;;) {
    TRY(step(s, at, &has_row));
    if (!has_row) return OK;
    const void *bytes = sqlite3_column_blob(at, 0);
    TRY(each(user, bytes, (size_t)sqlite3_column_bytes(at, 0)));
  }
}

Err store_each_results(Store *s, StoreEach *each, void *user) {
  return each_row(s, "SELECT bytes FROM results ORDER BY id", each, user);
}

Err store_each_leaves(Store *s, StoreEach *each, void *user) {
  return each_row(s, "SELECT leaves FROM jobs ORDER BY id", each, user);
}

Err store_each_figures(Store *s, StoreEach *each, void *user) {
  return each_row(s, "SELECT figures FROM workers WHERE figures IS NOT NULL ORDER BY id", each,
                  user);
}
