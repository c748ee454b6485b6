// Programs of 32 bits are refused, with a reason.
// RUN: run --cflags -m32
// EXPECT: refused compile without -m32
int main(void) {
  return 0;
}
