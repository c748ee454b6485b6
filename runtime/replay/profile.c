/* profile.c — what clang's library for counts (--coverage) needs, and musl has not: it was compiled with
 * glibc's headers, which call these instead of fprintf and snprintf.  Only for programs on musl.
 */
#include <stdarg.h>
#include <stdio.h>

int __fprintf_chk(FILE *to, int flag, const char *format, ...);
int __snprintf_chk(char *to, size_t n, int flag, size_t room, const char *format, ...);

int __fprintf_chk(FILE *to, int flag, const char *format, ...) {
  va_list arguments;
  (void)flag;
  va_start(arguments, format);
  int n = vfprintf(to, format, arguments);
  va_end(arguments);
  return n;
}

int __snprintf_chk(char *to, size_t n, int flag, size_t room, const char *format, ...) {
  va_list arguments;
  (void)flag;
  va_start(arguments, format);
  int length = vsnprintf(to, n < room ? n : room, format, arguments);
  va_end(arguments);
  return length;
}
