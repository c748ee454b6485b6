/* What a working folder usually has, in the machine and where the test of the error is run again; only if
 * something outside is symbolic. */
// RUN: run --folder usual -- --sym-arg 1
// EXPECT: error assert 30
// RUN: run -- --sym-arg 1
// EXPECT: finished 2
// RUN: run --folder usual
// EXPECT: finished 1
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int has_what_it_should(void) {
  struct stat s;
  char text[16] = "";
  FILE *f = fopen("d/f", "r");
  if (!f || !fgets(text, sizeof text, f) || strcmp(text, "text\n")) return 0;
  fclose(f);
  if (lstat("l", &s) || !S_ISLNK(s.st_mode) || stat("l", &s) || !S_ISDIR(s.st_mode)) return 0;
  if (lstat("b", &s) || !S_ISLNK(s.st_mode) || !stat("b", &s)) return 0;
  if (readlink("b", text, sizeof text) != 7 || memcmp(text, "nowhere", 7)) return 0;
  if (stat("x", &s) || (s.st_mode & 07777) != 0755) return 0;
  return !stat(".h", &s) && (s.st_mode & 07777) == 0600 && s.st_size == 0;
}

int main(int argc, char **argv) {
  if (argc < 2) return has_what_it_should(); /* nothing is symbolic */
  assert(argv[1][0] != '!' || !has_what_it_should());
  return 0;
}
