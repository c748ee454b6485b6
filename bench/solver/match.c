/* match.c — the plain search of a word in a text: at every place of "aaaa…" all
 * but the last character of "aaaaaaab" match. */
#include "bench/solver/workload.h"

static const char word[] = "aaaaaaab";
enum { WORD_LENGTH = sizeof word - 1 };

void workload_match(Path *p, u32 n) {
  path_init(p, n);
  Expr *text = mem_new(n * sizeof *text);
  for (u32 i = 0; i < n; i++) text[i] = path_byte(p, i, 'a');
  for (u32 at = 0; at + WORD_LENGTH <= n; at++) {
    u32 k = 0;
    while (k < WORD_LENGTH && path_branch(p, expr_eq(text[at + k], expr_const(8, (u8)word[k]))))
      k++;
    if (k == WORD_LENGTH) break;
  }
  mem_free(text);
}
