/* cc_words.h — response files on a compiler's command line. */
#pragma once

#include "report/recipe.h"

/* Replaces each word @FILE by the words in that file, as gcc and clang do; if it cannot be read, the
 * word stays. */
void cc_words_expand(Names *io_words);
