/* An endless loop without a symbol. */
#include <nadir.h>
int main(void) {
  volatile unsigned long n = 1;
  while (n) n = n * 6364136223846793005ul + 1442695040888963407ul | 1;
  return 0;
}
