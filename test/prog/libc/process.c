// What happens around main: constructors, environment, thread-local variables, errno, handlers and
// destructors in their order, output that is flushed at the end, quick jumps.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;
static _Thread_local int local = 5;
static _Thread_local char zeros[8];
static int n_made;

__attribute__((constructor(200))) static void early(void) { printf("early %d\n", n_made++); }

__attribute__((constructor)) static void late(void) {
  printf("late %d\n", n_made++);
}

__attribute__((destructor)) static void after(void) { puts("after"); }

__attribute__((destructor(300))) static void last(void) { puts("last"); }

static void one(void) { puts("one"); }

static void two(void) {
  puts("two");
  atexit(one);
}

static jmp_buf place;

static void deep(int n) {
  if (n) deep(n - 1);
  longjmp(place, 3);
}

int main(int argc, char **argv) {
  (void)argc;
  printf("%d\n", strcmp(program_invocation_short_name,
                        strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0]));
  printf("%d\n", environ != NULL);
  setenv("NADIR_TEST", "value", 1);
  printf("%s %d\n", getenv("NADIR_TEST"), getenv("NADIR_NO_SUCH") == NULL);
  putenv("NADIR_TEST=other");
  printf("%s\n", getenv("NADIR_TEST"));
  unsetenv("NADIR_TEST");
  printf("%d\n", getenv("NADIR_TEST") == NULL);
  local += 2;
  printf("%d %d\n", local, zeros[3]);
  errno = 0;
  printf("%d %d\n", close(1000), errno == EBADF);
  printf("%s|%s\n", strerror(ENOENT), strerror(ERANGE));
  volatile int count = 0;
  int r = setjmp(place);
  count++;
  if (r == 0) deep(4);
  printf("%d %d\n", r, count);
  sigjmp_buf other;
  if (!sigsetjmp(other, 1)) siglongjmp(other, 1);
  for (int i = 0; i < 40; i++) atexit(one);
  atexit(two);
  printf("no newline at the end");
  exit(0);
}
