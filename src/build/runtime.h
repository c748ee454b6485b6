/* runtime.h — what programs under analysis are linked with, and where it is.
 *
 * The bitcode of the C library is part of nadir itself.  Headers and the library for native
 * replays are files: beside an installed nadir, or else where nadir was built.
 */
#pragma once

#include "base/base.h"
#include "base/text.h"

/* Archives for program_link: what is our own, and musl, which is empty if nadir was built without. */
extern const unsigned char runtime_archive[];
extern const size_t runtime_archive_size;
extern const unsigned char musl_archive[];
extern const size_t musl_archive_size;

/* Debian's musl-dev. */
extern const char musl_headers[];
extern const char musl_library[];

/* What programs call that clang compiled to count what they execute: Debian's libclang-rt-19-dev. */
extern const char profile_library[];

/* Was nadir built with musl, and are its headers here? */
bool runtime_has_musl(void);

/* The kernel that programs run on, for program_link_kernel. */
extern const unsigned char posix_bitcode[];
extern const size_t posix_bitcode_size;

/* The part of the first that native programs can be linked with, too: what sorts, searches and compares. */
extern const unsigned char portable_bitcode[];
extern const size_t portable_bitcode_size;

/* The folder of nadir.h and klee/klee.h. */
must_use Err runtime_include(Text *ret_path);

/* What comes first in sources that are compiled to count what they execute. */
must_use Err runtime_counts_header(Text *ret_path);

/* The archive with the dialects for native runs, and the same for programs on musl. */
must_use Err runtime_replay_library(Text *ret_path);
must_use Err runtime_musl_replay_library(Text *ret_path);

/* The program of `nadir bench`. */
must_use Err runtime_bench(Text *ret_path);
