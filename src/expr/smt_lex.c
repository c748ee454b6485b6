/* smt_lex.c — cuts a script into tokens, and says where an error is.
 *
 * The script is in memory as a whole, so tokens are slices of it and a position
 * is an offset; lines and columns are counted only when an error needs them.
 * Columns count bytes from 1, as compilers do.
 */
#include "expr/smt_lex.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define SHOWN 60 /* characters of a token shown in a message */

/* ---- errors -------------------------------------------------------------- */

static void place_of(const Lexer *lx, size_t at, size_t *ret_line, size_t *ret_column) {
  size_t line = 1, start = 0;
  for (size_t i = 0; i < at && i < lx->n; i++) {
    if (lx->text[i] != '\n') continue;
    line++;
    start = i + 1;
  }
  *ret_line = line;
  *ret_column = at - start + 1;
}

Err error_at(const Lexer *lx, size_t at, const char *fmt, ...) {
  char message[512];
  va_list args;
  va_start(args, fmt);
  vsnprintf(message, sizeof message, fmt, args);
  va_end(args);
  size_t line, column;
  place_of(lx, at, &line, &column);
  return err_set(ERR_INPUT, "%s:%zu:%zu: %s", lx->file, line, column, message);
}

Err error_token(const Lexer *lx, Token got, const char *expected) {
  if (got.kind == TOKEN_END) return error_at(lx, got.at, "expected %s, found the end", expected);
  size_t n = MIN(lx->at - got.at, SHOWN);
  return error_at(lx, got.at, "expected %s, found '%.*s'", expected, (int)n, lx->text + got.at);
}

/* ---- characters ---------------------------------------------------------- */

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_symbol_char(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c != 0 && strchr("~!@$%^&*_-+=<>.?/", c));
}

static char peek_char(const Lexer *lx) { return lx->at < lx->n ? lx->text[lx->at] : 0; }

static void skip_blanks(Lexer *lx) {
  while (lx->at < lx->n) {
    char c = lx->text[lx->at];
    if (c == ';')
      while (lx->at < lx->n && lx->text[lx->at] != '\n') lx->at++;
    else if (is_space(c))
      lx->at++;
    else
      return;
  }
}

/* ---- tokens -------------------------------------------------------------- */

typedef bool CharTest(char c);

static bool is_binary(char c) { return c == '0' || c == '1'; }

static void take_while(Lexer *lx, CharTest *test) {
  while (lx->at < lx->n && test(lx->text[lx->at])) lx->at++;
}

static Token token_from(const Lexer *lx, TokenKind kind, size_t start, size_t skip) {
  return (Token){kind, start, lx->text + start + skip, lx->at - start - skip};
}

static Err lex_quoted(Lexer *lx, Token *ret_token) {
  size_t start = lx->at++;
  while (lx->at < lx->n && lx->text[lx->at] != '|') {
    if (lx->text[lx->at] == '\\' || lx->text[lx->at] == 0)
      return error_at(lx, lx->at, "this character cannot be part of a |quoted symbol|");
    lx->at++;
  }
  if (lx->at == lx->n) return error_at(lx, start, "this '|' is never closed");
  *ret_token = token_from(lx, TOKEN_SYMBOL, start, 1);
  lx->at++;
  return OK;
}

static Err lex_string(Lexer *lx, Token *ret_token) {
  size_t start = lx->at++;
  for (;;) {
    while (lx->at < lx->n && lx->text[lx->at] != '"') lx->at++;
    if (lx->at == lx->n) return error_at(lx, start, "this string is never closed");
    if (lx->at + 1 == lx->n || lx->text[lx->at + 1] != '"') break;
    lx->at += 2; /* a doubled quote stands for one */
  }
  *ret_token = token_from(lx, TOKEN_STRING, start, 1);
  lx->at++;
  return OK;
}

static Err lex_hash(Lexer *lx, Token *ret_token) {
  size_t start = lx->at++;
  char base = peek_char(lx);
  if (base != 'x' && base != 'b') return error_at(lx, start, "expected #x… or #b…");
  lx->at++;
  take_while(lx, base == 'x' ? is_hex : is_binary);
  *ret_token = token_from(lx, base == 'x' ? TOKEN_HEX : TOKEN_BINARY, start, 2);
  if (ret_token->n == 0 || is_symbol_char(peek_char(lx)))
    return error_at(lx, start, "malformed %s literal", base == 'x' ? "hexadecimal" : "binary");
  return OK;
}

static Err lex_number(Lexer *lx, Token *ret_token) {
  size_t start = lx->at;
  TokenKind kind = TOKEN_NUMERAL;
  take_while(lx, is_digit);
  if (peek_char(lx) == '.') {
    kind = TOKEN_DECIMAL;
    lx->at++;
    take_while(lx, is_digit);
  }
  if (is_symbol_char(peek_char(lx))) return error_at(lx, start, "malformed number");
  *ret_token = token_from(lx, kind, start, 0);
  return OK;
}

static Err lex_parenthesis(Lexer *lx, Token *ret_token) {
  size_t start = lx->at++;
  bool opens = lx->text[start] == '(';
  if (opens)
    vec_push(&lx->open, start);
  else if (lx->open.n)
    lx->open.n--;
  else
    return error_at(lx, start, "this ')' closes nothing");
  *ret_token = token_from(lx, opens ? TOKEN_OPEN : TOKEN_CLOSE, start, 0);
  return OK;
}

static Err lex_word(Lexer *lx, Token *ret_token) {
  size_t start = lx->at;
  bool is_keyword = lx->text[start] == ':';
  if (is_keyword) lx->at++;
  take_while(lx, is_symbol_char);
  *ret_token = token_from(lx, is_keyword ? TOKEN_KEYWORD : TOKEN_SYMBOL, start, 0);
  if (ret_token->n > is_keyword) return OK;
  u8 c = (u8)lx->text[start];
  if (c > ' ' && c < 127) return error_at(lx, start, "unexpected character '%c'", c);
  return error_at(lx, start, "unexpected byte 0x%02x", c);
}

static Err lex(Lexer *lx, Token *ret_token) {
  skip_blanks(lx);
  if (lx->at == lx->n) {
    if (lx->open.n) return error_at(lx, vec_last(&lx->open), "this '(' is never closed");
    *ret_token = token_from(lx, TOKEN_END, lx->n, 0);
    return OK;
  }
  char c = lx->text[lx->at];
  if (c == '(' || c == ')') return lex_parenthesis(lx, ret_token);
  if (c == '|') return lex_quoted(lx, ret_token);
  if (c == '"') return lex_string(lx, ret_token);
  if (c == '#') return lex_hash(lx, ret_token);
  if (is_digit(c)) return lex_number(lx, ret_token);
  return lex_word(lx, ret_token);
}

/* ---- for the parser ------------------------------------------------------ */

bool token_is(Token t, TokenKind kind, const char *text) {
  return t.kind == kind && t.n == strlen(text) && !memcmp(t.text, text, t.n);
}

Err token_number(const Lexer *lx, Token t, u64 *ret_number) {
  u64 v = 0;
  for (size_t i = 0; i < t.n; i++) {
    if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, (u64)(t.text[i] - '0'), &v))
      return error_at(lx, t.at, "this number is too large");
  }
  *ret_number = v;
  return OK;
}

void lexer_init(Lexer *lx, const char *file, const char *text, size_t n) {
  *lx = (Lexer){.file = file, .text = text, .n = n};
}

void lexer_done(Lexer *lx) { vec_free(&lx->open); }

Err lexer_peek(Lexer *lx, Token *ret_token) {
  if (!lx->has_next) {
    TRY(lex(lx, &lx->next));
    lx->has_next = true;
  }
  *ret_token = lx->next;
  return OK;
}

Err lexer_take(Lexer *lx, Token *ret_token) {
  TRY(lexer_peek(lx, ret_token));
  lx->has_next = false;
  return OK;
}

Err lexer_expect(Lexer *lx, TokenKind kind, const char *what, Token *ret_token) {
  Token t;
  TRY(lexer_take(lx, &t));
  if (t.kind != kind) return error_token(lx, t, what);
  *ret_token = t;
  return OK;
}

Err lexer_close(Lexer *lx, const char *after) {
  Token t;
  TRY(lexer_take(lx, &t));
  if (t.kind == TOKEN_CLOSE) return OK;
  cleanup(text_free) Text what = text_format("')' after %s", after);
  return error_token(lx, t, text_c(&what));
}

Err lexer_skip(Lexer *lx, Token *ret_text) {
  Token t, first;
  TRY(lexer_take(lx, &first));
  if (first.kind == TOKEN_CLOSE || first.kind == TOKEN_END)
    return error_token(lx, first, "an s-expression");
  for (u32 depth = first.kind == TOKEN_OPEN; depth;) {
    TRY(lexer_take(lx, &t));
    if (t.kind == TOKEN_OPEN) depth++;
    if (t.kind == TOKEN_CLOSE) depth--;
  }
  *ret_text = first.kind == TOKEN_OPEN ? token_from(lx, TOKEN_OPEN, first.at, 0) : first;
  return OK;
}
