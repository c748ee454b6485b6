/* Counts keywords in a text: the table is sorted at each call, then every word is looked up by halving it.
 *
 * call: count_keywords(char text[N] string)
 * small: 1:4
 * class: n
 * values: text b'aewi f'
 * killer: text = (b'd ' * N)[:N]
 */
#include <ctype.h>
#include <string.h>

enum { WORDS = 16 };

static void sort(const char *word[WORDS]) {
  for (int i = 1; i < WORDS; i++) {
    const char *w = word[i];
    int k = i;
    for (; k && strcmp(word[k - 1], w) > 0; k--) word[k] = word[k - 1];
    word[k] = w;
  }
}

static int is_keyword(const char *const word[WORDS], const char *at, size_t n) {
  int low = 0, high = WORDS - 1;
  while (low <= high) {
    int middle = (low + high) / 2, order = strncmp(at, word[middle], n);
    if (order == 0 && word[middle][n]) order = -1;
    if (order == 0) return 1;
    if (order < 0)
      high = middle - 1;
    else
      low = middle + 1;
  }
  return 0;
}

int count_keywords(const char *text) {
  const char *word[WORDS] = {"while", "for", "if", "else", "return", "int", "char", "long",
                             "switch", "case", "break", "goto", "do", "static", "void", "struct"};
  int found = 0;
  sort(word);
  while (*text) {
    size_t n = 0;
    while (isalpha((unsigned char)text[n])) n++;
    if (n) found += is_keyword(word, text, n);
    text += n ? n : 1;
  }
  return found;
}
