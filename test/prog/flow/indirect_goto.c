// Labels as values: a small machine that jumps through a table.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>

static int run(const unsigned char *code) {
  static const void *const labels[] = {&&push, &&add, &&mul, &&neg, &&halt};
  int stack[8], n = 0;
  goto *labels[*code++];
push:
  stack[n++] = *code++;
  goto *labels[*code++];
add:
  n--;
  stack[n - 1] += stack[n];
  goto *labels[*code++];
mul:
  n--;
  stack[n - 1] *= stack[n];
  goto *labels[*code++];
neg:
  stack[n - 1] = -stack[n - 1];
  goto *labels[*code++];
halt:
  return stack[0];
}

int main(void) {
  printf("%d\n", run((const unsigned char[]){0, 6, 0, 7, 2, 3, 0, 2, 1, 4}));
  printf("%d\n", run((const unsigned char[]){0, 255, 4}));
  return 0;
}
