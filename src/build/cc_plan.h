/* cc_plan.h — the command line of a C compiler, understood as far as `nadir cc` has to.
 *
 * Words keep their order and their spelling: what is not understood is clang's to judge.
 */
#pragma once

#include "report/recipe.h"

typedef enum CcStage {
  CC_PASS,   /* clang alone knows what to do */
  CC_OBJECT, /* each source becomes an object */
  CC_LINK,   /* … and everything a program */
} CcStage;

typedef enum CcWordKind {
  CC_OPTION,   /* for every run of clang */
  CC_NATIVE,   /* an option, but not of the run that makes bitcode */
  CC_SOURCE,   /* becomes bitcode and machine code */
  CC_ASSEMBLY, /* becomes machine code */
  CC_LINKED,   /* an object, an archive, a library, a word for the linker */
} CcWordKind;

typedef struct CcWord {
  CcWordKind kind;
  char *text;     /* owned */
  char *language; /* owned; what -x says of a source; NULL: by its name */
} CcWord;

typedef struct CcPlan {
  CcStage stage;
  VEC(CcWord) words; /* without -o, -x, -c; owned */
  char *output;      /* owned; NULL: clang's own choice */
  u32 n_sources;     /* and files of assembly */
  u32 n_linked;
  bool asks_dependencies, has_dependency_file, has_dependency_target;
  bool counts;                                /* what the program executes: --coverage */
  bool is_shared, is_partial;                 /* of the link */
  bool has_start, has_libraries, has_headers; /* of its own: ours are not wanted */
} CcPlan;

/* Understands the words, in which there are no response files any more.  Words that make no sense are
 * left to clang: the stage is CC_PASS. */
void cc_plan_read(const Names *words, CcPlan *ret);
void cc_plan_done(CcPlan *p); /* also for cleanup() */
