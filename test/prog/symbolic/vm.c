// An interpreter under symbolic code of three bytes: a path for each program that differs.
// RUN: run --search bfs
// EXPECT: error 1
#include <nadir.h>

int main(void) {
  unsigned char code[3];
  int stack[2], n = 0;
  nadir_symbolic(code, sizeof code, "code");
  for (int i = 0; i < 3; i++) switch (code[i]) {
    case 'p': stack[n++] = i; break; // ERROR: write-bounds
    case 'd':
      if (n) n--;
      break;
    case 'h': return 0;
    default: return 1;
    }
  return 2;
}
