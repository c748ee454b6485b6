/* call_letters.c — what a string is made of: `of 'a'..'z' | "_-" | [0-9.]`.
 *
 * Most inputs are text, and most programs end at once on bytes that no text has.  Letters are
 * bytes.  Those of a literal are as in C, without zero, which ends a string.
 */
#include "call/call.h"

typedef struct LetterSet {
  bool has[256];
} LetterSet;

static int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

/* Digits of this base, at most n of them. */
static u32 number_at(const char **s, int base, u32 n) {
  u32 value = 0;
  for (; n && digit_of(**s) < base; n--) value = value * (u32)base + (u32)digit_of(*(*s)++);
  return value & 255;
}

/* One byte of a literal, moving behind it. */
static u8 byte_at(const char **s) {
  static const char names[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
  if (**s != '\\') return (u8) * (*s)++;
  char c = *++*s;
  if (c >= '0' && c <= '7') return (u8)number_at(s, 8, 3);
  ++*s;
  if (c == 'x') return (u8)number_at(s, 16, 2);
  const char *name = strchr(names, c);
  return (u8)(name ? values[name - names] : c);
}

static Err zero_error(const CallLexer *x) {
  return call_error(x->text, x->token.from, "a zero ends a string, it is no letter of it");
}

/* The character of the current token. */
static Err parse_char(CallLexer *x, u8 *ret) {
  bool is_quoted = x->token.kind == TOKEN_CHAR || x->token.kind == TOKEN_STRING;
  if (!is_quoted) return call_error(x->text, x->token.from, "expected a character: 'a'..'z'");
  const char *s = x->text + x->token.from + 1;
  *ret = byte_at(&s);
  if (s != x->text + x->token.to - 1)
    return call_error(x->text, x->token.from, "expected one character between the quotes");
  return *ret ? lexer_next(x) : zero_error(x);
}

static Err parse_span(CallLexer *x, LetterSet *set) {
  u8 first, last;
  u32 at = x->token.from;
  TRY(parse_char(x, &first));
  last = first;
  if (lexer_at(x, "..")) {
    TRY(lexer_next(x));
    TRY(parse_char(x, &last));
  }
  if (first > last) return call_error(x->text, at, "no letter lies between these");
  for (u32 c = first; c <= last; c++) set->has[c] = true;
  return OK;
}

static Err parse_literal(CallLexer *x, LetterSet *set) {
  const char *s = x->text + x->token.from + 1, *end = x->text + x->token.to - 1;
  if (s == end) return call_error(x->text, x->token.from, "expected letters between the quotes");
  while (s < end) {
    u8 c = byte_at(&s);
    if (!c) return zero_error(x);
    set->has[c] = true;
  }
  return lexer_next(x);
}

/* "a".."z" is meant as 'a'..'z'. */
static bool is_span(const CallLexer *x) {
  CallLexer next = *x;
  return x->token.kind == TOKEN_CHAR ||
         (x->token.kind == TOKEN_STRING && lexer_next(&next) == OK && lexer_at(&next, ".."));
}

/* [a-z_], as in a regular expression: a minus first or last, and a ] behind a backslash, are letters. */
static Err parse_class(CallLexer *x, LetterSet *set) {
  u32 from = x->token.from;
  const char *s = x->text + from + 1;
  if (*s == '^') return call_error(x->text, from, "a class of letters says which there are");
  if (*s == ']') return call_error(x->text, from, "expected letters between the brackets");
  while (*s && *s != ']') {
    u8 first = byte_at(&s), last = first;
    if (*s == '-' && s[1] && s[1] != ']') {
      s++;
      last = byte_at(&s);
    }
    if (!first || first > last) return call_error(x->text, from, "no letter lies between these");
    for (u32 c = first; c <= last; c++) set->has[c] = true;
  }
  if (!*s) return call_error(x->text, from, "the ']' of this class of letters is missing");
  x->token.to = (u32)(s + 1 - x->text);
  return lexer_next(x);
}

static Err parse_item(CallLexer *x, LetterSet *set) {
  if (lexer_at(x, "[")) return parse_class(x, set);
  if (is_span(x)) return parse_span(x, set);
  if (x->token.kind == TOKEN_STRING) return parse_literal(x, set);
  if (!lexer_at(x, "printable"))
    return call_error(x->text, x->token.from,
                      "expected letters: 'a'..'z', [a-z], \"+-*\" or printable");
  for (u32 c = ' '; c < 127; c++) set->has[c] = true;
  return lexer_next(x);
}

Err letters_parse(CallLexer *x, Letters *ret) {
  LetterSet set = {0};
  TRY(parse_item(x, &set));
  while (lexer_at(x, "|")) {
    TRY(lexer_next(x));
    TRY(parse_item(x, &set));
  }
  ret->n = 0;
  for (u32 c = 1; c < 256; c++)
    if (set.has[c]) ret->at[ret->n++] = (u8)c;
  return OK;
}
