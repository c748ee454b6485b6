/* Reads an address in decimal with dots, each part up to 255.
 *
 * call: read_ipv4(char s[N] string)
 * class: n
 * small: 1:6
 * values: s b'012.5x'
 * killer: s = (b"0" * N)[:max(0, N - 6)] + b"1.1.1."[:N]
 */
int read_ipv4(const char *s) {
  unsigned address = 0;
  for (int part = 0; part < 4; part++) {
    unsigned value = 0, digits = 0;
    if (part && *s++ != '.') return -1;
    for (; *s >= '0' && *s <= '9'; s++, digits++) {
      value = value * 10 + (unsigned)(*s - '0');
      if (value > 255) return -1;
    }
    if (!digits) return -1;
    address = address << 8 | value;
  }
  return *s ? -1 : (int)address;
}
