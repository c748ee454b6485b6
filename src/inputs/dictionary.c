/* dictionary.c — reads a dictionary line by line. */
#include "inputs/dictionary.h"

#include "base/os.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

enum { MOST_WORDS = 1 << 16 };

static int digit_of(char c) {
  static const char digits[] = "0123456789abcdef";
  const char *at = c ? strchr(digits, tolower((unsigned char)c)) : NULL;
  return at ? (int)(at - digits) : -1;
}

/* What stands between the quotes; NULL: it is no word. */
static const char *take_word(const char *at, const char *end, Text *ret) {
  while (at < end && *at != '"') {
    if (*at != '\\') {
      text_add_char(ret, *at++);
    } else if (at[1] == '\\' || at[1] == '"') {
      text_add_char(ret, at[1]);
      at += 2;
    } else if (at[1] == 'x' && at + 3 < end && digit_of(at[2]) >= 0 && digit_of(at[3]) >= 0) {
      text_add_char(ret, (char)(16 * digit_of(at[2]) + digit_of(at[3])));
      at += 4;
    } else {
      return NULL;
    }
  }
  return at < end ? at + 1 : NULL;
}

static bool is_blank(const char *at, const char *end) {
  while (at < end && isspace((unsigned char)*at)) at++;
  return at == end;
}

static bool take_line(const char *at, const char *end, Vocabulary *io) {
  cleanup(text_free) Text word = {0};
  if (is_blank(at, end)) return true;
  while (isspace((unsigned char)*at)) at++;
  if (*at == '#') return true;
  const char *quote = memchr(at, '"', (size_t)(end - at));
  bool has_name = quote && quote > at;
  if (has_name && !memchr(at, '=', (size_t)(quote - at))) return false;
  const char *behind = quote ? take_word(quote + 1, end, &word) : NULL;
  if (!behind || !is_blank(behind, end)) return false;
  vocabulary_add_word(io, (const u8 *)text_c(&word), (u32)word.n);
  return true;
}

Err dictionary_read(const char *path, Vocabulary *io) {
  cleanup(text_free) Text text = {0};
  TRY(file_read(path, &text));
  io->max_words = MOST_WORDS;
  u32 line = 1;
  for (const char *at = text_c(&text), *last = at + text.n; at < last; line++) {
    const char *end = memchr(at, '\n', (size_t)(last - at));
    if (!end) end = last;
    if (!take_line(at, end, io))
      return err_set(ERR_INPUT, "%s:%u: this is no word of a dictionary, such as name=\"word\"",
                     path, line);
    at = end + 1;
  }
  return OK;
}
