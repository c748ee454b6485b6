// What ends, cancels or detaches threads brings no pthread_create of the library's along: none would run.
// RUN: run
// EXPECT: finished 0
// EXPECT: unsupported 2
// EXPECT: ledger pthread_create
#include <nadir.h>
#include <pthread.h>

static void *count(void *n) {
  ++*(int *)n;
  pthread_exit(NULL);
}

int main(void) {
  int n = 0, kind = 0;
  pthread_t t;
  int (*volatile create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = pthread_create;
  nadir_symbolic(&kind, sizeof kind, "kind");
  if (kind ? create(&t, NULL, count, &n) : pthread_create(&t, NULL, count, &n)) return 1;
  pthread_detach(t);
  pthread_cancel(t);
  return n;
}
