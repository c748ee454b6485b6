/* call_lex.h — the words of a CALL, and errors that point into it. */
#pragma once

#include "base/base.h"

#include <string.h>

typedef enum CallTokenKind {
  TOKEN_END,
  TOKEN_NAME,
  TOKEN_NUMBER, /* as C's preprocessor sees one: 12, 0x1f, 10L, 1.5e-3 */
  TOKEN_CHAR,   /* with its quotes */
  TOKEN_STRING, /* with its quotes */
  TOKEN_MARK,   /* one character, or one of .. << >> */
} CallTokenKind;

typedef struct CallToken {
  CallTokenKind kind;
  u32 from, to; /* in the text */
} CallToken;

typedef struct CallLexer {
  const char *text; /* borrowed */
  CallToken token;  /* the current one */
} CallLexer;

/* Stands at the first token then. */
must_use Err lexer_start(const char *text, CallLexer *ret);
must_use Err lexer_next(CallLexer *x);

/* From an opening bracket to behind the one that closes it; those between must match as well. */
must_use Err lexer_skip_brackets(CallLexer *x);
bool lexer_at_any(const CallLexer *x, const char *marks); /* one of these characters */

/* Is the current token spelled like this? */
static inline bool lexer_at(const CallLexer *x, const char *spelling) {
  size_t n = x->token.to - x->token.from;
  return x->token.kind != TOKEN_END && strlen(spelling) == n &&
         !memcmp(x->text + x->token.from, spelling, n);
}

/* "--call: MESSAGE", the text (of a long one, the part that matters), and a caret under the
 * character at `at`. */
must_use Err call_error(const char *text, u32 at, const char *fmt, ...) printf_like(3, 4);

/* The last of these errors without its text and its place, for who has the call from elsewhere than --call. */
typedef struct CallFault {
  char message[400];
  u32 at;
} CallFault;
const CallFault *call_fault(void);
