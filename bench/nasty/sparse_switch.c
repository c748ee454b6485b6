/* A switch of 5,000 cases that are far apart, in a loop. */
#include <nadir.h>
#define C1(n) case (n) * 7919 ^ 0x55aa: s += n; break;
#define C10(n) C1(n) C1(n + 1) C1(n + 2) C1(n + 3) C1(n + 4) C1(n + 5) C1(n + 6) C1(n + 7) C1(n + 8) C1(n + 9)
#define C100(n) C10(n) C10(n + 10) C10(n + 20) C10(n + 30) C10(n + 40) C10(n + 50) C10(n + 60) C10(n + 70) C10(n + 80) C10(n + 90)
#define C1000(n) C100(n) C100(n + 100) C100(n + 200) C100(n + 300) C100(n + 400) C100(n + 500) C100(n + 600) C100(n + 700) C100(n + 800) C100(n + 900)
int main(void) {
  unsigned x[4], s = 0;
  nadir_symbolic(x, sizeof x, "x");
  for (int i = 0; i < 4; i++)
    switch (x[i] + s) { C1000(0) C1000(1000) C1000(2000) C1000(3000) C1000(4000) }
  return s & 1;
}
