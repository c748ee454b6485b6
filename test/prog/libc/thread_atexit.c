// Destructors of thread-local variables run before the handlers of atexit, the newest first.
// RUN: run --output
// EXPECT: finished 1
// EXPECT: output 3 2 1 handler
#include <stdio.h>
#include <stdlib.h>

int __cxa_thread_atexit_impl(void (*run)(void *), void *x, void *library);

static void say(void *x) {
  printf("%d ", *(int *)x);
}

static void handle(void) {
  printf("handler\n");
}

int main(void) {
  static int one = 1, two = 2, three = 3;
  __cxa_thread_atexit_impl(say, &one, NULL);
  __cxa_thread_atexit_impl(say, &two, NULL);
  atexit(handle);
  __cxa_thread_atexit_impl(say, &three, NULL);
  return 0;
}
