/* Splits lines of comma-separated values, with quotes.
 *
 * call: csv_fields(char text[N] string)
 * small: 1:5
 * class: n
 * values: text b'a,"\n'
 * killer: text = (b'"' + b'""' * N)[:N]
 */
#include <stdlib.h>

int csv_fields(const char *text) {
  int fields = 0, lines = 0;
  char *out = NULL;
  size_t room = 0, used = 0;
  while (*text) {
    int quoted = *text == '"';
    if (quoted) text++;
    used = 0;
    while (*text) {
      if (quoted && text[0] == '"' && text[1] == '"')
        text++;
      else if (quoted && *text == '"') {
        text++;
        quoted = 0;
        continue;
      } else if (!quoted && (*text == ',' || *text == '\n'))
        break;
      if (used == room) {
        room = room ? room * 2 : 4;
        out = realloc(out, room);
      }
      out[used++] = *text++;
    }
    fields++;
    if (*text == '\n') lines++;
    if (*text) text++;
  }
  free(out);
  return fields + lines;
}
