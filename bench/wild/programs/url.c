/* Takes a URL apart: scheme, user, host, port, path, query, fragment; counts the parameters.
 *
 * call: url_parse(char url[N] string)
 * small: 1:4
 * class: n
 * values: url b'a:/@?#&=%4'
 * killer: url = (b'a:' + b'%41' * N)[:N]
 */
#include <stddef.h>

struct url {
  const char *scheme, *host, *path, *query, *fragment;
  int port, parameters, escapes;
};

static const char *upto(const char *s, const char *stops) {
  for (; *s; s++)
    for (const char *p = stops; *p; p++)
      if (*s == *p) return s;
  return s;
}

static int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

int url_parse(const char *s) {
  struct url u = {NULL};
  const char *colon = upto(s, ":/?#");
  if (*colon == ':') {
    u.scheme = s;
    s = colon + 1;
  }
  if (s[0] == '/' && s[1] == '/') {
    const char *end = upto(s + 2, "/?#"), *host = s + 2;
    for (const char *p = host; p < end; p++)
      if (*p == '@') host = p + 1;
    u.host = host;
    for (const char *p = host; p < end; p++)
      if (*p == ':')
        for (p++; p < end && *p >= '0' && *p <= '9'; p++) u.port = (u.port * 10 + *p - '0') % 65536;
    s = end;
  }
  u.path = s;
  s = upto(s, "?#");
  for (const char *p = u.path; p < s; p++)
    if (*p == '%' && p + 2 < s && hex(p[1]) >= 0 && hex(p[2]) >= 0) u.escapes++;
  if (*s == '?') {
    u.query = ++s;
    for (; *s && *s != '#'; s++)
      if (*s == '&' || *s == ';') u.parameters++;
  }
  if (*s == '#') u.fragment = s + 1;
  return u.parameters + u.escapes + u.port;
}
