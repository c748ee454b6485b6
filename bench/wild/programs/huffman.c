/* The length of a Huffman code: twice the two smallest of what is left, by looking at all.
 *
 * call: huffman_bits(int weight[N] in 1..1000, N)
 * small: 1:5
 * class: n^2
 * values: weight [1, 2, 3, 5, 8, 13]
 * killer: weight = [1000 - 9 * i for i in range(N)]
 */
long huffman_bits(int *weight, int n) {
  long total = 0;
  while (n > 1) {
    int a = 0, b = 1;
    if (weight[b] < weight[a]) {
      a = 1;
      b = 0;
    }
    for (int i = 2; i < n; i++) {
      if (weight[i] < weight[a]) {
        b = a;
        a = i;
      } else if (weight[i] < weight[b]) {
        b = i;
      }
    }
    int sum = weight[a] + weight[b];
    total += sum;
    int low = a < b ? a : b, high = a < b ? b : a;
    weight[low] = sum;
    weight[high] = weight[--n];
  }
  return total;
}
