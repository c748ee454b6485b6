/* A switch of 20,000 cases over a symbol. */
#include <nadir.h>
#define C1(n) case n: return (n) * 7 % 100;
#define C10(n) C1(n) C1(n + 1) C1(n + 2) C1(n + 3) C1(n + 4) C1(n + 5) C1(n + 6) C1(n + 7) C1(n + 8) C1(n + 9)
#define C100(n) C10(n) C10(n + 10) C10(n + 20) C10(n + 30) C10(n + 40) C10(n + 50) C10(n + 60) C10(n + 70) C10(n + 80) C10(n + 90)
#define C1000(n) C100(n) C100(n + 100) C100(n + 200) C100(n + 300) C100(n + 400) C100(n + 500) C100(n + 600) C100(n + 700) C100(n + 800) C100(n + 900)
#define C5000(n) C1000(n) C1000(n + 1000) C1000(n + 2000) C1000(n + 3000) C1000(n + 4000)
static int f(int x) {
  switch (x) { C5000(0) C5000(5000) C5000(10000) C5000(15000) }
  return -1;
}
int main(void) {
  int x, y;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_symbolic(&y, sizeof y, "y");
  return f(x) == f(y * 3);
}
