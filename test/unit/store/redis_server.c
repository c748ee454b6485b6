/* redis_server.c — starts a Redis server and waits until it answers. */
#include "unit/store/redis_server.h"

#include <fcntl.h>
#include <hiredis/hiredis.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORDS = 32, TRIES = 3000, TRY_US = 5000 };

static void shell(const char *format, const char *folder) {
  char command[512];
  snprintf(command, sizeof command, format, folder, folder, folder);
  CHECK(!system(command), "'%s' fails", command);
}

void redis_server_make(RedisServer *s) {
  *s = (RedisServer){0};
  snprintf(s->folder, sizeof s->folder, "/tmp/redis-test-XXXXXX");
  CHECK(mkdtemp(s->folder), "no folder");
  snprintf(s->socket, sizeof s->socket, "%s/socket", s->folder);
  snprintf(s->name, sizeof s->name, "unix:%s#test", s->socket);
}

static bool answers(const RedisServer *s) {
  redisContext *c = redisConnectUnix(s->socket);
  redisReply *r = c && !c->err ? redisCommand(c, "PING") : NULL;
  bool is_there = r && (r->type == REDIS_REPLY_STATUS || !strncmp(r->str, "NOAUTH", 6));
  if (r) freeReplyObject(r);
  if (c) redisFree(c);
  return is_there;
}

void redis_server_start(RedisServer *s, const char *const *more) {
  const char *words[MOST_WORDS] = {
      "redis-server", "--port", "0", "--unixsocket", s->socket, "--dir",
      s->folder,      "--save", "",  "--appendonly", "yes",     "--appendfsync",
      "always"};
  u32 n = 13;
  for (; more && *more; more++) words[n++] = *more;
  unlink(s->socket);
  s->pid = fork();
  if (!s->pid) {
    int nothing = open("/dev/null", O_WRONLY);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(nothing, 1);
    execvp(words[0], (char *const *)words);
    _exit(127);
  }
  for (u32 i = 0; i < TRIES; i++) {
    if (answers(s)) return;
    usleep(TRY_US);
  }
  CHECK(false, "redis-server does not start: is it installed (script/bootstrap --tests)?");
}

void redis_server_kill(RedisServer *s) {
  if (s->pid) kill(s->pid, SIGKILL);
  if (s->pid) waitpid(s->pid, NULL, 0);
  s->pid = 0;
}

void redis_server_remove(RedisServer *s) {
  redis_server_kill(s);
  shell("rm -rf %s", s->folder);
}

void redis_server_save(const RedisServer *s) {
  shell("rm -rf %s/saved && cp -r %s/appendonlydir %s/saved", s->folder);
}

void redis_server_restore(const RedisServer *s) {
  shell("rm -rf %s/appendonlydir && cp -r %s/saved %s/appendonlydir", s->folder);
}
