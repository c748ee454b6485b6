/* probe_impl.h — what the files of probes share. */
#pragma once

#include "base/map.h"
#include "base/text.h"
#include "base/vec.h"
#include "code/llvm/probe.h"
#include "code/llvm/program_impl.h"

/* ---- probe_place.c: lines of the source that have code ----------------------------------------- */

typedef struct SourceFile {
  char *name;    /* owned; see source_name.h */
  Text text;     /* owned; empty if it cannot be read */
  U32Vec starts; /* owned; offset of each line */
} SourceFile;

/* A line with code; its index in Places.at is its number, 0 is none. */
typedef struct CodeLine {
  u32 file, line;
} CodeLine;

typedef struct Places {
  VEC(SourceFile) files;
  VEC(CodeLine) at;
  Map file_of;  /* DIFile -> index in files + 1 */
  Map place_of; /* file and line -> number */
  Text root;    /* owned; the folder that names begin in */
} Places;

void places_done(Places *p);

/* The place of an instruction; 0 if it is no code of the source. */
u32 place_of(Places *p, LLVMValueRef instruction);

bool file_is(const SourceFile *f, const char *name); /* the path, or the end of it after a slash */

/* ---- probe.c ------------------------------------------------------------------------------------- */

typedef struct Prober {
  LLVMContextRef context; /* borrowed */
  LLVMModuleRef module;   /* borrowed */
  LLVMBuilderRef builder; /* owned */
  const Probe *probe;     /* borrowed */
  Places places;          /* owned */
  u64 n_probes;           /* put in */
} Prober;

/* A call of a function of the machine in front of an instruction, at the position of another; NULL: of
 * none. */
void probe_put(Prober *p, LLVMValueRef before, LLVMValueRef position, const char *fn,
               LLVMValueRef *args, u32 n_args);
void probe_put_count(Prober *p, LLVMValueRef before, LLVMValueRef position, u64 n);

bool is_real_call(LLVMValueRef instruction); /* of what may end the program, not of an intrinsic */

/* ---- probe_lines.c ------------------------------------------------------------------------------- */

void probe_lines(Prober *p, LLVMValueRef fn);
