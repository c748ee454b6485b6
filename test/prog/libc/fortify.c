// Bitcode of glibc's headers with _FORTIFY_SOURCE, as distributions compile: it calls __printf_chk and its like.
// BITCODE: -O2 -D_FORTIFY_SOURCE=2
// RUN: run --output
// EXPECT: finished 1
// NATIVE: same output
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static __attribute__((noinline)) int say(const char *format, ...) {
  char text[40], *made = NULL;
  va_list args;
  va_start(args, format);
  int n = vsnprintf(text, sizeof text, format, args);
  va_end(args);
  va_start(args, format);
  n += vsprintf(text, format, args);
  va_end(args);
  va_start(args, format);
  n += vasprintf(&made, format, args);
  va_end(args);
  printf("%d %s %s\n", n, text, made);
  free(made);
  va_start(args, format);
  n = vprintf(format, args) + vfprintf(stdout, "|\n", args);
  va_end(args);
  return n;
}

int main(int argc, char **argv) {
  char a[20], b[20], path[PATH_MAX],
      *line = argv[argc]; /* NULL, which the compiler does not know */
  wchar_t w[8];
  const char *text = line ? line : "some text";
  size_t n = argc + 3u;
  memcpy(a, text, n);
  memset(a + n, 'x', n);
  memmove(a + 2, a, 2 * n);
  a[2 * n + 2] = 0;
  char *end = mempcpy(b, a, n);
  strcpy(end, text);
  printf("%s %s\n", a, b);
  strncpy(a, text, 15 + argc);
  strcat(a, argc > 5 ? "?" : "!");
  strncat(a, text, n);
  end = stpcpy(b, text);
  stpncpy(end, text, n);
  fprintf(stdout, "%s %.12s %td\n", a, b, end - b);
  snprintf(a, 5u + argc, "%s", text);
  sprintf(b, "%d-%s", argc, a);
  puts(b);
  printf("%d\n", say("%s %d", text, 42));
  wcscpy(w, argc > 5 ? L"wide" : L"w");
  wmemset(w + 1, L'v', n);
  w[n] = 0;
  printf("%zu %zu\n", wcslen(w), mbstowcs(w, "abc", 3u + argc));
  FILE *f = tmpfile();
  if (!f) return 1;
  fputs("first\nsecond\n", f);
  fflush(f);
  printf("%zd\n", pread(fileno(f), a, n, argc));
  rewind(f);
  printf("%s", fgets(a, 10 + argc, f));
  printf("%zu\n", fread(a, argc, n, f));
  printf("%d\n", open("/nowhere", argc > 5 ? O_RDWR : O_RDONLY));
  printf("%d\n", getcwd(path, sizeof path - (size_t)argc) == path);
  fclose(f);
  return 0;
}
