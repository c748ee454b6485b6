/* redis_url.c — reads the name of a store at a Redis server. */
#include "store/redis_url.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { USUAL_PORT = 6379, MOST_PORT = 65535, MOST_DB = 99999 };

static Err wrong(const char *what) {
  return err_set(ERR_USAGE,
                 "the store's name is wrong: %s; it is redis://USER:PASSWORD@HOST:PORT/DB#RUN or "
                 "unix:/PATH#RUN, where only HOST or PATH is needed",
                 what);
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 'a' - 'A';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The caller owns it; NULL: a % without two digits behind it, or a zero byte. */
static char *decode(const char *at, size_t n) {
  char *to = mem_new(n + 1), *end = to;
  for (size_t i = 0; i < n; i++) {
    if (at[i] != '%') {
      *end++ = at[i];
      continue;
    }
    int high = i + 2 < n ? hex_digit(at[i + 1]) : -1;
    int low = i + 2 < n ? hex_digit(at[i + 2]) : -1;
    if (high < 0 || low < 0 || !(high | low)) return mem_free(to);
    *end++ = (char)(16 * high + low);
    i += 2;
  }
  return to;
}

static Err read_user(RedisUrl *u, const char *at, size_t n) {
  const char *colon = memchr(at, ':', n);
  size_t n_user = colon ? (size_t)(colon - at) : n;
  if (n_user && !(u->user = decode(at, n_user))) return wrong("a % needs two hexadecimal digits");
  if (!colon) return wrong("a user needs a password");
  u->password = decode(colon + 1, n - n_user - 1);
  return u->password ? OK : wrong("a % needs two hexadecimal digits");
}

static Err read_number(const char *what, const char *at, const char *end, u32 most, u32 *ret) {
  char *stop;
  unsigned long x = at < end && *at >= '0' && *at <= '9' ? strtoul(at, &stop, 10) : most + 1ul;
  if (x > most || stop != end) return wrong(what);
  *ret = (u32)x;
  return OK;
}

static char *part(const char *at, const char *end) {
  cleanup(text_free) Text t = {0};
  text_add_n(&t, at, (size_t)(end - at));
  return text_dup(text_c(&t));
}

/* HOST[:PORT][/DB]; an address of version 6 is in brackets. */
static Err read_host(RedisUrl *u, const char *at, const char *end) {
  const char *slash = memchr(at, '/', (size_t)(end - at)), *host_end = slash ? slash : end;
  bool is_bracketed = at < host_end && *at == '[';
  const char *close = is_bracketed ? memchr(at, ']', (size_t)(host_end - at)) : NULL;
  if (is_bracketed && !close) return wrong("a ']' is missing");
  const char *rest = close ? close + 1 : at;
  const char *colon = memchr(rest, ':', (size_t)(host_end - rest));
  const char *name_end = close ? close : colon ? colon : host_end;
  u->host = part(at + is_bracketed, name_end);
  if (!*u->host) return wrong("it has no host");
  if (colon) TRY(read_number("its port is no port", colon + 1, host_end, MOST_PORT, &u->port));
  if (slash && slash + 1 < end)
    TRY(read_number("its database is no number", slash + 1, end, MOST_DB, &u->db));
  return OK;
}

static Err read_path(RedisUrl *u, const char *at, const char *end) {
  static const char db[] = "?db=";
  const char *question = memchr(at, '?', (size_t)(end - at));
  u->path = part(at, question ? question : end);
  if (*u->path != '/') return wrong("the path of a socket begins with '/'");
  if (!question) return OK;
  if (strncmp(question, db, strlen(db)) != 0) return wrong("behind '?' only db=DB is known");
  return read_number("its database is no number", question + strlen(db), end, MOST_DB, &u->db);
}

static void show(RedisUrl *u) {
  cleanup(text_free) Text t = {0};
  bool is_v6 = u->host && strchr(u->host, ':');
  if (u->host)
    text_addf(&t, is_v6 ? "redis://[%s]:%u/%u" : "redis://%s:%u/%u", u->host, u->port, u->db);
  else
    text_addf(&t, "unix:%s", u->path);
  if (u->path && u->db) text_addf(&t, "?db=%u", u->db);
  text_addf(&t, "#%s", u->run);
  u->shown = text_dup(text_c(&t));
}

Err redis_url_parse(const char *url, RedisUrl *ret) {
  static const char tcp[] = "redis://", local[] = "unix:";
  *ret = (RedisUrl){.port = USUAL_PORT};
  bool is_tcp = !strncmp(url, tcp, strlen(tcp));
  const char *at = url + (is_tcp ? strlen(tcp) : strlen(local));
  const char *hash = strchr(at, '#'), *end = hash ? hash : at + strlen(at);
  ret->run = hash && hash[1] ? decode(hash + 1, strlen(hash + 1)) : text_dup("nadir");
  if (!ret->run) return wrong("a % needs two hexadecimal digits");
  bool has_slashes = !is_tcp && !strncmp(at, "//", 2);
  if (has_slashes) at += 2;
  const char *user_end = is_tcp || has_slashes ? memchr(at, '@', (size_t)(end - at)) : NULL;
  for (const char *next = user_end; next; next = memchr(next + 1, '@', (size_t)(end - next - 1)))
    user_end = next;
  if (user_end) TRY(read_user(ret, at, (size_t)(user_end - at)));
  if (user_end) at = user_end + 1;
  TRY(is_tcp ? read_host(ret, at, end) : read_path(ret, at, end));
  show(ret);
  return OK;
}

void redis_url_done(RedisUrl *u) {
  mem_free(u->host);
  mem_free(u->path);
  mem_free(u->user);
  if (u->password) memset(u->password, 0, strlen(u->password));
  mem_free(u->password);
  mem_free(u->run);
  mem_free(u->shown);
  *u = (RedisUrl){0};
}
