/* target.h — what is analysed: files, perhaps a call into them, how they are compiled, and the
 * code that comes of it.
 *
 * The first part can be filled in by other means than a command line (a test, a worker).  Nothing
 * else is needed for explorations, searches and native runs.
 */
#pragma once

#include "build/compile.h"
#include "build/environment.h"
#include "call/call.h"
#include "code/llvm/probe.h"
#include "report/outdir.h"
#include "vm/vm.h"

typedef VEC(const CType *) TypeList; /* elements are borrowed */

typedef struct Target {
  /* The caller's, before it is opened. */
  WordList sources;        /* owned, the words are borrowed; the files as the user names them */
  WordList arguments;      /* likewise; of the program's own command line */
  Environment environment; /* owned; what else the kernel of the program gets */
  CompileOptions compile;  /* parts are borrowed */
  UserCall call;           /* owned; without a text: the program has inputs of its own */
  bool is_to_travel;       /* other hosts will run it: `stored` is wanted */
  Probe probe;             /* what is counted in the user's functions; all zero: nothing */

  /* What comes of it. */
  Names files;    /* owned; what is compiled: with a call a main in place of the first source */
  WordList words; /* owned, the words are borrowed; the command line, from the program's name on */
  Module *module; /* owned */
  Text stored;    /* owned; the program as program_store wrote it */
  CTypes *types;  /* owned; of the program */
  TypeList
      input_types; /* owned; of the elements of the call's inputs, in its order; NULL: not known */
} Target;

/* Before it is opened: arguments, those of --arg first, and the options of environment_options. */
must_use Err target_read_words(Target *t, const WordList *first, const WordList *rest,
                               const OptionSet *outside);

/* Once it is open: what the machine gives the program. */
void target_configure(const Target *t, VmConfig *io);

/* Compiles.  The main of a call is written to the folder, which is not used otherwise.  May be
 * repeated when the call has changed. */
must_use Err target_open(Target *t, OutDir *out);
void target_done(Target *t); /* also for cleanup() */

/* Once it is open: the same program with other probes in it, which the caller owns. */
must_use Err target_probed(const Target *t, const Probe *probes, u32 n, Module **ret);

const UserCall *target_call(const Target *t); /* NULL: there is none */

/* Fails if the inputs of the call make no sense at this size. */
must_use Err target_check_size(const Target *t, u64 size);

/* How it is built elsewhere; the size is the caller's to fill in. */
Recipe target_recipe(const Target *t);

/* The other way: the target that a recipe is of, without a call, as the main of one is among its files.  It
 * is to be opened in the recipe's folder; the recipe outlives it. */
must_use Err target_of_recipe(const Recipe *r, Target *ret);
/* Opens only as much of it as says which types its inputs have. */
must_use Err target_open_types(Target *t);
