/* Reads key=value lines; a key seen before is overwritten, found by looking at all.
 *
 * call: ini_read(char text[N] string)
 * small: 1:6
 * class: n^2
 * values: text b'ab=\n;'
 * killer: text = [c for i in range(N) for c in (33 + i if i < 26 else 40 + i, 61, 10)][:N]
 */
#include <stdlib.h>
#include <string.h>

struct setting {
  char name[16];
  const char *value;
  struct setting *next;
};

int ini_read(const char *text) {
  struct setting *all = NULL;
  int count = 0;
  while (*text) {
    char name[16];
    int n = 0;
    if (*text == ';') {
      while (*text && *text != '\n') text++;
      if (*text) text++;
      continue;
    }
    while (*text && *text != '=' && *text != '\n') {
      if (n < 15) name[n++] = *text;
      text++;
    }
    name[n] = 0;
    if (*text == '=') {
      struct setting *s = all;
      while (s && strcmp(s->name, name) != 0) s = s->next;
      if (!s) {
        s = calloc(1, sizeof *s);
        strcpy(s->name, name);
        s->next = all;
        all = s;
        count++;
      }
      s->value = ++text;
      while (*text && *text != '\n') text++;
    }
    if (*text) text++;
  }
  return count;
}
