/* cc.h — the compiler `nadir cc`: static programs on musl, whose objects carry their bitcode. */
#pragma once

#include "base/option.h"
#include "base/text.h"
#include "report/recipe.h"

/* Does what clang would do with these words, and puts the bitcode into each object (code/object/embedded_bitcode.h): of
 * unoptimised code, or with the user's own level of optimisation.  clang prints its own messages;
 * *ret_exit_code is its exit code. */
must_use Err cc_run(const WordList *words, bool keeps_optimisation, int *ret_exit_code);

/* The words by which clang links these inputs (objects, archives, bitcode) to a program as `nadir cc` does,
 * ending in NULL. */
must_use Err cc_link_words(const Names *inputs, const char *output, Names *ret);

/* The bitcode in an executable, an object or an archive, linked; appended to *ret. */
must_use Err cc_bitcode(const char *path, Text *ret);
