/* Arguments of main: words, symbolic ones, and how many there are; the environment. */
// RUN: run --env HOME=/nadir -- -x --sym-arg 2 word
// EXPECT: finished 4
// RUN: run -- --sym-args 0 2 1
// EXPECT: finished 7
// RUN: run -- --sym-args 2 1 1
// EXPECT: refused MIN is at most MAX
// RUN: run -- --sym-arg x
// EXPECT: refused needs numbers behind it: --sym-arg LEN
#include <assert.h>
#include <string.h>

int main(int argc, char **argv, char **env) {
  int n = 0;
  if (argc == 4 && !strcmp(argv[1], "-x")) {
    assert(!strcmp(argv[3], "word") && !argv[4]);
    assert(!strcmp(env[0], "HOME=/nadir") && !env[1]);
    argv[1][0] = '+';
    if (argv[2][0] == 'a') n++;
    if (argv[2][1] == 'b') n++;
    return n;
  }
  for (int i = 1; i < argc; i++)
    if (argv[i][0] == 'z') n++;
  return n;
}
