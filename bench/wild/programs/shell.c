/* Shell sort, gaps halved.
 *
 * call: shell_sort(int v[N], N)
 * class: ?
 * killer: v = [N - i for i in range(N)]
 */
void shell_sort(int v[], int n) {
  for (int gap = n / 2; gap > 0; gap /= 2)
    for (int i = gap; i < n; i++)
      for (int j = i - gap; j >= 0 && v[j] > v[j + gap]; j -= gap) {
        int temp = v[j];
        v[j] = v[j + gap];
        v[j + gap] = temp;
      }
}
