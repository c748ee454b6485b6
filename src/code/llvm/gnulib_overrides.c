/* gnulib_overrides.c — forgets the definitions that gnulib_overrides.def lists, so that the library's are linked instead.
 *
 * For programs that `nadir cc` built.  A function of one of these names in another file, or in a C file
 * that is run as it is, stays: it may be what somebody wants to test.
 */
#include "code/llvm/gnulib_overrides.h"

#include "code/llvm/program_impl.h"

#include <llvm-c/DebugInfo.h>

static const char *const overrides[] = {
#define OVERRIDE(name) #name,
#include "code/llvm/gnulib_overrides.def"
#undef OVERRIDE
};

/* Is it defined in NAME.c? */
static bool is_in_own_file(LLVMValueRef fn, const char *name) {
  LLVMMetadataRef info = LLVMGetSubprogram(fn), file = info ? LLVMDIScopeGetFile(info) : NULL;
  unsigned n = 0;
  const char *path = file ? LLVMDIFileGetFilename(file, &n) : "";
  size_t n_name = strlen(name), n_whole = n_name + 2;
  if (n < n_whole || memcmp(path + n - n_whole, name, n_name) || memcmp(path + n - 2, ".c", 2))
    return false;
  return n == n_whole || path[n - n_whole - 1] == '/';
}

/* An alias needs a definition. */
static bool has_alias(LLVMValueRef fn) {
  for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
    if (LLVMIsAGlobalAlias(LLVMGetUser(u))) return true;
  return false;
}

static void forget(LLVMModuleRef m, const char *name) {
  LLVMValueRef fn = LLVMGetNamedFunction(m, name);
  if (!fn || LLVMIsDeclaration(fn) || LLVMGetLinkage(fn) != LLVMExternalLinkage) return;
  if (!is_in_own_file(fn, name) || has_alias(fn)) return;
  LLVMTypeRef type = LLVMGlobalGetValueType(fn);
  LLVMSetValueName2(fn, "", 0);
  LLVMSetLinkage(fn, LLVMInternalLinkage);
  LLVMReplaceAllUsesWith(fn, LLVMAddFunction(m, name, type));
}

void program_apply_gnulib_overrides(Program *p) {
  for (u32 i = 0; i < ARRAY_LEN(overrides); i++) forget(p->module, overrides[i]);
}
