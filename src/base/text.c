/* text.c — a growing string: its room doubles, and a zero follows the last byte.
 *
 * Formatted text is measured first and then written in place, so it may be of any length.
 */
#include "base/text.h"

#include <stdio.h>
#include <string.h>

static void reserve(Text *t, size_t more) {
  size_t need = t->n + more + 1;
  if (need <= t->cap) return;
  t->cap = MAX(need, t->cap * 2);
  t->at = mem_resize(t->at, t->cap);
}

void text_add_n(Text *t, const char *s, size_t n) {
  reserve(t, n);
  if (n) memcpy(t->at + t->n, s, n); /* of nothing, s may be NULL */
  t->n += n;
  t->at[t->n] = 0;
}

void text_add(Text *t, const char *s) { text_add_n(t, s, strlen(s)); }

void text_add_char(Text *t, char c) { text_add_n(t, &c, 1); }

void text_add_number(Text *t, u64 n) {
  char digits[20];
  u32 at = sizeof digits;
  do {
    digits[--at] = (char)('0' + n % 10);
    n /= 10;
  } while (n);
  text_add_n(t, digits + at, sizeof digits - at);
}

void text_add_count(Text *t, u64 n) {
  if (n < 1000) {
    text_addf(t, "%ju", (uintmax_t)n);
    return;
  }
  text_add_count(t, n / 1000);
  text_addf(t, ",%03u", (unsigned)(n % 1000));
}

void text_add_digits(Text *t, const char *digits) {
  const char *first = digits + (*digits == '-');
  size_t n = strspn(first, "0123456789");
  if (first[n]) {
    text_add(t, digits);
    return;
  }
  text_add_n(t, digits, (size_t)(first - digits));
  for (size_t i = 0; i < n; i++) {
    if (i && (n - i) % 3 == 0) text_add_char(t, ',');
    text_add_char(t, first[i]);
  }
}

void text_add_ratio(Text *t, double ratio) {
  if (ratio < 1000)
    text_addf(t, "%.3g", ratio);
  else if (ratio < 1e18)
    text_add_count(t, (u64)(ratio + 0.5));
  else
    text_addf(t, "%.2g", ratio);
}

void text_add_unit(Text *t, u64 n, const char *plural) {
  size_t word = strcspn(plural, " ");
  const char *end = plural + word;
  size_t n_ending = n != 1                                     ? 0
                    : word > 4 && !strncmp(end - 4, "ches", 4) ? 2
                    : word > 1 && end[-1] == 's'               ? 1
                                                               : 0;
  text_add_n(t, plural, word - n_ending);
  text_add(t, end);
}

void text_addv(Text *t, const char *fmt, va_list args) {
  va_list again;
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, fmt, args);
  CHECK(n >= 0, "bad format '%s'", fmt);
  reserve(t, (size_t)n);
  vsnprintf(t->at + t->n, (size_t)n + 1, fmt, again);
  va_end(again);
  t->n += (size_t)n;
}

void text_addf(Text *t, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  text_addv(t, fmt, args);
  va_end(args);
}

Text text_format(const char *fmt, ...) {
  Text t = {0};
  va_list args;
  va_start(args, fmt);
  text_addv(&t, fmt, args);
  va_end(args);
  return t;
}

void text_add_word(Text *t, const char *word) {
  static const char plain[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
  if (*word && !word[strspn(word, plain)]) {
    text_add(t, word);
    return;
  }
  text_add_char(t, '\'');
  for (; *word; word++) {
    if (*word == '\'')
      text_add(t, "'\\''");
    else
      text_add_char(t, *word);
  }
  text_add_char(t, '\'');
}

void text_style(Text *t, TextStyle style) {
  bool replaces = t->marks.n && vec_last(&t->marks).at == t->n;
  t->marks.n -= replaces; /* nothing was added in that style */
  vec_push(&t->marks, ((TextMark){t->n, style}));
}

const char *text_c(const Text *t) { return t->n ? t->at : ""; }

void text_clear(Text *t) { t->n = t->marks.n = 0; }

void text_free(Text *t) {
  mem_free(t->at);
  vec_free(&t->marks);
  *t = (Text){0};
}
