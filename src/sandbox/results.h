/* results.h — files that a run left behind, read with care: whoever wrote them may have made links, FIFOs
 * and files of any size. */
#pragma once

#include "base/names.h"

/* Copies the regular files below a folder to another, with the folders that lead to them; what is no
 * regular file is left out.  An error if there are too many or too large ones. */
must_use Err results_copy(int from, const char *to);

/* Appends the paths of all regular files below a folder. */
void results_list(const char *folder, Names *ret);

/* Removes everything below that is neither a regular file nor a folder. */
void results_clean(int folder);
