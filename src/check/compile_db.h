/* compile_db.h — how the files of a project are compiled, by its compile_commands.json
 * (https://clang.llvm.org/docs/JSONCompilationDatabase.html), which CMake and meson write. */
#pragma once

#include "base/names.h"
#include "base/option.h"

typedef struct CompileEntry {
  char *file;  /* owned; absolute, without links */
  Names flags; /* owned; those that decide what the code means, with absolute folders */
} CompileEntry;

typedef struct CompileDb {
  char *path; /* owned; the file; NULL: there is none */
  VEC(CompileEntry) entries;
} CompileDb;

/* Looks in each of the folders and in `build` below it; the first one counts.  ERR_INPUT: it is damaged. */
must_use Err compile_db_find(const WordList *folders, CompileDb *ret);
void compile_db_done(CompileDb *db); /* also for cleanup() */

/* NULL: it does not know the file. */
const Names *compile_db_flags(const CompileDb *db, const char *file);
