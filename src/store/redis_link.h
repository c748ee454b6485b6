/* redis_link.h — a connection to a Redis server that is made again when it is lost.
 *
 * What was being asked then is asked again, so the server may do it twice: whoever asks sees to it that this does no harm.
 * A server that is gone, or still loads what it had on its disk, is waited for.
 */
#pragma once

#include "base/budget.h"
#include "base/text.h"
#include "store/redis_url.h"

#include <hiredis/hiredis.h>

typedef struct RedisLink {
  RedisUrl url;         /* owned */
  redisContext *at;     /* owned; NULL: there is none now */
  const Budget *budget; /* borrowed, or NULL: nobody waits longer than this */
  char *name;           /* owned; of the connection at the server; NULL: none */
  bool was_there;       /* at least once, or it is to be waited for all the same */
} RedisLink;

typedef struct RedisWord {
  const void *at; /* borrowed */
  size_t n;
} RedisWord;

void reply_done(redisReply **r); /* for cleanup() */

/* *ret is an error of the server's only if it does not know a script (NOSCRIPT), or the script itself refuses (NADIR). */
must_use Err redis_call(RedisLink *l, const RedisWord *words, u32 n, redisReply **ret);
void redis_link_done(RedisLink *l);
