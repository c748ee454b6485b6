/* unit.h — what every unit test includes: cmocka, whose header wants four
 * others before it.
 */
#pragma once

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

/* How often something random is tried.  Sanitizers make all of it several times as slow, and what they look for shows
 * in few rounds. */
#ifdef NDEBUG
#define ROUNDS(n) (n)
#else
#define ROUNDS(n) (((n) + 3) / 4)
#endif
