/* names.c — copies of texts. */
#include "base/names.h"

#include "base/text.h"

#include <string.h>

void names_add(Names *n, const char *name) { vec_push(n, text_dup(name)); }

void names_add_split(Names *n, const char *text) {
  static const char blanks[] = " \t\n";
  for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
    size_t length = strcspn(text, blanks);
    char *word = mem_dup(text, length + 1);
    word[length] = 0;
    vec_push(n, word);
    text += length;
  }
}

void names_end(Names *n) { vec_push(n, NULL); }

void names_free(Names *n) {
  for (u32 i = 0; i < n->n; i++) mem_free(n->at[i]);
  vec_free(n);
}
