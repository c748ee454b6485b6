// A loop whose index is unsigned and counts down never ends before zero: it reads far outside.
// RUN: run
// EXPECT: finished 0
// EXPECT: error 1
int a[4] = {1, 2, 3, 4};

int main(void) {
  int sum = 0;
  for (unsigned i = 3; i >= 0u; i--) sum += a[i]; // ERROR: read-bounds
  return sum;
}
