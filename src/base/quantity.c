/* quantity.c — a number and a unit.
 *
 * In integers only: 0.1s is exactly 100000000 ns.  Digits of a fraction that
 * are finer than the unit's smallest part are refused rather than rounded.
 */
#include "base/quantity.h"

#include "base/clock.h"

#include <string.h>

typedef struct Unit {
  const char *name;
  u64 scale; /* how many of the smallest unit */
} Unit;

static const Unit durations[] = {
    {"", NS_PER_S},         {"ns", 1},       {"us", 1000},
    {"ms", NS_PER_MS},      {"s", NS_PER_S}, {"m", 60 * NS_PER_S},
    {"h", 3600 * NS_PER_S},
};

static const Unit sizes[] = {
    {"", 1}, {"K", 1ull << 10}, {"M", 1ull << 20}, {"G", 1ull << 30}, {"T", 1ull << 40},
};

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool times(u64 a, u64 b, u64 *ret_product) {
  return !__builtin_mul_overflow(a, b, ret_product);
}

static bool plus(u64 a, u64 b, u64 *ret_sum) { return !__builtin_add_overflow(a, b, ret_sum); }

/* Reads digits from *at and moves it behind them; false when there are none
 * or too many. */
static bool read_digits(const char **at, u64 *ret_number) {
  u64 number = 0;
  const char *p = *at;
  for (; is_digit(*p); p++)
    if (!times(number, 10, &number) || !plus(number, (u64)(*p - '0'), &number)) return false;
  if (p == *at) return false;
  *at = p;
  *ret_number = number;
  return true;
}

/* Whole part, then perhaps a point and a fraction; the value is number/divisor. */
static bool read_decimal(const char **at, u64 *ret_number, u64 *ret_divisor) {
  u64 whole, fraction = 0, divisor = 1;
  if (!read_digits(at, &whole)) return false;
  if (**at == '.') {
    const char *start = ++*at;
    if (!read_digits(at, &fraction)) return false;
    for (const char *p = start; p < *at; p++)
      if (!times(divisor, 10, &divisor)) return false;
  }
  *ret_divisor = divisor;
  return times(whole, divisor, &whole) && plus(whole, fraction, ret_number);
}

static bool read_quantity(const char *text, const Unit *units, u32 n_units, u64 *ret_value) {
  u64 number, divisor;
  if (!read_decimal(&text, &number, &divisor)) return false;
  for (u32 i = 0; i < n_units; i++) {
    if (strcmp(text, units[i].name)) continue;
    u128 scaled = (u128)number * units[i].scale;
    if (scaled % divisor || scaled / divisor > UINT64_MAX) return false;
    *ret_value = (u64)(scaled / divisor);
    return true;
  }
  return false;
}

Err number_parse(const char *text, u64 *ret_number) {
  u64 number;
  const char *at = text;
  if (!read_digits(&at, &number) || *at)
    return err_set(ERR_USAGE, "'%s' is not a number from 0 to 2^64-1", text);
  *ret_number = number;
  return OK;
}

Err duration_parse(const char *text, u64 *ret_ns) {
  if (!read_quantity(text, durations, ARRAY_LEN(durations), ret_ns))
    return err_set(ERR_USAGE, "'%s' is not a duration (write 50ms, 2s, 1.5m or 1h)", text);
  return OK;
}

Err size_parse(const char *text, u64 *ret_bytes) {
  if (!read_quantity(text, sizes, ARRAY_LEN(sizes), ret_bytes))
    return err_set(ERR_USAGE, "'%s' is not a size (write 4096, 64K, 512M or 2G)", text);
  return OK;
}
