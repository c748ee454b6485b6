/* quicksort_jdk.c — the quicksort of Java 1.5, after Bentley and McIlroy, "Engineering a sort
 * function", 1993: insertion sort below 7 numbers, the middle one, the median of 3 or of 9 as
 * pivot, three-way partition.
 *
 * Symbolic: the N numbers.
 *
 *     nadir worst examples/quicksort_jdk.c --call 'quicksort_jdk(int x[N], N)' --size 1:8,100 \
 *         --cost statements
 *
 * Worst: 2*N^2 + 2 statements up to N = 6, on a descending array; 125, 139, 193, 210 from 7 to 10;
 * then no closed form is known, and what is worst for few numbers says little about many, for
 * which the pivot is chosen in another way. */
#include <stddef.h>

enum { SMALL = 7, LARGE = 40 };

static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}

static void swap_ranges(int *a, int *b, size_t n) {
  for (size_t i = 0; i < n; i++) swap(&a[i], &b[i]);
}

static size_t min(size_t a, size_t b) {
  return a < b ? a : b;
}

/* The place of the middle one of three numbers. */
static size_t median(const int *x, size_t a, size_t b, size_t c) {
  if (x[a] < x[b]) return x[b] < x[c] ? b : x[a] < x[c] ? c : a;
  return x[b] > x[c] ? b : x[a] > x[c] ? c : a;
}

static size_t choose_pivot(const int *x, size_t n) {
  size_t low = 0, mid = n / 2, high = n - 1;
  if (n == SMALL) return mid;
  if (n > LARGE) {
    size_t s = n / 8;
    low = median(x, low, low + s, low + 2 * s);
    mid = median(x, mid - s, mid, mid + s);
    high = median(x, high - 2 * s, high - s, high);
  }
  return median(x, low, mid, high);
}

static void insertion_sort(int *x, size_t n) {
  for (size_t i = 1; i < n; i++)
    for (size_t j = i; j > 0 && x[j - 1] > x[j]; j--) swap(&x[j - 1], &x[j]);
}

void quicksort_jdk(int *x, size_t n) {
  if (n < SMALL) {
    insertion_sort(x, n);
    return;
  }

  /* [0, a) and [d, n) are equal to the pivot, [a, b) less, [c, d) greater, [b, c) not yet seen. */
  int pivot = x[choose_pivot(x, n)];
  size_t a = 0, b = 0, c = n, d = n;
  for (;;) {
    while (b < c && x[b] <= pivot) {
      if (x[b] == pivot) swap(&x[a++], &x[b]);
      b++;
    }
    while (b < c && x[c - 1] >= pivot) {
      if (x[c - 1] == pivot) swap(&x[c - 1], &x[--d]);
      c--;
    }
    if (b == c) break;
    swap(&x[b++], &x[--c]);
  }

  size_t n_less = b - a, n_greater = d - c;
  size_t n_left = min(a, n_less), n_right = min(n_greater, n - d);
  swap_ranges(x, x + b - n_left, n_left);
  swap_ranges(x + b, x + n - n_right, n_right);
  quicksort_jdk(x, n_less);
  quicksort_jdk(x + n - n_greater, n_greater);
}
