// qsort and bsearch: of structs, with many equal keys, empty and of one.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Item {
  char name[3];
  int key;
} Item;

static int by_key(const void *a, const void *b) {
  const Item *x = a, *y = b;
  return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : strcmp(x->name, y->name);
}
static int by_text(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); }
static int by_byte(const void *a, const void *b) {
  return *(unsigned char *)b - *(unsigned char *)a;
}

int main(void) {
  Item items[50];
  for (int i = 0; i < 50; i++) {
    items[i].key = i * 37 % 11 - 5;
    sprintf(items[i].name, "%c%c", 'a' + i % 26, 'z' - i / 26);
  }
  qsort(items, 50, sizeof *items, by_key);
  for (int i = 0; i < 50; i++) printf("%d%s ", items[i].key, items[i].name);
  Item *found = bsearch(&items[20], items, 50, sizeof *items, by_key);
  printf("\n%td %d\n", found - items, !bsearch(&(Item){"?", 9}, items, 50, sizeof *items, by_key));
  const char *words[] = {"pear", "apple", "fig", "", "figs"};
  qsort(words, 5, sizeof *words, by_text);
  for (int i = 0; i < 5; i++) printf("[%s]", words[i]);
  char letters[] = "symbolic";
  qsort(letters, 8, 1, by_byte);
  qsort(letters, 0, 1, by_byte);
  qsort(letters, 1, 1, by_byte);
  printf(" %s\n", letters);
  return 0;
}
