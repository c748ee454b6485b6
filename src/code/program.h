/* program.h — from files of LLVM bitcode to a Module.
 *
 *     Program *p = program_new();
 *     TRY(program_read(p, "main.bc"));          any number of files, linked together
 *     TRY(program_prepare(p));                  checked, locals in registers; nothing is deleted
 *     TRY(program_lower(p, &options, &module)); the compact code, verified
 *     program_free(p);                          the module does not need it any more
 */
#pragma once

#include "base/text.h"
#include "base/wire.h"
#include "code/code.h"
#include "code/object/elf_file.h"

typedef struct Program Program;

typedef struct LowerOptions {
  /* Clang -O0 writes `c ? 1 : 2` as a select; with this it is a branch again, as in the source.
   * At -O1 and above selects come from the optimiser and are better left alone. */
  bool select_branches;
} LowerOptions;

must_use Program *program_new(void);
Program *program_free(Program *p);
void program_freep(Program **p); /* for cleanup() */

/* Bitcode or LLVM assembly of unknown origin: tried in another process before it is read here.  What
 * an earlier file defines weakly or only declares is taken from a later one; the same strong
 * definition twice is an error that names it. */
must_use Err program_read(Program *p, const char *path);

/* The same from memory; the name is for messages. */
must_use Err program_read_bytes(Program *p, const char *name, const void *bytes, size_t n_bytes);

/* What clang -O0 -g made of C: locals of a block end with it. */
must_use Err program_read_plain(Program *p, const char *name, const void *bytes, size_t n_bytes);

/* Bitcode as a library: only the definitions that are still missing are taken, and what these refer
 * to.  The bytes are borrowed until the program is freed. */
must_use Err program_read_library(Program *p, const char *name, const void *bytes, size_t n_bytes);

/* What is read from now on waits until everything is there: many modules are linked faster together
 * than one by one (gather.c).  Until then the caller must not ask what the program contains. */
void program_gather(Program *p);
must_use Err program_gathered(Program *p, const char *name);

/* The LLVM that reads: its major version. */
u32 program_llvm(void);

/* Is the symbol used and not defined, or is it main and there is none?  What the machine does itself
 * is missing, too. */
bool program_misses(const Program *p, const char *symbol);

/* Libraries that are read from now on provide this function, even without a call to it. */
void program_want(Program *p, const char *fn);

/* What was read so far calls `other` where it calls `fn`, which it does not define. */
void program_divert(Program *p, const char *fn, const char *other);

/* Notes that what `nadir cc` built was read: what is missing then is in libraries that it did not build. */
void program_add_pieces(Program *p);

/* Notes that a file of assembly defines these symbols, each of them ended by a zero: a path that
 * reaches one stops with a message that says so. */
void program_add_native(Program *p, const char *file, const char *symbols, size_t n_bytes);

/* An archive of bitcode with an index (llvm-ar); `bytes` NULL stands for what the machine does itself,
 * which is not taken from archives that follow. */
typedef struct Library {
  const char *name; /* for messages */
  const u8 *bytes;  /* borrowed until the program is freed */
  size_t n_bytes;
} Library;

/* Links the members that define what is missing, and a main if there is none (library.c). */
must_use Err program_link(Program *p, const Library *libraries, u32 n_libraries);

/* Then, if it makes system calls: the kernel that answers them, of our own bitcode, which is borrowed
 * until the program is freed (kernel.c). */
must_use Err program_link_kernel(Program *p, const void *bytes, size_t n_bytes);

/* What was taken from libraries so far is the program's own: a native program that is linked with others
 * does not hand it to them. */
void program_hide_library(Program *p);

/* Appends the names that bitcode of our own compiler uses and does not define, each ended by a zero. */
must_use Err bitcode_undefined(const char *name, Bytes bitcode, Text *ret_names);

/* Does a file begin as bitcode does? */
bool bitcode_is(Bytes file);

/* Appends the names that bitcode of unknown origin defines for others; it is tried in another process
 * before. */
must_use Err bitcode_definitions(const char *name, Bytes bitcode, Text *ret_names);

/* Files are read as they are, for other tools: nothing is added that the machine wants. */
void program_keep_code(Program *p);
must_use Err program_bitcode(const Program *p, Text *ret); /* appended */

must_use Err program_prepare(Program *p);

/* Before that: local variables that are pointers stay in memory.  A register does not distinguish
 * the current value of a variable from an earlier one, and the search for lost memory must. */
void program_keep_pointers(Program *p);
/* A linked program as bytes, appended, before it is lowered; and the module that is made of such bytes, which come from
 * elsewhere and may be damaged. */
void program_store(const Program *p, Text *to);
must_use Err program_stored(Wire *from, const LowerOptions *options, Module **ret_module);

must_use Err program_lower(Program *p, const LowerOptions *options, Module **ret_module);
