// malloc, calloc, realloc and free: contents survive, calloc is zero, free(NULL) is nothing.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *s = malloc(4);
  strcpy(s, "abc");
  s = realloc(s, 100);
  printf("%s", s);
  memset(s + 3, 'x', 96);
  s[99] = 0;
  s = realloc(s, 5);
  printf(" %.5s\n", s);
  free(s);
  free(NULL);
  long *z = calloc(10, sizeof *z), total = 0;
  for (int i = 0; i < 10; i++) total += z[i];
  printf("%ld\n", total);
  free(z);
  int *n = realloc(NULL, sizeof *n);
  *n = 5;
  void *a = aligned_alloc(64, 128), *volatile none = calloc(SIZE_MAX / 2, 3);
  printf("%d %d %d\n", *n, (int)((uintptr_t)a % 64), !none);
  free(n);
  free(a);
  struct Node {
    int x;
    struct Node *next;
  } *list = NULL;
  for (int i = 0; i < 5; i++) {
    struct Node *node = malloc(sizeof *node);
    *node = (struct Node){i * i, list};
    list = node;
  }
  while (list) {
    struct Node *next = list->next;
    printf("%d ", list->x);
    free(list);
    list = next;
  }
  puts("");
  return 0;
}
