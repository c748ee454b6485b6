/* maps.c — /proc/self/maps as the machine has it (NADIR_MAPS).
 *
 * What the host has there is different in every run, and no path of a program that reads it would be
 * the same as in the machine.  The linker puts __wrap_open in place of open.  Only on musl.
 */
#define _GNU_SOURCE /* pipe2 */
#include "../include/nadir/world.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);

/* (A file in memory would be one that no limit counts: the sandbox has none.) */
static int open_maps(void) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return -1;
  dprintf(ends[1], NADIR_MAPS);
  close(ends[1]);
  return ends[0];
}

int __wrap_open(const char *path, int flags, ...) {
  if (!strcmp(path, "/proc/self/maps")) return open_maps();
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return __real_open(path, flags, mode);
}
