// strtod, strtof and strtold: rounding at the edges, where the number ends, what errno says; and back.
// RUN: run --output
// EXPECT: finished 1
// NATIVE: same output
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const texts[] = {"0",
                                    "-0",
                                    "1",
                                    "+1.5",
                                    "  7e2x",
                                    ".5",
                                    "5.",
                                    ".",
                                    "e5",
                                    "1e",
                                    "1e+",
                                    "0x",
                                    "0x1p",
                                    "0x1.8p1",
                                    "-0X.8P-2z",
                                    "0x1.fffffffffffff8p0",
                                    "0x1.fffffffffffff7p0",
                                    "9007199254740993",
                                    "9007199254740992.9999",
                                    "1.7976931348623157e308",
                                    "1.7976931348623159e308",
                                    "2.2250738585072011e-308",
                                    "4.9e-324",
                                    "2.4e-324",
                                    "2.5e-324",
                                    "1e-400",
                                    "1e400",
                                    "-1e5000",
                                    "0.1",
                                    "3.4028235677973366e38",
                                    "1.401298464324817e-45",
                                    "7.0064923216240862e-46",
                                    "inf",
                                    "-INFINITY",
                                    "infinite",
                                    "nan",
                                    "NAN(12)",
                                    "nan(",
                                    "1,5",
                                    "\t\n 12e-1",
                                    "123456789012345678901234567890",
                                    "0.000000000000000000000000000000000000000000000000001",
                                    "8.5e-46",
                                    "179769313486231580793728971405301e276",
                                    "6.103515625e-05"};

int main(void) {
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char *end;
    errno = 0;
    double d = strtod(texts[i], &end);
    printf("%s: %a %.17g %d %s", texts[i], d, d, (int)(end - texts[i]), errno ? "range" : "");
    errno = 0;
    float f = strtof(texts[i], &end);
    printf(" | %a %.9g %d %d", f, f, (int)(end - texts[i]), errno);
    errno = 0;
    long double l = strtold(texts[i], &end);
    printf(" | %La %.21Lg %d %d\n", l, l, (int)(end - texts[i]), errno);
  }
  printf("%g %g\n", atof("2.5x"), atof("x"));
  char b[20];
  printf("%s %s\n", gcvt(0.1, 10, b), ecvt(123.456, 5, &(int){0}, &(int){0}));
  return 0;
}
