// No symbol, one path; everything printed.
// RUN: run --output --arg one --arg two
// EXPECT: finished 1
// EXPECT: output 3 args, two; 7 3.50 0x2a -1
// EXPECT: output 1 2 3 5 8
// EXPECT: output jumped 4
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf back;

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(int argc, char **argv) {
  int a[] = {5, 3, 8, 1, 2};
  qsort(a, 5, sizeof *a, by_value);
  printf("%d args, %s; %d %.2f %#x %ld\n", argc, argv[2], 7, 3.5, 42, -1L);
  for (int i = 0; i < 5; i++) printf("%d%c", a[i], i < 4 ? ' ' : '\n');
  int n = setjmp(back);
  if (n) printf("jumped %d\n", n);
  else longjmp(back, 4);
  return 0;
}
