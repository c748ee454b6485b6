/* redis_link.c — connects, asks, and asks again. */
#include "store/redis_link.h"

#include "store/store.h"

#include <signal.h>
#include <string.h>
#include <time.h>

/* A server that says nothing for so long is taken for gone. */
static const struct timeval connect_time = {.tv_sec = 5}, answer_time = {.tv_sec = 30};
#define FIRST_PAUSE_NS (20 * NS_PER_MS)
#define LAST_PAUSE_NS NS_PER_S

typedef enum Attempt {
  ANSWERED,
  NOT_THERE, /* may be there again soon; the error's text says why it is not */
  FAILED,
} Attempt;

void reply_done(redisReply **r) {
  if (*r) freeReplyObject(*r);
}

static void disconnect(RedisLink *l) {
  if (l->at) redisFree(l->at);
  l->at = NULL;
}

void redis_link_done(RedisLink *l) {
  disconnect(l);
  redis_url_done(&l->url);
  mem_free(l->name);
}

static Attempt not_there(RedisLink *l, const char *why) {
  Err ignored = err_set(ERR_OS, "%s", why);
  (void)ignored;
  disconnect(l);
  return NOT_THERE;
}

static bool begins(const char *s, const char *with) { return !strncmp(s, with, strlen(with)); }

/* What the server says in place of an answer. */
static Attempt on_error(RedisLink *l, const char *said, Err *ret) {
  static const char *const passing[] = {"LOADING",     "BUSY",     "MASTERDOWN",
                                        "CLUSTERDOWN", "TRYAGAIN", "MISCONF"};
  for (u32 i = 0; i < ARRAY_LEN(passing); i++)
    if (begins(said, passing[i])) return not_there(l, said);
  const char *at = l->url.shown;
  if (begins(said, "OOM"))
    *ret = err_set(ERR_OS,
                   "'%s': the server's memory is full (its maxmemory); nothing is lost: give it "
                   "more, then go on with --resume",
                   at);
  else if (begins(said, "WRONGPASS") || begins(said, "ERR invalid password"))
    *ret = err_set(ERR_OS, "'%s': the server refuses user or password", at);
  else if (begins(said, "NOAUTH"))
    *ret = err_set(ERR_OS, "'%s': the server wants a password, as in redis://:PASSWORD@HOST", at);
  else if (begins(said, "READONLY"))
    *ret =
        err_set(ERR_OS, "'%s': the server is a copy of another one, which nobody can write to", at);
  else
    *ret = err_set(ERR_OS, "'%s': the server says '%s'", at, said);
  return FAILED;
}

/* One question, one answer; a write to a connection that the server has closed must not kill us. */
static redisReply *ask(RedisLink *l, const RedisWord *words, u32 n) {
  VEC(const char *) at = {0};
  VEC(size_t) sizes = {0};
  struct sigaction before, ignore = {.sa_handler = SIG_IGN};
  for (u32 i = 0; i < n; i++) {
    vec_push(&at, words[i].at);
    vec_push(&sizes, words[i].n);
  }
  sigaction(SIGPIPE, &ignore, &before);
  redisReply *r = redisCommandArgv(l->at, (int)n, at.at, sizes.at);
  sigaction(SIGPIPE, &before, NULL);
  vec_free(&at);
  vec_free(&sizes);
  return r;
}

static Attempt ask_once(RedisLink *l, const RedisWord *words, u32 n, redisReply **ret,
                        Err *ret_err) {
  redisReply *r = ask(l, words, n);
  if (!r) return not_there(l, l->at->errstr);
  if (r->type != REDIS_REPLY_ERROR || begins(r->str, "NOSCRIPT") || begins(r->str, "NADIR")) {
    *ret = r;
    return ANSWERED;
  }
  Attempt how = on_error(l, r->str, ret_err);
  freeReplyObject(r);
  return how;
}

static Attempt tell(RedisLink *l, const char *const *words, u32 n, Err *ret_err) {
  cleanup(reply_done) redisReply *r = NULL;
  RedisWord all[3];
  assert(n <= ARRAY_LEN(all));
  for (u32 i = 0; i < n; i++) all[i] = (RedisWord){words[i], strlen(words[i])};
  return ask_once(l, all, n, &r, ret_err);
}

static Attempt greet(RedisLink *l, Err *ret_err) {
  const RedisUrl *u = &l->url;
  cleanup(text_free) Text db = text_format("%u", u->db);
  const char *auth[] = {"AUTH", u->user ? u->user : u->password, u->password};
  const char *select[] = {"SELECT", text_c(&db)}, *name[] = {"CLIENT", "SETNAME", l->name};
  Attempt how = u->password ? tell(l, auth, u->user ? 3 : 2, ret_err) : ANSWERED;
  if (how == ANSWERED && u->db) how = tell(l, select, ARRAY_LEN(select), ret_err);
  if (how == ANSWERED && l->name) how = tell(l, name, ARRAY_LEN(name), ret_err);
  return how;
}

static Attempt connect_once(RedisLink *l, Err *ret_err) {
  const RedisUrl *u = &l->url;
  l->at = u->path ? redisConnectUnixWithTimeout(u->path, connect_time)
                  : redisConnectWithTimeout(u->host, (int)u->port, connect_time);
  if (!l->at) return not_there(l, "no memory");
  if (l->at->err) return not_there(l, l->at->errstr);
  redisSetTimeout(l->at, answer_time);
  if (u->host) redisEnableKeepAlive(l->at);
  return greet(l, ret_err);
}

static bool is_spent(const Budget *b) {
  return b && ((b->interrupted && *b->interrupted) || !clock_left(b->deadline_ns));
}

Err redis_call(RedisLink *l, const RedisWord *words, u32 n, redisReply **ret) {
  u64 until_ns = clock_after(l->was_there ? STORE_PATIENCE_NS : 0), pause_ns = FIRST_PAUSE_NS;
  for (;;) {
    Err err = OK;
    Attempt how = l->at ? ANSWERED : connect_once(l, &err);
    if (how == ANSWERED) how = ask_once(l, words, n, ret, &err);
    if (how == FAILED) {
      disconnect(l);
      return err;
    }
    if (how == ANSWERED) {
      l->was_there = true;
      return OK;
    }
    if (!clock_left(until_ns) || is_spent(l->budget)) break;
    nanosleep(&(struct timespec){.tv_nsec = (long)pause_ns - 1}, NULL);
    pause_ns = MIN(2 * pause_ns, LAST_PAUSE_NS);
  }
  cleanup(freep) char *why = text_dup(err_text());
  return err_set(ERR_OS, "'%s': the server cannot be reached (%s)%s", l->url.shown, why,
                 l->was_there ? "; nothing is lost: go on with --resume when it is back" : "");
}
