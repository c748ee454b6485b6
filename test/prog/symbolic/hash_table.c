// Two bytes are hashed, and the hash chooses a bucket: read, followed, written and read again.  Nothing
// that the hash decides is left out, and the bucket that nobody filled is seen to be null.
// RUN: run
// EXPECT: finished 7
// EXPECT: error null-pointer 39
// RUN: run --max-states 1
// EXPECT: finished 7
// EXPECT: error null-pointer 39
// EXPECT: parked
#include <assert.h>
#include <nadir.h>
#include <stdlib.h>

typedef struct Word {
  struct Word *next;
  unsigned hash;
  int number;
} Word;

static Word *table[8];

static unsigned hash_of(const unsigned char *s) {
  unsigned h = 7;
  for (int i = 0; i < 2; i++) h ^= (h << 5) + (h >> 2) + s[i];
  return h;
}

static void add(unsigned hash, int number) {
  Word *w = malloc(sizeof *w), **at = &table[hash & 7];
  *w = (Word){*at, hash, number};
  *at = w;
}

int main(void) {
  unsigned char s[2];
  nadir_symbolic(s, sizeof s, "s");
  for (unsigned k = 0; k < 7; k++) add(k, (int)k); // the last bucket stays empty
  unsigned h = hash_of(s);
  int first = (*(volatile Word **)&table[h & 7])->number;
  assert(first == (int)(h & 7));
  add(h, 100);
  int n = 0;
  for (int k = 0; k < 8; k++)
    for (const Word *w = table[k]; w; w = w->next) {
      assert((int)(w->hash & 7) == k);
      n++;
    }
  assert(n == 8 && table[h & 7]->number == 100 && table[h & 3] && table[(h + 1) & 7] != table[h & 7]);
  return 0;
}
