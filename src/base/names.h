/* names.h — texts in a row: names, the words of a command line, an environment. */
#pragma once

#include "base/vec.h"

typedef VEC(char *) Names; /* owned; NULL stands behind the last when they are handed to a child */

void names_add(Names *n, const char *name);       /* a copy */
void names_add_split(Names *n, const char *text); /* each word of it; blanks are between */
void names_end(Names *n);
void names_free(Names *n); /* also for cleanup() */
