/* __environ.c — the environment, and the auxiliary vector that lies behind it; for those who ask.
 *
 * The machine gives constructors the arguments of main. */
#include <unistd.h>

#include "libc.h"

char **__environ;
weak_alias(__environ, ___environ);
weak_alias(__environ, _environ);
weak_alias(__environ, environ);

static __attribute__((constructor(101))) void set(int argc, char **argv, char **envp) {
  __environ = envp;
  while (*envp) envp++;
  libc.auxv = (size_t *)(envp + 1);
}
