/* strhash.c — concrete: counts words in a hash table with chains. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024, WORDS = 2000 };

typedef struct Word {
  struct Word *next;
  unsigned count;
  char text[16];
} Word;

static Word *buckets[BUCKETS];

static unsigned hash(const char *s) {
  unsigned h = 5381;
  while (*s) h = h * 33 + (unsigned char)*s++;
  return h;
}

static int is_same(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

static Word *find(const char *text) {
  Word **at = &buckets[hash(text) % BUCKETS];
  for (Word *w = *at; w; w = w->next)
    if (is_same(w->text, text)) return w;
  Word *w = calloc(1, sizeof *w);
  strcpy(w->text, text);
  w->next = *at;
  return *at = w;
}

static void spell(unsigned n, char *to) {
  for (int i = 0; i < 9; i++, n = n * 7 + 3) to[i] = (char)('a' + n / 5 % 26);
  to[9] = 0;
}

int main(void) {
  static char words[WORDS][16];
  unsigned most = 0;
  for (unsigned i = 0; i < WORDS; i++) spell(i * i, words[i]);
  for (int round = 0; round < ROUNDS; round++)
    for (unsigned i = 0; i < WORDS; i++) find(words[i])->count++;
  for (int i = 0; i < BUCKETS; i++)
    for (Word *w = buckets[i]; w; w = w->next)
      if (w->count > most) most = w->count;
  printf("%u %u\n", most, find(words[1])->count);
  return 0;
}
