// strtol and its family: bases, signs, blanks, ends, overflow with errno.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const char *const texts[] = {"0",
                               " \t-42abc",
                               "+7",
                               "0x1fG",
                               "077",
                               "09",
                               "zz",
                               "",
                               "-",
                               "0x",
                               "99999999999999999999",
                               "-9223372036854775808",
                               "-9223372036854775809",
                               "18446744073709551615"};
  const int bases[] = {0, 10, 16, 8, 36, 2};
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
    for (unsigned j = 0; j < sizeof bases / sizeof *bases; j++) {
      char *end, *uend;
      errno = 0;
      long x = strtol(texts[i], &end, bases[j]);
      int failed = errno == ERANGE;
      unsigned long u = strtoul(texts[i], &uend, bases[j]);
      printf("%ld,%d,%td %lu,%td\n", x, failed, end - texts[i], u, uend - texts[i]);
    }
  printf("%d %ld %lld\n", atoi("  12x"), atol("-5000000000"), atoll(""));
  return 0;
}
