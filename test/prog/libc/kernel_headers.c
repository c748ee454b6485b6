// The headers of the kernel are there, beside musl's; those of another C library are not.
// RUN: run --output
// EXPECT: finished 1
// EXPECT: output 1 4096 1
#include <asm/errno.h>
#include <linux/limits.h>
#include <stdio.h>
#if __has_include(<gnu/libc-version.h>) || __has_include(<obstack.h>)
#error "these are glibc's"
#endif

int main(void) {
  printf("%d %d %d\n", EPERM, PATH_MAX, 1);
  return 0;
}
