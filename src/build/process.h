/* process.h — starts a compiler and waits for it. */
#pragma once

#include "base/text.h"

#include <sys/types.h>

typedef struct ProcessPlan {
  char *const *words;  /* ended by NULL; the first is looked for in PATH */
  const char *in_path; /* what it reads as standard input; NULL: nadir's own */
  int out_fd;          /* what it has as standard output; -1: nadir's own */
  bool is_silent;      /* its standard error is dropped */
} ProcessPlan;

/* A program that runs, and a pipe from its standard output. */
typedef struct Process {
  pid_t pid;
  int out; /* -1: none */
} Process;

must_use Err process_start(const ProcessPlan *plan, Process *ret);

/* The same, with a pipe in place of plan->out_fd. */
must_use Err process_start_piped(const ProcessPlan *plan, Process *ret);

/* Appends what it writes into the pipe, if there is one, and waits for its end; `status` is that of
 * waitpid. */
must_use Err process_finish(Process *p, Text *output, int *ret_status);
