/* program_impl.h — what read.c, library.c, link.c, scopes.c, promote.c, lower.c and the probes share. */
#pragma once

#include "base/text.h"
#include "base/vec.h"
#include "code/program.h"

#include <llvm-c/Core.h>

/* A function that only machine code defines. */
typedef struct NativeSymbol {
  char *name, *file; /* owned */
} NativeSymbol;

/* Modules that are linked to each other first (gather.c). */
typedef struct Waiting {
  LLVMModuleRef module; /* owned */
  u32 n_modules;        /* that it is made of */
} Waiting;

/* Makes a module that is linked to an older one give up what that one has. */
typedef void OnJoin(LLVMModuleRef newer, LLVMModuleRef older);

struct Program {
  LLVMContextRef context; /* owned */
  LLVMModuleRef module;   /* owned; NULL until the first file */
  Text diagnostics;       /* what LLVM said since it was last cleared */
  VEC(NativeSymbol) natives;
  bool keeps_code; /* for other tools */
  bool keeps_pointers;
  bool is_gathering;
  bool is_of_pieces;    /* what `nadir cc` built was read */
  OnJoin *yields;       /* among those; NULL: what two have is an error */
  VEC(Waiting) waiting; /* none if it is not */
};

/* An attribute of functions of the C library that are in optional.def. */
static const char optional_mark[] = "nadir-optional";

/* Reads bitcode of our own; functions are read when they are linked. */
must_use Err program_parse_lazily(Program *p, const char *name, const void *bytes, size_t n_bytes,
                                  LLVMModuleRef *ret_module);

/* Links a module, which it takes; if the program gathers modules, later. */
must_use Err program_add(Program *p, const char *name, LLVMModuleRef module);

/* Links a module, which it takes, to another one. */
must_use Err program_join(Program *p, const char *name, LLVMModuleRef to, LLVMModuleRef module);

/* Each function, variable and alias of a module (library.c). */
typedef void OnGlobal(LLVMValueRef v, void *user);
void globals_each(LLVMModuleRef m, OnGlobal *f, void *user);

/* gather.c */
must_use Err gather_add(Program *p, const char *name, LLVMModuleRef module);
void gather_free(Program *p);

/* Attributes of functions and calls that allow to drop, merge or move calls (link.c). */
void forget_promises(LLVMModuleRef module);

/* Puts instructions in the place of inline assembly that is known (assembly.c). */
void replace_assembly(LLVMModuleRef module);
/* What assembly of simple instructions on registers leaves, as instructions before the builder's place
 * (assembly_plain.c); NULL: it is of another kind. */
LLVMValueRef assembly_compute(LLVMBuilderRef b, LLVMValueRef call);

/* Says where locals of blocks begin and end, in unoptimised code with debug information (scopes.c). */
void mark_scopes(LLVMModuleRef module);
/* What its marks have in place of a size; RENEWED: the local begins at another address. */
#define SCOPE_MARK UINT64_MAX
#define SCOPE_RENEWED (UINT64_MAX - 1)

must_use Err run_passes(LLVMModuleRef module, const char *passes);

/* Moves locals into registers where nothing is lost by it (promote.c). */
must_use Err promote_locals(LLVMModuleRef module, bool keeps_pointers);

/* The file of assembly that defines it; NULL: none that is known. */
const char *program_native_file(const Program *p, const char *symbol);
