/* err.c — the text of the last error, and the end of the process for bugs. */
#include "base/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local char last_text[1024];

static const int exit_codes[ERR_COUNT] = {
    [OK] = 0,
#define ERROR(id, code, text) [ERR_##id] = code,
#include "base/err.def"
#undef ERROR
};

Err err_set(Err code, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  vsnprintf(last_text, sizeof last_text, fmt, args);
  va_end(args);
  return code;
}

const char *err_text(void) { return last_text; }

int err_exit_code(Err code) { return exit_codes[code]; }

void die(const char *file, int line, const char *fmt, ...) {
  va_list args;
  fflush(stdout);
  fprintf(stderr, "nadir: internal error at %s:%d: ", file, line);
  va_start(args, fmt);
  vfprintf(stderr, fmt, args);
  va_end(args);
  fputc('\n', stderr);
  abort();
}
