/* quicksort_jdk.c — ESE's quicksort_jdk, the sort of Java 1.5, with ESE's cost.  The plain program
 * is examples/quicksort_jdk.c.
 *
 * Symbolic: the N numbers.
 *
 *     nadir worst bench/ese/programs/quicksort_jdk.c --call 'quicksort_jdk(int x[N], N)' \
 *         --size 1:6,10,50,75,100 --cost user
 *
 * Differs: one unit is counted for each line of a Python program (line.h) that goes along with
 * Java's, an increment being a line of its own and a swap or a median one line.  The paper does
 * not show ESE's program, and no layout that we tried has its figures (348, 1665, 2528, 3666 at
 * 10, 50, 75, 100); they are what its authors took for the worst case, and less than that: this
 * layout costs less at 10 and more from 50 on.
 * Worst: 226 at 10 (218 if all numbers differ); at least 2532, 3938, 6062 at 50, 75, 100. */
#include "line.h"

static void swap(int *x, int i, int j) {
  line();
  int t = x[i];
  x[i] = x[j];
  x[j] = t;
}

static void vecswap(int *x, int a, int b, int n) {
  for (int i = 0; line(), i < n; i++) {
    lines(3);
    swap(x, a, b);
    a++;
    b++;
  }
}

/* The place of the middle one of three numbers. */
static int med3(const int *x, int a, int b, int c) {
  line();
  if (x[a] < x[b]) return x[b] < x[c] ? b : x[a] < x[c] ? c : a;
  return x[b] > x[c] ? b : x[a] > x[c] ? c : a;
}

static int min(int a, int b) {
  return a < b ? a : b;
}

static void insertion_sort(int *x, int off, int len) {
  for (int i = off; line(), i < off + len; i++) {
    line();
    int j = i;
    while (line(), j > off && x[j - 1] > x[j]) {
      lines(2);
      swap(x, j, j - 1);
      j--;
    }
  }
}

static int choose_pivot(const int *x, int off, int len) {
  line();
  int m = off + len / 2;
  if (line(), len > 7) {
    lines(2);
    int l = off, n = off + len - 1;
    if (line(), len > 40) {
      lines(4);
      int s = len / 8;
      l = med3(x, l, l + s, l + 2 * s);
      m = med3(x, m - s, m, m + s);
      n = med3(x, n - 2 * s, n - s, n);
    }
    line();
    m = med3(x, l, m, n);
  }
  return m;
}

static void sort1(int *x, int off, int len) {
  if (line(), len < 7) {
    insertion_sort(x, off, len);
    line();
    return;
  }

  int m = choose_pivot(x, off, len);
  lines(5);
  int v = x[m], a = off, b = a, c = off + len - 1, d = c;
  for (;;) {
    while (line(), b <= c && x[b] <= v) {
      if (line(), x[b] == v) {
        lines(2);
        swap(x, a, b);
        a++;
      }
      line();
      b++;
    }
    while (line(), c >= b && x[c] >= v) {
      if (line(), x[c] == v) {
        lines(2);
        swap(x, c, d);
        d--;
      }
      line();
      c--;
    }
    if (line(), b > c) {
      line();
      break;
    }
    lines(3);
    swap(x, b, c);
    b++;
    c--;
  }

  lines(5);
  int n = off + len;
  int s = min(a - off, b - a);
  vecswap(x, off, b - s, s);
  s = min(d - c, n - d - 1);
  vecswap(x, b, n - s, s);

  line();
  s = b - a;
  if (line(), s > 1) {
    line();
    sort1(x, off, s);
  }
  line();
  s = d - c;
  if (line(), s > 1) {
    line();
    sort1(x, n - s, s);
  }
}

void quicksort_jdk(int *x, size_t n) {
  line();
  sort1(x, 0, n);
}
