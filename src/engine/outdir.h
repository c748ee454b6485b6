/* outdir.h — the folder that a run writes: never one that has something in it already. */
#ifndef ENGINE_OUTDIR_H
#define ENGINE_OUTDIR_H

#include "base/text.h"

/* Makes the folder `wanted`, and those above it; if it is there and not empty: wanted-2, wanted-3, … */
must_use Err outdir_make(const char *wanted, Text *ret_path);

/* Writes a file in it. */
must_use Err outdir_write(const Text *dir, const char *name, const Text *contents);

/* Like outdir_write, but at every moment the old file is there or the new one, whole. */
must_use Err outdir_replace(const Text *dir, const char *name, const Text *contents);

/* Makes a folder of its own for things that nobody wants to keep: in $TMPDIR, or in /tmp. */
must_use Err tempdir_make(Text *ret_path);

#endif
