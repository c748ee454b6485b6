/* beginning.h — what the user gives a search for worst cases to begin with: tests in a folder (--seeds), words
 * of a dictionary (-x). */
#pragma once

#include "inputs/given.h"
#include "report/seed_folder.h"
#include "report/worst_report.h"

typedef struct Beginning {
  SeedFolder seeds; /* owned */
  Given given;      /* owned; its tests are those of the folder */
} Beginning;

/* By input_search_options, which need not be among the groups. */
must_use Err beginning_read(const OptionSet *options, u32 n, Beginning *ret);
void beginning_report(Beginning *b,
                      WorstReport *io); /* what came of the tests, if there were any */
void beginning_done(Beginning *b);      /* also for cleanup() */
