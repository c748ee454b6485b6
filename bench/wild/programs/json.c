/* Checks JSON by recursive descent; skips white space in front of every token.
 *
 * call: json_valid(char s[N] string)
 * small: 1:4
 * class: n
 * values: s b'[]{},:"1 e-t'
 * killer: s = b'[' * N
 */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static bool value(const char **at);

static void space(const char **at) {
  while (**at == ' ' || **at == '\t' || **at == '\n') ++*at;
}

static bool expect(const char **at, char c) {
  space(at);
  if (**at != c) return false;
  ++*at;
  return true;
}

static bool string(const char **at) {
  if (!expect(at, '"')) return false;
  for (; **at != '"'; ++*at) {
    if (**at == '\\') ++*at;
    if (!**at) return false;
  }
  ++*at;
  return true;
}

static bool number(const char **at) {
  if (**at == '-') ++*at;
  if (**at < '0' || **at > '9') return false;
  while (**at >= '0' && **at <= '9') ++*at;
  if (**at == '.') {
    ++*at;
    while (**at >= '0' && **at <= '9') ++*at;
  }
  return true;
}

static bool array(const char **at) {
  if (!expect(at, '[')) return false;
  if (expect(at, ']')) return true;
  do
    if (!value(at)) return false;
  while (expect(at, ','));
  return expect(at, ']');
}

static bool object(const char **at) {
  if (!expect(at, '{')) return false;
  if (expect(at, '}')) return true;
  do
    if (!string(at) || !expect(at, ':') || !value(at)) return false;
  while (expect(at, ','));
  return expect(at, '}');
}

static bool word(const char **at, const char *w) {
  size_t n = strlen(w);
  if (strncmp(*at, w, n)) return false;
  *at += n;
  return true;
}

static bool value(const char **at) {
  space(at);
  switch (**at) {
  case '[': return array(at);
  case '{': return object(at);
  case '"': return string(at);
  case 't': return word(at, "true");
  case 'f': return word(at, "false");
  case 'n': return word(at, "null");
  default: return number(at);
  }
}

int json_valid(const char *s) {
  if (!value(&s)) return 0;
  space(&s);
  return *s == 0;
}
