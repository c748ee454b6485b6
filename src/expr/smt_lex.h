/* smt_lex.h — tokens of SMT-LIB 2 (standard 2.6, section 3.1), and errors that
 * know their place.  For the files smt_*.c and parse.c only. */
#pragma once

#include "base/base.h"
#include "base/vec.h"

typedef enum TokenKind {
  TOKEN_END,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_SYMBOL,  /* bars of a |quoted| one are not part of the text */
  TOKEN_KEYWORD, /* with its colon */
  TOKEN_NUMERAL,
  TOKEN_DECIMAL,
  TOKEN_HEX,    /* digits only */
  TOKEN_BINARY, /* digits only */
  TOKEN_STRING, /* between the quotes; "" still doubled */
} TokenKind;

typedef struct Token {
  TokenKind kind;
  size_t at;        /* offset of its first character in the script */
  const char *text; /* borrowed from the script */
  size_t n;
} Token;

typedef struct Lexer {
  const char *file; /* borrowed; for messages */
  const char *text; /* borrowed */
  size_t n, at;
  VEC(size_t) open; /* offsets of the parentheses not closed yet */
  Token next;       /* valid when has_next */
  bool has_next;
} Lexer;

void lexer_init(Lexer *lx, const char *file, const char *text, size_t n);
void lexer_done(Lexer *lx);

/* TOKEN_END comes only between commands: inside of parentheses the end of the
 * script is an error, reported where the innermost of them was opened. */
must_use Err lexer_take(Lexer *lx, Token *ret_token);
must_use Err lexer_peek(Lexer *lx, Token *ret_token);

/* Takes a token of this kind; `what` says what was expected. */
must_use Err lexer_expect(Lexer *lx, TokenKind kind, const char *what, Token *ret_token);
must_use Err lexer_close(Lexer *lx, const char *after); /* expects a ')' */

/* Takes one whole s-expression, whatever it is; *ret_text covers it. */
must_use Err lexer_skip(Lexer *lx, Token *ret_text);

bool is_symbol_char(char c); /* of a symbol that needs no |quotes| */
bool token_is(Token t, TokenKind kind, const char *text);
must_use Err token_number(const Lexer *lx, Token t, u64 *ret_number); /* of a NUMERAL */

/* Sets "file:line:column: message" and returns ERR_INPUT. */
must_use Err error_at(const Lexer *lx, size_t at, const char *fmt, ...) printf_like(3, 4);
must_use Err error_token(const Lexer *lx, Token got, const char *expected);
