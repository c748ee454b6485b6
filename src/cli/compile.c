/* compile.c — runs clang and reads the bitcode from its standard output, so that no file is left
 * behind whatever happens.
 *
 * At -O0 clang marks every function `optnone`, which would keep our own passes away from it; the
 * flag that prevents it leaves the code as it is.
 *
 * Signed overflow is found by clang's own checks, as bitcode does not tell signed from unsigned: the
 * machine has the functions that they call (natives.def).
 */
#define _GNU_SOURCE /* pipe2 */
#include "cli/compile.h"

#include "base/text.h"
#include "cli/runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char compiler[] = "clang-19";

static void add_word(Names *w, const char *prefix, const char *text, size_t n) {
  Text t = {0};
  text_add(&t, prefix);
  text_add_n(&t, text, n);
  vec_push(w, t.at);
}

static void add_list(Names *w, const char *prefix, const WordList *list) {
  for (u32 k = 0; k < list->n; k++) add_word(w, prefix, list->at[k], strlen(list->at[k]));
}

static void add_split(Names *w, const char *text) {
  while (*text) {
    size_t n = strcspn(text, " \t\n");
    if (n) add_word(w, "", text, n);
    text += n;
    text += strspn(text, " \t\n");
  }
}

static bool ends_in(const char *path, const char *suffix) {
  size_t n = strlen(path), k = strlen(suffix);
  return n >= k && !strcmp(path + n - k, suffix);
}

const char compile_leniently[] = "-Wno-error=implicit-function-declaration "
                                 "-Wno-error=implicit-int -Wno-error=int-conversion "
                                 "-Wno-error=incompatible-function-pointer-types "
                                 "-Wno-error=return-type -Wno-error=return-mismatch";

static void clang_words(const Args *args, const char *path, const char *include, Names *w) {
  add_split(w, compiler);
  /* Files keep the names they were given: clang would cut off what they share with the folder. */
  add_split(w, "-g -fdebug-compilation-dir=. -iquote. -c -emit-llvm");
  if (!strcmp(args_text(args, COMPILE_LEVEL), "0")) add_split(w, "-Xclang -disable-O0-optnone");
  add_split(w, compile_leniently);
  if (ends_in(path, ".i")) add_split(w, "-w"); /* its author has seen the warnings */
  compile_flags(args, w);
  if (args_flag(args, COMPILE_OVERFLOW)) /* a call says which operation it was, a trap does not */
    add_split(w, "-fno-sanitize-trap=signed-integer-overflow");
  add_split(w, "-isystem"); /* the harness headers, behind the user's own */
  add_word(w, "", include, strlen(include));
  add_split(w, "-o -");
  if (path[0] == '-') add_split(w, "--"); /* a file, whatever its name */
  add_word(w, "", path, strlen(path));
  vec_push(w, NULL);
}

/* ---- the process --------------------------------------------------------------------------------- */

static Err os_error(const char *what) {
  return err_set(ERR_OS, "cannot %s: %s", what, strerror(errno));
}

static Err spawn(char **words, int out, pid_t *ret_pid) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  errno = posix_spawnp(ret_pid, words[0], &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (!errno) return OK;
  return err_set(ERR_OS, "cannot run '%s', which compiles C for nadir: %s", words[0],
                 strerror(errno));
}

static Err drain(int fd, Text *t) {
  char block[SIZED(65536, 512)];
  for (;;) {
    ssize_t n = read(fd, block, sizeof block);
    if (n == 0) return OK;
    if (n > 0)
      text_add_n(t, block, (size_t)n);
    else if (errno != EINTR)
      return os_error("read what the compiler writes");
  }
}

static Err wait_for(pid_t pid, int *ret_status) {
  while (waitpid(pid, ret_status, 0) < 0)
    if (errno != EINTR) return os_error("wait for the compiler");
  return OK;
}

/* Runs the words and collects what they print. */
static Err run(char **words, Text *output, int *ret_status) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return os_error("make a pipe");
  pid_t pid;
  Err e = spawn(words, ends[1], &pid);
  close(ends[1]);
  if (e == OK) {
    Err read_error = drain(ends[0], output);
    close(ends[0]);
    e = wait_for(pid, ret_status);
    return e == OK ? read_error : e;
  }
  close(ends[0]);
  return e;
}

static Err compile(const Args *args, const char *path, Text *bitcode) {
  cleanup(names_free) Names w = {0};
  cleanup(text_free) Text include = {0};
  TRY(runtime_include(&include));
  clang_words(args, path, text_c(&include), &w);
  int status = 0;
  TRY(run(w.at, bitcode, &status));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return OK;
  return err_set(ERR_INPUT, "%s: does not compile", path);
}

/* ---- public -------------------------------------------------------------------------------------- */

static Err add_bitcode(Program *p, const Args *args, const char *path) {
  if (!args_flag(args, COMPILE_OVERFLOW)) return program_read(p, path);
  return err_set(ERR_INPUT,
                 "%s: --check-overflow needs C; compile bitcode with "
                 "-fsanitize=signed-integer-overflow instead",
                 path);
}

static Err add_file(Program *p, const Args *args, const char *path) {
  if (ends_in(path, ".bc") || ends_in(path, ".ll")) return add_bitcode(p, args, path);
  if (access(path, R_OK)) return err_set(ERR_FILE, "cannot read '%s': %s", path, strerror(errno));
  cleanup(text_free) Text bitcode = {0};
  TRY(compile(args, path, &bitcode));
  bool is_plain = !strcmp(args_text(args, COMPILE_LEVEL), "0");
  return (is_plain ? program_read_plain : program_read_bytes)(p, path, text_c(&bitcode), bitcode.n);
}

Err program_open_files(const Args *args, const char *const *files, u32 n_files,
                       Program **ret_program) {
  cleanup(program_freep) Program *p = program_new();
  for (u32 k = 0; k < n_files; k++) TRY(add_file(p, args, files[k]));
  *ret_program = TAKE(p);
  return OK;
}

Err program_finish(Program *p) {
  TRY(program_read_library(p, "the runtime of nadir", runtime_bitcode, runtime_bitcode_size));
  return program_prepare(p);
}

Err program_open(const Args *args, Program **ret_program) {
  cleanup(program_freep) Program *p = NULL;
  TRY(program_open_files(args, args->operands.at, args->operands.n, &p));
  TRY(program_finish(p));
  *ret_program = TAKE(p);
  return OK;
}

Err program_check_entry(const Module *m) {
  u32 target = module_find_fn(m, "LLVMFuzzerTestOneInput");
  if (!target || m->fns.at[target].is_defined) return OK;
  return err_set(ERR_FILE, "the program has neither 'main' nor 'LLVMFuzzerTestOneInput'");
}

void compile_flags(const Args *args, Names *ret) {
  const char *level = args_text(args, COMPILE_LEVEL);
  add_word(ret, "-O", level, strlen(level));
  add_list(ret, "-I", args_list(args, COMPILE_INCLUDE));
  add_list(ret, "-D", args_list(args, COMPILE_DEFINE));
  if (args_flag(args, COMPILE_OVERFLOW))
    add_split(ret, "-fsanitize=signed-integer-overflow -fsanitize-trap=signed-integer-overflow");
  if (args_has(args, COMPILE_CFLAGS)) add_split(ret, args_text(args, COMPILE_CFLAGS));
}

LowerOptions compile_lowering(const Args *args) {
  return (LowerOptions){.select_branches = !strcmp(args_text(args, COMPILE_LEVEL), "0")};
}
