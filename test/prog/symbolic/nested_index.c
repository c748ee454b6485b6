// An index read from memory at a symbolic index, written through, and read back: counting sort.
// RUN: run
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>

int main(void) {
  unsigned char keys[3], sorted[3], count[5] = {0}, n = 0;
  nadir_symbolic(keys, sizeof keys, "keys");
  for (int i = 0; i < 3; i++) nadir_assume(keys[i] < 4);
  for (int i = 0; i < 3; i++) count[keys[i] + 1]++;
  for (int k = 1; k < 5; k++) count[k] += count[k - 1];
  for (int i = 0; i < 3; i++) sorted[count[keys[i]]++] = keys[i];
  for (int i = 1; i < 3; i++) assert(sorted[i - 1] <= sorted[i]);
  for (int i = 0; i < 3; i++) n += sorted[i] == keys[0];
  assert(n > 0);
  return 0;
}
