/* boyermoore.c — paths: Boyer and Moore's search for "abc" in N bytes; how far to go on is looked
 * up in a table of 256 entries by a byte of the text. */
#include <nadir.h>

enum { M = 3 };

static const unsigned char pattern[M] = "abc";
static int last_at[256];

static void fill_table(void) {
  for (int i = 0; i < 256; i++) last_at[i] = -1;
  for (int i = 0; i < M; i++) last_at[pattern[i]] = i;
}

static int find(const unsigned char *text, int n) {
  int at = 0;
  while (at + M <= n) {
    int k = M - 1;
    while (k >= 0 && text[at + k] == pattern[k]) k--;
    if (k < 0) return at;
    int shift = k - last_at[text[at + k]];
    at += shift > 0 ? shift : 1;
  }
  return -1;
}

int main(void) {
  unsigned char text[N];
  fill_table();
  nadir_symbolic(text, sizeof text, "text");
  return find(text, N) >= 0;
}
