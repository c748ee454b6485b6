/* child.h — a program run to its end, or to the end of the time it was given. */
#ifndef ENGINE_CHILD_H
#define ENGINE_CHILD_H

#include "base/base.h"
#include "base/text.h"
#include "base/vec.h"
#include "engine/confine.h"

#include <signal.h>
#include <sys/types.h>

typedef VEC(char *) Words; /* owned; ends in NULL when it is handed to a child */

void words_add(Words *w, const char *word); /* a copy */
void words_end(Words *w);
void words_free(Words *w); /* also for cleanup() */

/* Out of the way of those that the program opens itself. */
enum { CHILD_REPORT = 200 };

typedef struct ChildPlan {
  const Words *words;                /* the first is looked for in PATH */
  const char *program;               /* if it is confined: what is run; the first word may differ */
  const Words *environment;          /* NULL: nadir's own */
  const char *folder;                /* NULL: nadir's own */
  const char *input;                 /* a file; NULL: standard input is empty */
  const char *output;                /* a file that standard output becomes; NULL: it is a pipe */
  const Confines *confines;          /* NULL: it is free */
  u64 limit_ns;                      /* 0: none */
  const volatile sig_atomic_t *stop; /* when it is set, time is up; NULL: never */
  bool shows_output; /* else standard output is dropped and standard error only kept */
  bool counts;       /* the instructions that it executes */
  int report_fd;     /* a descriptor that the child has as number CHILD_REPORT; -1: none */
} ChildPlan;

typedef struct ChildEnd {
  int status; /* as waitpid gives it */
  bool is_late;
  u64 ns;
  u64 n_instructions; /* in user space; 0: not counted, or the host cannot */
  Text errors;        /* the last of what it said on standard error; owned by the caller */
} ChildEnd;

/* When time is up the child is killed with everything that it started. */
must_use Err child_run(const ChildPlan *plan, ChildEnd *ret);

#endif
