/* redis_url.h — where a Redis server is, and which run there is meant:
 *
 *     redis://[USER[:PASSWORD]@]HOST[:PORT][/DB][#RUN]
 *     unix:[//USER[:PASSWORD]@]/PATH/OF/SOCKET[?db=DB][#RUN]
 *
 * Characters of user, password and run may be written as %HH.
 */
#pragma once

#include "base/base.h"

typedef struct RedisUrl {
  char *host, *path;     /* owned; one of them is NULL */
  char *user, *password; /* owned, or NULL; a password may stand without a user */
  char *run;             /* owned */
  char *shown;           /* owned; without user and password */
  u32 port, db;
} RedisUrl;

/* Also after an error it is to be ended. */
must_use Err redis_url_parse(const char *url, RedisUrl *ret);
void redis_url_done(RedisUrl *u); /* also for cleanup() */
