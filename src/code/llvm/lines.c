/* lines.c — where in the source an instruction comes from, and texts told apart by contents.
 *
 * The C API of LLVM shows scopes of debug information only as nodes with numbered operands; the
 * numbers used here are those of LLVM 19 (DISubprogram: file, scope, name; lexical blocks: file,
 * scope).
 */
#include "code/llvm/lower_impl.h"

#include "base/hash.h"
#include "code/llvm/source_name.h"

#include <llvm-c/DebugInfo.h>

u32 lines_text(Lower *l, const char *s, size_t n) {
  u64 key = hash_bytes(s, n);
  for (;; key++) { /* another text with this hash: take the next key */
    bool fresh;
    u64 *index = map_at(&l->texts, key, &fresh);
    if (fresh) {
      char *copy = mem_new(n + 1);
      memcpy(copy, s, n);
      *index = l->m->texts.n;
      vec_push(&l->m->texts, copy);
      return (u32)*index;
    }
    const char *known = l->m->texts.at[*index];
    if (strlen(known) == n && !memcmp(known, s, n)) return (u32)*index;
  }
}

static u32 add_position(Lower *l, Pos pos) {
  u64 key = hash_pair(hash_pair(pos.fn, pos.file), hash_pair(pos.line, pos.column));
  for (;; key++) {
    bool fresh;
    u64 *index = map_at(&l->positions, key, &fresh);
    if (fresh) {
      *index = l->m->positions.n;
      vec_push(&l->m->positions, pos);
      return (u32)*index;
    }
    if (!memcmp(&l->m->positions.at[*index], &pos, sizeof pos)) return (u32)*index;
  }
}

/* Operand k of a metadata node, or NULL. */
static LLVMValueRef node_operand(LLVMValueRef node, u32 k) {
  u32 n = LLVMGetMDNodeNumOperands(node);
  LLVMValueRef at[64];
  if (k >= n || n > ARRAY_LEN(at)) return NULL;
  LLVMGetMDNodeOperands(node, at);
  return at[k];
}

enum { SCOPE_PARENT = 1, SUBPROGRAM_NAME = 2 };

static u32 scope_function(Lower *l, LLVMMetadataRef scope) {
  LLVMValueRef node = LLVMMetadataAsValue(l->context, scope);
  while (scope && LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind) {
    node = node_operand(node, SCOPE_PARENT);
    scope = node ? LLVMValueAsMetadata(node) : NULL;
  }
  LLVMValueRef name = scope ? node_operand(node, SUBPROGRAM_NAME) : NULL;
  unsigned n = 0;
  const char *s = name ? LLVMGetMDString(name, &n) : NULL;
  return s ? lines_text(l, s, n) : 0;
}

static u32 scope_file(Lower *l, LLVMMetadataRef scope) {
  LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
  if (!file) return 0;
  bool fresh;
  u64 *known = map_at(&l->files, (u64)(uintptr_t)file, &fresh);
  if (!fresh) return (u32)*known;
  cleanup(text_free) Text name = {0};
  source_name(file, text_c(&l->root), &name);
  return (u32)(*known = lines_text(l, text_c(&name), name.n));
}

u32 lines_position(Lower *l, LLVMValueRef instruction) {
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(instruction);
  if (!at) return 0;
  LLVMMetadataRef scope = LLVMDILocationGetScope(at);
  return add_position(l, (Pos){
                             .fn = scope_function(l, scope),
                             .file = scope_file(l, scope),
                             .line = LLVMDILocationGetLine(at),
                             .column = LLVMDILocationGetColumn(at),
                         });
}

u32 lines_fn_position(Lower *l, LLVMValueRef fn) {
  LLVMMetadataRef program = LLVMGetSubprogram(fn);
  if (!program) return 0;
  return add_position(l, (Pos){
                             .fn = scope_function(l, program),
                             .file = scope_file(l, program),
                             .line = LLVMDISubprogramGetLine(program),
                         });
}
