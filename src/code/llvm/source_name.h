/* source_name.h — what a file of a program's source is called in messages, tables and reports.
 *
 * Compilers name a file as it was given to them, from the folder that they ran in.  A project with a
 * Makefile in each folder so has "util.c" and "../lib/util.h", in several folders.  Here a name is the
 * path from the folder that all of the program's compilers ran in or below: "lib/util.c".  Where they
 * all ran in one folder, names are as they were given.
 */
#pragma once

#include "base/text.h"

#include <llvm-c/Core.h>

/* The folder that the files of all functions of a module were compiled in or below, as far as debug
 * information knows; empty if it does not. */
void source_root(LLVMModuleRef module, Text *ret);

/* Adds the name of a DIFile. */
void source_name(LLVMMetadataRef file, const char *root, Text *to);
