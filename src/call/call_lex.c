/* call_lex.c — cuts a CALL into words, and shows where an error is.
 *
 * Parts of a CALL are copied into C, so anything that would mean something else there is an error:
 * comments, line ends inside literals, directives.
 */
#include "call/call_lex.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>

enum { DEEPEST = 100 }; /* open brackets; clang's own limit is 256 */

/* ---- errors ---------------------------------------------------------------------------------- */

enum { SHOWN = 90, BEFORE = 60 }; /* bytes of a long text that are shown, and of them before `at` */

static bool is_inside_character(char c) { return (c & 0xC0) == 0x80; /* of UTF-8 */ }

static void show(const char *text, u32 at, Text *to) {
  u32 n = (u32)strlen(text), from = 0;
  if (n > SHOWN) from = MIN(at > BEFORE ? at - BEFORE : 0, n - SHOWN);
  while (from && is_inside_character(text[from])) from--;
  u32 end = MIN(from + SHOWN, n);
  while (is_inside_character(text[end])) end++;
  const char *dots = from ? "..." : "";
  text_addf(to, "\n  %s", dots);
  for (u32 i = from; i < end; i++) text_add_char(to, (u8)text[i] < ' ' ? ' ' : text[i]);
  text_addf(to, "%s\n  %*s", end < n ? "..." : "", (int)strlen(dots), "");
  for (u32 i = from; i < at; i++)
    if (!is_inside_character(text[i])) text_add_char(to, ' ');
  text_add_char(to, '^');
}

static _Thread_local CallFault fault;

const CallFault *call_fault(void) { return &fault; }

Err call_error(const char *text, u32 at, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  vsnprintf(fault.message, sizeof fault.message, fmt, args);
  va_end(args);
  fault.at = at;
  cleanup(text_free) Text shown = {0};
  show(text, at, &shown);
  return err_set(ERR_USAGE, "--call: %s%s", fault.message, text_c(&shown));
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* A sign belongs to a number behind the e of 1e-3 and the p of 0x1p-3. */
static bool is_exponent(const char *number, char c) {
  bool is_hex = number[0] == '0' && (number[1] | 32) == 'x';
  return (c | 32) == (is_hex ? 'p' : 'e');
}

/* Two dots end a number: 0..9. */
static u32 number_end(const char *text, u32 from) {
  u32 at = from;
  for (;; at++) {
    char c = text[at];
    bool is_sign = (c == '+' || c == '-') && at > from && is_exponent(text + from, text[at - 1]);
    bool is_point = c == '.' && text[at + 1] != '.';
    if (!is_digit(c) && !is_letter(c) && !is_sign && !is_point) return at;
  }
}

static Err literal_end(const char *text, u32 from, u32 *ret_to) {
  const char *what = text[from] == '"' ? "string" : "character";
  u32 at = from + 1;
  for (; text[at] != text[from]; at++) {
    if (!text[at]) return call_error(text, from, "this %s has no end", what);
    if ((u8)text[at] < ' ')
      return call_error(text, at, "a control character; write it as \\n, \\t or \\x01");
    if (text[at] == '\\' && text[at + 1]) at++;
  }
  *ret_to = at + 1;
  return OK;
}

static Err mark_end(const char *text, u32 from, u32 *ret_to) {
  static const char *const pairs[] = {"..", "<<", ">>"};
  static const char marks[] = "()[]{}.,;:?!~+-*/%<>=&|^";
  if (text[from] == '/' && (text[from + 1] == '/' || text[from + 1] == '*'))
    return call_error(text, from, "a comment cannot stand here");
  if (!strchr(marks, text[from])) return call_error(text, from, "unexpected character");
  *ret_to = from + 1;
  for (u32 i = 0; i < ARRAY_LEN(pairs); i++)
    if (!strncmp(text + from, pairs[i], 2)) *ret_to = from + 2;
  return OK;
}

Err lexer_next(CallLexer *x) {
  const char *text = x->text;
  u32 at = x->token.to;
  while (is_blank(text[at])) at++;
  CallToken t = {.from = at, .to = at};
  if (!text[at]) {
    t.kind = TOKEN_END;
  } else if (is_letter(text[at])) {
    t.kind = TOKEN_NAME;
    while (is_letter(text[t.to]) || is_digit(text[t.to])) t.to++;
  } else if (is_digit(text[at]) || (text[at] == '.' && is_digit(text[at + 1]))) {
    t.kind = TOKEN_NUMBER;
    t.to = number_end(text, at);
  } else if (text[at] == '"' || text[at] == '\'') {
    t.kind = text[at] == '"' ? TOKEN_STRING : TOKEN_CHAR;
    TRY(literal_end(text, at, &t.to));
  } else {
    t.kind = TOKEN_MARK;
    TRY(mark_end(text, at, &t.to));
  }
  x->token = t;
  return OK;
}

Err lexer_start(const char *text, CallLexer *ret) {
  CallLexer x = {.text = text};
  TRY(lexer_next(&x));
  *ret = x;
  return OK;
}

bool lexer_at_any(const CallLexer *x, const char *marks) {
  return x->token.kind == TOKEN_MARK && x->token.to == x->token.from + 1 &&
         strchr(marks, x->text[x->token.from]);
}

Err lexer_skip_brackets(CallLexer *x) {
  char wanted[DEEPEST];
  u32 depth = 0;
  do {
    char c = x->text[x->token.from];
    if (lexer_at_any(x, "([{")) {
      if (depth == DEEPEST) return call_error(x->text, x->token.from, "nested too deeply");
      wanted[depth++] = c == '(' ? ')' : c == '[' ? ']' : '}';
    } else if (x->token.kind == TOKEN_END || lexer_at_any(x, ")]}")) {
      if (c != wanted[--depth])
        return call_error(x->text, x->token.from, "expected '%c'", wanted[depth]);
    }
    TRY(lexer_next(x));
  } while (depth);
  return OK;
}
