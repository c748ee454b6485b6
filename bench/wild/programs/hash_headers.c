/* Headers like "host:a\n" in a table of 64 chains by a hash that ignores case; the last value of a name stays.
 *
 * call: read_headers(char s[N] string)
 * small: 1:4
 * class: n^2
 * values: s b'aB:\n'
 * killer: pairs = [chr(97 + i) + chr(122 - j) for i in range(26) for j in range(26) if (31 * (97 + i) + 122 - j) % 64 == 5]
 *         s = ''.join(p + ':\n' for p in pairs * N).encode()[:N]
 */
#include <ctype.h>
#include <stdlib.h>

enum { CHAINS = 64 };

struct header {
  const char *name, *value;
  size_t n;
  struct header *next;
};

static unsigned hash(const char *s, size_t n) {
  unsigned h = 0;
  for (size_t i = 0; i < n; i++) h = 31 * h + (unsigned)tolower((unsigned char)s[i]);
  return h % CHAINS;
}

static int same(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i])) return 0;
  return 1;
}

static int put(struct header **chain, const char *name, size_t n, const char *value) {
  struct header **at = &chain[hash(name, n)];
  for (; *at; at = &(*at)->next)
    if ((*at)->n == n && same((*at)->name, name, n)) {
      (*at)->value = value;
      return 0;
    }
  *at = malloc(sizeof **at);
  **at = (struct header){name, value, n, NULL};
  return 1;
}

int read_headers(const char *s) {
  struct header *chain[CHAINS] = {NULL};
  int count = 0;
  while (*s) {
    const char *name = s;
    size_t n = 0;
    while (name[n] && name[n] != ':' && name[n] != '\n') n++;
    if (name[n] != ':') return -1;
    for (s = name + n + 1; *s == ' '; s++) {}
    count += put(chain, name, n, s);
    while (*s && *s != '\n') s++;
    if (*s) s++;
  }
  return count;
}
