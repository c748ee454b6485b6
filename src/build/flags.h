/* flags.h — may a recipe that somebody else wrote have these flags for the compiler? */
#ifndef BUILD_FLAGS_H
#define BUILD_FLAGS_H

#include "report/recipe.h"

/* An error names the first that flags.def does not list; `where` is the recipe's file. */
must_use Err flags_check(const char *where, const Names *flags);

#endif
