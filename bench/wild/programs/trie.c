/* A trie of the words of a text; anything but a letter ends a word.
 *
 * call: trie_build(char text[N] string)
 * small: 1:6
 * class: n
 * values: text [97, 98, 32, 65]
 * killer: text = [97] * N
 */
#include <stdlib.h>

struct trie {
  struct trie *next[26];
  int count;
};

void trie_build(const char *text) {
  struct trie *root = calloc(1, sizeof *root), *at = root;
  for (; *text; text++) {
    char c = *text;
    if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
    if (c >= 'a' && c <= 'z') {
      struct trie **next = &at->next[c - 'a'];
      if (!*next) *next = calloc(1, sizeof **next);
      at = *next;
    } else if (at != root) {
      at->count++;
      at = root;
    }
  }
}
