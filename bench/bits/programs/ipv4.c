/* ipv4.c — a dotted IPv4 address of at most N characters. */
#include <nadir.h>
#include <stdint.h>

int main(void) {
  char text[N + 1];
  nadir_symbolic(text, N, "text");
  text[N] = 0;
  uint32_t address = 0, part = 0, n_parts = 0, n_digits = 0;
  for (const char *p = text;; p++) {
    if (*p >= '0' && *p <= '9') {
      part = part * 10 + (uint32_t)(*p - '0');
      if (part > 255 || ++n_digits > 3) return 1;
    } else if (*p == '.' || !*p) {
      if (!n_digits || ++n_parts > 4) return 1;
      address = address << 8 | part;
      part = n_digits = 0;
      if (!*p) break;
    } else {
      return 1;
    }
  }
  if (n_parts != 4) return 1;
  if (address >> 24 == 10) return 2;
  if (address >> 20 == (172 << 4 | 1)) return 3;
  if (address >> 16 == (192 << 8 | 168)) return 4;
  return 0;
}
