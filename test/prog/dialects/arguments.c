// The program's own command line is what --arg says.
// RUN: run --arg -n --arg 42 --output
// EXPECT: finished 1
// EXPECT: output 3 -n 42 1
// RUN: run --output
// EXPECT: output 1
#include <stdio.h>

int main(int argc, char **argv) {
  if (argc == 3) printf("%d %s %s %d\n", argc, argv[1], argv[2], !argv[3]);
  else printf("%d\n", argc);
  return 0;
}
