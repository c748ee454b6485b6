// Function pointers in tables, structs and arguments; compared and called.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>

typedef int Operation(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static double half(double x) { return x / 2; }
static Operation *choose(char c) { return c == '+' ? add : c == '-' ? sub : NULL; }

static int fold(Operation *f, const int *a, int n) {
  int x = a[0];
  for (int i = 1; i < n; i++) x = f(x, a[i]);
  return x;
}

static const struct {
  const char *name;
  Operation *run;
  double (*scale)(double);
} table[] = {{"add", add, half}, {"sub", sub, NULL}};

int main(void) {
  const int a[] = {10, 1, 2, 3};
  for (unsigned i = 0; i < 2; i++) printf("%s %d\n", table[i].name, fold(table[i].run, a, 4));
  printf("%g %d %d\n", table[0].scale(5), table[1].scale == NULL, choose('-')(1, 5));
  printf("%d %d %d\n", choose('+') == add, choose('-') == add, !choose('*'));
  Operation *volatile f = *&add;
  printf("%d %d\n", (***f)(1, 2), (int)sizeof f);
  return 0;
}
