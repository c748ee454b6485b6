/* recipe.h — how the program of a run was built, so that its tests can be replayed.
 *
 * It is the member "program" of the run's run.json, or of a worst.json:
 *
 *     "program": {
 *       "folder": "/home/me/sort",        where the names below are to be understood
 *       "files": ["sort.c", "main.bc"],   C or bitcode
 *       "flags": ["-Iinclude", "-DN=3"],  for the compiler
 *       "size": 100,                      of --size; absent: none was given
 *       "arguments": ["-v"],              of the program
 *       "outside": ["env HOME=/x", ...]   what else it is given, in the lines of build/environment.h
 *     }
 */
#ifndef REPORT_RECIPE_H
#define REPORT_RECIPE_H

#include "base/base.h"
#include "base/text.h"
#include "base/vec.h"

typedef VEC(char *) Names; /* owned */

typedef struct Recipe {
  char *folder; /* owned */
  Names files, flags, arguments, outside;
  bool has_size;
  u64 size;
} Recipe;

void names_add(Names *n, const char *name); /* a copy */
void names_free(Names *n);
void recipe_free(Recipe *r); /* what it holds, not itself; also for cleanup() */

/* Appends the path of a source that is named as debug information does, as far as it can be found. */
void recipe_path(const Recipe *r, const char *file, Text *to);

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

#endif
