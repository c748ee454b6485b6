// Accesses outside of plain locals, which LLVM's own passes cut off as they are undefined.
// RUN: run
// EXPECT: finished 1
// EXPECT: text a local variable
#include <nadir.h>
#include <string.h>

typedef struct Packet {
  int head;
  unsigned char bytes[4];
} Packet;

static int by_index(int way) {
  int a[4] = {1, 2, 3, 4};
  int *p = a;
  switch (way) {
  case 1: a[4] = 7; return 0;    // ERROR: write-bounds
  case 2: return a[4];           // ERROR: read-bounds
  case 3: p[-1] = 3; return 0;   // ERROR: write-bounds
  case 4: return p[-1];          // ERROR: read-bounds
  case 5: a[1000] = 7; return 0; // ERROR: write-bounds
  }
  return a[3];
}

static int by_block(int way) {
  char a[4];
  int b[2] = {1, 2}, c = 0;
  switch (way) {
  case 6: memset(a, 0, 5); return 0;  // ERROR: write-bounds
  case 7: memcpy(&c, b, 8); return c; // ERROR: write-bounds
  case 8: memcpy(b, &c, 8); return 0; // ERROR: read-bounds
  }
  memset(a, 0, 4);
  return a[3] + b[1] + c;
}

static int by_type(int way) {
  int x = 0, y = 1;
  short s = 1;
  Packet p = {1, {1, 2, 3, 4}}, q = p;
  switch (way) {
  case 9: *(long *)&x = 5; return x;        // ERROR: write-bounds
  case 10: return (int)*(long *)&y;         // ERROR: read-bounds
  case 11: return *(int *)((char *)&s + 1); // ERROR: read-bounds
  case 12: return p.bytes[4];               // ERROR: read-bounds
  case 13: q.bytes[4] = 1; return q.head;   // ERROR: write-bounds
  case 14: return (&p)[1].head;             // ERROR: read-bounds
  case 15: return (&x)[1];                  // ERROR: read-bounds
  }
  return x + y + s + p.bytes[3] + q.head;
}

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  nadir_assume(way < 16);
  if (way && way < 6) return by_index(way);
  if (way && way < 9) return by_block(way);
  return by_type(way);
}
