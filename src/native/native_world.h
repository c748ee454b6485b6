/* native_world.h — the outside of a program (environment.h) made real for a native run of one test: a folder with
 * its files, its command line, its environment, its standard input. */
#pragma once

#include "build/environment.h"
#include "report/ktest.h"
#include "report/recipe.h"
#include "sandbox/sandbox.h"

typedef struct NativeWorld {
  SandboxFiles
      files;  /* owned; where the program runs, and a test with what is not the outside's, for the
                          replay library */
  Text input; /* owned; standard input */
  bool has_input;      /* else it is empty, and no file */
  bool output_is_file; /* else it is a pipe */
  Names words;         /* owned; the arguments, without the program's name and the closing NULL */
  Names variables;     /* owned; likewise; those of its environment */
  bool has_rest;       /* that test has inputs */
  bool
      reads_behind; /* the test has something behind the end of an argument, which natively is not there */
  bool has_failures; /* calls fail in the test, which natively do not */
  bool lacks_files;  /* the program has files at places that the host keeps for itself */
} NativeWorld;

/* Is this the name of an input that is bytes from outside: of an argument, of standard input, of a file? */
bool native_world_is_bytes(const char *name);

/* Is it all that the program reads from somewhere: standard input, a file? */
bool native_world_is_stream(const char *name);
bool native_world_is_outside(const char *name); /* anything that the kernel makes */

/* Is it what the kernel says about the outside, for KLEE's tools, and no input that anybody chose? */
bool native_world_is_metadata(const Environment *w, const char *name);
/* The bytes of such an input that the program gets to see: an argument ends at its zero. */
u32 native_world_length(const char *name, const void *bytes, u32 n_bytes);

/* Did the machine give the program an outside? */
bool native_world_is_needed(const Recipe *r);

/* Has the test anything that only an outside gives to a program: the bytes of one input, arguments, files? */
bool native_world_is_in(const Ktest *test);

/* Of a program whose recipe does not say which outside it has (`guesses`) the test does: by KLEE's command
 * line in it, or by the names of its inputs alone. */
must_use Err native_world_make(const Recipe *r, const Ktest *test, bool guesses, NativeWorld *ret);
void native_world_done(NativeWorld *s); /* also for cleanup(), and for what was never made */
