/* streams.h — a child's output is read until it ends, or its time does. */
#pragma once

#include "base/shown.h"
#include "base/text.h"

#include <signal.h>

/* Our end of a pipe, or of a file. */
typedef struct Stream {
  int fd;      /* owned; -1: there is none */
  Shown shown; /* on a descriptor of nadir; -1: nowhere */
  Text *kept;  /* borrowed; NULL: it is dropped */
  size_t
      most; /* of what is kept, the last is; 0: all, up to what nobody expects, where it is late */
} Stream;

typedef struct Streams {
  Stream output, errors;
  bool output_is_file; /* which is read at the end */
  int end;             /* a descriptor that can be read when it has ended */
  u64 limit_ns;        /* 0: none */
  const volatile sig_atomic_t *stop;
} Streams;

/* The child's side blocks, as programs expect of their output. */
must_use Err streams_pipe(int *ret_ours, int *ret_childs);

/* Returns when it has ended, or is late. */
must_use Err streams_wait(Streams *w, bool *ret_late);
void streams_rest(Streams *w); /* what it left in its pipes */
void streams_done(Streams *w); /* also for cleanup() */
