/* variables.c — an environment that may be anything: with --sym-env these take the place of getenv and
 * its family in the program's own code.
 *
 * Whether a variable is set is decided when the program first asks for it (the input has_env_NAME), and
 * what it is then is an input of its own (env_NAME).  So only variables that the program knows cost
 * anything.  What --env tells, and what the program sets itself, is as it is.
 *
 * The C library reads only what --env tells.  A variable that it looks for behind the program's back
 * (locale, time zone) is therefore never made up: in a native run the library would see it, too.
 */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../include/nadir.h"

/* The machine and the kernel: see posix/kernel.h. */
void nadir_outside(void *bytes, size_t n, const char *name);
void *nadir_map(size_t n);
void nadir_unmap(void *p);
void nadir_rare(void);
size_t nadir_variable_length(void);

char *nadir_symbolic_getenv(const char *name);
char *nadir_symbolic_secure_getenv(const char *name);
int nadir_symbolic_setenv(const char *name, const char *value, int overwrites);
int nadir_symbolic_unsetenv(const char *name);
int nadir_symbolic_clearenv(void);

/* A variable that was asked for, or taken away. */
typedef struct Variable {
  struct Variable *next;
  char *value; /* NULL: it is not set */
  char name[];
} Variable;

static Variable *variables;
static bool are_cleared;

static bool is_own_of_libc(const char *name) {
  return !strcmp(name, "LANG") || !strncmp(name, "LC_", 3) || !strcmp(name, "MUSL_LOCPATH") ||
         !strcmp(name, "TZ");
}

/* A name with symbols is none for an input, and one with a = nobody can set. */
static bool may_be_set(const char *name) {
  enum { LONGEST = 64 };
  size_t n = 0;
  for (; n < LONGEST; n++) {
    if (nadir_is_symbolic((unsigned char)name[n])) return false;
    if (!name[n]) break;
    if (name[n] == '=') return false;
  }
  return n && n < LONGEST && !are_cleared && !is_own_of_libc(name);
}

static Variable *find(const char *name) {
  Variable *v = variables;
  while (v && strcmp(name, v->name)) v = v->next;
  return v;
}

static Variable *add(const char *name) {
  Variable *v = nadir_map(sizeof *v + strlen(name) + 1);
  strcpy(v->name, name);
  v->next = variables;
  variables = v;
  return v;
}

static void make_symbolic(Variable *v) {
  static const char start[] = "has_env_";
  char *input = nadir_map(sizeof start + strlen(v->name));
  strcpy(input, start);
  strcat(input, v->name);
  unsigned char is_set;
  nadir_outside(&is_set, 1, input);
  if (is_set) {
    nadir_rare();
    size_t length = nadir_variable_length();
    v->value = nadir_map(length + 1);
    nadir_outside(v->value, length + 1, input + strlen("has_"));
    v->value[length] = 0;
  }
  nadir_unmap(input);
}

char *nadir_symbolic_getenv(const char *name) {
  char *value = getenv(name);
  if (value || !may_be_set(name)) return value;
  Variable *v = find(name);
  if (!v) make_symbolic(v = add(name));
  return v->value;
}

char *nadir_symbolic_secure_getenv(const char *name) { return nadir_symbolic_getenv(name); }

int nadir_symbolic_setenv(const char *name, const char *value, int overwrites) {
  if (name && !overwrites && nadir_symbolic_getenv(name)) return 0;
  return setenv(name, value, 1);
}

int nadir_symbolic_unsetenv(const char *name) {
  if (name && may_be_set(name)) {
    Variable *v = find(name);
    if (!v) v = add(name);
    v->value = NULL;
  }
  return unsetenv(name);
}

int nadir_symbolic_clearenv(void) {
  are_cleared = true;
  return clearenv();
}
