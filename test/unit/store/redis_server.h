/* redis_server.h — a Redis server of the tests' own, at a socket in a folder of its own. */
#pragma once

#include "base/base.h"

#include <sys/types.h>

typedef struct RedisServer {
  char folder[64];
  char socket[80];
  char name[96]; /* of a store there */
  pid_t pid;     /* 0: it does not run */
} RedisServer;

/* Every change is on the disk before it is answered.  `more` are options behind the usual ones, ended by NULL; NULL: none. */
void redis_server_make(RedisServer *s);
void redis_server_start(RedisServer *s, const char *const *more);
void redis_server_kill(RedisServer *s); /* at once, as a power cut does */
void redis_server_remove(RedisServer *s);

/* Keeps what is on the disk now, and puts it back. */
void redis_server_save(const RedisServer *s);
void redis_server_restore(const RedisServer *s);
