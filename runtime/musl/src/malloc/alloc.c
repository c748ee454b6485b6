/* alloc.c — the names by which musl allocates for itself: the machine's heap. */
#include <stdlib.h>

void *__libc_malloc(size_t n) { return malloc(n); }

void *__libc_calloc(size_t n, size_t size) { return calloc(n, size); }

void *__libc_realloc(void *p, size_t n) { return realloc(p, n); }

void __libc_free(void *p) { free(p); }
