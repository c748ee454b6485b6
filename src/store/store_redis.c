/* store_redis.c — the store at a Redis server, for the processes of many hosts.
 *
 * What is done there is one script, store.lua, each call of which is atomic; it says what keys there are, and why the calls
 * of claims and commits have numbers.  A server that may throw keys away when its memory is full is refused.
 */
#include "store/store_impl.h"

#include "base/hash.h"
#include "store/redis_link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern const unsigned char store_lua[];
extern const size_t store_lua_size;

enum { OLDEST_SERVER = 6 };
/* What one answer brings at most. */
enum { ROWS_A_PAGE = 64, LEAVES_A_PAGE = 4, RESULTS_A_PAGE = 16 };
/* A leader that was just killed may still be seen. */
#define LEADER_GONE_NS (2 * NS_PER_S)
#define LEADER_LOOK_NS (50 * NS_PER_MS)
/* How long a worker waits for a job before it asks again. */
static const char wait_s[] = "0.5";

typedef struct Redis {
  Store store;
  RedisLink link;
  char *base;   /* owned; what all keys of the run begin with */
  char *client; /* owned; who calls: no other process or store has the same */
  char *sha;    /* owned; of the script, as the server knows it; NULL: not yet */
  u64 n_calls;  /* of those that have numbers */
  u32 n_joined;
} Redis;

static Redis *of(Store *s) { return (Redis *)s; }

static RedisWord word(const char *s) { return (RedisWord){s, strlen(s)}; }
static RedisWord bytes_of(const Text *t) { return (RedisWord){text_c(t), t ? t->n : 0}; }

/* ---- answers ----------------------------------------------------------------------------------- */

static Err damaged(const Redis *r) {
  return err_set(ERR_INPUT, "'%s' is damaged: the server's answer makes no sense",
                 r->link.url.shown);
}

static bool is_bytes(const redisReply *a) { return a->type == REDIS_REPLY_STRING; }

/* Numbers come as such or as text. */
static bool read_number(const redisReply *a, u64 *ret) {
  char *end = NULL;
  *ret = 0;
  if (a->type == REDIS_REPLY_INTEGER) *ret = (u64)a->integer;
  if (is_bytes(a) && a->len && a->str[0] >= '0' && a->str[0] <= '9')
    *ret = strtoull(a->str, &end, 10);
  return a->type == REDIS_REPLY_INTEGER ? a->integer >= 0 : end && !*end;
}

/* A time or a number that may be missing. */
static u64 number_or_none(const redisReply *a) {
  u64 x;
  return read_number(a, &x) ? x : 0;
}

static Err read_numbers(const Redis *r, const redisReply *a, u64 *ret, u32 n) {
  if (a->type != REDIS_REPLY_ARRAY || a->elements < n) return damaged(r);
  for (u32 i = 0; i < n; i++)
    if (!read_number(a->element[i], &ret[i])) return damaged(r);
  return OK;
}

/* ---- the script -------------------------------------------------------------------------------- */

static Err load_script(Redis *r) {
  cleanup(reply_done) redisReply *a = NULL;
  RedisWord words[] = {word("SCRIPT"), word("LOAD"), {store_lua, store_lua_size}};
  TRY(redis_call(&r->link, words, ARRAY_LEN(words), &a));
  if (!is_bytes(a)) return damaged(r);
  mem_free(r->sha);
  r->sha = text_dup(a->str);
  return OK;
}

typedef VEC(RedisWord) RedisWords;

typedef enum Refusal {
  REFUSED_NOT,
  REFUSED_EXISTS,
  REFUSED_OVER,
  REFUSED_GONE,
  REFUSED_GAP
} Refusal;

static const struct RefusalRow {
  const char *said, *meaning;
} refusals[] = {
    [REFUSED_EXISTS] = {"NADIR exists", "a run of this name is there already: go on with it by "
                                        "--resume, or give this one another name (#NAME)"},
    [REFUSED_OVER] = {"NADIR over", "the run is over"},
    [REFUSED_GONE] = {"NADIR gone", "no run of this name is there"},
    [REFUSED_GAP] = {"NADIR gap", "the server went back to what it had on its disk"},
};

static Err read_refusal(const Redis *r, const redisReply *a, Refusal *ret) {
  for (u32 i = 1; i < ARRAY_LEN(refusals); i++)
    if (!strncmp(a->str, refusals[i].said, strlen(refusals[i].said))) {
      *ret = (Refusal)i;
      return OK;
    }
  return damaged(r);
}

/* A server that was started anew does not know the script any more. */
static Err eval_words(Redis *r, const RedisWords *tail, redisReply **ret) {
  for (u32 i = 0; i < 3; i++) {
    if (!r->sha) TRY(load_script(r));
    RedisWords all = {0};
    vec_push(&all, word("EVALSHA"));
    vec_push(&all, word(r->sha));
    vec_push(&all, word("1"));
    vec_push(&all, word(r->base));
    vec_append(&all, tail->at, tail->n);
    Err err = redis_call(&r->link, all.at, all.n, ret);
    vec_free(&all);
    TRY(err);
    if ((*ret)->type != REDIS_REPLY_ERROR || strncmp((*ret)->str, "NOSCRIPT", 8) != 0) return OK;
    freeReplyObject(*ret);
    *ret = NULL;
    r->sha = mem_free(r->sha);
  }
  return err_set(ERR_OS, "'%s': the server forgets the script", r->link.url.shown);
}

/* *ret is an answer of the script; if it refuses, NULL, and an error unless ret_refusal takes it. */
static Err eval(Redis *r, const char *op, u64 number, const RedisWord *words, u32 n,
                redisReply **ret, Refusal *ret_refusal) {
  cleanup(text_free) Text digits = text_format("%llu", (unsigned long long)number);
  RedisWords tail = {0};
  Refusal why = REFUSED_NOT;
  r->link.budget = r->store.budget;
  vec_push(&tail, word(op));
  vec_push(&tail, word(r->client));
  vec_push(&tail, bytes_of(&digits));
  vec_append(&tail, words, n);
  Err err = eval_words(r, &tail, ret);
  vec_free(&tail);
  TRY(err);
  if ((*ret)->type == REDIS_REPLY_ERROR) {
    err = read_refusal(r, *ret, &why);
    freeReplyObject(*ret);
    *ret = NULL;
    TRY(err);
  }
  if (ret_refusal) *ret_refusal = why;
  if (why == REFUSED_NOT || ret_refusal) return OK;
  return err_set(ERR_OS, "'%s': %s", r->link.url.shown, refusals[why].meaning);
}

#define LIST(...) (RedisWord[]){__VA_ARGS__}, sizeof((RedisWord[]){__VA_ARGS__}) / sizeof(RedisWord)

/* An operation without a number, whose answer begins with so many numbers. */
static Err plain(Redis *r, const char *op, const RedisWord *words, u32 n, u64 *ret, u32 n_ret) {
  cleanup(reply_done) redisReply *a = NULL;
  TRY(eval(r, op, 0, words, n, &a, NULL));
  return read_numbers(r, a, ret, n_ret);
}

typedef struct Digits {
  char at[24];
} Digits;

static Digits digits_of(u64 x) {
  Digits d;
  snprintf(d.at, sizeof d.at, "%llu", (unsigned long long)x);
  return d;
}

/* ---- life -------------------------------------------------------------------------------------- */

static void close_link(Store *s) {
  Redis *r = of(s);
  redis_link_done(&r->link);
  mem_free(r->base);
  mem_free(r->client);
  mem_free(r->sha);
  mem_free(r);
}

static u64 wall_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (u64)t.tv_sec * NS_PER_S + (u64)t.tv_nsec;
}

/* Who calls: no two stores that are open anywhere have the same. */
static char *new_client(void) {
  static u32 n_made;
  char host[256] = "";
  if (gethostname(host, sizeof host - 1)) host[0] = 0;
  cleanup(text_free) Text t =
      text_format("%s %d %llu %u", host, (int)getpid(), (unsigned long long)wall_ns(), n_made++);
  return text_dup(text_c(&t));
}

static Err begin(const char *name, Redis **ret) {
  Redis *r = NEW(Redis);
  *ret = r;
  TRY(redis_url_parse(name, &r->link.url));
  cleanup(text_free) Text base = text_format("nadir:{%s}:", r->link.url.run);
  r->base = text_dup(text_c(&base));
  r->client = new_client();
  r->store.ops = &store_redis;
  r->store.name = text_dup(r->link.url.shown);
  return OK;
}

/* The value of "NAME:VALUE" among the lines of INFO; NULL: there is none.  It ends at a control character. */
static const char *info_find(const char *info, const char *name) {
  for (const char *line = info; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (!strncmp(line, name, strlen(name)) && line[strlen(name)] == ':')
      return line + strlen(name) + 1;
  }
  return NULL;
}

static Err check_server(Redis *r) {
  cleanup(reply_done) redisReply *a = NULL;
  RedisWord words[] = {word("INFO")};
  TRY(redis_call(&r->link, words, ARRAY_LEN(words), &a));
  if (!is_bytes(a)) return damaged(r);
  const char *version = info_find(a->str, "redis_version"), *at = r->link.url.shown;
  const char *policy = info_find(a->str, "maxmemory_policy"),
             *most = info_find(a->str, "maxmemory");
  if (version && strtoul(version, NULL, 10) < OLDEST_SERVER)
    return err_set(ERR_OS, "'%s': the server is Redis %.*s, and nadir needs Redis %d or newer", at,
                   (int)strcspn(version, "\r\n"), version, OLDEST_SERVER);
  if (policy && most && *most != '0' && !strncmp(policy, "allkeys", strlen("allkeys")))
    return err_set(ERR_OS,
                   "'%s': the server throws keys away when its memory is full (maxmemory-policy "
                   "%.*s), and paths would be lost: set it to noeviction",
                   at, (int)strcspn(policy, "\r\n"), policy);
  return OK;
}

static Err make_run(Redis *r) {
  u64 done;
  TRY(check_server(r));
  return plain(r, "make", LIST(word(STORE_VERSION)), &done, 1);
}

static Err find_run(Redis *r) {
  cleanup(reply_done) redisReply *a = NULL;
  TRY(check_server(r));
  TRY(eval(r, "open", 0, NULL, 0, &a, NULL));
  if (a->type != REDIS_REPLY_ARRAY || a->elements != 2) return damaged(r);
  if (!is_bytes(a->element[0]) || !is_bytes(a->element[1])) return damaged(r);
  if (strcmp(a->element[1]->str, STORE_VERSION) != 0)
    return err_set(ERR_INPUT, "'%s' was written by another version of nadir", r->link.url.shown);
  if (strcmp(a->element[0]->str, "ready") != 0)
    return err_set(ERR_INPUT, "'%s': the run is not complete: who made it was ended too soon",
                   r->link.url.shown);
  return OK;
}

static Err opened(Err err, Redis *r, Store **ret) {
  *ret = err == OK ? &r->store : NULL;
  if (err == OK) return OK;
  cleanup(freep) char *why = text_dup(err_text());
  mem_free(r->store.name);
  close_link(&r->store);
  return err_set(err, "%s", why);
}

static Err make(const char *name, Store **ret) {
  Redis *r;
  Err err = begin(name, &r);
  if (err == OK) err = make_run(r);
  return opened(err, r, ret);
}

static Err open_run(const char *name, bool waits, Store **ret) {
  Redis *r;
  Err err = begin(name, &r);
  r->link.was_there = waits;
  if (err == OK) err = find_run(r);
  return opened(err, r, ret);
}

static Err is_over(const char *name, bool *ret) {
  cleanup(reply_done) redisReply *a = NULL;
  Refusal why = REFUSED_NOT;
  Redis *r;
  Store *s;
  Err err = begin(name, &r);
  TRY(opened(err, r, &s));
  err = eval(r, "open", 0, NULL, 0, &a, &why);
  store_close(s);
  *ret = why == REFUSED_OVER;
  return err;
}

static Err publish(Store *s) {
  u64 done;
  return plain(of(s), "publish", NULL, 0, &done, 1);
}

static Err remove_run(const char *name) {
  Redis *r;
  Store *s;
  u64 done;
  Err err = begin(name, &r);
  r->link.was_there = true;
  TRY(opened(err, r, &s));
  err = plain(r, "remove", NULL, 0, &done, 1);
  store_close(s);
  return err;
}

static Err put(Store *s, const char *name, const void *bytes, size_t n) {
  u64 done;
  return plain(of(s), "put", LIST(word(name), {n ? bytes : "", n}), &done, 1);
}

static Err get(Store *s, const char *name, Text *ret) {
  Redis *r = of(s);
  cleanup(reply_done) redisReply *a = NULL;
  TRY(eval(r, "get", 0, LIST(word(name)), &a, NULL));
  bool has = a->type == REDIS_REPLY_ARRAY && a->elements == 1 && is_bytes(a->element[0]);
  if (!has) return err_set(ERR_INPUT, "'%s' has no '%s'", r->link.url.shown, name);
  text_add_n(ret, a->element[0]->str, a->element[0]->len);
  return OK;
}

static Err now(Store *s, u64 *ret_ns) {
  TRY(plain(of(s), "now", NULL, 0, ret_ns, 1));
  *ret_ns *= NS_PER_MS;
  return OK;
}

/* ---- workers ----------------------------------------------------------------------------------- */

static Err join(Store *s, const char *who, u64 *ret_worker) {
  Redis *r = of(s);
  cleanup(text_free) Text token = text_format("%s %u", r->client, r->n_joined++);
  return plain(r, "join", LIST(word(who), bytes_of(&token)), ret_worker, 1);
}

/* An operation that has a number; the next one gets the next, also if it is refused. */
static Err numbered(Redis *r, const char *op, const RedisWord *words, u32 n, redisReply **ret,
                    Refusal *ret_refusal) {
  Err err = eval(r, op, r->n_calls + 1, words, n, ret, ret_refusal);
  if (err == OK) r->n_calls++;
  return err;
}

static Err add_job(Store *s, const Text *leaves) {
  cleanup(reply_done) redisReply *a = NULL;
  return numbered(of(s), "add_job", LIST(bytes_of(leaves)), &a, NULL);
}

static Err read_job(Redis *r, const redisReply *a, StoreJob *ret) {
  u64 n[6];
  TRY(read_numbers(r, a, n, ARRAY_LEN(n)));
  const redisReply *leaves = a->element[a->elements - 1];
  if (a->elements != ARRAY_LEN(n) + 1 || !is_bytes(leaves)) return damaged(r);
  r->store.is_ending = n[5];
  ret->id = n[2];
  ret->claim = n[3];
  ret->n_claims = (u32)n[4];
  text_clear(&ret->leaves);
  text_add_n(&ret->leaves, leaves->str, leaves->len);
  return OK;
}

static Err claim(Store *s, u64 worker, u64 lease_ns, StoreJob *ret, bool *ret_has_job,
                 bool *ret_is_over) {
  Redis *r = of(s);
  cleanup(reply_done) redisReply *a = NULL;
  Refusal why;
  u64 n[3];
  *ret_has_job = *ret_is_over = false;
  Digits number = digits_of(worker), lease = digits_of(lease_ns / NS_PER_MS);
  TRY(numbered(r, "claim", LIST(word(number.at), word(lease.at)), &a, &why));
  s->is_lost = why == REFUSED_GAP;
  if (s->is_lost) return OK;
  if (why != REFUSED_NOT)
    return err_set(ERR_OS, "'%s': %s any more", r->link.url.shown, refusals[why].meaning);
  TRY(read_numbers(r, a, n, 2));
  *ret_has_job = n[0];
  if (*ret_has_job) return read_job(r, a, ret);
  TRY(read_numbers(r, a, n, 3));
  *ret_is_over = n[1];
  s->is_ending = n[2];
  return OK;
}

/* A commit gives a token to each worker that may look again. */
static Err wait_for_token(Store *s) {
  Redis *r = of(s);
  cleanup(reply_done) redisReply *a = NULL;
  cleanup(text_free) Text key = text_format("%swake", r->base);
  RedisWord words[] = {word("BLPOP"), bytes_of(&key), word(wait_s)};
  return redis_call(&r->link, words, ARRAY_LEN(words), &a);
}

static Err commit(Store *s, const StoreCommit *c, bool *ret_is_ours) {
  Redis *r = of(s);
  const StoreJob *j = c->job;
  cleanup(reply_done) redisReply *a = NULL;
  Digits lease = digits_of(c->lease_ns / NS_PER_MS), worker = digits_of(c->worker);
  Digits id = digits_of(j->id), number = digits_of(j->claim);
  static const Text nothing;
  Refusal why;
  u64 n[2];
  RedisWords words = {0};
  vec_push(&words, word(worker.at));
  vec_push(&words, word(id.at));
  vec_push(&words, word(number.at));
  vec_push(&words, word(lease.at));
  vec_push(&words, word(c->leaves ? "1" : "0"));
  vec_push(&words, word(c->leaves_job_free ? "1" : "0"));
  vec_push(&words, bytes_of(c->leaves ? c->leaves : &nothing));
  vec_push(&words, bytes_of(c->results ? c->results : &nothing));
  vec_push(&words, bytes_of(c->news ? c->news : &nothing));
  vec_push(&words, bytes_of(c->figures));
  for (u32 i = 0; i < c->n_given; i++) vec_push(&words, bytes_of(&c->given[i]));
  Err err = numbered(r, "commit", words.at, words.n, &a, &why);
  vec_free(&words);
  TRY(err);
  *ret_is_ours = false;
  if (why == REFUSED_GONE)
    return err_set(ERR_OS, "'%s': %s any more", r->link.url.shown, refusals[why].meaning);
  if (why != REFUSED_NOT) return OK;
  TRY(read_numbers(r, a, n, 2));
  *ret_is_ours = n[0];
  s->is_ending = n[1];
  return OK;
}

static Err hungry(Store *s, u32 *ret_n) {
  cleanup(reply_done) redisReply *a = NULL;
  TRY(eval(of(s), "hungry", 0, NULL, 0, &a, NULL));
  if (a->type != REDIS_REPLY_ARRAY || a->elements != 1) return damaged(of(s));
  long long n = a->element[0]->type == REDIS_REPLY_INTEGER ? a->element[0]->integer : 0;
  *ret_n = n > 0 ? (u32)MIN(n, UINT16_MAX) : 0;
  return OK;
}

/* ---- who leads --------------------------------------------------------------------------------- */

static u32 count_words(const char *in, const char *word_is) {
  u32 n = 0;
  for (const char *at = strstr(in, word_is); at; at = strstr(at + 1, word_is)) n++;
  return n;
}

static Err count_leaders(Redis *r, u32 *ret_n) {
  cleanup(reply_done) redisReply *a = NULL;
  cleanup(text_free) Text line = text_format(" name=%s ", r->link.name);
  RedisWord list[] = {word("CLIENT"), word("LIST")};
  TRY(redis_call(&r->link, list, ARRAY_LEN(list), &a));
  *ret_n = is_bytes(a) ? count_words(a->str, text_c(&line)) : 0;
  return OK;
}

/* The connection of who leads has a name, which the server shows as long as it is there. */
static Err lead(Store *s) {
  Redis *r = of(s);
  cleanup(text_free) Text name =
      text_format("nadir-leads-%016llx", (unsigned long long)hash_bytes(r->base, strlen(r->base)));
  cleanup(reply_done) redisReply *a = NULL;
  mem_free(r->link.name);
  r->link.name = text_dup(text_c(&name));
  RedisWord words[] = {word("CLIENT"), word("SETNAME"), bytes_of(&name)};
  TRY(redis_call(&r->link, words, ARRAY_LEN(words), &a));
  u64 until_ns = clock_after(LEADER_GONE_NS);
  for (;;) {
    u32 n;
    TRY(count_leaders(r, &n));
    if (n <= 1) return OK;
    if (!clock_left(until_ns))
      return err_set(ERR_OS, "'%s': another nadir leads this run", r->link.url.shown);
    nanosleep(&(struct timespec){.tv_nsec = LEADER_LOOK_NS}, NULL);
  }
}

static Err set_ending(Store *s, bool is_ending) {
  u64 done;
  return plain(of(s), "ending", LIST(word(is_ending ? "1" : "0")), &done, 1);
}

static Err free_claims(Store *s, u64 worker) {
  u64 done;
  Digits number = digits_of(worker);
  return plain(of(s), "free_claims", LIST(word(number.at)), &done, 1);
}

static Err count(Store *s, StoreCount *ret) {
  u64 n[3];
  TRY(plain(of(s), "count", NULL, 0, n, ARRAY_LEN(n)));
  *ret = (StoreCount){(u32)n[0], (u32)n[1], (u32)n[2]};
  return OK;
}

/* ---- lists ------------------------------------------------------------------------------------- */

/* A page of a list: rows behind `from`, of so many fields each. */
static Err page(Redis *r, const char *op, u64 from, u32 n_rows, u32 n_fields, redisReply **ret) {
  Digits begin_at = digits_of(from), most = digits_of(n_rows);
  TRY(eval(r, op, 0, LIST(word(begin_at.at), word(most.at)), ret, NULL));
  if ((*ret)->type != REDIS_REPLY_ARRAY || (*ret)->elements % n_fields) return damaged(r);
  for (size_t i = 0; i < (*ret)->elements; i++)
    if (!is_bytes((*ret)->element[i])) return damaged(r);
  return OK;
}

typedef Err OnRow(void *user, redisReply *const *fields);

/* Rows begin with a number, by which the next page is found. */
static Err each_row(Redis *r, const char *op, u32 n_rows, u32 n_fields, OnRow *on, void *user) {
  u64 last = 0;
  for (;;) {
    cleanup(reply_done) redisReply *a = NULL;
    TRY(page(r, op, last, n_rows, n_fields, &a));
    if (!a->elements) return OK;
    for (size_t i = 0; i < a->elements; i += n_fields) {
      u64 id = number_or_none(a->element[i]);
      if (id <= last) return damaged(r);
      last = id;
      TRY(on(user, a->element + i));
    }
  }
}

/* A list from its element *io_from on. */
static Err each_element(Store *s, const char *op, u32 n_rows, u64 *io_from, StoreEach *each,
                        void *user) {
  for (;;) {
    cleanup(reply_done) redisReply *a = NULL;
    TRY(page(of(s), op, *io_from, n_rows, 1, &a));
    for (size_t i = 0; i < a->elements; i++)
      TRY(each(user, a->element[i]->str, a->element[i]->len));
    *io_from += a->elements;
    if (a->elements < n_rows) return OK;
  }
}

static Err each_results(Store *s, StoreEach *each, void *user) {
  u64 from = 0;
  return each_element(s, "results", RESULTS_A_PAGE, &from, each, user);
}

static Err each_news(Store *s, u64 *io_seen, StoreEach *each, void *user) {
  return each_element(s, "news", ROWS_A_PAGE, io_seen, each, user);
}

typedef struct RedisListing {
  StoreEach *each;
  StoreEachWorker *each_worker;
  StoreEachJob *each_job;
  void *user;
} RedisListing;

static Err on_leaves(void *user, redisReply *const *f) {
  const RedisListing *l = user;
  return l->each(l->user, f[1]->str, f[1]->len);
}

static Err each_leaves(Store *s, StoreEach *each, void *user) {
  RedisListing l = {.each = each, .user = user};
  return each_row(of(s), "leaves", LEAVES_A_PAGE, 2, on_leaves, &l);
}

static Err on_worker(void *user, redisReply *const *f) {
  const RedisListing *l = user;
  return l->each_worker(l->user, &(StoreWorkerRow){.id = number_or_none(f[0]),
                                                   .who = f[1]->str,
                                                   .joined_ns = number_or_none(f[2]) * NS_PER_MS,
                                                   .seen_ns = number_or_none(f[3]) * NS_PER_MS,
                                                   .job = number_or_none(f[4]),
                                                   .claimed_ns = number_or_none(f[5]) * NS_PER_MS,
                                                   .figures = f[6]->str,
                                                   .n_figures = f[6]->len});
}

static Err each_worker(Store *s, StoreEachWorker *each, void *user) {
  RedisListing l = {.each_worker = each, .user = user};
  return each_row(of(s), "workers", ROWS_A_PAGE, 7, on_worker, &l);
}

static Err on_job(void *user, redisReply *const *f) {
  const RedisListing *l = user;
  return l->each_job(l->user, &(StoreJobRow){.id = number_or_none(f[0]),
                                             .worker = number_or_none(f[1]),
                                             .n_claims = (u32)number_or_none(f[2]),
                                             .head = f[3]->str,
                                             .n_head = f[3]->len});
}

static Err each_job(Store *s, StoreEachJob *each, void *user) {
  RedisListing l = {.each_job = each, .user = user};
  return each_row(of(s), "jobs", ROWS_A_PAGE, 4, on_job, &l);
}

const StoreOps store_redis = {.make = make,
                              .open = open_run,
                              .is_over = is_over,
                              .close = close_link,
                              .remove = remove_run,
                              .publish = publish,
                              .put = put,
                              .get = get,
                              .join = join,
                              .add_job = add_job,
                              .claim = claim,
                              .wait = wait_for_token,
                              .commit = commit,
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
                              .now = now,
                              .is_at_server = true};
