// Inline assembly of simple instructions on registers computes what C does, on symbols and of every width.
// What reads memory, flags or fixed registers is not guessed at.
// RUN: run
// EXPECT: finished 1
// RUN: run -DUNKNOWN
// EXPECT: unsupported 1
#include <assert.h>
#include <nadir.h>

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long u64;

static u32 swap_by_rotating(u32 x) {
  __asm__("rorw $8, %w0;"
          "rorl $16, %0\n\t"
          "rorw $8, %w0"
          : "=r"(x)
          : "0"(x)
          : "cc");
  return x;
}

int main(void) {
  u32 x, y;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_symbolic(&y, sizeof y, "y");
  u64 wide = (u64)y << 32 | x, w = wide;
  u32 a = x, b = y, c = x, d = x, e = x, f = x, g = x;
  u16 half = (u16)x;
  u8 byte = (u8)x;
  _Bool right = 1;
  __asm__("neg %0" : "+r"(a));
  right &= a == -x;
  __asm__("add $5, %0" : "+r"(a));
  right &= a == 5 - x;
  __asm__("addl %1, %0" : "+r"(c) : "r"(y));
  right &= c == x + y;
  __asm__("subl %2, %0" : "=r"(d) : "0"(d), "g"(y) : "cc");
  right &= d == x - y;
  __asm__("xor %1, %0\n not %0\n and $255, %0\n or $256, %0" : "+r"(e) : "r"(y));
  right &= e == ((~(x ^ y) & 255) | 256);
  __asm__("rol $7, %0" : "+r"(f));
  right &= f == (x << 7 | x >> 25);
  __asm__("shl $3, %0; shr $1, %0; inc %0" : "+r"(g));
  right &= g == (x << 3 >> 1) + 1;
  __asm__("xchgl %0, %1" : "+r"(a), "+r"(b));
  right &= (a == y) & (b == 5 - x);
  __asm__("bswap %0" : "+r"(w));
  right &= w == __builtin_bswap64(wide);
  __asm__("rorw $8, %w0" : "=r"(half) : "0"(half));
  right &= half == (u16)((u16)x << 8 | (u16)x >> 8);
  __asm__("negb %0" : "+q"(byte));
  right &= byte == (u8)-x;
  __asm__("mov %1, %0" : "=r"(b) : "r"(y));
  right &= (b == y) & (swap_by_rotating(x) == __builtin_bswap32(x));
  __asm__("addl %k1, %k0" : "+r"(wide) : "r"(y)); /* the upper half becomes 0 */
  right &= wide == (u32)(x + y);
#ifdef UNKNOWN
  __asm__("add %1, %0\n adc $0, %0" : "+r"(a) : "r"(y));
#endif
  if (!right) assert(0);
  return 0;
}
