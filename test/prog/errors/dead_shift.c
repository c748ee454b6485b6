// A shift by too much is found where asked for, also if nobody uses the result.
// RUN: run --check=shift
// EXPECT: finished 1
// EXPECT: error shift 16
// EXPECT: error shift 17
// EXPECT: error shift 19
// RUN: run
// EXPECT: finished 4
#include <nadir.h>

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  nadir_assume(way < 4);
  unsigned d = 31 + way;
  if (way == 1) (void)(1u << d);
  if (way == 2) (void)(1 >> d);
  if (way == 3) {
    long unused = 1l << (d + 30);
  }
  (void)(1u << (d & 31));
  return 0;
}
