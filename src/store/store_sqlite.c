/* store_sqlite.c — the store as a file of SQLite, for the processes of one host.
 *
 * WAL: who reads does not wait for who writes, and a commit is one write to a log.  After a kill of any process the file
 * has the last commit, whole.  Times are those of the wall clock, as a run may go on after the host was started anew.
 */
#include "store/store_impl.h"

#include "base/clock.h"
#include "base/os.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 20000 };
/* How long a worker sleeps that found no job. */
#define SLEEP_NS (1 * NS_PER_MS)

typedef struct KeptStatement {
  const char *sql; /* borrowed: a constant */
  sqlite3_stmt *at;
} KeptStatement;

typedef struct Sqlite {
  Store store;
  sqlite3 *db;
  VEC(KeptStatement)
  statements;    /* owned; parsed once: workers ask the same hundreds of times a second */
  char *path;    /* owned; of the file that is open */
  char *becomes; /* owned; the name that it gets when it is published; NULL: it has it */
} Sqlite;

static Sqlite *of(Store *s) { return (Sqlite *)s; }

static const char schema[] =
    "PRAGMA journal_mode = WAL;"
    "CREATE TABLE facts (name TEXT PRIMARY KEY, bytes BLOB NOT NULL);"
    "CREATE TABLE jobs (id INTEGER PRIMARY KEY, worker INTEGER NOT NULL, claim INTEGER NOT NULL,"
    " n_claims INTEGER NOT NULL, lease INTEGER NOT NULL, claimed INTEGER NOT NULL, leaves BLOB NOT "
    "NULL);"
    "CREATE TABLE workers (id INTEGER PRIMARY KEY, who TEXT NOT NULL, joined INTEGER NOT NULL,"
    " seen INTEGER NOT NULL, waits_until INTEGER NOT NULL, figures BLOB);"
    "CREATE TABLE results (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);"
    "CREATE TABLE news (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);"
    "CREATE TABLE run (is_ending INTEGER NOT NULL);"
    "INSERT INTO run VALUES (0);"
    "INSERT INTO facts VALUES ('version', CAST('" STORE_VERSION "' AS BLOB));";

static Err failed(const Sqlite *s) {
  return err_set(ERR_FILE, "'%s': %s", s->path, sqlite3_errmsg(s->db));
}

static Err run_sql(Sqlite *s, const char *sql) {
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

static void statement_done(sqlite3_stmt **s) {
  sqlite3_reset(*s);
  sqlite3_clear_bindings(*s);
}

static Err find_statement(Sqlite *s, const char *sql, sqlite3_stmt **ret) {
  for (u32 i = 0; i < s->statements.n; i++)
    if (s->statements.at[i].sql == sql) {
      *ret = s->statements.at[i].at;
      return OK;
    }
  if (sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, ret, NULL) != SQLITE_OK)
    return failed(s);
  vec_push(&s->statements, ((KeptStatement){sql, *ret}));
  return OK;
}

static Err prepare(Sqlite *s, const char *sql, const Value *values, u32 n, sqlite3_stmt **ret) {
  TRY(find_statement(s, sql, ret));
  for (u32 i = 0; i < n; i++) {
    const Value *v = &values[i];
    int at = (int)i + 1;
    int code = v->bytes ? sqlite3_bind_blob64(*ret, at, v->bytes, v->n, SQLITE_STATIC)
                        : sqlite3_bind_int64(*ret, at, (sqlite3_int64)v->n);
    if (code != SQLITE_OK) return failed(s);
  }
  return OK;
}

static Err step(Sqlite *s, sqlite3_stmt *at, bool *ret_has_row) {
  int code = sqlite3_step(at);
  *ret_has_row = code == SQLITE_ROW;
  return code == SQLITE_ROW || code == SQLITE_DONE ? OK : failed(s);
}

/* Runs a statement that gives no row. */
static Err change(Sqlite *s, const char *sql, const Value *values, u32 n) {
  cleanup(statement_done) sqlite3_stmt *at = NULL;
  bool has_row;
  TRY(prepare(s, sql, values, n, &at));
  return step(s, at, &has_row);
}

#define CHANGE(s, sql, ...) \
  change(s, sql, (Value[]){__VA_ARGS__}, sizeof((Value[]){__VA_ARGS__}) / sizeof(Value))

/* The numbers of the only row. */
static Err ask(Sqlite *s, const char *sql, const Value *values, u32 n, u64 *ret, u32 n_ret) {
  cleanup(statement_done) sqlite3_stmt *at = NULL;
  bool has_row;
  TRY(prepare(s, sql, values, n, &at));
  TRY(step(s, at, &has_row));
  for (u32 i = 0; i < n_ret; i++) ret[i] = has_row ? (u64)sqlite3_column_int64(at, (int)i) : 0;
  return OK;
}

static Err end_transaction(Sqlite *s, Err err) {
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

static void disconnect(Sqlite *s) {
  for (u32 i = 0; i < s->statements.n; i++) sqlite3_finalize(s->statements.at[i].at);
  vec_free(&s->statements);
  sqlite3_close(s->db);
  s->db = NULL;
}

static void sqlite_close_all(Sqlite *s) {
  disconnect(s);
  mem_free(s->path);
  mem_free(s->becomes);
  mem_free(s);
}

static Err connect(const char *path, int flags, Sqlite **ret) {
  Sqlite *s = NEW(Sqlite);
  s->path = text_dup(path);
  *ret = s;
  if (sqlite3_open_v2(path, &s->db, flags, NULL) != SQLITE_OK) return failed(s);
  sqlite3_busy_timeout(s->db, PATIENCE_MS);
  return run_sql(s, "PRAGMA synchronous = NORMAL");
}

static Err remove_file(const char *path) {
  static const char *const suffixes[] = {"", "-wal", "-shm"};
  for (u32 i = 0; i < ARRAY_LEN(suffixes); i++) {
    cleanup(text_free) Text name = {0};
    text_addf(&name, "%s%s", path, suffixes[i]);
    unlink(text_c(&name));
  }
  return OK;
}

static Err get(Store *store, const char *name, Text *ret);

static Err check_version(Sqlite *s) {
  cleanup(text_free) Text version = {0};
  TRY(get(&s->store, "version", &version));
  if (!strcmp(text_c(&version), STORE_VERSION)) return OK;
  return err_set(ERR_INPUT, "'%s' was written by another version of nadir", s->path);
}

static Err opened(Err err, Sqlite *s, const char *name, Store **ret) {
  if (err != OK) {
    sqlite_close_all(s);
    return err;
  }
  s->store.ops = &store_sqlite;
  s->store.name = text_dup(name);
  *ret = &s->store;
  return OK;
}

/* It has its name when it is complete, so that nobody goes on with what is not. */
static Err make(const char *name, Store **ret) {
  cleanup(text_free) Text path = text_format("%s.new", name);
  Sqlite *s;
  TRY(remove_file(name));
  TRY(remove_file(text_c(&path)));
  Err err = connect(text_c(&path), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &s);
  s->becomes = text_dup(name);
  if (err == OK) err = run_sql(s, schema);
  return opened(err, s, name, ret);
}

/* Closing empties the log into the file, which then is all there is. */
static Err publish(Store *store) {
  Sqlite *s = of(store);
  assert(s->becomes);
  disconnect(s);
  if (rename(s->path, s->becomes)) return file_error("write", s->becomes);
  Sqlite *now;
  Err err = connect(s->becomes, SQLITE_OPEN_READWRITE, &now);
  mem_free(s->path);
  mem_free(s->becomes);
  s->db = now->db;
  s->path = now->path;
  s->becomes = NULL;
  mem_free(now);
  return err;
}

static Err open_file(const char *name, bool waits, Store **ret) {
  (void)waits;
  Sqlite *s;
  Err err = connect(name, SQLITE_OPEN_READWRITE, &s);
  if (err == OK) err = check_version(s);
  return opened(err, s, name, ret);
}

static void close_file(Store *store) { sqlite_close_all(of(store)); }

static Err put(Store *store, const char *name, const void *bytes, size_t n) {
  return CHANGE(of(store), "INSERT OR REPLACE INTO facts VALUES (CAST(? AS TEXT), ?)",
                BYTES(name, strlen(name)), BYTES(bytes, n));
}

static void take_bytes(sqlite3_stmt *at, int column, Text *to) {
  const char *bytes = sqlite3_column_blob(at, column);
  text_add_n(to, bytes ? bytes : "", (size_t)sqlite3_column_bytes(at, column));
}

static Err get(Store *store, const char *name, Text *ret) {
  Sqlite *s = of(store);
  cleanup(statement_done) sqlite3_stmt *at = NULL;
  bool has_row;
  Value named[] = {BYTES(name, strlen(name))};
  TRY(prepare(s, "SELECT bytes FROM facts WHERE name = CAST(? AS TEXT)", named, 1, &at));
  TRY(step(s, at, &has_row));
  if (!has_row) return err_set(ERR_INPUT, "'%s' has no '%s'", s->path, name);
  take_bytes(at, 0, ret);
  return OK;
}

static Err now(Store *store, u64 *ret_ns) {
  (void)store;
  *ret_ns = now_ns();
  return OK;
}

/* ---- workers ----------------------------------------------------------------------------------- */

static Err join(Store *store, const char *who, u64 *ret_worker) {
  Sqlite *s = of(store);
  u64 now_is = now_ns();
  TRY(CHANGE(
      s, "INSERT INTO workers (who, joined, seen, waits_until) VALUES (CAST(? AS TEXT), ?, ?, 0)",
      BYTES(who, strlen(who)), NUMBER(now_is), NUMBER(now_is)));
  *ret_worker = (u64)sqlite3_last_insert_rowid(s->db);
  return OK;
}

static Err add_job(Store *store, const Text *leaves) {
  return CHANGE(of(store),
                "INSERT INTO jobs (worker, claim, n_claims, lease, claimed, leaves)"
                " VALUES (0, 0, 0, 0, 0, ?)",
                TEXT_BYTES(leaves));
}

static Err free_late(Sqlite *s) {
  return CHANGE(s, "UPDATE jobs SET worker = 0 WHERE worker <> 0 AND lease < ?", NUMBER(now_ns()));
}

static Err find_free(Sqlite *s, StoreJob *ret, bool *ret_has_job) {
  cleanup(statement_done) sqlite3_stmt *at = NULL;
  Value most[] = {NUMBER(STORE_MOST_CLAIMS)};
  TRY(prepare(s,
              "SELECT id, claim, n_claims, leaves FROM jobs"
              " WHERE worker = 0 AND n_claims < ? ORDER BY id LIMIT 1",
              most, 1, &at));
  TRY(step(s, at, ret_has_job));
  if (!*ret_has_job) return OK;
  ret->id = (u64)sqlite3_column_int64(at, 0);
  ret->claim = (u64)sqlite3_column_int64(at, 1) + 1;
  ret->n_claims = (u32)sqlite3_column_int(at, 2) + 1;
  text_clear(&ret->leaves);
  take_bytes(at, 3, &ret->leaves);
  return OK;
}

static Err read_ending(Sqlite *s) {
  u64 is_ending;
  TRY(ask(s, "SELECT is_ending FROM run", NULL, 0, &is_ending, 1));
  s->store.is_ending = is_ending;
  return OK;
}

static Err claim(Sqlite *s, u64 worker, u64 lease_ns, StoreJob *ret, bool *ret_has_job,
                 bool *ret_is_over) {
  u64 n_left, now_is = now_ns();
  *ret_has_job = false;
  TRY(read_ending(s));
  *ret_is_over = s->store.is_ending;
  if (*ret_is_over) return OK;
  TRY(free_late(s));
  TRY(find_free(s, ret, ret_has_job));
  TRY(ask(s, "SELECT count(*) FROM jobs WHERE worker <> 0 OR n_claims < ?",
          (Value[]){NUMBER(STORE_MOST_CLAIMS)}, 1, &n_left, 1));
  *ret_is_over = !n_left;
  TRY(CHANGE(s, "UPDATE workers SET seen = ?, waits_until = ? WHERE id = ?", NUMBER(now_is),
             NUMBER(*ret_has_job ? 0 : now_is + STORE_WAIT_NS), NUMBER(worker)));
  if (!*ret_has_job) return OK;
  return CHANGE(
      s, "UPDATE jobs SET worker = ?, claim = ?, n_claims = ?, lease = ?, claimed = ? WHERE id = ?",
      NUMBER(worker), NUMBER(ret->claim), NUMBER(ret->n_claims), NUMBER(now_is + lease_ns),
      NUMBER(now_is), NUMBER(ret->id));
}

/* A worker that waits asks a thousand times a second; as long as nothing has changed it only reads. */
static Err has_to_wait(Sqlite *s, u64 worker, bool *ret) {
  u64 now_is = now_ns(), n[4];
  TRY(ask(s,
          "SELECT (SELECT count(*) FROM jobs WHERE worker = 0 OR lease < ?),"
          " (SELECT count(*) FROM jobs),"
          " (SELECT count(*) FROM workers WHERE id = ? AND waits_until > ?),"
          " (SELECT is_ending FROM run)",
          (Value[]){NUMBER(now_is), NUMBER(worker), NUMBER(now_is + STORE_WAIT_NS / 2)}, 3, n, 4));
  *ret = !n[0] && n[1] && n[2] && !n[3];
  return OK;
}

static Err claim_job(Store *store, u64 worker, u64 lease_ns, StoreJob *ret, bool *ret_has_job,
                     bool *ret_is_over) {
  Sqlite *s = of(store);
  bool waits;
  *ret_has_job = *ret_is_over = false;
  TRY(has_to_wait(s, worker, &waits));
  if (waits) return OK;
  TRY(run_sql(s, "BEGIN IMMEDIATE"));
  return end_transaction(s, claim(s, worker, lease_ns, ret, ret_has_job, ret_is_over));
}

static Err wait_shortly(Store *store) {
  (void)store;
  nanosleep(&(struct timespec){.tv_nsec = SLEEP_NS}, NULL);
  return OK;
}

static Err commit_leaves(Sqlite *s, const StoreCommit *c) {
  const StoreJob *j = c->job;
  if (!c->leaves) return CHANGE(s, "DELETE FROM jobs WHERE id = ?", NUMBER(j->id));
  return CHANGE(s, "UPDATE jobs SET worker = ?, n_claims = ?, lease = ?, leaves = ? WHERE id = ?",
                NUMBER(c->leaves_job_free ? 0 : c->worker), NUMBER(c->leaves_job_free ? 0 : 1),
                NUMBER(now_ns() + c->lease_ns), TEXT_BYTES(c->leaves), NUMBER(j->id));
}

static Err commit(Sqlite *s, const StoreCommit *c, bool *ret_is_ours) {
  const StoreJob *j = c->job;
  u64 n;
  TRY(read_ending(s));
  TRY(ask(s, "SELECT count(*) FROM jobs WHERE id = ? AND claim = ? AND worker = ?",
          (Value[]){NUMBER(j->id), NUMBER(j->claim), NUMBER(c->worker)}, 3, &n, 1));
  *ret_is_ours = n;
  if (!n) return OK;
  TRY(commit_leaves(s, c));
  for (u32 i = 0; i < c->n_given; i++) TRY(add_job(&s->store, &c->given[i]));
  if (c->results && c->results->n)
    TRY(CHANGE(s, "INSERT INTO results (bytes) VALUES (?)", TEXT_BYTES(c->results)));
  if (c->news && c->news->n)
    TRY(CHANGE(s, "INSERT INTO news (bytes) VALUES (?)", TEXT_BYTES(c->news)));
  return CHANGE(s, "UPDATE workers SET seen = ?, figures = ? WHERE id = ?", NUMBER(now_ns()),
                TEXT_BYTES(c->figures), NUMBER(c->worker));
}

static Err commit_all(Store *store, const StoreCommit *c, bool *ret_is_ours) {
  Sqlite *s = of(store);
  TRY(run_sql(s, "BEGIN IMMEDIATE"));
  return end_transaction(s, commit(s, c, ret_is_ours));
}

/* Their numbers have no gaps, as none is ever removed. */
static Err each_news(Store *store, u64 *io_seen, StoreEach *each, void *user) {
  Sqlite *s = of(store);
  cleanup(statement_done) sqlite3_stmt *at = NULL;
  Value seen[] = {NUMBER(*io_seen)};
  bool has_row;
  TRY(prepare(s, "SELECT bytes FROM news WHERE id > ? ORDER BY id", seen, 1, &at));
  for (;;) {
    TRY(step(s, at, &has_row));
    if (!has_row) return OK;
    TRY(each(user, sqlite3_column_blob(at, 0), (size_t)sqlite3_column_bytes(at, 0)));
    ++*io_seen;
  }
}

static Err hungry(Store *store, u32 *ret_n) {
  u64 n[2];
  TRY(ask(of(store),
          "SELECT (SELECT count(*) FROM workers WHERE waits_until > ?),"
          " (SELECT count(*) FROM jobs WHERE worker = 0 AND n_claims < ?)",
          (Value[]){NUMBER(now_ns()), NUMBER(STORE_MOST_CLAIMS)}, 2, n, 2));
  *ret_n = n[0] > n[1] ? (u32)(n[0] - n[1]) : 0;
  return OK;
}

/* ---- who leads --------------------------------------------------------------------------------- */

/* Who leads has locked the folder of the results, where the file is. */
static Err lead(Store *store) {
  (void)store;
  return OK;
}

static Err set_ending(Store *store, bool is_ending) {
  return CHANGE(of(store), "UPDATE run SET is_ending = ?", NUMBER(is_ending));
}

static Err free_claims(Store *store, u64 worker) {
  Sqlite *s = of(store);
  TRY(CHANGE(
      s, "UPDATE jobs SET worker = 0, n_claims = n_claims * (?1 <> 0) WHERE ?1 = 0 OR worker = ?1",
      NUMBER(worker)));
  return CHANGE(s, "UPDATE workers SET waits_until = 0 WHERE ?1 = 0 OR id = ?1", NUMBER(worker));
}

static Err count(Store *store, StoreCount *ret) {
  Sqlite *s = of(store);
  u64 n[3];
  TRY(free_late(s));
  TRY(ask(s,
          "SELECT count(*), count(CASE WHEN worker <> 0 THEN 1 END),"
          " count(CASE WHEN worker = 0 AND n_claims >= ? THEN 1 END) FROM jobs",
          (Value[]){NUMBER(STORE_MOST_CLAIMS)}, 1, n, 3));
  *ret = (StoreCount){(u32)n[0], (u32)n[1], (u32)n[2]};
  return OK;
}

static Err each_row(Sqlite *s, const char *sql, StoreEach *each, void *user) {
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

static Err each_results(Store *store, StoreEach *each, void *user) {
  return each_row(of(store), "SELECT bytes FROM results ORDER BY id", each, user);
}

static Err each_leaves(Store *store, StoreEach *each, void *user) {
  return each_row(of(store), "SELECT leaves FROM jobs ORDER BY id", each, user);
}

/* ---- who looks on ------------------------------------------------------------------------------ */

static Err each_worker(Store *store, StoreEachWorker *each, void *user) {
  Sqlite *s = of(store);
  cleanup(statement_done) sqlite3_stmt *at = NULL;
  bool has_row;
  TRY(prepare(s,
              "SELECT w.id, who, joined, seen, coalesce(min(j.id), 0), coalesce(min(j.claimed), 0),"
              " figures FROM workers w LEFT JOIN jobs j ON j.worker = w.id GROUP BY w.id",
              NULL, 0, &at));
  for (;;) {
    TRY(step(s, at, &has_row));
    if (!has_row) return OK;
    const char *who = (const char *)sqlite3_column_text(at, 1);
    StoreWorkerRow row = {.id = (u64)sqlite3_column_int64(at, 0),
                          .who = who ? who : "",
                          .joined_ns = (u64)sqlite3_column_int64(at, 2),
                          .seen_ns = (u64)sqlite3_column_int64(at, 3),
                          .job = (u64)sqlite3_column_int64(at, 4),
                          .claimed_ns = (u64)sqlite3_column_int64(at, 5),
                          .figures = sqlite3_column_blob(at, 6),
                          .n_figures = (size_t)sqlite3_column_bytes(at, 6)};
    TRY(each(user, &row));
  }
}

static Err each_job(Store *store, StoreEachJob *each, void *user) {
  Sqlite *s = of(store);
  cleanup(statement_done) sqlite3_stmt *at = NULL;
  Value of_head[] = {NUMBER(STORE_HEAD_BYTES)};
  bool has_row;
  TRY(prepare(s, "SELECT id, worker, n_claims, substr(leaves, 1, ?) FROM jobs ORDER BY id", of_head,
              1, &at));
  for (;;) {
    TRY(step(s, at, &has_row));
    if (!has_row) return OK;
    StoreJobRow row = {.id = (u64)sqlite3_column_int64(at, 0),
                       .worker = (u64)sqlite3_column_int64(at, 1),
                       .n_claims = (u32)sqlite3_column_int(at, 2),
                       .head = sqlite3_column_blob(at, 3),
                       .n_head = (size_t)sqlite3_column_bytes(at, 3)};
    TRY(each(user, &row));
  }
}

const StoreOps store_sqlite = {.make = make,
                               .open = open_file,
                               .close = close_file,
                               .remove = remove_file,
                               .publish = publish,
                               .put = put,
                               .get = get,
                               .join = join,
                               .add_job = add_job,
                               .claim = claim_job,
                               .wait = wait_shortly,
                               .commit = commit_all,
                               .each_news = each_news,
                               .hungry = hungry,
                               .lead = lead,
                               .set_ending = set_ending,
                               .free_claims = free_claims,
                               .count = count,
                               .each_results = each_results,
                               .each_leaves = each_leaves,
                               .each_worker = each_worker,
                               .each_job = each_job,
                               .now = now};
