// Initialised data: designators, nested aggregates, strings, addresses, compound literals.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stddef.h>
#include <stdio.h>

typedef struct Item {
  const char *name;
  int values[3];
  struct Item *next;
  union {
    int i;
    float f;
  } u;
} Item;

static int numbers[10] = {[2] = 5, 6, [8] = 9};
static Item last = {.name = "last", .u.f = 1.5f};
static Item first = {.next = &last, .values = {[1] = 4}, .name = "first" + 1};
static int *const middle = &numbers[3];
static const char *const words[][2] = {{"a", "bc"}, {NULL, "def"}};
static const size_t where = offsetof(Item, next);
static char text[8] = "abc", exact[3] = "xyz";

int main(void) {
  printf("%s %s %d %d\n", first.name, first.next->name, first.values[1], first.values[2]);
  printf("%g %p %zu\n", first.next->u.f, (void *)first.next->next, where);
  printf("%d %d %d %d\n", middle[0], middle[-1], middle[5], numbers[9]);
  printf("%s %s %d\n", words[0][1], words[1][1], !words[1][0]);
  printf("%d %d %c\n", text[2], text[7], exact[2]);
  int *list = (int[]){7, 8, 9}, k = 2;
  Item local = {.values = {k, list[k]}};
  printf("%d %d %d %s\n", local.values[0], local.values[1], local.values[2],
         local.name ? local.name : "none");
  return 0;
}
