/* rows.c — lists of names. */
#include "report/rows.h"

void names_add(Names *n, const char *name) { vec_push(n, text_dup(name)); }

void names_free(Names *n) {
  for (u32 i = 0; i < n->n; i++) mem_free(n->at[i]);
  vec_free(n);
}
