/* flags.c — looks the flags of a recipe up in flags.def. */
#include "build/flags.h"

#include <string.h>

typedef enum FlagHow { ALONE, JOINED, VALUE } FlagHow;

typedef struct FlagRow {
  const char *text;
  FlagHow how;
} FlagRow;

static const FlagRow rows[] = {
#define FLAG(text, how, reason) {text, how},
#include "build/flags.def"
#undef FLAG
};

u32 flags_words(const char *word) {
  for (u32 i = 0; i < ARRAY_LEN(rows); i++) {
    size_t n = strlen(rows[i].text);
    if (strncmp(word, rows[i].text, n)) continue;
    if (!word[n]) return rows[i].how == VALUE ? 2 : 1;
    if (rows[i].how != ALONE) return 1;
  }
  /* -Wall, but not -Wl,… -Wa,… -Wp,… which speak to other programs. */
  return word[0] == '-' && word[1] == 'W' && !strchr(word, ',');
}

Err flags_check(const char *where, const Names *flags) {
  for (u32 i = 0; i < flags->n;) {
    u32 n = flags_words(flags->at[i]);
    if (!n || i + n > flags->n)
      return err_set(ERR_INPUT,
                     "%s: the flag '%s' is none that a recipe may have; if you trust it, give it "
                     "with --cflags and remove it there",
                     where, flags->at[i]);
    i += n;
  }
  return OK;
}
