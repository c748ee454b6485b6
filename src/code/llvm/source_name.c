/* source_name.c — paths out of debug information; see source_name.h.
 *
 * Relative folders are our own: nadir compiles C files, and its runtime, in a way that keeps their
 * names as the user gave them.
 */
#include "code/llvm/source_name.h"

#include "base/os.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

static void cut(Text *io, size_t n) {
  io->n = n;
  if (io->at) io->at[n] = 0;
}

/* Cuts `io` to the folder that it and another one are in or are. */
static void share(Text *io, const char *folder, size_t n) {
  size_t shared = 0, k = 0;
  for (; k < io->n && k < n && io->at[k] == folder[k]; k++)
    if (io->at[k] == '/') shared = k;
  bool is_end = (k == io->n || io->at[k] == '/') && (k == n || folder[k] == '/');
  cut(io, is_end ? k : shared);
}

void source_root(LLVMModuleRef module, Text *ret) {
  bool is_first = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    LLVMMetadataRef info = LLVMGetSubprogram(f), file = info ? LLVMDIScopeGetFile(info) : NULL;
    unsigned n = 0;
    const char *folder = file ? LLVMDIFileGetDirectory(file, &n) : NULL;
    if (!n || folder[0] != '/') continue;
    if (is_first)
      text_add_n(ret, folder, n);
    else
      share(ret, folder, n);
    is_first = false;
  }
}

/* A path without "." and "..", and without empty parts. */
static void add_parts(Text *io, const char *path) {
  for (size_t n; *path; path += n + (path[n] == '/')) {
    n = strcspn(path, "/");
    if (!n || (n == 1 && path[0] == '.')) continue;
    if (n == 2 && !memcmp(path, "..", 2)) {
      const char *last = strrchr(text_c(io), '/');
      cut(io, last ? (size_t)(last - io->at) : 0);
    } else {
      text_add_char(io, '/');
      text_add_n(io, path, n);
    }
  }
}

void source_name(LLVMMetadataRef file, const char *root, Text *to) {
  unsigned n_name = 0, n_folder = 0;
  const char *name_at = LLVMDIFileGetFilename(file, &n_name);
  const char *folder_at = LLVMDIFileGetDirectory(file, &n_folder);
  cleanup(text_free) Text name = {0}, folder = {0}, path = {0};
  if (n_name) text_add_n(&name, name_at, n_name);
  if (n_folder) text_add_n(&folder, folder_at, n_folder);
  if (text_c(&name)[0] == '/' || text_c(&folder)[0] != '/' || !strcmp(text_c(&folder), root)) {
    text_add(to, path_plain(text_c(&name)));
    return;
  }
  add_parts(&path, text_c(&folder));
  add_parts(&path, text_c(&name));
  size_t n = strlen(root);
  bool is_below = n > 0 && !strncmp(text_c(&path), root, n) && path.at[n] == '/';
  text_add(to, text_c(&path) + (is_below ? n + 1 : 0));
}
