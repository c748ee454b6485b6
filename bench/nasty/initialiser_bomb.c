/* A constant of 150,000 elements, each computed by the compiler. */
#include <nadir.h>
#define R10(...) __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__
#define R100(...) R10(R10(__VA_ARGS__))
#define R1000(...) R10(R100(__VA_ARGS__))
#define R10000(...) R10(R1000(__VA_ARGS__))

static const int table[] = {R10000(1 + 2 * 3, 4 << 2, 'a', 7 % 4, -1, 0x10, 9 ^ 2, ~5, 1 || 0, sizeof(int), 5, 6, 7, 8, 9,)};
int main(void) {
  unsigned i;
  nadir_symbolic(&i, sizeof i, "i");
  return table[i % (sizeof table / sizeof *table)] == 1234;
}
