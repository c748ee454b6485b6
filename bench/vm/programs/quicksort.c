/* quicksort.c — concrete: sorts pseudo-random numbers, several times over. */
#include <stdint.h>
#include <stdio.h>

enum { N = 100000 };

static int a[N];

static void swap(int *x, int *y) {
  int t = *x;
  *x = *y;
  *y = t;
}

static void sort(int *from, int *to) {
  while (to - from > 1) {
    int pivot = from[(to - from) / 2];
    int *low = from, *high = to - 1;
    while (low <= high) {
      while (*low < pivot) low++;
      while (*high > pivot) high--;
      if (low <= high) swap(low++, high--);
    }
    sort(from, high + 1);
    from = low;
  }
}

int main(void) {
  uint32_t seed = 1;
  unsigned sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < N; i++) {
      seed = seed * 1664525u + 1013904223u;
      a[i] = (int)(seed >> 4);
    }
    sort(a, a + N);
    sum += (unsigned)a[N / 2];
  }
  printf("%u\n", sum);
  return 0;
}
