// A program's own definitions win over the library's, also where the library calls them; a weak one
// is as good; what the program leaves undefined and weak is not looked for.
// RUN: run --output
// EXPECT: finished 1
// EXPECT: output my puts: hello
// EXPECT: output my strlen 1, my malloc 1, my getenv 1, absent 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n_lengths, n_blocks;

size_t strlen(const char *s) {
  n_lengths = 1;
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

int puts(const char *s) {
  return printf("my puts: %s\n", s);
}

void *malloc(size_t n) {
  static char heap[10000];
  static size_t at;
  n_blocks = 1;
  at += (n + 15) / 16 * 16;
  return at <= sizeof heap ? heap + at - (n + 15) / 16 * 16 : NULL;
}

void free(void *p) {
  (void)p;
}

__attribute__((weak)) char *getenv(const char *name) {
  return (char *)name;
}

__attribute__((weak)) int regcomp(void *, const char *, int);

int main(void) {
  puts("hello");
  char *copy = NULL;
  size_t n = 0;
  FILE *f = open_memstream(&copy, &n); /* allocates, and calls strlen */
  if (f) fclose(f);
  setenv("A", "B", 1);
  printf("my strlen %d, my malloc %d, my getenv %d, absent %d\n", n_lengths, n_blocks,
         getenv("HOME") != NULL && !strcmp(getenv("HOME"), "HOME"), regcomp == NULL);
  return 0;
}
