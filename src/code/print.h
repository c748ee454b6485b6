/* print.h — register code as text, for people. */
#pragma once

#include "base/text.h"
#include "code/code.h"

/* A line of a source file, without its end; NULL when it is not to be had. */
typedef const char *SourceLineFn(void *ctx, const char *file, u32 line, size_t *ret_n);

typedef struct Source {
  SourceLineFn *line; /* NULL: positions without texts */
  void *ctx;
} Source;

void fn_print(const Module *m, u32 fn, const Source *source, Text *t);
void globals_print(const Module *m, Text *t);
void module_print(const Module *m, const Source *source, Text *t); /* globals, then functions */
