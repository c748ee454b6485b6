/* Names of sources: as they were given where there is one folder, else from the folder that all share. */
#include "code/llvm/source_name.h"
#include "unit/unit.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

typedef struct Given {
  const char *folder, *file, *name; /* the name that it is to have */
} Given;

/* A function in each of these files, and the names of the files. */
static void check(const char *root, const Given *given, u32 n) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = LLVMModuleCreateWithNameInContext("m", context);
  LLVMDIBuilderRef b = LLVMCreateDIBuilder(module);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false);
  LLVMMetadataRef files[8];
  for (u32 i = 0; i < n; i++) {
    files[i] = LLVMDIBuilderCreateFile(b, given[i].file, strlen(given[i].file), given[i].folder,
                                       strlen(given[i].folder));
    LLVMMetadataRef unit = LLVMDIBuilderCreateCompileUnit(
        b, LLVMDWARFSourceLanguageC99, files[i], "", 0, false, "", 0, 0, "", 0,
        LLVMDWARFEmissionFull, 0, false, false, "", 0, "", 0);
    LLVMMetadataRef signature = LLVMDIBuilderCreateSubroutineType(b, files[i], NULL, 0, 0);
    LLVMMetadataRef info = LLVMDIBuilderCreateFunction(b, unit, "f", 1, "f", 1, files[i], 1,
                                                       signature, false, true, 1, 0, false);
    LLVMSetSubprogram(LLVMAddFunction(module, "f", type), info);
  }
  cleanup(text_free) Text shared = {0};
  source_root(module, &shared);
  assert_string_equal(text_c(&shared), root);
  for (u32 i = 0; i < n; i++) {
    cleanup(text_free) Text name = {0};
    source_name(files[i], text_c(&shared), &name);
    assert_string_equal(text_c(&name), given[i].name);
  }
  LLVMDIBuilderFinalize(b);
  LLVMDisposeDIBuilder(b);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
}

static void test_one_folder(void **unused) {
  (void)unused;
  static const Given given[] = {
      {"/home/me/tool", "main.c", "main.c"},
      {"/home/me/tool", "./lib/util.c", "lib/util.c"},
      {"/home/me/tool", "../other/x.h", "../other/x.h"},
      {"/home/me/tool", "/usr/include/stdio.h", "/usr/include/stdio.h"},
      {".", "runtime/libc/string.c", "runtime/libc/string.c"},
  };
  check("/home/me/tool", given, ARRAY_LEN(given));
}

static void test_several_folders(void **unused) {
  (void)unused;
  static const Given given[] = {
      {"/home/me/tool/src", "util.c", "src/util.c"},
      {"/home/me/tool/src", "../lib/util.h", "lib/util.h"},
      {"/home/me/tool/lib", "util.c", "lib/util.c"},
      {"/home/me/tool/library", "./a//b.c", "library/a/b.c"},
      {"/home/me/tool/src", "../../else.h", "/home/me/else.h"},
      {"", "", ""},
  };
  check("/home/me/tool", given, ARRAY_LEN(given));
}

static void test_one_below_the_other(void **unused) {
  (void)unused;
  static const Given given[] = {
      {"/home/me/tool/support", "dfa.c", "support/dfa.c"},
      {"/home/me/tool", "main.c", "main.c"},
  };
  check("/home/me/tool", given, ARRAY_LEN(given));
}

static void test_nothing_shared(void **unused) {
  (void)unused;
  static const Given given[] = {
      {"/home/me", "a.c", "/home/me/a.c"},
      {"/build", "b.c", "/build/b.c"},
  };
  check("", given, ARRAY_LEN(given));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_folder),
      cmocka_unit_test(test_several_folders),
      cmocka_unit_test(test_one_below_the_other),
      cmocka_unit_test(test_nothing_shared),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
