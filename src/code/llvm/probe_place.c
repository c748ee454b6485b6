/* probe_place.c — which line of the source an instruction belongs to.
 *
 * Debug information gives a position to everything, also to what clang does at a closing brace (the
 * load of the result before a return) and to jumps that are not in the source (at the end of a
 * body, where the ways of an `if` meet).  No column tells these from the jump of a `break`, so we
 * look at the source.  Where it cannot be read, jumps do not count as code.
 */
#include "code/llvm/probe_impl.h"

#include "base/hash.h"
#include "base/os.h"
#include "code/llvm/source_name.h"

#include <llvm-c/DebugInfo.h>

static void read_source(LLVMMetadataRef file, SourceFile *io) {
  unsigned n_name = 0, n_folder = 0;
  const char *name = LLVMDIFileGetFilename(file, &n_name);
  const char *folder = LLVMDIFileGetDirectory(file, &n_folder);
  cleanup(text_free) Text path = {0};
  if (n_name && name[0] != '/' && n_folder) text_addf(&path, "%.*s/", (int)n_folder, folder);
  text_addf(&path, "%.*s", (int)n_name, name);
  if (file_read(text_c(&path), &io->text) != OK) return;
  vec_push(&io->starts, 0);
  for (u32 k = 0; k < io->text.n; k++)
    if (io->text.at[k] == '\n') vec_push(&io->starts, k + 1);
}

static u32 find_file(const Places *p, const char *name) {
  u32 k = 0;
  while (k < p->files.n && strcmp(p->files.at[k].name, name) != 0) k++;
  return k;
}

/* Of one file there may be several nodes, with folders written in several ways. */
static u32 file_of(Places *p, LLVMMetadataRef file) {
  bool fresh;
  u64 *known = map_at(&p->file_of, (u64)(uintptr_t)file, &fresh);
  if (!fresh) return (u32)*known - 1;
  cleanup(text_free) Text name = {0};
  source_name(file, text_c(&p->root), &name);
  u32 k = find_file(p, text_c(&name));
  if (k == p->files.n) {
    vec_push(&p->files, ((SourceFile){.name = text_dup(text_c(&name))}));
    read_source(file, &vec_last(&p->files));
  }
  *known = k + 1;
  return k;
}

/* Does this text begin here?  Lines and columns count from 1. */
static bool is_at(const SourceFile *f, u32 line, u32 column, const char *text) {
  if (!line || !column || line > f->starts.n) return false;
  size_t at = f->starts.at[line - 1] + (size_t)column - 1, n = strlen(text);
  return at + n <= f->text.n && !memcmp(f->text.at + at, text, n);
}

/* A jump is code where the source says so. */
static bool is_jump_word(const SourceFile *f, u32 line, u32 column) {
  static const char *const words[] = {"break", "continue", "goto", "return", "for", "while"};
  for (u32 k = 0; k < ARRAY_LEN(words); k++)
    if (is_at(f, line, column, words[k])) return true;
  return false;
}

static bool is_jump(LLVMValueRef i) { return LLVMIsABranchInst(i) && !LLVMIsConditional(i); }

/* A probe that is there already stands at the position of what it counts, perhaps a block before. */
static bool is_probe(LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  if (!callee || !LLVMIsAFunction(callee)) return false;
  size_t n;
  const char *name = LLVMGetValueName2(callee, &n);
  return !strcmp(name, "nadir_probe") || !strcmp(name, "nadir_trace") ||
         !strcmp(name, "nadir_line");
}

/* ---- public -------------------------------------------------------------------------------------- */

void places_done(Places *p) {
  for (u32 k = 0; k < p->files.n; k++) {
    mem_free(p->files.at[k].name);
    text_free(&p->files.at[k].text);
    vec_free(&p->files.at[k].starts);
  }
  vec_free(&p->files);
  vec_free(&p->at);
  map_done(&p->file_of);
  map_done(&p->place_of);
  text_free(&p->root);
}

u32 place_of(Places *p, LLVMValueRef instruction) {
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(instruction);
  /* A phi stands where the ways of an expression meet, which may be another line than where its value
   * is used. */
  if (!at || (LLVMIsAPHINode(instruction) || LLVMIsAAllocaInst(instruction) ||
              LLVMIsADbgInfoIntrinsic(instruction) || is_probe(instruction)))
    return 0;
  u32 line = LLVMDILocationGetLine(at);
  LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(at));
  if (!line || !file) return 0;
  u32 k = file_of(p, file);
  u32 column = LLVMDILocationGetColumn(at);
  if (is_at(&p->files.at[k], line, column, "}")) return 0;
  if (is_jump(instruction) && !is_jump_word(&p->files.at[k], line, column)) return 0;
  if (!p->at.n) vec_push(&p->at, ((CodeLine){0}));
  bool fresh;
  u64 *number = map_at(&p->place_of, (u64)k << 32 | line, &fresh);
  if (fresh) {
    *number = p->at.n;
    vec_push(&p->at, ((CodeLine){k, line}));
  }
  return (u32)*number;
}

bool file_is(const SourceFile *f, const char *name) {
  name = path_plain(name);
  size_t n = strlen(f->name), k = strlen(name);
  if (k > n || strcmp(f->name + n - k, name) != 0) return false;
  return n == k || f->name[n - k - 1] == '/';
}
