/* environment.h — the outside of a program as the user gives it: arguments, environment, files.
 *
 * The kernel that runs in the machine (runtime/posix) gets it as records (nadir/world.h).  Files of
 * the host are read once, by environment_encode; nothing else of the host is there for a program.
 */
#pragma once

#include "base/option.h"
#include "base/text.h"
#include "report/recipe.h"

#include <nadir/world.h>

struct Program;

typedef struct EnvironmentItem {
  NadirWorldKind kind;
  u32 numbers[3];
  u32 shape;  /* it is there only in this one, from 1; 0: in every one */
  char *text; /* owned; or NULL */
  char *host; /* owned; the file that has the bytes, or NULL */
} EnvironmentItem;

typedef struct Environment {
  VEC(EnvironmentItem) items;
  u32 n_shapes;   /* 0: it has only one */
  Text records;   /* owned; what environment_encode made of them */
  bool is_stored; /* the records came from elsewhere, without items, and the kernel needs them */
} Environment;

/* Words of the program's command line.  --sym-arg LEN, --sym-args MIN MAX LEN, --sym-files N LEN,
 * --sym-stdin LEN, --sym-stdout and --max-fail N among them are KLEE's: they stand for symbolic
 * arguments and files.  LEN may be N, the size of the run.  What stands behind a --sym-shape, up to the
 * next, is there only in that shape of the outside, which an input chooses. */
/* How many words this one of them is with its values, such as 2 for --sym-arg; 0: it is another. */
u32 environment_word_length(const char *word);
must_use Err environment_add_words(Environment *w, const WordList *words);

/* How a program gets at the outside: --file, --stdin, --env, ... */
extern const OptionGroup environment_options;
must_use Err environment_add_options(Environment *w, const OptionSet *s);

/* What is not among the words, as lines of a recipe: "file PATH=HOST", "stdin HOST", "env NAME=VALUE",
 * "usual-files", "sym-env", "fail-calls", "sym-stat"; paths of the host are absolute. */
void environment_lines(const Environment *w, Names *ret);
must_use Err environment_add_line(Environment *w, const char *line);

/* Does the kernel need a description?  Plain words are known without it. */
bool environment_is_given(const Environment *w);
bool environment_is_symbolic(const Environment *w);
bool environment_has(const Environment *w, NadirWorldKind kind);

/* Has the program linked with what its kernel needs: after its files were read. */
void environment_link(const Environment *w, struct Program *p);

/* Reads the files.  Fails if one of them cannot be read. */
must_use Err environment_encode(Environment *w);
void environment_done(Environment *w); /* also for cleanup() */
