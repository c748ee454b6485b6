/* compile.h — from the files a user names to a program: C is compiled, bitcode is read.
 *
 * A command that takes programs puts COMPILE_OPTION_IDS into its enum and COMPILE_OPTIONS into its
 * table; program_open reads them.
 */
#ifndef CLI_COMPILE_H
#define CLI_COMPILE_H

#include "cli/args.h"
#include "code/program.h"
#include "report/recipe.h"

#define COMPILE_OPTION_IDS \
  COMPILE_INCLUDE, COMPILE_DEFINE, COMPILE_LEVEL, COMPILE_OVERFLOW, COMPILE_CFLAGS

/* clang-format off */
#define COMPILE_OPTIONS \
  [COMPILE_INCLUDE] = {"I", OPTION_LIST, "DIR", NULL, "look for headers in DIR"}, \
  [COMPILE_DEFINE] = {"D", OPTION_LIST, "NAME[=VALUE]", NULL, "define a macro"}, \
  [COMPILE_LEVEL] = {"O", OPTION_TEXT, "LEVEL", "0", "optimise; above 0 branches of the source may be gone"}, \
  [COMPILE_OVERFLOW] = {"check-overflow", OPTION_FLAG, .help = "signed overflow in C files is an error"}, \
  [COMPILE_CFLAGS] = {"cflags", OPTION_TEXT, "FLAGS", NULL, "more flags for clang, separated by spaces"}
/* clang-format on */

/* The ids must be the first of the command's enum. */
enum { COMPILE_OPTION_IDS };

/* Reads all operands: .bc and .ll as they are, everything else through clang-19, which prints its
 * own messages on standard error.  The caller owns the program, which is linked and prepared. */
must_use Err program_open(const Args *args, Program **ret_program);

/* The two halves of program_open, for who has something to do between them: the files as they are
 * (code/probe.h), then the runtime. */
must_use Err program_open_files(const Args *args, const char *const *files, u32 n_files,
                                Program **ret_program);
must_use Err program_finish(Program *p);

/* clang refuses by default what C89 allows: to declare functions by calling them, to leave out int.
 * Programs that were preprocessed elsewhere often do so, and run.  (gcc 12 only warns.) */
extern const char compile_leniently[];

/* A program without main gets the runtime's, which calls a fuzz target: there must be one of them. */
must_use Err program_check_entry(const Module *m);

/* Appends the flags for the compiler that the user asked for, as a native program wants them: a
 * check that fails traps. */
void compile_flags(const Args *args, Names *ret);

/* What lowering is to do for the level of optimisation that was asked for. */
LowerOptions compile_lowering(const Args *args);

#endif
