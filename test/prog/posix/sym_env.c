/* Variables that the program asks for may be set; what it takes away, or what the C library reads
 * behind its back, is not. */
// RUN: run --sym-env 2 --env KNOWN=x
// EXPECT: finished 10
// EXPECT: error assert 25
// RUN: run
// EXPECT: finished 1
#include "kernel.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  const char *mode = getenv("MODE");
  assert(getenv("MODE") == mode);
  if (!mode) return 0;
  assert(strlen(mode) <= 2 && !getenv("TZ") && !getenv("LC_ALL") && *getenv("KNOWN") == 'x');
  if (*mode != 'a') return 1;
  assert(!setenv("OTHER", "1", 0));
  bool is_b = *getenv("OTHER") == 'b';
  assert(!unsetenv("OTHER") && !getenv("OTHER"));
  assert(!clearenv() && !getenv("LATE"));
  if (is_b) return 2;
  assert(!mode[1] || mode[1] == 'c');
  return 3;
}
