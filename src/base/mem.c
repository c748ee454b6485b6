/* mem.c — allocation that never returns NULL.
 *
 * Budgets are kept at safe points of the main loops; a host that is really
 * out of memory cannot be helped here, so the process says so and ends with a
 * code of its own.
 */
#include "base/base.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_NO_MEMORY = 3 };

noreturn_fn static void no_memory(size_t n_bytes) {
  fprintf(stderr, "nadir: out of memory (%zu bytes asked for)\n", n_bytes);
  exit(EXIT_NO_MEMORY);
}

static u64 n_in_use;

/* With the word in front of it, in which malloc keeps its length: of the small things that there are millions of it is an
 * eighth. */
static size_t size_of(void *p) { return p ? malloc_usable_size(p) + sizeof(size_t) : 0; }

void *mem_new(size_t n_bytes) {
  void *p = calloc(1, n_bytes ? n_bytes : 1);
  if (!p) no_memory(n_bytes);
  n_in_use += size_of(p);
  return p;
}

void *mem_resize(void *p, size_t n_bytes) {
  n_in_use -= size_of(p);
  p = realloc(p, n_bytes ? n_bytes : 1);
  if (!p) no_memory(n_bytes);
  n_in_use += size_of(p);
  return p;
}

void *mem_dup(const void *p, size_t n_bytes) {
  void *copy = mem_new(n_bytes);
  if (n_bytes) memcpy(copy, p, n_bytes);
  return copy;
}

bool text_ends_in(const char *s, const char *end) {
  size_t n = strlen(s), n_end = strlen(end);
  return n >= n_end && !strcmp(s + n - n_end, end);
}

char *text_dup(const char *s) { return mem_dup(s, strlen(s) + 1); }

void *mem_free(void *p) {
  n_in_use -= size_of(p);
  free(p);
  return NULL;
}

u64 mem_bytes(void) { return n_in_use; }
