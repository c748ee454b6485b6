/* Gnome sort: one index that goes back and forth.
 *
 * call: gnome_sort(short a[N], N)
 * class: n^2
 * killer: a = [N - i for i in range(N)]
 */
void gnome_sort(short *a, int n) {
  int i = 0;
  while (i < n) {
    if (i == 0 || a[i] >= a[i - 1]) {
      i++;
    } else {
      short t = a[i];
      a[i] = a[i - 1];
      a[--i] = t;
    }
  }
}
