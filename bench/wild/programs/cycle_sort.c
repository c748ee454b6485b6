/* Cycle sort: as few writes as possible, equal elements are stepped over.
 *
 * call: cycle_sort(int a[N], N)
 * class: n^2
 * killer: a = [(i + 1) % N for i in range(N)]
 */
int cycle_sort(int *a, int n) {
  int writes = 0;
  for (int start = 0; start + 1 < n; start++) {
    int item = a[start], at = start;
    for (int i = start + 1; i < n; i++)
      if (a[i] < item) at++;
    if (at == start) continue;
    while (item == a[at]) at++;
    int t = a[at];
    a[at] = item;
    item = t;
    writes++;
    while (at != start) {
      at = start;
      for (int i = start + 1; i < n; i++)
        if (a[i] < item) at++;
      while (item == a[at]) at++;
      t = a[at];
      a[at] = item;
      item = t;
      writes++;
    }
  }
  return writes;
}
