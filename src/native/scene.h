/* scene.h — the outside of a program (world.h) made real for a native run of one test: a folder with
 * its files, its command line, its environment, its standard input. */
#ifndef NATIVE_SCENE_H
#define NATIVE_SCENE_H

#include "build/world.h"
#include "report/recipe.h"
#include "sandbox/sandbox.h"

typedef struct Scene {
  SandboxFiles
      files;  /* owned; where the program runs, and a test with what is not the outside's, for the
                          replay library */
  Text input; /* owned; standard input */
  bool has_input;      /* else it is empty, and no file */
  bool output_is_file; /* else it is a pipe */
  Words words;         /* owned; the arguments, without the program's name and the closing NULL */
  Words environment;   /* owned; likewise */
  bool has_rest;       /* that test has inputs */
  bool
      reads_behind; /* the test has something behind the end of an argument, which natively is not there */
  bool has_failures; /* calls fail in the test, which natively do not */
  bool lacks_files;  /* the program has files at places that the host keeps for itself */
} Scene;

/* Is this the name of an input that is bytes from outside: of an argument, of standard input, of a file? */
bool scene_is_bytes(const char *name);

/* Is it what the kernel tells about the outside, for KLEE's tools, and no input that anybody chose? */
bool scene_is_told(const World *w, const char *name);
/* The bytes of such an input that the program gets to see: an argument ends at its zero. */
u32 scene_length(const char *name, const void *bytes, u32 n_bytes);

/* Does the program have an outside that the machine was told about? */
bool scene_is_needed(const Recipe *r);

must_use Err scene_make(const Recipe *r, const char *test, Scene *ret);
void scene_done(Scene *s); /* also for cleanup(), and for what was never made */

#endif
