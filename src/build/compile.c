/* compile.c — runs clang and reads the bitcode from its standard output, so that no file is left
 * behind whatever happens.
 *
 * At -O0 clang marks every function `optnone`, which would keep our own passes away from it.  The
 * flag that prevents this leaves the code as it is.
 *
 * Clang's own checks find signed overflow, as bitcode does not distinguish signed from unsigned.  The
 * machine has the functions that these checks call (builtins.def).
 */
#include "build/compile.h"

#include "base/clock.h"
#include "base/os.h"
#include "build/runtime.h"
#include "code/llvm/gnulib_overrides.h"
#include "code/object/objects.h"
#include "sandbox/sandbox.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* clang-format off */
static const Option options[] = {
    [COMPILE_INCLUDE] = {"I", OPTION_LIST, "DIR", NULL, "look for headers in DIR", .is_common = true},
    [COMPILE_DEFINE] = {"D", OPTION_LIST, "NAME[=VALUE]", NULL, "define a macro", .is_common = true},
    [COMPILE_LEVEL] = {"O", OPTION_TEXT, "LEVEL", "0", "optimisation level; above 0 branches and errors may vanish"},
    [COMPILE_OVERFLOW] = {"check-overflow", OPTION_FLAG, .help = "treat signed overflow in C files as an error"},
    [COMPILE_CFLAGS] = {"cflags", OPTION_TEXT, "FLAGS", NULL, "more flags for clang, separated by spaces"},
    [COMPILE_NO_LIBC] = {"no-libc", OPTION_FLAG, .help = "link no C library; a path that calls a function of it ends"},
};
/* clang-format on */

const OptionGroup compile_options = {"compiling", options, ARRAY_LEN(options), NULL};

CompileOptions compile_options_read(const OptionSet *s) {
  return (CompileOptions){.includes = option_list(s, COMPILE_INCLUDE),
                          .defines = option_list(s, COMPILE_DEFINE),
                          .level = option_text(s, COMPILE_LEVEL),
                          .checks_overflow = option_flag(s, COMPILE_OVERFLOW),
                          .cflags = option_text(s, COMPILE_CFLAGS),
                          .no_libc = option_flag(s, COMPILE_NO_LIBC)};
}

static void add_word(Names *w, const char *prefix, const char *text, size_t n) {
  Text t = {0};
  text_add(&t, prefix);
  text_add_n(&t, text, n);
  vec_push(w, t.at);
}

static void add_list(Names *w, const char *prefix, const WordList *list) {
  for (u32 k = 0; list && k < list->n; k++) add_word(w, prefix, list->at[k], strlen(list->at[k]));
}

const char compiler[] = "clang-19";

const char compile_leniently[] = "-Wno-error=implicit-function-declaration "
                                 "-Wno-error=implicit-int -Wno-error=int-conversion "
                                 "-Wno-error=incompatible-function-pointer-types "
                                 "-Wno-error=return-type -Wno-error=return-mismatch";

static void add_folder(Names *w, const char *option, const char *folder, const char *below) {
  names_add_split(w, option);
  add_word(w, folder, below, strlen(below));
}

static void clang_words(const CompileOptions *o, const char *path, const char *include,
                        const char *more, Names *w) {
  names_add_split(w, compiler);
  /* Files keep the names they were given: clang would cut off what they share with the folder. */
  names_add_split(w, "-g -fdebug-compilation-dir=. -iquote. -c -emit-llvm");
  if (compile_is_plain(o)) names_add_split(w, "-Xclang -disable-O0-optnone");
  names_add_split(w, compile_leniently);
  if (text_ends_in(path, ".i")) names_add_split(w, "-w"); /* its author has seen the warnings */
  compile_flags(o, w);
  if (o->checks_overflow) /* a call says which operation it was, a trap does not */
    names_add_split(w, "-fno-sanitize-trap=signed-integer-overflow,shift-base");
  /* Behind the user's own: those of the C library, the host's or musl's with what we change in them, of
   * the harness, and of the kernel. */
  if (!o->no_libc && runtime_has_musl()) {
    names_add_split(w, "-nostdlibinc");
    add_folder(w, "-isystem", include, "/nadir/libc");
    add_folder(w, "-isystem", musl_headers, "");
    add_folder(w, "-idirafter", include, "/nadir/kernel");
  }
  add_folder(w, "-isystem", include, "");
  names_add_split(w, more);
  names_add_split(w, "-o -");
  if (path[0] == '-') names_add_split(w, "--"); /* a file, whatever its name */
  add_word(w, "", path, strlen(path));
}

/* No source takes this long; an include of a FIFO, or a bomb of macros, takes for ever. */
static const u64 COMPILE_NS = 600 * NS_PER_S;

/* Runs the words and collects what they print. */
static Err run(const CompileOptions *o, const Names *words, bool is_silent, Text *output,
               int *ret_status) {
  cleanup(names_free) Names w = {0};
  for (u32 i = 0; i < words->n; i++) names_add(&w, words->at[i]);
  names_end(&w);
  u64 left = o->deadline_ns ? clock_left(o->deadline_ns) : NEVER_NS;
  SandboxPlan plan = {.kind = SANDBOX_COMPILER,
                      .program = compiler,
                      .words = &w,
                      .limit_ns = MAX(MIN(left, COMPILE_NS), 1u),
                      .stop = o->interrupted,
                      .shows_errors = !is_silent,
                      .output = output,
                      .report = -1};
  SandboxEnd end = {0};
  TRY(sandbox_run(&plan, &end));
  text_free(&end.errors);
  *ret_status = end.status;
  return end.is_late ? err_set(ERR_LIMIT, "%s did not end within %.0f s, or wrote too much",
                               compiler, (double)plan.limit_ns / NS_PER_S)
                     : OK;
}

/* A file that includes a pipe, or a macro that doubles itself often enough, takes for ever. */
static Err check_time(const CompileOptions *o, const char *path) {
  if (o->interrupted && *o->interrupted)
    return err_set(ERR_LIMIT, "interrupted while '%s' was compiled", path);
  if (o->deadline_ns && !clock_left(o->deadline_ns))
    return err_set(ERR_LIMIT, "time limit reached before '%s' was compiled; --max-time gives more",
                   path);
  return OK;
}

/* `more` are flags behind all others, separated by blanks; NULL: none.  With them the compiler says
 * nothing, as it has said everything before. */
static Err compile(const CompileOptions *o, const char *path, const char *more, Text *bitcode) {
  cleanup(names_free) Names w = {0};
  cleanup(text_free) Text include = {0};
  TRY(runtime_include(&include));
  clang_words(o, path, text_c(&include), more ? more : "", &w);
  int status = 0;
  TRY(check_time(o, path));
  Err e = run(o, &w, more != NULL || o->is_silent, bitcode, &status);
  if (e == ERR_LIMIT) TRY(check_time(o, path));
  TRY(e);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return OK;
  return err_set(ERR_INPUT, "%s: does not compile", path);
}

void compile_warn(const CompileOptions *o, const char *path) {
  cleanup(names_free) Names w = {0};
  cleanup(text_free) Text include = {0}, nothing = {0};
  int status = 0;
  if (!compile_is_c(path) || runtime_include(&include) != OK) return;
  clang_words(o, path, text_c(&include), "-fsyntax-only -Wno-everything -Wreturn-type", &w);
  Err ignored = run(o, &w, false, &nothing, &status); /* it has been compiled already */
  (void)ignored;
}

/* ---- public -------------------------------------------------------------------------------------- */

static Err add_object(Program *p, const char *path) {
  TRY(program_read_object(p, path));
  program_apply_gnulib_overrides(p);
  return OK;
}

/* Anything else clang takes for something to link, of which it says a page. */
static bool is_source(const char *path) {
  static const char *const ends[] = {".c", ".i", ".h"};
  for (u32 i = 0; i < ARRAY_LEN(ends); i++)
    if (text_ends_in(path, ends[i])) return true;
  return false;
}

static bool is_cpp(const char *path) {
  static const char *const ends[] = {".cc", ".cpp", ".cxx", ".c++", ".CPP",
                                     ".cp", ".ii",  ".C",   ".hpp", ".hh"};
  for (u32 i = 0; i < ARRAY_LEN(ends); i++)
    if (text_ends_in(path, ends[i])) return true;
  return false;
}

static Err check_source(const CompileOptions *o, const char *path) {
  struct stat info;
  if (access(path, R_OK) || stat(path, &info)) return file_error("read", path);
  if (S_ISDIR(info.st_mode)) return err_set(ERR_INPUT, "%s: is a folder; name its files", path);
  bool is_told = o->cflags && strstr(o->cflags, "-x"); /* which language it is */
  if (is_told || is_source(path)) return OK;
  if (is_cpp(path)) return err_set(ERR_INPUT, "%s: is C++, and nadir analyses C only", path);
  return err_set(ERR_INPUT, "%s: is no C file (.c), no bitcode and nothing that nadir cc built",
                 path);
}

static Err add_file(Program *p, const CompileOptions *o, const char *path) {
  if (text_ends_in(path, ".bc") || text_ends_in(path, ".ll") || object_is(path)) {
    if (!o->checks_overflow) return (object_is(path) ? add_object : program_read)(p, path);
    return err_set(ERR_INPUT,
                   "%s: --check-overflow needs C; compile bitcode with "
                   "-fsanitize=signed-integer-overflow,shift-base instead",
                   path);
  }
  TRY(check_source(o, path));
  cleanup(text_free) Text bitcode = {0};
  TRY(compile(o, path, NULL, &bitcode));
  bool is_plain = compile_is_plain(o);
  return (is_plain ? program_read_plain : program_read_bytes)(p, path, text_c(&bitcode), bitcode.n);
}

Err program_open_files(const CompileOptions *o, const char *const *files, u32 n_files,
                       Program **ret_program) {
  cleanup(program_freep) Program *p = program_new();
  for (u32 k = 0; k < n_files; k++) TRY(add_file(p, o, files[k]));
  *ret_program = TAKE(p);
  return OK;
}

bool compile_is_c(const char *path) {
  static const char *const others[] = {".bc", ".ll", ".cc", ".cpp", ".cxx", ".C", ".o", ".a"};
  for (u32 i = 0; i < ARRAY_LEN(others); i++)
    if (text_ends_in(path, others[i])) return false;
  return !object_is(path);
}

/* Parameters have names in the debug information of optimised code only; so clang believes that it
 * optimises. */
Err compile_types(const CompileOptions *o, const char *path, CTypes **ret_types) {
  static const char flags[] = "-w -O1 -Xclang -disable-llvm-passes -femit-all-decls";
  cleanup(text_free) Text bitcode = {0};
  TRY(compile(o, path, flags, &bitcode));
  cleanup(program_freep) Program *p = program_new();
  TRY(program_read_bytes(p, path, text_c(&bitcode), bitcode.n));
  *ret_types = program_types(p);
  return OK;
}

Err program_finish(const CompileOptions *o, Program *p) {
  const Library libraries[] = {{"the runtime of nadir", runtime_archive, runtime_archive_size},
                               {.name = "the machine"},
                               {"musl", musl_archive, musl_archive_size}};
  TRY(program_link(p, libraries, o->no_libc ? 1 : ARRAY_LEN(libraries)));
  TRY(program_link_kernel(p, posix_bitcode, posix_bitcode_size));
  if (o->keeps_pointers) program_keep_pointers(p);
  return program_prepare(p);
}

Err program_open(const CompileOptions *o, const char *const *files, u32 n_files,
                 Program **ret_program) {
  cleanup(program_freep) Program *p = NULL;
  TRY(program_open_files(o, files, n_files, &p));
  TRY(program_finish(o, p));
  *ret_program = TAKE(p);
  return OK;
}

bool program_has_entry(const Module *m) {
  u32 target = module_find_fn(m, "LLVMFuzzerTestOneInput");
  return !target || m->fns.at[target].is_defined;
}

static bool calls_one_of(const Module *m, const char *const *names, u32 n) {
  for (u32 i = 1; i < m->fns.n; i++)
    for (u32 k = 0; k < n; k++)
      if (!strncmp(m->fns.at[i].name, names[k], strlen(names[k]))) return true;
  return false;
}

bool program_has_symbols(const Module *m) {
  static const char *const makers[] = {"nadir_symbolic", "klee_make_symbolic", "klee_range",
                                       "klee_int",       "klee_choose",        "__VERIFIER_nondet",
                                       "nadir_input"};
  return calls_one_of(m, makers, ARRAY_LEN(makers));
}

bool program_has_inputs(const Module *m) {
  static const char *const size[] = {"nadir_size"};
  return program_has_symbols(m) || calls_one_of(m, size, 1);
}

void compile_flags(const CompileOptions *o, Names *ret) {
  const char *level = o->level ? o->level : "0";
  add_word(ret, "-O", level, strlen(level));
  for (u32 i = 0; o->flags && i < o->flags->n; i++) names_add(ret, o->flags->at[i]);
  add_list(ret, "-I", o->includes);
  add_list(ret, "-D", o->defines);
  if (o->checks_overflow)
    names_add_split(ret, "-fsanitize=signed-integer-overflow,shift-base "
                         "-fsanitize-trap=signed-integer-overflow,shift-base");
  if (o->cflags) names_add_split(ret, o->cflags);
}

LowerOptions compile_lowering(const CompileOptions *o) {
  return (LowerOptions){.select_branches = compile_is_plain(o)};
}
