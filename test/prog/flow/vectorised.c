// Loops that clang turns into vector code at -O2: reductions, selects, widening, gathers.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdint.h>
#include <stdio.h>

enum { N = 67 };
static int32_t a[N], b[N];
static uint8_t bytes[N];
static int16_t shorts[N];
static double doubles[N];

static void fill(int seed) {
  for (int i = 0; i < N; i++) {
    a[i] = i * seed - 100;
    bytes[i] = (uint8_t)(i * seed * 7);
    shorts[i] = (int16_t)(seed * i * 991);
    doubles[i] = i * 0.25 - seed;
  }
}

int main(void) {
  volatile int seed = 13;
  fill(seed);
  int64_t sum = 0, dot = 0;
  int most = a[0], count = 0;
  unsigned bits = 0;
  double total = 0;
  for (int i = 0; i < N; i++) sum += a[i];
  for (int i = 0; i < N; i++) dot += (int64_t)shorts[i] * bytes[i];
  for (int i = 0; i < N; i++) most = a[i] > most ? a[i] : most;
  for (int i = 0; i < N; i++) count += bytes[i] > 100 && shorts[i] < 0;
  for (int i = 0; i < N; i++) bits ^= (unsigned)a[i] << (i & 7);
  for (int i = 0; i < N; i++) b[i] = a[i] < 0 ? -a[i] : a[i] / 3;
  for (int i = 0; i < N; i++) total += doubles[i] > 0 ? doubles[i] : bytes[i];
  for (int i = 0; i < N; i++) bytes[i] = (uint8_t)(bytes[i] / 2 + shorts[N - 1 - i]);
  printf("%lld %lld %d %d %x %g\n", (long long)sum, (long long)dot, most, count, bits, total);
  for (int i = 0; i < N; i += 11) printf("%d %d ", b[i], bytes[i]);
  puts("");
  return 0;
}
