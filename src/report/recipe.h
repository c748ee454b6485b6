/* recipe.h — how the program of a run was built, so that its tests can be replayed.
 * It is the member "program" of run.json, cover.json and worst.json (run_fields.def).
 */
#pragma once

#include "report/run_report.h"

/* Appends the path of a source that is named as debug information does, as far as it can be found. */
void recipe_path(const Recipe *r, const char *file, Text *to);

void recipe_free(Recipe *r); /* what it holds, not itself; also for cleanup() */
void recipe_copy(const Recipe *r, Recipe *ret);
must_use Err recipe_check(const char *where, const Recipe *r); /* there is something to compile */

/* Appends the object as JSON, on one line. */
void recipe_print(const Recipe *r, Text *to);

/* From the run.json or worst.json at path.  Errors name the file and the member; *ret is untouched then. */
must_use Err recipe_read(const char *path, Recipe *ret);

/* A worst.json has a test for each size: takes that of this one, a name without a folder.  A
 * test that the file does not know has none: it says its size itself.  Nothing changes with a
 * run.json. */
must_use Err recipe_read_size(const char *path, const char *test, Recipe *r);

/* Was the error of this test confirmed by a build with sanitizers?  False of a test that the file has no
 * error of, and if there is no such file. */
bool recipe_is_sanitized(const char *path, const char *test);
