/* Expands $a to $z by definitions, one to a line, as in "a$b$b\nb$c$c\n": a billion laughs, but for a depth of at most 3.
 *
 * call: expand_macros(char s[N] string)
 * small: 1:4
 * class: n^3
 * values: s b'a$\n'
 * killer: s = (b'a' + b'$a' * N)[:N]
 */
#include <stddef.h>
#include <string.h>

enum { DEEPEST = 3, LETTERS = 26 };

struct macro {
  const char *text;
  size_t n;
};

static size_t length_of(const struct macro *all, const struct macro *m, int depth) {
  size_t sum = 0;
  for (size_t i = 0; i < m->n; i++) {
    if (m->text[i] != '$' || i + 1 == m->n || m->text[i + 1] < 'a' || m->text[i + 1] > 'z') {
      sum++;
      continue;
    }
    i++;
    if (depth < DEEPEST) sum += length_of(all, &all[m->text[i] - 'a'], depth + 1);
  }
  return sum;
}

size_t expand_macros(const char *s) {
  struct macro all[LETTERS] = {{NULL, 0}};
  char first = 0;
  while (*s) {
    const char *end = strchr(s, '\n');
    size_t n = end ? (size_t)(end - s) : strlen(s);
    if (n && *s >= 'a' && *s <= 'z') {
      all[*s - 'a'] = (struct macro){s + 1, n - 1};
      if (!first) first = *s;
    }
    s += n + (end != NULL);
  }
  return first ? length_of(all, &all[first - 'a'], 1) : 0;
}
