/* cc_words.c — response files: @FILE stands for the words in FILE.
 *
 * Blanks separate words; quotes of both kinds keep blanks; a backslash keeps the next character, also
 * between quotes.  (So GNU's libiberty, expandargv.)  A file may name others.
 */
#include "build/cc_words.h"

#include "base/os.h"

#include <string.h>

/* Deeper than anyone nests them: a file that names itself. */
enum { MAX_DEPTH = 20 };

static bool is_blank(char c) { return c && strchr(" \t\n\r\f\v", c); }

/* One word; returns what follows it. */
static const char *read_word(const char *s, Text *word) {
  char quote = 0;
  for (; *s && (quote || !is_blank(*s)); s++) {
    if (*s == '\\' && s[1])
      text_add_char(word, *++s);
    else if (quote ? *s == quote : *s == '"' || *s == '\'')
      quote = quote ? 0 : *s;
    else
      text_add_char(word, *s);
  }
  return s;
}

static void expand(const char *word, u32 depth, Names *ret) {
  cleanup(text_free) Text file = {0};
  if (word[0] != '@' || depth == MAX_DEPTH || file_read(word + 1, &file) != OK) {
    names_add(ret, word);
    return;
  }
  for (const char *s = text_c(&file);;) {
    while (is_blank(*s)) s++;
    if (!*s) return;
    cleanup(text_free) Text one = {0};
    s = read_word(s, &one);
    expand(text_c(&one), depth + 1, ret);
  }
}

void cc_words_expand(Names *io_words) {
  Names expanded = {0};
  for (u32 i = 0; i < io_words->n; i++) expand(io_words->at[i], 0, &expanded);
  names_free(io_words);
  *io_words = expanded;
}
