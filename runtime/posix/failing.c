/* failing.c — allocation that fails where --fail-calls wants it.  With that option these take the
 * place of malloc and its family in the program's own code. */
#include "kernel.h"

void *malloc(size_t n);
void *calloc(size_t n, size_t size);
void *realloc(void *p, size_t n);

void *nadir_failing_malloc(size_t n);
void *nadir_failing_calloc(size_t n, size_t size);
void *nadir_failing_realloc(void *p, size_t n);

void *nadir_failing_malloc(size_t n) { return call_fails("malloc") ? NULL : malloc(n); }

void *nadir_failing_calloc(size_t n, size_t size) {
  return call_fails("calloc") ? NULL : calloc(n, size);
}

void *nadir_failing_realloc(void *p, size_t n) {
  return call_fails("realloc") ? NULL : realloc(p, n);
}
