/* machine.c — see machine.h. */
#include "runtime/machine.h"

#include <stdlib.h>
#include <string.h>

Text machine_output;
u32 machine_n_fixed;

void nadir_write(int fd, const void *bytes, size_t n);
unsigned long nadir_concrete(unsigned long x);
unsigned long nadir_fix(unsigned long x);
void nadir_readable(const void *p, size_t n);
void *nadir_realloc(void *p, size_t n);
noreturn_fn void nadir_stop(const char *file, int line, const char *text);

void nadir_write(int fd, const void *bytes, size_t n) {
  text_addf(&machine_output, "%d:", fd);
  text_add_n(&machine_output, bytes, n);
  text_add(&machine_output, ";");
}

unsigned long nadir_concrete(unsigned long x) { return x; }

unsigned long nadir_fix(unsigned long x) {
  machine_n_fixed++;
  return x;
}

void *nadir_realloc(void *p, size_t n) { return realloc(p, n); }

void nadir_readable(const void *p, size_t n) {
  (void)p;
  (void)n;
}

void nadir_stop(const char *file, int line, const char *text) { die(file, line, "%s", text); }

char *exact(const char *s) { return mem_dup(s, strlen(s) + 1); }

char *random_text(Rng *r, const char *alphabet, u32 max) {
  u32 n = (u32)rng_below(r, max + 1);
  char *s = mem_new(n + 1);
  for (u32 i = 0; i < n; i++) s[i] = alphabet[rng_below(r, strlen(alphabet))];
  return s;
}
