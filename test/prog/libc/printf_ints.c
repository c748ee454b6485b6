// printf of integers: flags, widths, precisions, lengths.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%8.3d] [%-+6d]\n", 42, 42, 42, 42, 42, 42, 7,
         7, 7);
  printf("[%u] [%o] [%x] [%X] [%#x] [%#o] [%#X] [%#x]\n", 42u, 42u, 48879u, 48879u, 255u, 8u, 255u,
         0u);
  printf("[%hhd] [%hd] [%ld] [%lld] [%zu] [%jd] [%td]\n", 300, 70000, LONG_MIN, LLONG_MAX,
         (size_t)-1, INTMAX_MIN, (ptrdiff_t)-3);
  printf("[%hhu] [%hx] [%lx] [%llo]\n", 300, 70000, ULONG_MAX, 1ull << 63);
  printf("[%*d] [%-*d] [%.*d] [%*d]\n", 6, 1, 6, 2, 4, 3, -6, 4);
  printf("[%.0d] [%d] [%i] [%%] [%c] [%3c] [%-3c]\n", 0, INT_MIN, -1, 'a', 'b', 'c');
  printf("[%08x] [%-8x] [%#010x] [%+.2d] [% 05d]\n", 0xbeefu, 0xbeefu, 0xbeefu, 5, 42);
  int n;
  printf("%s%n", "count", &n);
  printf(" %d\n", n);
  printf("%d %d\n", printf("12345\n"), printf("%s", ""));
  return 0;
}
