/* harness.h — the main that is made of a CALL (call/call.h).  It is written to the folder of
 * the results, so that tests can be replayed. */
#pragma once

#include "base/option.h"
#include "call/call.h"
#include "report/outdir.h"
#include "report/recipe.h"

/* The files to compile: those of the user, or with a call (it may be NULL) the main in place of the
 * first of them, which it includes.  Writes harness.c to the folder then. */
must_use Err harness_files(const UserCall *call, const WordList *files, OutDir *dir,
                           Names *ret_files);

/* The flag that the main needs to find the user's file. */
void harness_flags(const UserCall *call, Names *io_flags);

/* Removes the folder and the main in it, if there is nothing else. */
void harness_discard(const OutDir *dir);
