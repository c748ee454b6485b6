/* library.c — links what a program lacks from archives of bitcode, as a linker does.
 *
 * An archive has an index from the names that its members define to the members (ar's "/", made by
 * llvm-ar).  Only members that define something missing are parsed and linked, until nothing is
 * missing that the archives have: of a library of some thousand functions a small program needs a
 * few, and its start takes a few milliseconds.
 *
 * What the program defines is its own: a member that is needed for one name yields the others.
 * Between members strong definitions win over weak ones, which libraries use for parts that are only
 * there when something needs them.  What the machine does itself is not taken from an archive that
 * follows LIBRARY_BUILTINS in the list.
 */
#include "code/llvm/program_impl.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"

#include <ar.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>

typedef struct Defined {
  const char *name;       /* borrowed */
  const Library *library; /* that defines it; NULL: the machine does it */
  u32 member;             /* where its header is */
} Defined;

typedef struct Index {
  Program *p;
  VEC(Defined) symbols;
  Map by_name; /* hashes of names; of equal ones the next number */
  Map taken;   /* addresses of members that are linked */
} Index;

static const Defined *find(const Index *x, const char *name, u64 *ret_key) {
  u64 key = hash_bytes(name, strlen(name)), at;
  for (; map_get(&x->by_name, key, &at); key++)
    if (!strcmp(x->symbols.at[at].name, name)) return &x->symbols.at[at];
  *ret_key = key;
  return NULL;
}

/* The first to define a name has it. */
static void add_symbol(Index *x, Defined s) {
  u64 key;
  if (find(x, s.name, &key)) return;
  map_put(&x->by_name, key, x->symbols.n);
  vec_push(&x->symbols, s);
}

/* ---- archives ------------------------------------------------------------------------------------ */

static u32 big_endian(const u8 *at) {
  return (u32)at[0] << 24 | (u32)at[1] << 16 | (u32)at[2] << 8 | at[3];
}

static size_t member_size(const u8 *header) {
  const struct ar_hdr *h = (const struct ar_hdr *)header;
  size_t n = 0;
  for (u32 i = 0; i < sizeof h->ar_size && h->ar_size[i] != ' '; i++)
    n = n * 10 + (size_t)(h->ar_size[i] - '0');
  return n;
}

/* The archives are our own (the build makes them), so they are believed.  An empty one has no index. */
static void add_library(Index *x, const Library *l) {
  if (l->n_bytes < SARMAG + sizeof(struct ar_hdr)) return;
  const u8 *at = l->bytes + SARMAG;
  CHECK(!memcmp(at, "/ ", 2), "the archive '%s' has no index", l->name);
  at += sizeof(struct ar_hdr);
  u32 n = big_endian(at);
  const char *name = (const char *)at + 4 + 4ull * n;
  for (u32 i = 0; i < n; i++, name += strlen(name) + 1)
    add_symbol(x, (Defined){name, l, big_endian(at + 4 + 4ull * i)});
}

static void add_builtins(Index *x) {
  for (u32 i = 0; i < BUILTIN_COUNT; i++) add_symbol(x, (Defined){builtin_infos[i].name, NULL, 0});
}

/* ---- who wins ------------------------------------------------------------------------------------ */

void globals_each(LLVMModuleRef m, OnGlobal *f, void *user) {
  for (LLVMValueRef v = LLVMGetFirstFunction(m); v; v = LLVMGetNextFunction(v)) f(v, user);
  for (LLVMValueRef v = LLVMGetFirstGlobal(m); v; v = LLVMGetNextGlobal(v)) f(v, user);
  for (LLVMValueRef v = LLVMGetFirstGlobalAlias(m); v; v = LLVMGetNextGlobalAlias(v)) f(v, user);
}

/* Before the first member: the program's weak definitions are as good as others. */
static void strengthen(LLVMValueRef v, void *unused) {
  (void)unused;
  LLVMLinkage linkage = LLVMGetLinkage(v);
  if (LLVMIsDeclaration(v)) return;
  if (linkage == LLVMWeakAnyLinkage || linkage == LLVMWeakODRLinkage ||
      linkage == LLVMLinkOnceAnyLinkage || linkage == LLVMLinkOnceODRLinkage ||
      linkage == LLVMCommonLinkage)
    LLVMSetLinkage(v, LLVMExternalLinkage);
}

static LLVMValueRef find_global(LLVMModuleRef m, const char *name, size_t n) {
  LLVMValueRef v = LLVMGetNamedFunction(m, name);
  if (!v) v = LLVMGetNamedGlobal(m, name);
  return v ? v : LLVMGetNamedGlobalAlias(m, name, n);
}

static void yield(LLVMValueRef v, void *program) {
  size_t n;
  const char *name = LLVMGetValueName2(v, &n);
  if (LLVMIsDeclaration(v) || LLVMGetLinkage(v) != LLVMExternalLinkage || LLVMIsAGlobalAlias(v))
    return;
  LLVMValueRef other = find_global(program, name, n);
  if (other && !LLVMIsDeclaration(other) && LLVMGetLinkage(other) == LLVMExternalLinkage)
    LLVMSetLinkage(v, LLVMAvailableExternallyLinkage); /* which a linker drops */
}

/* A member that is taken for one function may define another that the machine does itself: that one stays the
 * machine's.  An alias cannot be without what it stands for, so it gets another name. */
static void yield_to_builtin(LLVMValueRef v, void *index) {
  size_t n;
  u64 key;
  const char *name = LLVMGetValueName2(v, &n);
  const Defined *winner = LLVMIsDeclaration(v) ? NULL : find(index, name, &key);
  if (!winner || winner->library) return;
  LLVMSetLinkage(v, LLVMIsAGlobalAlias(v) ? LLVMInternalLinkage : LLVMAvailableExternallyLinkage);
  if (LLVMIsAGlobalAlias(v)) LLVMSetValueName2(v, "", 0);
}

/* For lower_call.c, which must not take a program's own function for one of these. */
static void mark_optional(LLVMContextRef context, LLVMModuleRef member) {
  static const char *const names[] = {
#define OPTIONAL(function, n) #function,
#include "code/llvm/optional.def"
#undef OPTIONAL
  };
  for (u32 i = 0; i < ARRAY_LEN(names); i++) {
    LLVMValueRef f = LLVMGetNamedFunction(member, names[i]);
    if (!f || LLVMIsDeclaration(f)) continue;
    LLVMAttributeRef mark =
        LLVMCreateStringAttribute(context, optional_mark, (unsigned)strlen(optional_mark), "", 0);
    LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, mark);
  }
}

static void yield_all(LLVMModuleRef newer, LLVMModuleRef older) {
  globals_each(newer, yield, older);
}

/* ---- linking ------------------------------------------------------------------------------------- */

static Err take_member(Index *x, const Defined *s) {
  const u8 *header = s->library->bytes + s->member;
  bool fresh;
  map_at(&x->taken, (u64)(uintptr_t)header, &fresh);
  if (!fresh) return OK;
  LLVMModuleRef module = NULL;
  TRY(program_parse_lazily(x->p, s->library->name, header + sizeof(struct ar_hdr),
                           member_size(header), &module));
  yield_all(module, x->p->module);
  globals_each(module, yield_to_builtin, x);
  mark_optional(x->p->context, module);
  /* What is read lazily cannot be linked to. */
  LLVMModuleRef whole = LLVMModuleCreateWithNameInContext(s->library->name, x->p->context);
  Err e = program_join(x->p, s->library->name, whole, module);
  if (e == OK) return program_add(x->p, s->library->name, whole);
  LLVMDisposeModule(whole);
  return e;
}

typedef VEC(const Defined *) DefinedVec;

typedef struct Missing {
  const Index *index;
  DefinedVec found;
} Missing;

static void look_up(const Index *x, const char *name, DefinedVec *found) {
  u64 key;
  const Defined *s = find(x, name, &key);
  if (s && s->library) vec_push(found, s);
}

/* A weak reference takes what is there and does not ask for more. */
static void add_missing(LLVMValueRef v, void *user) {
  Missing *m = user;
  size_t n;
  if (!LLVMIsDeclaration(v) || LLVMGetLinkage(v) == LLVMExternalWeakLinkage) return;
  look_up(m->index, LLVMGetValueName2(v, &n), &m->found);
}

static Err take_all(Index *x) {
  Missing m = {x, {0}};
  Err e = OK;
  if (!LLVMGetNamedFunction(x->p->module, "main")) look_up(x, "main", &m.found);
  for (u32 n_before = UINT32_MAX; e == OK && x->taken.n != n_before;) {
    n_before = x->taken.n;
    globals_each(x->p->module, add_missing, &m);
    program_gather(x->p);
    for (u32 i = 0; e == OK && i < m.found.n; i++) e = take_member(x, m.found.at[i]);
    if (e == OK) e = program_gathered(x->p, "the C library");
    vec_clear(&m.found);
  }
  vec_free(&m.found);
  return e;
}

Err program_link(Program *p, const Library *libraries, u32 n_libraries) {
  if (!p->module) return OK; /* nothing is missing */
  Index x = {.p = p};
  for (u32 i = 0; i < n_libraries; i++) {
    if (libraries[i].bytes)
      add_library(&x, &libraries[i]);
    else
      add_builtins(&x);
  }
  globals_each(p->module, strengthen, NULL);
  p->yields = yield_all;
  Err e = take_all(&x);
  p->yields = NULL;
  vec_free(&x.symbols);
  map_done(&x.by_name);
  map_done(&x.taken);
  return e;
}
