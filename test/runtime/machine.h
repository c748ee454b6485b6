/* machine.h — the machine under the runtime's C library, when a test runs it natively.
 *
 * The library's functions are there under the prefix t_; a test declares those it uses with the
 * prototype of the system's own: __typeof__(strlen) t_strlen; */
#ifndef TEST_RUNTIME_MACHINE_H
#define TEST_RUNTIME_MACHINE_H

#include "base/rng.h"
#include "base/text.h"

extern Text machine_output; /* what was written, each piece as "fd:bytes;" */
extern u32 machine_n_fixed; /* values that were fixed */

/* A copy of a text in memory of exactly its size, so that the sanitizer sees reading past it; the
 * caller frees it. */
must_use char *exact(const char *s);

/* A random text of up to `max` characters of `alphabet`; the caller frees it. */
must_use char *random_text(Rng *r, const char *alphabet, u32 max);

#endif
