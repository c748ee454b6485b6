/* quantity.h — numbers, durations and sizes as people type them. */
#pragma once

#include "base/base.h"

/* Decimal digits only.  The texts of errors do not name the option: the
 * caller knows it. */
must_use Err number_parse(const char *text, u64 *ret_number);

/* A number with ns, us, ms, s, m or h after it; fractions as in 1.5s. */
must_use Err duration_parse(const char *text, u64 *ret_ns);

/* A number of bytes, or one with K, M, G or T (powers of 1024) after it. */
must_use Err size_parse(const char *text, u64 *ret_bytes);
