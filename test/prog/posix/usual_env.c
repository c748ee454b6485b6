/* What nearly every process has in its environment, but for what --env tells; only if something outside is
 * symbolic. */
// RUN: run --variables usual --env TERM=dumb -- --sym-arg 1
// EXPECT: finished 1
// RUN: run --variables usual
// EXPECT: error assert 14
// RUN: run -- --sym-arg 1
// EXPECT: error assert 14
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  assert(getenv("HOME") && getenv("PATH"));
  assert(!strcmp(getenv("TERM"), "dumb"));
  return 0;
}
