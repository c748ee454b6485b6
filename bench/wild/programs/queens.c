/* Queens on a board with blocked fields in the first row.
 *
 * call: queens(unsigned char blocked[N] in 0..1, N)
 * small: 1:5
 * large: 7
 * class: ?
 * values: blocked range(2)
 * killer: blocked = [0] * N
 */
static int place(int row, int n, const unsigned char *blocked, unsigned columns, unsigned down,
                 unsigned up) {
  if (row == n) return 1;
  int count = 0;
  for (int c = 0; c < n; c++) {
    if (row == 0 && blocked[c]) continue;
    if (columns >> c & 1 || down >> (row - c + n) & 1 || up >> (row + c) & 1) continue;
    count += place(row + 1, n, blocked, columns | 1u << c, down | 1u << (row - c + n),
                   up | 1u << (row + c));
  }
  return count;
}

int queens(const unsigned char *blocked, int n) { return place(0, n, blocked, 0, 0, 0); }
