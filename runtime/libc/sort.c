/* sort.c — qsort and bsearch of <stdlib.h>.
 *
 * qsort is a merge sort: halves, the lower half the smaller one when they differ, sorted one after
 * the other, then merged with the left element first when two are equal.  So it is stable, and
 * compares the same elements in the same order as glibc 2.36 does: on such a system a path found
 * here takes the same decisions natively.
 */
#define _GNU_SOURCE
#include "libc.h"

#include <stdlib.h>

typedef struct Sort {
  size_t size; /* of one element */
  int (*compare)(const void *, const void *, void *);
  void *argument;
  char *spare; /* room for all elements */
} Sort;

/* Merges the sorted a[0..n_a) with the sorted b[0..n_b) that follows it. */
static void merge(const Sort *s, char *a, size_t n_a, const char *b, size_t n_b) {
  char *start = a, *to = s->spare;
  while (n_a && n_b) {
    if (s->compare(a, b, s->argument) <= 0) {
      __builtin_memcpy(to, a, s->size);
      a += s->size;
      n_a--;
    } else {
      __builtin_memcpy(to, b, s->size);
      b += s->size;
      n_b--;
    }
    to += s->size;
  }
  /* What is left of b is already in its place. */
  __builtin_memcpy(to, a, n_a * s->size);
  to += n_a * s->size;
  __builtin_memcpy(start, s->spare, (size_t)(to - s->spare));
}

static void sort(const Sort *s, char *a, size_t n) {
  if (n <= 1) return;
  size_t n_left = n / 2;
  char *right = a + n_left * s->size;
  sort(s, a, n_left);
  sort(s, right, n - n_left);
  merge(s, a, n_left, right, n - n_left);
}

void qsort_r(void *at, size_t n, size_t size, int (*compare)(const void *, const void *, void *),
             void *argument) {
  if (n <= 1 || size == 0) return;
  Sort s = {size, compare, argument, malloc(n * size)};
  if (!s.spare) abort();
  sort(&s, at, n);
  free(s.spare);
}

ALIAS(qsort_r, __qsort_r)

typedef struct Plain {
  int (*compare)(const void *, const void *);
} Plain;

static int compare_plain(const void *a, const void *b, void *plain) {
  return ((Plain *)plain)->compare(a, b);
}

void qsort(void *at, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  Plain plain = {compare};
  qsort_r(at, n, size, compare_plain, &plain);
}

void *bsearch(const void *key, const void *at, size_t n, size_t size,
              int (*compare)(const void *, const void *)) {
  size_t low = 0, high = n;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *p = (const char *)at + middle * size;
    int order = compare(key, p);
    if (order == 0) return (void *)p;
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return NULL;
}
