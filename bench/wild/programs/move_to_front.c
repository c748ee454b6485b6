/* Move-to-front coding of bytes.
 *
 * call: mtf_encode(unsigned char data[N], N)
 * small: 1:3
 * class: n
 * values: data [0, 1, 2, 254, 255] if N < 10 else range(256)
 * killer: data = [255] * N
 */
void mtf_encode(unsigned char *data, int n) {
  unsigned char order[256];
  for (int i = 0; i < 256; i++) order[i] = (unsigned char)i;
  for (int i = 0; i < n; i++) {
    unsigned char c = data[i];
    int k = 0;
    while (order[k] != c) k++;
    data[i] = (unsigned char)k;
    for (; k > 0; k--) order[k] = order[k - 1];
    order[0] = c;
  }
}
