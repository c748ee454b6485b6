/* A small Timsort: natural runs made long enough by binary insertion, merged from a stack.
 *
 * call: tim_sort(int a[N], N)
 * class: n log n
 * killer: a = [i * 61 % 101 for i in range(N)]
 */
#include <stdlib.h>
#include <string.h>

#define MIN_RUN 8

struct run {
  int begin, length;
};

static void reverse(int *a, int n) {
  for (int i = 0, k = n - 1; i < k; i++, k--) {
    int t = a[i];
    a[i] = a[k];
    a[k] = t;
  }
}

static int count_run(int *a, int n) {
  if (n < 2) return n;
  int i = 2;
  if (a[1] < a[0]) {
    while (i < n && a[i] < a[i - 1]) i++;
    reverse(a, i);
  } else {
    while (i < n && a[i] >= a[i - 1]) i++;
  }
  return i;
}

static void binary_insertion(int *a, int sorted, int n) {
  for (int i = sorted; i < n; i++) {
    int x = a[i], low = 0, high = i;
    while (low < high) {
      int mid = (low + high) / 2;
      if (x < a[mid])
        high = mid;
      else
        low = mid + 1;
    }
    for (int k = i; k > low; k--) a[k] = a[k - 1];
    a[low] = x;
  }
}

static void merge_at(int *a, struct run *stack, int i, int *spare) {
  struct run *x = &stack[i], *y = &stack[i + 1];
  memcpy(spare, a + x->begin, x->length * sizeof *a);
  int p = 0, q = y->begin, end = y->begin + y->length, out = x->begin;
  while (p < x->length && q < end) {
    if (a[q] < spare[p])
      a[out++] = a[q++];
    else
      a[out++] = spare[p++];
  }
  while (p < x->length) a[out++] = spare[p++];
  x->length += y->length;
}

void tim_sort(int *a, int n) {
  struct run stack[40];
  int depth = 0, *spare = malloc(n * sizeof *spare);
  for (int at = 0; at < n;) {
    int length = count_run(a + at, n - at);
    int wanted = n - at < MIN_RUN ? n - at : MIN_RUN;
    if (length < wanted) {
      binary_insertion(a + at, length, wanted);
      length = wanted;
    }
    stack[depth++] = (struct run){at, length};
    at += length;
    while (depth > 1) {
      int k = depth - 2;
      if (k > 0 && stack[k - 1].length <= stack[k].length + stack[k + 1].length) {
        if (stack[k - 1].length < stack[k + 1].length) {
          merge_at(a, stack, k - 1, spare);
          stack[k] = stack[k + 1];
        } else {
          merge_at(a, stack, k, spare);
        }
      } else if (stack[k].length <= stack[k + 1].length) {
        merge_at(a, stack, k, spare);
      } else {
        break;
      }
      depth--;
    }
  }
  while (depth > 1) {
    merge_at(a, stack, depth - 2, spare);
    depth--;
  }
  free(spare);
}
