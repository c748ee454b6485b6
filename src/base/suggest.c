/* suggest.c — the nearest word by edit distance, or the one that has the typed word as a part.
 *
 * The restricted form of Damerau's distance (a pair of letters is swapped at
 * most once): typing errors are one wrong, missing, extra or swapped letter.
 */
#include "base/suggest.h"

#include <string.h>

enum { LONGEST_WORD = 40 }; /* longer words are cut: they are no typing errors */

u32 edit_distance(const char *a, const char *b) {
  u32 n_a = (u32)strnlen(a, LONGEST_WORD), n_b = (u32)strnlen(b, LONGEST_WORD);
  u32 d[LONGEST_WORD + 1][LONGEST_WORD + 1];
  for (u32 i = 0; i <= n_a; i++) d[i][0] = i;
  for (u32 j = 0; j <= n_b; j++) d[0][j] = j;
  for (u32 i = 1; i <= n_a; i++) {
    for (u32 j = 1; j <= n_b; j++) {
      u32 replaced = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      u32 moved = MIN(d[i - 1][j], d[i][j - 1]) + 1;
      d[i][j] = MIN(replaced, moved);
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) d[i][j] = MIN(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[n_a][n_b];
}

Suggestion suggestion_for(const char *typed) {
  /* One error in three letters is still a typing error; more is another word. */
  u32 n_letters = (u32)strnlen(typed, LONGEST_WORD);
  return (Suggestion){.typed = typed, .best_distance = (n_letters + 2) / 3 + 1};
}

/* Is it one of the words that hyphens make of the candidate? */
static bool is_part(const char *typed, const char *candidate) {
  size_t n = strlen(typed);
  for (const char *p = candidate; n && (p = strstr(p, typed)); p++)
    if ((p == candidate || p[-1] == '-') && (!p[n] || p[n] == '-')) return true;
  return false;
}

void suggestion_offer(Suggestion *s, const char *candidate) {
  /* "time" is rather meant for "max-time" than for "size". */
  u32 distance = is_part(s->typed, candidate) ? strcmp(s->typed, candidate) != 0
                                              : edit_distance(s->typed, candidate);
  if (distance >= s->best_distance) return;
  s->best_distance = distance;
  s->best = candidate;
}
