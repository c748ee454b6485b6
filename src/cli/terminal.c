/* terminal.c — where standard output or error is a terminal, another stream takes the place of stdout or
 * stderr, which escapes what base/shown.h says.  So no place that prints can forget it. */
#define _GNU_SOURCE /* fopencookie */
#include "cli/terminal.h"

#include "base/shown.h"

#include <stdio.h>
#include <stdlib.h>
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

static bool has_colours(void) {
  const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
  return isatty(STDOUT_FILENO) && !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
}

/* Past the guard, which would escape it. */
static void set_style(TextStyle style) {
  static const char *const codes[] = {[STYLE_PLAIN] = "\x1b[0m",
                                      [STYLE_ANSWER] = "\x1b[1m",
                                      [STYLE_ERROR] = "\x1b[1;31m",
                                      [STYLE_WARNING] = "\x1b[33m"};
  fflush(stdout);
  (void)!write(STDOUT_FILENO, codes[style], strlen(codes[style]));
}

void terminal_print(const Text *t) {
  size_t done = 0;
  u32 n_marks = has_colours() ? t->marks.n : 0;
  for (u32 i = 0; i < n_marks; i++) {
    const TextMark *m = &t->marks.at[i];
    fwrite(text_c(t) + done, 1, m->at - done, stdout);
    set_style(m->style);
    done = m->at;
  }
  fwrite(text_c(t) + done, 1, t->n - done, stdout);
  if (n_marks && vec_last(&t->marks).style != STYLE_PLAIN) set_style(STYLE_PLAIN);
}
