/* tea.c — N rounds of the Tiny Encryption Algorithm under a known key: which text gives this one? */
#include <nadir.h>
#include <stdint.h>

int main(void) {
  static const uint32_t key[4] = {0x12345678, 0x9abcdef0, 0x0fedcba9, 0x87654321};
  uint32_t v[2], sum = 0;
  nadir_symbolic(v, sizeof v, "v");
  uint32_t a = v[0], b = v[1];
  for (int i = 0; i < N; i++) {
    sum += 0x9e3779b9;
    a += ((b << 4) + key[0]) ^ (b + sum) ^ ((b >> 5) + key[1]);
    b += ((a << 4) + key[2]) ^ (a + sum) ^ ((a >> 5) + key[3]);
  }
  if (a != 0xcafebabe) return 1;
  if (b != 0x8badf00d) return 2;
  return 0;
}
