/* progname.c — the name of the program, for those who ask for it.
 *
 * The machine gives constructors the arguments of main. */
#include "libc.h"

char *__progname = "", *__progname_full = "";

weak_alias(__progname, program_invocation_short_name);
weak_alias(__progname_full, program_invocation_name);

static __attribute__((constructor(101))) void set(int argc, char **argv) {
  if (!argc) return;
  __progname = __progname_full = argv[0];
  for (char *p = argv[0]; *p; p++)
    if (*p == '/') __progname = p + 1;
}
