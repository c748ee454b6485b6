// Null: read, written, a member at an offset, an element, called, copied from.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 6
#include <nadir.h>
#include <stdlib.h>
#include <string.h>

typedef struct Item {
  char room[200];
  int x;
} Item;

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  Item *volatile item = NULL;
  int *volatile number = NULL;
  void (*volatile f)(void) = NULL;
  char to[4];
  switch (way) {
  case 1: return *number;                    // ERROR: null-pointer
  case 2: *number = 1; break;                // ERROR: null-pointer
  case 3: return item->x;                    // ERROR: null-pointer
  case 4: return number[7];                  // ERROR: null-pointer
  case 5: f(); break;                        // ERROR: bad-call
  case 6: memcpy(to, item, 4); return to[0]; // ERROR: null-pointer
  }
  return 0;
}
