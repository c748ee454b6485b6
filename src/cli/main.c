/* main.c — from the command line to a command, and from an error to an exit code.  This is the
 * only place where errors are printed. */
#include "base/os.h"
#include "base/suggest.h"
#include "cli/help.h"
#include "cli/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An error in an input file begins with the place in that file, where editors
 * look for it; every other text begins with the program's name. */
static void print_error(Err err, const char *command) {
  fflush(stdout);
  fprintf(stderr, "%s%s\n", err == ERR_INPUT ? "" : "nadir: ", err_text());
  if (err != ERR_USAGE) return;
  if (command)
    fprintf(stderr, "try '%s help %s'\n", program_name(), command);
  else
    fprintf(stderr, "try '%s --help'\n", program_name());
}

/* Does this exit code report a result? */
static bool is_found(int exit_code) {
  static const int codes[] = {
#define EXIT(id, code, meaning) code,
#include "cli/exits.def"
#undef EXIT
  };
  for (u32 i = 0; i < ARRAY_LEN(codes); i++)
    if (codes[i] == exit_code) return true;
  return false;
}

/* Output that did not arrive is a failure, also when only the last flush sees it. */
static int finish(int exit_code) {
  bool failed_before = ferror(stdout);
  errno = 0;
  if (fclose(stdout) == 0 && !failed_before) return exit_code;
  fprintf(stderr, "nadir: cannot write standard output: %s\n",
          errno ? strerror(errno) : "an earlier write failed");
  return exit_code && !is_found(exit_code) ? exit_code : err_exit_code(ERR_FILE);
}

static int print_text(void (*help)(Text *t), FILE *to, int exit_code) {
  cleanup(text_free) Text t = {0};
  help(&t);
  fputs(text_c(&t), to);
  return exit_code;
}

static Err run_command(const CommandRow *row, int n_words, char *const *words, int *ret_exit) {
  cleanup(args_done) Args args = {0};
  TRY(args_parse(row->command, n_words, words, &args));
  args.exit_code = ret_exit;
  if (args.doubtful)
    return err_set(ERR_USAGE,
                   "'%s' comes after '%s', so the program would get it; if it is meant for nadir, "
                   "put it before the program, else write '--' after the program",
                   args.doubtful, vec_last(&args.operands));
  if (!args.wants_help) return row->command->run(&args);
  cleanup(text_free) Text t = {0};
  help_command(&t, row, false);
  fputs(text_c(&t), stdout);
  return OK;
}

static Err unknown_option(const char *word) {
  Suggestion s = suggestion_for(word);
  suggestion_offer(&s, "--help");
  suggestion_offer(&s, "--version");
  if (!s.best) return err_set(ERR_USAGE, "unknown option '%s'", word);
  return err_set(ERR_USAGE, "unknown option '%s'; did you mean '%s'?", word, s.best);
}

static int run(int argc, char **argv) {
  if (argc < 2) return print_text(help_usage, stderr, err_exit_code(ERR_USAGE));
  const char *word = argv[1];
  if (!strcmp(word, "--help") || !strcmp(word, "-h")) return print_text(help_overview, stdout, 0);
  if (!strcmp(word, "--version")) return print_text(help_version, stdout, 0);

  const CommandRow *row = NULL;
  Err err = word[0] == '-' ? unknown_option(word) : command_find(word, &row);
  int exit_code = 0;
  if (err == OK) err = run_command(row, argc - 2, argv + 2, &exit_code);
  if (err == OK) return exit_code;
  print_error(err, row ? row->name : NULL);
  return err_exit_code(err);
}

/* script/nadir says how it was called itself: what is printed is to be typed with that. */
static const char *own_name(int argc, char **argv) {
  const char *name = getenv("NADIR_COMMAND");
  if (name && *name) return name;
  return argc && *argv[0] ? argv[0] : "nadir";
}

/* A standard descriptor that is closed would be given to the next file that is opened, one of a test perhaps, and
 * what is printed would go there.  It is taken by one that still fails when it is used. */
static void take_closed(void) {
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd ? O_RDONLY : O_WRONLY) < 0) _exit(1);
}

int main(int argc, char **argv) {
  take_closed();
  program_name_set(own_name(argc, argv));
  terminal_guard();
  return finish(run(argc, argv));
}
