// Lanes of vectors may be symbols.
// RUN: run
// EXPECT: error 0
// RUN: run -O2
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>

typedef int Ints __attribute__((vector_size(16)));

int main(void) {
  Ints a, b = {1, 2, 3, 4};
  nadir_symbolic(&a, sizeof a, "a");
  Ints sum = a + b, back = sum - b, larger = a > b;
  for (int i = 0; i < 4; i++) assert(back[i] == a[i] && larger[i] == (a[i] > i + 1 ? -1 : 0));
  Ints turned = __builtin_shufflevector(a, b, 3, 4, 1, 0);
  assert(turned[0] == a[3] && turned[1] == 1 && turned[3] == a[0]);
  return 0;
}
