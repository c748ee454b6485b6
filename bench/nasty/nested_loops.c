/* Six nested loops, bounded by symbols. */
#include <nadir.h>
int main(void) {
  unsigned char n[6];
  unsigned long s = 0;
  nadir_symbolic(n, sizeof n, "n");
  for (int a = 0; a < n[0]; a++)
    for (int b = 0; b < n[1]; b++)
      for (int c = 0; c < n[2]; c++)
        for (int d = 0; d < n[3]; d++)
          for (int e = 0; e < n[4]; e++)
            for (int f = 0; f < n[5]; f++) s += (unsigned long)(a ^ b ^ c ^ d ^ e ^ f);
  return s & 1;
}
