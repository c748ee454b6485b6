// Arrays of up to a thousand elements: filled to the end they are right, one past it is one error.
// RUN: run --set machine.max-values=1
// EXPECT: finished 1001
// EXPECT: error write-bounds 19
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000) return 0;
  int *a = malloc(n * sizeof *a);
  if (!a) return 0;
  for (int i = 0; i < n; i++) a[i] = i;
  if (a[n - 1] != n - 1) abort();
  free(a);
  if (n != 999) return 0;
  a = malloc(n * sizeof *a);
  a[999] = 1;
}
