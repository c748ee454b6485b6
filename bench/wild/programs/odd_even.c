/* Odd-even transposition sort.
 *
 * call: odd_even_sort(int list[N], N)
 * class: n^2
 * killer: list = [N - i for i in range(N)]
 */
static int pass(int *list, int first, int n) {
  int changed = 0;
  for (int i = first; i + 1 < n; i += 2) {
    if (list[i] > list[i + 1]) {
      int keep = list[i];
      list[i] = list[i + 1];
      list[i + 1] = keep;
      changed = 1;
    }
  }
  return changed;
}

void odd_even_sort(int *list, int n) {
  int sorted = 0;
  while (!sorted) {
    sorted = 1;
    if (pass(list, 1, n)) sorted = 0;
    if (pass(list, 0, n)) sorted = 0;
  }
}
