/* cc.c — runs clang twice on each source, at the same time: for the machine code that the user asked
 * for, and for the bitcode of unoptimised code, which is then put into the object as a section of its
 * own.  The user's command line goes to both, so that both see the same program.
 *
 * musl's headers and library take the place of the host's: nadir runs musl, too, so that what
 * configure finds out natively holds in the machine.  Objects that are made only to be linked live
 * in memory (memfd), so that nothing is left behind whatever happens.
 */
#define _GNU_SOURCE /* memfd_create */
#include "build/cc.h"

#include "base/os.h"
#include "build/cc_plan.h"
#include "build/cc_words.h"
#include "build/compile.h"
#include "build/process.h"
#include "build/runtime.h"
#include "code/object/embedded_bitcode.h"
#include "code/object/objects.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char gcc_library[] = "/usr/lib/gcc/x86_64-linux-gnu";

typedef struct Cc {
  CcPlan plan;
  bool keeps_optimisation;
  int input;       /* standard input, read once: a file in memory; -1: not needed */
  Names objects;   /* of the sources, in order; names of files in memory; then others to link */
  VEC(int) memory; /* those files */
} Cc;

static void cc_done(Cc *c) {
  cc_plan_done(&c->plan);
  names_free(&c->objects);
  fd_close(&c->input);
  for (u32 i = 0; i < c->memory.n; i++) close(c->memory.at[i]);
  vec_free(&c->memory);
}

/* ---- words for clang --------------------------------------------------------------------------- */

/* What the user says comes behind and wins. */
static void add_head(const CcPlan *p, Names *w) {
  names_add(w, compiler);
  names_add_split(w, "--target=x86_64-linux-musl -Qunused-arguments");
  names_add_split(w, compile_leniently);
  if (!p->has_headers) names_add(w, "-nostdlibinc");
}

static void add_folder(Names *w, const char *option, const char *folder, const char *below) {
  cleanup(text_free) Text path = text_format("%s%s", folder, below);
  names_add(w, option);
  names_add(w, text_c(&path));
}

/* As nadir run has them (compile.c). */
static void add_headers(const CcPlan *p, Names *w) {
  if (p->has_headers) return;
  cleanup(text_free) Text ours = {0};
  bool is_found = runtime_include(&ours) == OK;
  if (is_found) add_folder(w, "-isystem", text_c(&ours), "/nadir/libc");
  add_folder(w, "-isystem", musl_headers, "");
  if (is_found) add_folder(w, "-idirafter", text_c(&ours), "/nadir/kernel");
  if (is_found) add_folder(w, "-idirafter", text_c(&ours), ""); /* nadir.h, klee/klee.h */
}

static void add_options(const CcPlan *p, bool with_native, Names *w) {
  for (u32 i = 0; i < p->words.n; i++) {
    const CcWord *word = &p->words.at[i];
    if (word->kind == CC_OPTION || (word->kind == CC_NATIVE && with_native))
      names_add(w, word->text);
  }
}

static void add_source(const CcWord *source, const char *output, Names *w) {
  names_add(w, "-c");
  names_add(w, "-o");
  names_add(w, output);
  if (source->language) {
    names_add(w, "-x");
    names_add(w, source->language);
  }
  names_add(w, source->text);
  vec_push(w, NULL);
}

/* "b.o" of "a/b.c". */
static void add_base(const char *path, const char *suffix, Text *t) {
  const char *slash = strrchr(path, '/');
  if (slash) path = slash + 1;
  const char *dot = strrchr(path, '.');
  text_add_n(t, path, dot && dot != path ? (size_t)(dot - path) : strlen(path));
  text_add(t, suffix);
}

/* Where clang would have put the dependencies, and what it would have called the target, had the
 * object not gone to memory. */
static void add_dependencies(const CcPlan *p, const CcWord *source, Names *w) {
  cleanup(text_free) Text file = {0}, target = {0};
  if (!p->asks_dependencies || p->stage != CC_LINK) return;
  add_base(source->text, ".o", &target);
  add_base(p->output ? p->output : source->text, ".d", &file);
  if (!p->has_dependency_file) {
    names_add(w, "-MF");
    names_add(w, text_c(&file));
  }
  if (!p->has_dependency_target) {
    names_add(w, "-MQ");
    names_add(w, text_c(&target));
  }
}

static void add_clang_file(Names *w, const char *option, const Text *stem, const char *suffix) {
  cleanup(text_free) Text word = text_format("%s%s%s", option, text_c(stem), suffix);
  names_add(w, "-Xclang");
  names_add(w, text_c(&word));
}

/* Likewise what gcov reads, which is found again by its whole path. */
static void add_counts(const CcPlan *p, const CcWord *source, Names *w) {
  if (!p->counts || p->stage != CC_LINK) return;
  cleanup(freep) char *folder = realpath(".", NULL);
  cleanup(text_free) Text stem = {0};
  if (folder && (!p->output || *p->output != '/')) text_addf(&stem, "%s/", folder);
  text_addf(&stem, "%s-", p->output ? p->output : "a");
  add_base(source->text, "", &stem);
  add_clang_file(w, "-coverage-notes-file=", &stem, ".gcno");
  add_clang_file(w, "-coverage-data-file=", &stem, ".gcda");
}

/* What counts natively is to be the program that nadir runs: headers and branches depend on -O. */
static void native_words(const Cc *c, const CcWord *source, const char *output, Names *w) {
  const CcPlan *p = &c->plan;
  add_head(p, w);
  add_options(p, true, w);
  add_headers(p, w);
  add_dependencies(p, source, w);
  add_counts(p, source, w);
  cleanup(text_free) Text header = {0};
  if (p->counts && source->kind == CC_SOURCE && runtime_counts_header(&header) == OK)
    add_folder(w, "-include", text_c(&header), "");
  if (p->counts && !c->keeps_optimisation) names_add(w, "-O0");
  names_add(w, "-fno-lto"); /* an object of bitcode alone cannot carry it as a section */
  add_source(source, output, w);
}

static void bitcode_words(const Cc *c, const CcWord *source, Names *w) {
  add_head(&c->plan, w);
  add_options(&c->plan, false, w);
  add_headers(&c->plan, w);
  /* With errno, mathematical functions stay calls of the library, in place of LLVM's intrinsics. */
  names_add_split(w, "-g -w -emit-llvm -fno-lto -fno-stack-protector -fmath-errno");
  if (!c->keeps_optimisation) names_add_split(w, "-O0 -Xclang -disable-O0-optnone");
  add_source(source, "-", w);
}

/* ---- running clang ----------------------------------------------------------------------------- */

static int exit_code_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void memory_path(int fd, Text *ret) { text_addf(ret, "/proc/%d/fd/%d", (int)getpid(), fd); }

static Err start(const Cc *c, char **words, bool is_piped, bool is_silent, Process *ret) {
  cleanup(text_free) Text input = {0};
  if (c->input >= 0) memory_path(c->input, &input);
  ProcessPlan plan = {.words = words,
                      .in_path = c->input >= 0 ? text_c(&input) : NULL,
                      .out_fd = -1,
                      .is_silent = is_silent};
  return (is_piped ? process_start_piped : process_start)(&plan, ret);
}

static Err run(const Cc *c, char **words, int *ret_exit_code) {
  Process p;
  int status;
  TRY(start(c, words, false, false, &p));
  TRY(process_finish(&p, NULL, &status));
  *ret_exit_code = exit_code_of(status);
  return OK;
}

/* Standard input can be read once, and two runs of clang want it. */
static Err keep_input(Cc *c) {
  for (u32 i = 0; i < c->plan.words.n; i++) {
    const CcWord *w = &c->plan.words.at[i];
    if (w->kind != CC_SOURCE || strcmp(w->text, "-")) continue;
    cleanup(text_free) Text bytes = {0}, path = {0};
    if (!fd_read(STDIN_FILENO, &bytes)) return os_error("read standard input");
    c->input = memfd_create("stdin", MFD_CLOEXEC);
    if (c->input < 0) return os_error("make a file in memory");
    memory_path(c->input, &path);
    return file_write(text_c(&path), text_c(&bytes), bytes.n);
  }
  return OK;
}

/* ---- one source -------------------------------------------------------------------------------- */

/* Said only if the run for machine code, which comes before, had nothing to complain about. */
static Err bitcode_failed(const Cc *c, const CcWord *source, char **words) {
  Text ignored = {0};
  Process p;
  int status;
  TRY(start(c, words, true, false, &p));
  Err e = process_finish(&p, &ignored, &status);
  text_free(&ignored);
  TRY(e);
  return err_set(ERR_INPUT, "%s: compiles, but not to bitcode without optimisation", source->text);
}

/* What goes to /dev/null or a pipe carries nothing. */
static bool is_file(const char *path) {
  struct stat s;
  return !stat(path, &s) && S_ISREG(s.st_mode);
}

static Err embed(const char *output, const EmbeddedBitcode *piece, const Text *undefined) {
  cleanup(text_free) Text object = {0}, section = {0};
  TRY(file_read(output, &object));
  TRY(elf_add_undefined(output, &object, undefined));
  embedded_write(&section, piece);
  TRY(elf_add_section(output, &object, embedded_section, text_bytes(&section)));
  return file_write(output, text_c(&object), object.n);
}

static Err embed_bitcode(const Cc *c, const CcWord *source, const char *output,
                         const Text *bitcode) {
  EmbeddedBitcode piece = {.kind = c->keeps_optimisation ? EMBEDDED_OPTIMISED : EMBEDDED_PLAIN,
                           .llvm = program_llvm(),
                           .name = {(const u8 *)source->text, strlen(source->text)},
                           .contents = text_bytes(bitcode)};
  /* What -O has inlined or left out, the bitcode still calls: the linker is to find it, too. */
  cleanup(text_free) Text undefined = {0};
  TRY(bitcode_undefined(source->text, piece.contents, &undefined));
  return embed(output, &piece, &undefined);
}

static Err embed_names(const CcWord *source, const char *output) {
  cleanup(text_free) Text object = {0}, names = {0};
  TRY(file_read(output, &object));
  TRY(elf_definitions(output, text_bytes(&object), &names));
  EmbeddedBitcode piece = {.kind = EMBEDDED_NATIVE,
                           .name = {(const u8 *)source->text, strlen(source->text)},
                           .contents = text_bytes(&names)};
  return embed(output, &piece, &(Text){0});
}

/* Both runs at once: with two processors they take the time of one. */
static Err compile(const Cc *c, const CcWord *source, const char *output, int *ret_exit_code) {
  cleanup(names_free) Names native = {0}, other = {0};
  cleanup(text_free) Text bitcode = {0}, object = {0};
  Process one, two;
  int native_status, status = 0;
  /* In the way of a link the object is no file: after an error clang would try to remove it. */
  bool is_memory = c->plan.stage == CC_LINK;
  native_words(c, source, is_memory ? "-" : output, &native);
  bitcode_words(c, source, &other);
  TRY(start(c, native.at, is_memory, false, &one));
  Err e = start(c, other.at, true, true, &two);
  if (e == OK) e = process_finish(&two, &bitcode, &status);
  TRY(process_finish(&one, is_memory ? &object : NULL, &native_status));
  TRY(e);
  if (is_memory) TRY(file_write(output, text_c(&object), object.n));
  *ret_exit_code = exit_code_of(native_status);
  if (*ret_exit_code || !is_file(output)) return OK;
  if (status) return bitcode_failed(c, source, other.at);
  return embed_bitcode(c, source, output, &bitcode);
}

/* The programs with which configure scripts ask what compiler and system can do: nobody runs them but
 * the script itself, and there are a thousand of them. */
static bool is_probe(const CcWord *source) {
  const char *slash = strrchr(source->text, '/');
  return !strcmp(slash ? slash + 1 : source->text, "conftest.c");
}

static Err make_object(const Cc *c, const CcWord *source, const char *output, int *ret_exit_code) {
  if (source->kind == CC_SOURCE && !is_probe(source))
    return compile(c, source, output, ret_exit_code);
  cleanup(names_free) Names words = {0};
  native_words(c, source, output, &words);
  TRY(run(c, words.at, ret_exit_code));
  bool has_names = source->kind == CC_ASSEMBLY && !is_probe(source) && !*ret_exit_code;
  return has_names && is_file(output) ? embed_names(source, output) : OK;
}

/* ---- stages ------------------------------------------------------------------------------------ */

static bool is_source(const CcWord *w) { return w->kind == CC_SOURCE || w->kind == CC_ASSEMBLY; }

static Err make_objects(const Cc *c, int *ret_exit_code) {
  for (u32 i = 0; i < c->plan.words.n && !*ret_exit_code; i++) {
    const CcWord *w = &c->plan.words.at[i];
    if (!is_source(w)) continue;
    cleanup(text_free) Text output = {0};
    if (c->plan.output)
      text_add(&output, c->plan.output);
    else
      add_base(w->text, ".o", &output);
    TRY(make_object(c, w, text_c(&output), ret_exit_code));
  }
  return OK;
}

static Err make_memory_objects(Cc *c, int *ret_exit_code) {
  for (u32 i = 0; i < c->plan.words.n && !*ret_exit_code; i++) {
    const CcWord *w = &c->plan.words.at[i];
    if (!is_source(w)) continue;
    cleanup(text_free) Text path = {0};
    int fd = memfd_create("object", MFD_CLOEXEC);
    if (fd < 0) return os_error("make a file in memory");
    vec_push(&c->memory, fd);
    memory_path(fd, &path);
    names_add(&c->objects, text_c(&path));
    TRY(make_object(c, w, text_c(&path), ret_exit_code));
  }
  return OK;
}

/* The folder of the newest gcc, which has what compiled code calls for wide integers and the like. */
static Err find_gcc(Text *ret) {
  long best = -1;
  DIR *dir = opendir(gcc_library);
  for (struct dirent *d; dir && (d = readdir(dir));) {
    long version = strtol(d->d_name, NULL, 10);
    cleanup(text_free) Text path = text_format("%s/%s/libgcc.a", gcc_library, d->d_name);
    if (version > best && !access(text_c(&path), R_OK)) best = version;
  }
  if (dir) closedir(dir);
  if (best < 0)
    return err_set(ERR_FILE, "nadir cc needs libgcc.a, which is not in %s: install gcc",
                   gcc_library);
  text_addf(ret, "%s/%ld", gcc_library, best);
  return OK;
}

static void add_start_file(Names *w, const char *name) {
  cleanup(text_free) Text path = text_format("%s/%s", musl_library, name);
  names_add(w, text_c(&path));
}

static void add_inputs(const Cc *c, Names *w) {
  u32 next_object = 0;
  for (u32 i = 0; i < c->plan.words.n; i++) {
    const CcWord *word = &c->plan.words.at[i];
    if (is_source(word))
      names_add(w, c->objects.at[next_object++]);
    else
      names_add(w, word->text);
  }
  while (next_object < c->objects.n) names_add(w, c->objects.at[next_object++]);
}

/* clang itself names its library for counts behind musl, where what it needs is not found any more; and
 * it was compiled for glibc, so that it needs what is in our library, too. */
static Err add_counting_libraries(const CcPlan *p, Names *w) {
  if (!p->counts) return OK;
  cleanup(text_free) Text ours = {0};
  if (access(profile_library, R_OK))
    return err_set(ERR_FILE, "programs that count what they execute need %s: install %s",
                   profile_library, "libclang-rt-19-dev");
  TRY(runtime_musl_replay_library(&ours));
  names_add(w, profile_library);
  names_add(w, text_c(&ours));
  return OK;
}

/* For harnesses: what nadir.h and its like declare takes its values from a test.  Behind the C library, so that
 * nothing else is taken from it. */
static void add_replay_library(Names *w) {
  cleanup(text_free) Text ours = {0};
  if (runtime_musl_replay_library(&ours) == OK && !access(text_c(&ours), R_OK))
    names_add(w, text_c(&ours));
}

static Err add_libraries(const CcPlan *p, const char *gcc, Names *w) {
  cleanup(text_free) Text ours = text_format("-L%s", musl_library);
  cleanup(text_free) Text theirs = text_format("-L%s", gcc);
  names_add(w, text_c(&ours));
  names_add(w, text_c(&theirs));
  names_add(w, "-Wl,--start-group");
  TRY(add_counting_libraries(p, w));
  names_add(w, "-lc");
  add_replay_library(w);
  names_add_split(w, "-lgcc -lgcc_eh -Wl,--end-group");
  return OK;
}

/* A folder without libraries as the root of the system keeps clang from naming those of the host. */
static Err link_words(const Cc *c, Names *w) {
  const CcPlan *p = &c->plan;
  cleanup(text_free) Text gcc = {0};
  TRY(find_gcc(&gcc));
  add_head(p, w);
  cleanup(text_free) Text root = text_format("--sysroot=%s", musl_library);
  names_add(w, text_c(&root));
  names_add(w, "-nostdlib");
  bool has_start = p->has_start || p->is_partial;
  if (!has_start) add_start_file(w, "crt1.o");
  if (!has_start) add_start_file(w, "crti.o");
  add_inputs(c, w);
  if (!p->is_partial) names_add_split(w, "-static -no-pie");
  if (!p->has_libraries && !p->is_partial) TRY(add_libraries(p, text_c(&gcc), w));
  if (!has_start) add_start_file(w, "crtn.o");
  if (p->output) {
    names_add(w, "-o");
    names_add(w, p->output);
  }
  names_add(w, "-fno-lto");
  vec_push(w, NULL);
  return OK;
}

static Err check_musl(void) {
  cleanup(text_free) Text path = text_format("%s/libc.a", musl_library);
  if (!access(text_c(&path), R_OK)) return OK;
  return err_set(ERR_FILE, "nadir cc builds programs on musl, and %s is missing: install musl-dev",
                 text_c(&path));
}

static Err link_program(Cc *c, int *ret_exit_code) {
  cleanup(names_free) Names words = {0};
  if (c->plan.is_shared)
    return err_set(ERR_USAGE, "nadir cc makes static programs, no shared libraries: configure with "
                              "--disable-shared");
  TRY(make_memory_objects(c, ret_exit_code));
  if (*ret_exit_code) return OK;
  TRY(link_words(c, &words));
  return run(c, words.at, ret_exit_code);
}

static Err pass(const Cc *c, const Names *user_words, int *ret_exit_code) {
  cleanup(names_free) Names words = {0};
  add_head(&c->plan, &words);
  for (u32 i = 0; i < user_words->n; i++) names_add(&words, user_words->at[i]);
  add_headers(&c->plan, &words);
  vec_push(&words, NULL);
  return run(c, words.at, ret_exit_code);
}

/* ---- public ------------------------------------------------------------------------------------ */

Err cc_run(const WordList *user_words, bool keeps_optimisation, int *ret_exit_code) {
  cleanup(cc_done) Cc c = {.keeps_optimisation = keeps_optimisation, .input = -1};
  cleanup(names_free) Names words = {0};
  for (u32 i = 0; i < user_words->n; i++) names_add(&words, user_words->at[i]);
  cc_words_expand(&words);
  cc_plan_read(&words, &c.plan);
  TRY(check_musl());
  int exit_code = 0;
  switch (c.plan.stage) {
  case CC_PASS:
    TRY(pass(&c, &words, &exit_code));
    break;
  case CC_OBJECT:
    TRY(keep_input(&c));
    TRY(make_objects(&c, &exit_code));
    break;
  case CC_LINK:
    TRY(keep_input(&c));
    TRY(link_program(&c, &exit_code));
    break;
  }
  *ret_exit_code = exit_code;
  return OK;
}

Err cc_link_words(const Names *inputs, const char *output, Names *ret) {
  cleanup(cc_done) Cc c = {.input = -1};
  TRY(check_musl());
  c.plan.output = text_dup(output);
  for (u32 i = 0; i < inputs->n; i++) names_add(&c.objects, inputs->at[i]);
  return link_words(&c, ret);
}

Err cc_bitcode(const char *path, Text *ret) {
  cleanup(program_freep) Program *p = program_new();
  program_keep_code(p);
  if (!object_is(path))
    return err_set(ERR_INPUT, "'%s' is not an executable, object or archive", path);
  TRY(program_read_object(p, path));
  return program_bitcode(p, ret);
}
