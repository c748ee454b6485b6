/* words.c — copies of words. */
#include "sandbox/words.h"

#include "base/text.h"

void words_add(Words *w, const char *word) { vec_push(w, text_dup(word)); }

void words_end(Words *w) { vec_push(w, NULL); }

void words_free(Words *w) {
  for (u32 i = 0; i < w->n; i++) mem_free(w->at[i]);
  vec_free(w);
}
