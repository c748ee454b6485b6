// Memory that is lost when a path ends by exit, abort or an error, as LeakSanitizer sees it: what a living
// variable leads to is not lost.  The other error of such a path is told, too.
// RUN: run --check=leak
// EXPECT: error leak 33
// EXPECT: error abort 36
// EXPECT: error abort 53
// EXPECT: error null-pointer 37
// EXPECT: error assert 41
// EXPECT: error assert 54
// EXPECT: finished 4
// RUN: run
// EXPECT: error abort 36
// EXPECT: error abort 53
// EXPECT: error null-pointer 37
// EXPECT: error assert 41
// EXPECT: error assert 54
// EXPECT: finished 8
#include <assert.h>
#include <nadir.h>
#include <stdlib.h>

typedef struct Node {
  struct Node *next;
} Node;

static Node *list;
static void *table[3];

static void die(int code) { exit(code); }

/* The first of the two objects is lost wherever it ends. */
static void lose(int way) {
  char *p = malloc(7);
  p = malloc(3);
  if (way == 0) exit(0);
  if (way == 1) abort();
  if (way == 2) *(volatile int *)0 = 1;
  if (way == 3) _Exit(1);
  if (way == 4) die(2);
  free(p);
  if (way == 5) assert(0);
}

/* A global, a local variable, one of a caller, a pointer to the middle, one at a symbolic place. */
static void keep(int way, char *given) {
  list = malloc(sizeof *list);
  list->next = malloc(sizeof *list);
  list->next->next = NULL;
  char *own = malloc(20), *middle = malloc(30);
  middle += 10;
  table[way & 1] = malloc(5);
  if (way == 10) exit(0);
  if (way == 11) abort();
  if (way == 12) assert(0);
  if (way == 13) _Exit(0);
  if (way == 14) die(3);
  free(list->next);
  free(list);
  free(own);
  free(middle - 10);
  free(table[way & 1]);
  free(given);
}

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  nadir_assume(way < 16);
  char *mine = malloc(4);
  if (way >= 10) {
    keep(way, mine);
    return 0;
  }
  lose(way);
  free(mine);
  return 0; // of ways 6 to 9 the first object is lost, too
}
