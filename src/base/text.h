/* text.h — a growing string. */
#pragma once

#include "base/vec.h"

#include <stdarg.h>

/* How words look on a terminal that has colours (cli/terminal.h); elsewhere all look alike. */
typedef enum TextStyle { STYLE_PLAIN, STYLE_ANSWER, STYLE_ERROR, STYLE_WARNING } TextStyle;

typedef struct TextMark {
  size_t at; /* from this byte on */
  TextStyle style;
} TextMark;

typedef struct Text {
  char *at; /* owned; always ends in a zero once anything was added */
  size_t n, cap;
  VEC(TextMark) marks; /* owned; in order */
} Text;

void text_add(Text *t, const char *s);
void text_add_n(Text *t, const char *s, size_t n);
void text_addf(Text *t, const char *fmt, ...) printf_like(2, 3);
void text_addv(Text *t, const char *fmt, va_list args) printf_like(2, 0);
Text text_format(const char *fmt, ...) printf_like(1, 2); /* a new one */
void text_add_char(Text *t, char c);
void text_add_number(Text *t, u64 n); /* as %ju, in a tenth of the time */
/* As people read large numbers: 1,234,567. */
void text_add_count(Text *t, u64 n);
/* The same of digits, perhaps with a sign; anything else stays as it is. */
void text_add_digits(Text *t, const char *digits);
/* As in "1.5 times", to three digits. */
void text_add_ratio(Text *t, double ratio);
/* What so many are called, of a plural: of 1 "branches" are a "branch", "calls of f" a "call of f". */
void text_add_unit(Text *t, u64 n, const char *plural);
void text_add_word(Text *t, const char *word); /* in quotes where a shell would take it apart */
void text_style(Text *t, TextStyle style);     /* of everything that is added from here on */
const char *text_c(const Text *t);             /* borrowed; "" when empty */
void text_clear(Text *t);
void text_free(Text *t); /* also for cleanup() */
