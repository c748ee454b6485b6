// A switch on a symbol: one path for each place that it goes to.
// RUN: run
// EXPECT: error 0
// EXPECT: finished 3
#include <assert.h>
#include <nadir.h>

static int days(int month) {
  switch (month) {
  case 2: return 28;
  case 4:
  case 6:
  case 9: return 30;
  default: return 31;
  }
}

int main(void) {
  int month;
  nadir_symbolic(&month, sizeof month, "month");
  nadir_assume(month >= 1 & month <= 12);
  int n = days(month);
  assert((n == 31) | (month % 2 == 0) | (month == 9));
  return n;
}
