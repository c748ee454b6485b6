/* mergesort.c — paths: merge sort of N numbers, top down. */
#include <nadir.h>

static int other[N];

static void merge(int *a, int middle, int n) {
  int i = 0, k = middle, to = 0;
  while (i < middle && k < n) other[to++] = a[k] < a[i] ? a[k++] : a[i++];
  while (i < middle) other[to++] = a[i++];
  while (k < n) other[to++] = a[k++];
  for (i = 0; i < n; i++) a[i] = other[i];
}

static void sort(int *a, int n) {
  if (n < 2) return;
  sort(a, n / 2);
  sort(a + n / 2, n - n / 2);
  merge(a, n / 2, n);
}

int main(void) {
  int a[N];
  nadir_symbolic(a, sizeof a, "a");
  sort(a, N);
  return 0;
}
