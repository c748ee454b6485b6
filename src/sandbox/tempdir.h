/* tempdir.h — folders for things that nobody wants to keep. */
#pragma once

#include "base/text.h"

/* Makes one: in $TMPDIR, or in /tmp. */
must_use Err tempdir_make(Text *ret_path);
void tempdir_empty(const Text *path);
/* With everything in it; "": there is none.  Frees the text; also for cleanup(). */
void tempdir_remove(Text *path);
