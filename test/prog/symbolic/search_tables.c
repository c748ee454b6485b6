// Boyer-Moore search in a fixed text for two unknown bytes, with its tables in the middle of a struct, as
// grep has them: written at places that a byte chooses, and the search goes on by what is read there.
// RUN: run
// EXPECT: unknown 0
// EXPECT: error 0
// RUN: run --set machine.max-split=0
// EXPECT: unknown 0
// EXPECT: error 0
// RUN: run --search bfs --max-states 2
// EXPECT: error 0
// EXPECT: parked
#include <assert.h>
#include <nadir.h>
#include <string.h>

typedef struct Node {
  int depth;
} Node;

typedef struct Words {
  int n_words;
  unsigned char delta[256];
  const Node *next[256];
  int n_firsts;
} Words;

static const char text[] = "xaybzabc";
static Node root = {1};

static int naive(const unsigned char *word) {
  for (int i = 0; i + 2 <= (int)sizeof text - 1; i++)
    if ((unsigned char)text[i] == word[0] && (unsigned char)text[i + 1] == word[1]) return i;
  return -1;
}

int main(void) {
  unsigned char word[2];
  Words w = {.n_words = 1};
  nadir_symbolic(word, sizeof word, "word");
  nadir_assume((word[0] > 'Z') & (word[0] < 'e') & (word[1] > 'Z') & (word[1] < 'e'));
  memset(w.delta, 2, sizeof w.delta);
  w.delta[word[0]] = 1;
  w.delta[word[1]] = 0;
  w.next[word[0]] = &root;
  for (int c = 0; c < 256; c++) w.n_firsts += w.next[c] != 0;
  assert(w.n_words == 1 && w.n_firsts == 1 && w.next[word[0]]->depth == 1);
  const char *at = text + 1, *end = text + sizeof text - 1;
  int found = -1;
  while (at < end && found < 0) {
    int d = w.delta[(unsigned char)*at];
    if (d == 0 && (unsigned char)at[-1] == word[0]) found = (int)(at - text) - 1;
    at += d ? d : 1;
  }
  assert(found == naive(word));
  return 0;
}
