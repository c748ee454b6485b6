/* terminal.c — where standard output or error is a terminal, another stream takes the place of stdout or
 * stderr, which escapes what base/shown.h says.  So no place that prints can forget it. */
#define _GNU_SOURCE /* fopencookie */
#include "cli/terminal.h"

#include "base/shown.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static ssize_t put(void *cookie, const char *bytes, size_t n) {
  return shown_put(cookie, bytes, n) ? (ssize_t)n : 0;
}

static int end(void *cookie) { return shown_end(cookie) ? 0 : -1; }

static void guard(FILE **stream, Shown *to, int fd, int buffering) {
  *to = shown_on(fd);
  if (!to->escapes) return;
  FILE *guarded = fopencookie(to, "w", (cookie_io_functions_t){.write = put, .close = end});
  if (!guarded) return;
  setvbuf(guarded, NULL, buffering, BUFSIZ);
  *stream = guarded;
}

void terminal_guard(void) {
  static Shown output, errors;
  guard(&stdout, &output, STDOUT_FILENO, _IOLBF);
  guard(&stderr, &errors, STDERR_FILENO, _IONBF);
}

void terminal_command(const char *text) {
  fflush(stderr);
  (void)!write(STDERR_FILENO, text, strlen(text));
}
