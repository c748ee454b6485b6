/* jail_start.h — the outside of a jail: starts it, reads its messages, ends it. */
#pragma once

#include "sandbox/jail.h"

/* Starts a jail.  *ret_news is its first word: ready, or what failed, and then it has ended.
 * An error: no process could be started at all. */
typedef struct JailProcess {
  pid_t pid;
  int from;    /* a socket, with the words that it sends */
  int results; /* the folder for its results; -1: none */
} JailProcess;

must_use Err jail_start(Jail *j, JailProcess *ret, JailWord *ret_news);
bool jail_receive(const JailProcess *p, JailWord *ret,
                  int *ret_fd);                               /* waits; false: it has ended */
void jail_end(JailProcess *p, JailParts parts, bool is_late); /* all of it has ended after */
