// The address of a local that a function returned.
// RUN: run
// EXPECT: finished 0
static int *leak(int x) {
  int local = x, *p = &local;
  return p;
}

int main(void) {
  int *p = leak(3);
  return *p; // ERROR: use-returned
}
