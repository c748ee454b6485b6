/* read.c — LLVM modules from files, and linking one to what is there already.
 *
 * LLVM reports through a handler, not through return values; the handler here only collects, and
 * the error of the call that failed carries the text.
 */
#include "code/llvm/program_impl.h"

#include "base/guard.h"
#include "base/os.h"
#include "code/llvm/producer.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>

static void collect(LLVMDiagnosticInfoRef info, void *program) {
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError) return;
  Program *p = program;
  char *text = LLVMGetDiagInfoDescription(info);
  if (p->diagnostics.n) text_add(&p->diagnostics, "; ");
  text_add(&p->diagnostics, text);
  LLVMDisposeMessage(text);
}

/* LLVM's messages end in newlines and carry several lines; ours are one. */
static Err llvm_error(const char *what, const char *name, const char *text) {
  size_t n = strcspn(text, "\n");
  return err_set(ERR_INPUT, "%s '%s': %.*s", what, name, (int)n,
                 n ? text : "LLVM does not say why");
}

/* What LLVM says of bitcode is about bits; of assembly it names the line. */
static Err unreadable(const char *name, Bytes file, const char *text) {
  static const char error[] = "error: ";
  if (file.n < 4 || memcmp(file.at, "BC\xc0\xde", 4)) return llvm_error("cannot read", name, text);
  const char *said = strstr(text, error);
  said = said ? said + strlen(error) : text;
  return err_set(ERR_INPUT, "cannot read '%s': the bitcode is damaged or cut off (LLVM: %.*s)",
                 name, (int)strcspn(said, "\n"), said);
}

/* Takes the module. */
static Err check(LLVMModuleRef module, const char *name) {
  char *text = NULL;
  bool broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &text);
  Err e = broken ? llvm_error("malformed LLVM code in", name, text) : OK;
  LLVMDisposeMessage(text);
  return e;
}

static Err parse(Program *p, const char *name, const void *bytes, size_t n_bytes,
                 LLVMModuleRef *ret_module) {
  /* The reader owns the buffer, whether it succeeds or not. */
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, n_bytes, name);
  LLVMModuleRef module = NULL;
  char *text = NULL;
  text_clear(&p->diagnostics);
  if (LLVMParseIRInContext(p->context, buffer, &module, &text)) {
    Err e = unreadable(name, (Bytes){bytes, n_bytes}, text ? text : text_c(&p->diagnostics));
    LLVMDisposeMessage(text);
    return e;
  }
  Err e = check(module, name);
  if (e != OK) {
    LLVMDisposeModule(module);
    return e;
  }
  *ret_module = module;
  return OK;
}

/* The calling conventions and layouts that lowering relies on are those of this target. */
static const char own_triple[] = "x86_64-pc-linux-gnu";
static const char own_layout[] = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-"
                                 "n8:16:32:64-S128";

/* Why code for this target is not run; NULL if it is. */
static const char *target_refusal(const char *triple, LLVMTargetDataRef layout) {
  bool is_x86 = !*triple || !strncmp(triple, "x86_64-", 7) || !strncmp(triple, "amd64-", 6);
  if (!strncmp(triple, "i386-", 5) || !strncmp(triple, "i686-", 5) || strstr(triple, "gnux32"))
    return "programs of 32 bits are not run: compile without -m32";
  if (!is_x86) return "nadir runs x86-64 code only";
  if (strstr(triple, "-windows")) return "Windows calls functions in another way than nadir knows";
  if (LLVMPointerSize(layout) != 8 || LLVMByteOrder(layout) != LLVMLittleEndian)
    return "its data layout is not that of x86-64";
  return NULL;
}

/* Code that names no target is taken for this one. */
static Err check_target(LLVMModuleRef module, const char *name) {
  const char *triple = LLVMGetTarget(module);
  if (!*LLVMGetDataLayoutStr(module)) LLVMSetDataLayout(module, own_layout);
  const char *refusal = target_refusal(triple, LLVMGetModuleDataLayout(module));
  if (refusal)
    return err_set(ERR_INPUT, "'%s' is for '%s': %s", name, *triple ? triple : "no target",
                   refusal);
  if (!*triple) LLVMSetTarget(module, own_triple);
  return OK;
}

Err program_join(Program *p, const char *name, LLVMModuleRef to, LLVMModuleRef module) {
  text_clear(&p->diagnostics);
  if (LLVMLinkModules2(to, module)) /* takes it */
    return llvm_error("cannot link", name, text_c(&p->diagnostics));
  return OK;
}

Err program_add(Program *p, const char *name, LLVMModuleRef module) {
  if (p->is_gathering) return gather_add(p, name, module);
  if (p->module) return program_join(p, name, p->module, module);
  p->module = module;
  return OK;
}

/* ---- libraries: only what is missing ----------------------------------------------------------- */

static bool defined_in(LLVMModuleRef module, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(module, name);
  if (f) return !LLVMIsDeclaration(f);
  LLVMValueRef g = LLVMGetNamedGlobal(module, name);
  return g && !LLVMIsDeclaration(g);
}

/* A definition that both have becomes available_externally in the library, which a linker drops in
 * favour of the program's own.  The others become linkonce, which it takes only if they are
 * referred to. */
static void yield(LLVMValueRef definition, LLVMModuleRef program) {
  if (LLVMIsDeclaration(definition) || LLVMGetLinkage(definition) != LLVMExternalLinkage) return;
  size_t n;
  const char *name = LLVMGetValueName2(definition, &n);
  if (defined_in(program, name))
    LLVMSetLinkage(definition, LLVMAvailableExternallyLinkage);
  else
    LLVMSetLinkage(definition, LLVMLinkOnceAnyLinkage);
}

/* Functions are read when they are linked.  (Half of the start of a small program went into reading
 * and checking a library, though it uses only a few of its functions.) */
Err program_parse_lazily(Program *p, const char *name, const void *bytes, size_t n_bytes,
                         LLVMModuleRef *ret_module) {
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(bytes, n_bytes, name, false);
  text_clear(&p->diagnostics);
  if (LLVMGetBitcodeModuleInContext2(p->context, buffer, ret_module)) /* takes it if it succeeds */
    return llvm_error("cannot read", name, text_c(&p->diagnostics));
  return OK;
}

/* ---- public ------------------------------------------------------------------------------------ */

Program *program_new(void) {
  Program *p = NEW(Program);
  p->context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(p->context, collect, p);
  return p;
}

Program *program_free(Program *p) {
  if (!p) return NULL;
  if (p->module) LLVMDisposeModule(p->module);
  gather_free(p);
  LLVMContextDispose(p->context);
  text_free(&p->diagnostics);
  for (u32 i = 0; i < p->natives.n; i++) {
    mem_free(p->natives.at[i].name);
    mem_free(p->natives.at[i].file);
  }
  vec_free(&p->natives);
  return mem_free(p);
}

void program_freep(Program **p) { program_free(*p); }

u32 program_llvm(void) {
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  return major;
}

bool program_misses(const Program *p, const char *symbol) {
  if (!p->module) return !strcmp(symbol, "main");
  if (defined_in(p->module, symbol)) return false;
  return !strcmp(symbol, "main") || LLVMGetNamedFunction(p->module, symbol) ||
         LLVMGetNamedGlobal(p->module, symbol);
}

void program_add_pieces(Program *p) { p->is_of_pieces = true; }

void program_add_native(Program *p, const char *file, const char *symbols, size_t n_bytes) {
  for (size_t at = 0; at < n_bytes;) {
    size_t n = strnlen(symbols + at, n_bytes - at);
    char *name = mem_new(n + 1);
    memcpy(name, symbols + at, n);
    vec_push(&p->natives, ((NativeSymbol){name, text_dup(file)}));
    at += n + 1;
  }
}

const char *program_native_file(const Program *p, const char *symbol) {
  for (u32 i = 0; i < p->natives.n; i++)
    if (!strcmp(p->natives.at[i].name, symbol)) return p->natives.at[i].file;
  return NULL;
}

typedef enum ModuleOrigin { ANYWHERE, PLAIN_C, LIBRARY } ModuleOrigin;

static Err read_module(Program *p, const char *name, const void *bytes, size_t n,
                       ModuleOrigin from) {
  LLVMModuleRef module = NULL;
  bool is_library = from == LIBRARY;
  if (is_library && !p->module) return OK; /* nothing is missing */
  TRY(is_library ? program_parse_lazily(p, name, bytes, n, &module)
                 : parse(p, name, bytes, n, &module));
  Err e = check_target(module, name);
  if (e != OK) {
    LLVMDisposeModule(module);
    return e;
  }
  if (is_library) {
    LLVMModuleRef program = p->module;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
      yield(f, program);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
      yield(g, program);
  }
  if (from == PLAIN_C && !p->keeps_code) mark_scopes(module);
  return program_add(p, name, module);
}

/* ---- files from outside ------------------------------------------------------------------------ */

typedef struct Foreign {
  const char *name;
  Bytes bytes;
} Foreign;

/* The whole front half on one file; the process ends afterwards, so nothing is freed. */
static Err go_through(void *user) {
  const Foreign *f = user;
  Program *p = program_new();
  Module *m = NULL;
  LowerOptions options = {.select_branches = true};
  TRY(read_module(p, f->name, f->bytes.at, f->bytes.n, ANYWHERE));
  TRY(program_prepare(p));
  return program_lower(p, &options, &m);
}

/* LLVM's reader trusts its input: a damaged file makes it crash, hang or ask for all memory.  What a
 * process of its own has survived is read here, too.  Bitcode takes up to some hundred times its size;
 * our own compiler's is not tried.  Newer versions write much that is the same: they are only named if
 * the file cannot be read. */
static Err check_foreign(const char *path, Bytes bytes) {
  cleanup(text_free) Text what = text_format("'%s' is damaged: LLVM's reader", path);
  Foreign f = {path, bytes};
  u32 seconds = 20 + (u32)(bytes.n >> 18);
  GuardLimits limits = {(1ull << 30) + 300 * bytes.n, seconds, 10 * seconds};
  Err e = guard_try(go_through, &f, text_c(&what), &limits);
  u32 producer = e == OK ? 0 : bitcode_producer(bytes);
  if (producer <= program_llvm()) return e;
  return err_set(ERR_INPUT, "'%s' was written by LLVM %u, and this nadir reads LLVM %u and older",
                 path, producer, program_llvm());
}

Err program_read(Program *p, const char *path) {
  cleanup(text_free) Text bytes = {0};
  TRY(file_read(path, &bytes));
  TRY(check_foreign(path, text_bytes(&bytes)));
  return read_module(p, path, text_c(&bytes), bytes.n, ANYWHERE);
}

Err program_read_bytes(Program *p, const char *name, const void *bytes, size_t n_bytes) {
  return read_module(p, name, bytes, n_bytes, ANYWHERE);
}

Err program_read_plain(Program *p, const char *name, const void *bytes, size_t n_bytes) {
  return read_module(p, name, bytes, n_bytes, PLAIN_C);
}

Err program_read_library(Program *p, const char *name, const void *bytes, size_t n_bytes) {
  return read_module(p, name, bytes, n_bytes, LIBRARY);
}

/* Weak references ask for nothing. */
static void add_undefined(LLVMValueRef v, void *ret) {
  size_t n;
  const char *name = LLVMGetValueName2(v, &n);
  if (LLVMIsDeclaration(v) && LLVMGetLinkage(v) == LLVMExternalLinkage && strncmp(name, "llvm.", 5))
    text_add_n(ret, name, n + 1);
}

static void add_definition(LLVMValueRef v, void *ret) {
  size_t n;
  const char *name = LLVMGetValueName2(v, &n);
  LLVMLinkage linkage = LLVMGetLinkage(v);
  bool is_own = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage ||
                linkage == LLVMAvailableExternallyLinkage;
  if (!LLVMIsDeclaration(v) && !is_own) text_add_n(ret, name, n + 1);
}

Err bitcode_undefined(const char *name, Bytes bitcode, Text *ret_names) {
  cleanup(program_freep) Program *p = program_new();
  TRY(program_parse_lazily(p, name, bitcode.at, bitcode.n, &p->module));
  globals_each(p->module, add_undefined, ret_names);
  return OK;
}

bool bitcode_is(Bytes file) {
  static const u8 raw[] = {'B', 'C', 0xc0, 0xde}, wrapped[] = {0xde, 0xc0, 0x17, 0x0b};
  return file.n >= sizeof raw &&
         (!memcmp(file.at, raw, sizeof raw) || !memcmp(file.at, wrapped, sizeof wrapped));
}

Err bitcode_definitions(const char *name, Bytes bitcode, Text *ret_names) {
  TRY(check_foreign(name, bitcode));
  cleanup(program_freep) Program *p = program_new();
  TRY(program_parse_lazily(p, name, bitcode.at, bitcode.n, &p->module));
  globals_each(p->module, add_definition, ret_names);
  return OK;
}

void program_keep_code(Program *p) { p->keeps_code = true; }

Err program_bitcode(const Program *p, Text *ret) {
  if (!p->module) return err_set(ERR_INPUT, "there is no code to write");
  LLVMMemoryBufferRef b = LLVMWriteBitcodeToMemoryBuffer(p->module);
  text_add_n(ret, LLVMGetBufferStart(b), LLVMGetBufferSize(b));
  LLVMDisposeMemoryBuffer(b);
  return OK;
}

/* A declaration is enough to be missed. */
void program_want(Program *p, const char *fn) {
  if (!p->module || LLVMGetNamedFunction(p->module, fn)) return;
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(p->context), NULL, 0, false);
  LLVMAddFunction(p->module, fn, type);
}

void program_divert(Program *p, const char *fn, const char *other) {
  LLVMValueRef f = p->module ? LLVMGetNamedFunction(p->module, fn) : NULL;
  if (f && LLVMIsDeclaration(f)) LLVMSetValueName2(f, other, strlen(other));
}

/* yield() gave them this linkage.  We hide other names of theirs first: a hidden name does not show
 * whose it is. */
void program_hide_library(Program *p) {
  if (!p->module) return;
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(p->module); a; a = LLVMGetNextGlobalAlias(a))
    if (LLVMGetLinkage(LLVMAliasGetAliasee(a)) == LLVMLinkOnceAnyLinkage)
      LLVMSetLinkage(a, LLVMInternalLinkage);
  for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f))
    if (LLVMGetLinkage(f) == LLVMLinkOnceAnyLinkage) LLVMSetLinkage(f, LLVMInternalLinkage);
  for (LLVMValueRef g = LLVMGetFirstGlobal(p->module); g; g = LLVMGetNextGlobal(g))
    if (LLVMGetLinkage(g) == LLVMLinkOnceAnyLinkage) LLVMSetLinkage(g, LLVMInternalLinkage);
}
