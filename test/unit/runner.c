/* runner.c — the unit tests of one folder in one program.
 *
 *     vm_tests choice      runs the tests of choice_test.c, in this process
 *     vm_tests             runs all, each file in a process of its own, so that a crash ends only its file
 *
 * TESTS is made by test/meson.build: TEST(choice) TEST(space) ...; the main of choice_test.c is compiled as
 * unit_main_choice.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define TEST(name) int unit_main_##name(void);
TESTS
#undef TEST

static const struct {
  const char *name;
  int (*run)(void);
} files[] = {
#define TEST(name) {#name, unit_main_##name},
    TESTS
#undef TEST
};

enum { N_FILES = sizeof files / sizeof *files };

static int run_named(const char *name) {
  for (int i = 0; i < N_FILES; i++)
    if (!strcmp(files[i].name, name)) return files[i].run();
  fprintf(stderr, "no tests of '%s' here\n", name);
  return 2;
}

static bool passes_in_child(int i) {
  printf("# %s\n", files[i].name);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) _exit(files[i].run() ? 1 : 0);
  int status;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         !WEXITSTATUS(status);
}

int main(int argc, char **argv) {
  if (argc > 1) return run_named(argv[1]);
  int n_failed = 0;
  for (int i = 0; i < N_FILES; i++) n_failed += !passes_in_child(i);
  return n_failed > 0;
}
