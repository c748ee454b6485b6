/* seed_folder.h — tests that the user gives an exploration or a search to begin with: a folder of tests, the
 * corpus of a fuzzer, or what AFL writes. */
#pragma once

#include "report/run_report.h"
#include "report/test_file.h"

typedef struct SeedTest {
  char *file;           /* owned; its name in the folder */
  NamedBytesVec inputs; /* owned; one called RAW_INPUT is bytes for whatever the program reads */
} SeedTest;

typedef struct SeedFolder {
  VEC(SeedTest) seeds; /* owned; by their names */
  ReportSeeds report;  /* owned; what cannot be read is refused, nothing is used yet */
} SeedFolder;

/* A folder with .ktest files, as nadir and KLEE write them, has these; any other all its files, but none
 * whose name begins with a dot, README or metadata.xml.  Of AFL's folder the queue is meant. */
must_use Err seed_folder_read(const char *folder, SeedFolder *ret);
void seed_folder_done(SeedFolder *s); /* also for cleanup() */

void seed_refuse(ReportSeeds *r, const char *file, const char *why);

void seeds_copy(ReportSeeds *to, const ReportSeeds *from);

/* A line for people, and one for each of the first that were refused. */
void seeds_text(const ReportSeeds *r, Text *to);
