/* clock.h — time, deadlines. */
#pragma once

#include "base/base.h"

#define NS_PER_MS 1000000ull
#define NS_PER_S 1000000000ull
#define NEVER_NS UINT64_MAX /* a deadline that does not come */

u64 clock_ns(void); /* monotonic */

/* The deadline `n_ns` from now; saturates at NEVER_NS. */
u64 clock_after(u64 n_ns);

/* Nanoseconds left until a deadline; 0 when it has passed. */
u64 clock_left(u64 deadline_ns);

/* The deadline that leaves the Nth part of the time until another one; NEVER_NS stays what it is. */
u64 clock_part(u64 deadline_ns, u64 part);
