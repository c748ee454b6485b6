/* Expands 3[a2[b]] to abbabbabb.  Nested counts would grow exponentially with N, but nothing longer than 2000 is made.
 *
 * call: decode_repeats(char s[N] string)
 * small: 1:4
 * class: n
 * values: s b'a[]29'
 * killer: s = (b"1999[]" * N)[:N // 6 * 6] + b"a" * (N % 6)
 */
#include <ctype.h>
#include <stddef.h>

enum { LONGEST = 2000 };

struct out {
  char at[LONGEST];
  size_t n;
};

static int decode(const char **at, struct out *o, int depth) {
  while (**at && **at != ']') {
    size_t times = 0, from;
    if (!isdigit((unsigned char)**at)) {
      if (o->n == LONGEST) return 0;
      o->at[o->n++] = *(*at)++;
      continue;
    }
    while (isdigit((unsigned char)**at)) times = times * 10 + (size_t)(*(*at)++ - '0');
    if (**at != '[' || times > LONGEST || depth == 20) return 0;
    ++*at;
    from = o->n;
    if (!decode(at, o, depth + 1) || **at != ']') return 0;
    ++*at;
    size_t piece = o->n - from;
    if (times == 0) o->n = from;
    for (size_t t = 1; t < times; t++)
      for (size_t i = 0; i < piece; i++) {
        if (o->n == LONGEST) return 0;
        o->at[o->n++] = o->at[from + i];
      }
  }
  return 1;
}

int decode_repeats(const char *s) {
  struct out o;
  o.n = 0;
  if (!decode(&s, &o, 0) || *s) return -1;
  return (int)o.n;
}
