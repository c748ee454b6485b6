/* compile.h — from the files a user names to a program: C is compiled, bitcode is read. */
#pragma once

#include "base/option.h"
#include "code/llvm/types.h"
#include "report/recipe.h"

#include <signal.h>

/* How C is compiled.  Everything is borrowed, and may be NULL or false: plainly. */
typedef struct CompileOptions {
  const WordList *includes, *defines;
  const char *level;    /* of optimisation: "0", "2", "s"; NULL: "0" */
  bool checks_overflow; /* of signed integers */
  const char *cflags;   /* more flags, separated by blanks; NULL: none */
  const Names *flags;   /* more flags, as they are; NULL: none */
  bool no_libc;         /* musl is not linked, and headers are the host's */
  bool is_silent;       /* clang has said everything before */
  bool
      keeps_pointers; /* local variables that are pointers stay in memory: see program_keep_pointers */
  u64 deadline_ns;    /* clang is ended then; 0: it has any time */
  const volatile sig_atomic_t *interrupted; /* … and when this is set; NULL: never */
} CompileOptions;

/* The same as options of a command. */
enum {
  COMPILE_INCLUDE,
  COMPILE_DEFINE,
  COMPILE_LEVEL,
  COMPILE_OVERFLOW,
  COMPILE_CFLAGS,
  COMPILE_NO_LIBC
};
extern const OptionGroup compile_options;
CompileOptions compile_options_read(const OptionSet *s);

static inline bool compile_is_plain(const CompileOptions *o) { /* the optimiser changes nothing */
  return !o->level || (o->level[0] == '0' && !o->level[1]);
}

/* Reads the files: .bc and .ll as they are, of what nadir cc built the bitcode in it, everything else through clang-19, which prints its
 * own messages on standard error.  The caller owns the program, which is linked and prepared. */
must_use Err program_open(const CompileOptions *o, const char *const *files, u32 n_files,
                          Program **ret_program);

/* The two halves of program_open, for who has something to do between them: the files as they are
 * (code/llvm/probe.h), then the runtime. */
must_use Err program_open_files(const CompileOptions *o, const char *const *files, u32 n_files,
                                Program **ret_program);
must_use Err program_finish(const CompileOptions *o, Program *p);

extern const char compiler[]; /* its name */

/* clang refuses by default what C89 allows: to declare functions by calling them, to leave out int.
 * Programs that were preprocessed elsewhere often do so, and run.  (gcc 12 only warns.) */
extern const char compile_leniently[];

/* Linked with the runtime, a program has a main: its own, or that of the runtime, which calls a fuzz
 * target.  False if the program has neither a main nor a target. */
bool program_has_entry(const Module *m);

/* Does the program ask for anything that differs from run to run: an input, or the size? */
bool program_has_inputs(const Module *m);
/* The same without the size, which is one number on every path. */
bool program_has_symbols(const Module *m);

/* Has clang warn of functions that may end without a return.  Where a CALL is compiled it cannot: the
 * program's own main has another name there and needs none. */
void compile_warn(const CompileOptions *o, const char *path);

/* A file that clang takes for C: by its name, and not what nadir cc built. */
bool compile_is_c(const char *path);

/* The functions of a C file, also those that nobody calls, and their types.  The compiler
 * says nothing: it is asked again. */
must_use Err compile_types(const CompileOptions *o, const char *path, CTypes **ret_types);

/* Appends the flags for the compiler that the user asked for, as a native program wants them: a
 * check that fails traps. */
void compile_flags(const CompileOptions *o, Names *ret);

/* What lowering is to do for the level of optimisation that was asked for. */
LowerOptions compile_lowering(const CompileOptions *o);
