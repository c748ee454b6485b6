/* Counts the different words of a text with djb2 and chains.
 *
 * call: count_words(char text[N] string)
 * small: 1:6
 * class: n^2
 * values: text [32, 97, 98, 98 + 32, 66]
 * killer: h = lambda w: (((5381 * 33 + w[0]) * 33 + w[1])) & 31
 *         words = [w for a in range(33, 127) for b in range(33, 127) for w in [(a, b)] if h(w) == 5]
 *         text = [c for w in words for c in (w[0], w[1], 32)][:N]
 */
#include <stdlib.h>
#include <string.h>

#define BUCKETS 32

struct word {
  const char *text;
  size_t length;
  struct word *next;
};

static unsigned long djb2(const char *s, size_t n) {
  unsigned long h = 5381;
  for (size_t i = 0; i < n; i++) h = (h << 5) + h + (unsigned char)s[i];
  return h;
}

int count_words(const char *text) {
  struct word *bucket[BUCKETS] = {NULL};
  int count = 0;
  while (*text) {
    while (*text == ' ') text++;
    const char *begin = text;
    while (*text && *text != ' ') text++;
    size_t length = text - begin;
    if (length == 0) break;
    struct word **at = &bucket[djb2(begin, length) & (BUCKETS - 1)];
    while (*at && ((*at)->length != length || memcmp((*at)->text, begin, length))) at = &(*at)->next;
    if (*at) continue;
    *at = malloc(sizeof **at);
    **at = (struct word){begin, length, NULL};
    count++;
  }
  return count;
}
