// A program is explored up to its second thread; what would follow without it says nothing of the program.
// RUN: run
// EXPECT: finished 1
// EXPECT: unsupported 2
// EXPECT: ledger pthread_create
// EXPECT: ledger thrd_create
#include <nadir.h>
#include <pthread.h>
#include <threads.h>

static void *count(void *n) {
  ++*(int *)n;
  return NULL;
}

static int again(void *n) { return ++*(int *)n; }

int main(void) {
  int n = 0, kind = 0;
  nadir_symbolic(&kind, sizeof kind, "kind");
  if (kind == 1) {
    pthread_t t;
    pthread_create(&t, NULL, count, &n);
    pthread_join(t, NULL); // t has no value if that failed
  } else if (kind == 2) {
    thrd_t t;
    thrd_create(&t, again, &n);
    thrd_join(t, NULL);
  }
  return n;
}
