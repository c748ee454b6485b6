/* insertion.c — paths: insertion sort of N numbers; N! orders. */
#include <nadir.h>

static void sort(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int x = a[i], k = i;
    for (; k > 0 && a[k - 1] > x; k--) a[k] = a[k - 1];
    a[k] = x;
  }
}

int main(void) {
  int a[N];
  nadir_symbolic(a, sizeof a, "a");
  sort(a, N);
  return 0;
}
