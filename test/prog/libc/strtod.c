// strtod: decimal and hexadecimal, rounded correctly; names of infinities.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const char *const texts[] = {"0",
                               "-0.0",
                               "1.5e3x",
                               "  .5",
                               "5.",
                               "1e",
                               "1e+400",
                               "1e-400",
                               "0x1.8p3",
                               "inf",
                               "-Infinity",
                               "nan",
                               "3.141592653589793238",
                               "2.2250738585072011e-308",
                               "9007199254740993",
                               "123456789012345678901234567890",
                               "e5",
                               "1e-5f"};
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    char *end;
    double x = strtod(texts[i], &end);
    printf("%.17g %td %.9g\n", x, end - texts[i], strtof(texts[i], NULL));
  }
  printf("%g\n", atof("2.5"));
  return 0;
}
