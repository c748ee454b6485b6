/* types_impl.h — what types.c and types_inputs.c share. */
#pragma once

#include "base/map.h"
#include "code/llvm/program_impl.h"
#include "code/llvm/types.h"

typedef struct TypeReader {
  LLVMContextRef context;
  CTypes *types;
  Map known; /* node -> its CType */
  Map loops; /* function -> of function_has_loop */
} TypeReader;

const CType *type_of_variable(TypeReader *r, LLVMMetadataRef variable);
const CType *type_of_global(TypeReader *r, LLVMValueRef global); /* NULL: not known */
const CType *type_of_function(TypeReader *r, LLVMValueRef fn);   /* likewise */
