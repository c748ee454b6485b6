/* sandbox.h — the one way in which nadir runs what is not its own: programs under test, and compilers.
 *
 * What is run has a session, process numbers, a network, mounts and a user of its own, and cannot see,
 * change or signal anything else of the host (docs/security.md).  Everything that it starts ends with it.
 * A host may lack some of the parts (parts.def): then the level is not full, and says what is missing.
 */
#pragma once

#include "base/names.h"
#include "base/option.h"
#include "base/text.h"
#include "base/vec.h"

#include <signal.h>
#include <time.h>

/* --native LEVEL: what the user wants of all runs; else NADIR_NATIVE says it, else it is the best that the
 * host has.  The group itself takes note of it. */
extern const OptionGroup native_options;

/* Did the user say so? */
bool sandbox_is_off(void);

/* OK if native runs can be made as wished: else the text says what is missing, or that they are off. */
must_use Err sandbox_check(void);

/* The level of all runs: "full", or "best, without Landlock, a network of its own". */
const char *sandbox_said(void);
bool sandbox_is_full(void);

typedef enum SandboxKind {
  SANDBOX_PROGRAM,   /* a root of its own, with nothing in it but what the program needs */
  SANDBOX_SANITIZED, /* the same, with room for the shadow memory of sanitizers */
  SANDBOX_COMPILER, /* the files of the host, which can only be read, and a folder for what it makes */
} SandboxKind;

/* A file that is there when the run begins. */
typedef struct SandboxFile {
  char *path; /* owned; as the program names it, or in the working folder */
  Text bytes; /* owned; of a link where it leads to */
  u32 mode;   /* with its kind, S_IFREG or S_IFLNK */
  bool has_times;
  struct timespec times[2];
} SandboxFile;

typedef VEC(SandboxFile) SandboxFiles;

void sandbox_file_add(SandboxFiles *files, const char *path, u32 mode, const void *bytes, size_t n);
void sandbox_files_free(SandboxFiles *files); /* also for cleanup() */

typedef struct SandboxPlan {
  SandboxKind kind;
  const char *program;      /* on the host; of a compiler its name, which is looked for in PATH */
  const Names *words;       /* the first need not be the program's name */
  const Names *environment; /* NULL: nadir's own, for compilers */
  const SandboxFiles *files;
  const Text *input;   /* a file that standard input is; NULL: it is empty */
  bool output_is_file; /* standard output is a file, not a pipe */
  const char *folder;  /* of a compiler: where it runs; NULL: where nadir runs */
  const char *results; /* a folder of the host for the files that a run leaves in its own: see
                            sandbox_results; of a compiler the same path inside; NULL: none */
  u64 limit_ns;        /* 0: none */
  const volatile sig_atomic_t *stop; /* when it is set, time is up; NULL: never */
  bool
      shows_output; /* what it prints; else standard error is only kept, and standard output dropped */
  bool shows_errors; /* only standard error */
  Text *output; /* appends what it writes to standard output, up to a limit; NULL: it is dropped */
  bool counts;  /* the instructions that it executes */
  int report;   /* a descriptor that it has as SANDBOX_REPORT; -1: none */
} SandboxPlan;

/* Out of the way of those that the program opens itself. */
enum { SANDBOX_REPORT = 200 };

typedef struct SandboxEnd {
  int status; /* as waitpid gives it */
  bool is_late;
  u64 ns;
  u64 n_instructions; /* in user space; 0: not counted, or the host cannot */
  Text errors;        /* the last of what it said on standard error; owned by the caller */
} SandboxEnd;

must_use Err sandbox_run(const SandboxPlan *plan, SandboxEnd *ret);

/* Where a program finds these: a test among its files, and a folder that is not its working one, of which
 * the files go to plan->results after the run. */
const char *sandbox_test_path(void);
const char *sandbox_results_path(void);
