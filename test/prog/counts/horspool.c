// Boyer, Moore and Horspool with its table of 256 shifts: a symbolic index into a table, where the
// next position depends on what is read.  Agrees with a plain search.
// RUN: run --size 4
// EXPECT: error 0
// RUN: run --size 5 --search bfs
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <string.h>

static int search(const unsigned char *text, int n, const unsigned char *pattern, int m) {
  int shift[256];
  for (int c = 0; c < 256; c++) shift[c] = m;
  for (int i = 0; i < m - 1; i++) shift[pattern[i]] = m - 1 - i;
  for (int at = 0; at <= n - m; at += shift[text[at + m - 1]]) {
    int i = m - 1;
    while (i >= 0 && text[at + i] == pattern[i]) i--;
    if (i < 0) return at;
  }
  return -1;
}

int main(void) {
  unsigned char text[8];
  int n = (int)nadir_size(), plain = -1;
  nadir_symbolic(text, n, "text");
  int at = search(text, n, (const unsigned char *)"ab", 2);
  for (int i = 0; i + 2 <= n && plain < 0; i++)
    if (text[i] == 'a' && text[i + 1] == 'b') plain = i;
  assert(at == plain);
  return 0;
}
