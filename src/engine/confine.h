/* confine.h — what keeps a native run of a program under test from the rest of the host. */
#ifndef ENGINE_CONFINE_H
#define ENGINE_CONFINE_H

#include "base/base.h"

typedef struct Confines {
  const char *folder;  /* files can be made, written and removed below it */
  const char *also;    /* and below this; NULL: nothing */
  const char *test;    /* what the program reads besides, wherever it is */
  const char *program; /* that will be run */
  u64 memory_bytes;    /* 0: any, as sanitizers need */
} Confines;

/* For the process that calls it and those that it starts, in the child between fork and exec, so it
 * neither allocates nor reports: what the host cannot do is left out.  Files can be made, written, changed and
 * removed only below the folders and in a /tmp of its own, which has nothing but what is named here; there is no
 * network, and nobody to send signals to; limits, signals, processors, user and umask are those of the machine
 * (nadir/world.h).  A program that needs no libraries of the host finds nothing else of it either: its folder is
 * /nadir, as in the machine.  Returns where the folder is; the working folder has to be chosen afterwards. */
const char *confine_self(const Confines *c);

#endif
