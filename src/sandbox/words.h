/* words.h — a command line, or an environment. */
#ifndef SANDBOX_WORDS_H
#define SANDBOX_WORDS_H

#include "base/vec.h"

typedef VEC(char *) Words; /* owned; ends in NULL when it is handed to a child */

void words_add(Words *w, const char *word); /* a copy */
void words_end(Words *w);
void words_free(Words *w); /* also for cleanup() */

#endif
