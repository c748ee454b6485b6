/* outdir.h — the folder that a run writes.  A folder that already has something in it is never
 * used. */
#pragma once

#include "base/text.h"

/* A run goes on when it cannot write; the first error of that kind is kept for its end. */
typedef struct OutDir {
  Text path; /* owned */
  int lock;  /* owned, if it is locked: no other run takes the folder, which is empty at first */
  bool is_locked;
  Err err;
  char *err_text; /* owned */
} OutDir;

/* Makes the folder `wanted`, and those above it; if it is there and not empty: wanted-2, wanted-3, … */
must_use Err outdir_make(const char *wanted, OutDir *ret);
/* A folder that an earlier run wrote, to go on with it. */
must_use Err outdir_open(const char *path, OutDir *ret);
/* Removes its tests, which are written anew, and what a killed run had begun to write. */
void outdir_forget_tests(const OutDir *d);
void outdir_done(OutDir *d); /* also for cleanup(); the folder stays */

/* Writes a file in it; at every moment the old file is there or the new one, whole. */
bool outdir_write(OutDir *d, const char *name, const Text *contents); /* false: the old one */
void outdir_remove(const OutDir *d, const char *name);                /* a file, if it is there */
bool outdir_has(const OutDir *d, const char *name); /* is it there, as it was written last? */

void outdir_keep_error(OutDir *d, Err err); /* of code that writes there by other means */
must_use Err outdir_error(const OutDir *d); /* the first one, or OK */
