/* flags.h — may a recipe from elsewhere have these flags for the compiler? */
#pragma once

#include "report/recipe.h"

/* An error names the first that flags.def does not list; `where` is the recipe's file. */
must_use Err flags_check(const char *where, const Names *flags);

/* How many words a flag is with its value; 0: recipes may not have it. */
u32 flags_words(const char *word);
