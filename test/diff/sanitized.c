/* sanitized.c — runs the programs of a batch natively, each on each of its inputs.
 *
 * The programs are functions of one binary (sanitized.py writes the file that includes them), and
 * each run is a process of its own, a fork: starting a sanitizer's runtime costs more than most
 * programs.  What a run complains about is on standard error between the lines "@@ program input"
 * and "@= status". */
#include <fcntl.h>
#include <klee/klee.h>
#include <nadir.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern int (*const programs[])(void);
extern const unsigned n_programs;
extern const unsigned char n_inputs[], uses_heap[];

static unsigned char input;

void nadir_symbolic(void *p, size_t size, const char *name) {
  (void)name;
  memset(p, input, size);
}

void klee_make_symbolic(void *p, size_t size, const char *name) { nadir_symbolic(p, size, name); }

void(nadir_assume)(int condition) {
  if (!condition) _exit(0);
}

void klee_assume(uintptr_t condition) { nadir_assume(condition != 0); }

static void run(unsigned k) {
  dprintf(2, "@@ %u %u\n", k, input);
  pid_t pid = fork();
  if (!pid) {
    alarm(10);
    dup2(open("/dev/null", O_WRONLY), 1);
    programs[k]();
    // Looking for leaks costs more than all the rest.
    if (uses_heap[k]) exit(0);
    _exit(0);
  }
  int status = -1;
  waitpid(pid, &status, 0);
  dprintf(2, "\n@= %d\n", status);
}

int main(void) {
  for (unsigned k = 0; k < n_programs; k++)
    for (input = 0; input < n_inputs[k]; input++) run(k);
  _exit(0);
}
