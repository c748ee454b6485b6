/* unit.h — what every unit test includes: cmocka, whose header wants four
 * others before it.
 */
#ifndef TEST_UNIT_H
#define TEST_UNIT_H

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#endif
