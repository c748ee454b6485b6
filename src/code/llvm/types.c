/* types.c — functions and types of C from debug information; see types.h.
 *
 * The C API of LLVM shows a node of debug information as numbered operands; the numbers are those
 * of LLVM 19.  The parameters of a function are the first of its retained nodes, which clang writes
 * when it optimises (or is made to: -O1 with the passes disabled).
 */
#include "code/llvm/types_impl.h"

#include "base/os.h"
#include "base/text.h"
#include "code/llvm/param_use.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

enum { /* operands */
       TYPE_BASE = 3,
       TYPE_ELEMENTS = 4,
       SUBPROGRAM_NAME = 2,
       SUBPROGRAM_TYPE = 4,
       SUBPROGRAM_RETAINED = 7,
       VARIABLE_NAME = 1,
       VARIABLE_TYPE = 3, /* also of a global one */
};

enum { /* of DWARF */
       TAG_ARRAY = 0x01,
       TAG_ENUM = 0x04,
       TAG_MEMBER = 0x0d,
       TAG_POINTER = 0x0f,
       TAG_STRUCT = 0x13,
       TAG_TYPEDEF = 0x16,
       TAG_UNION = 0x17,
       TAG_CONST = 0x26,
       TAG_VOLATILE = 0x35,
       TAG_RESTRICT = 0x37,
       TAG_ATOMIC = 0x47,
};

typedef VEC(LLVMMetadataRef) DebugNodes;

/* ---- nodes -------------------------------------------------------------------------------------- */

/* All operands; NULL stands for what is not there. */
static void operands_of(const TypeReader *r, LLVMMetadataRef node, DebugNodes *ret) {
  ret->n = 0;
  if (!node) return;
  LLVMValueRef value = LLVMMetadataAsValue(r->context, node);
  u32 n = LLVMGetMDNodeNumOperands(value);
  LLVMValueRef *at = mem_new(MAX(n, 1u) * sizeof(LLVMValueRef));
  LLVMGetMDNodeOperands(value, at);
  for (u32 i = 0; i < n; i++) vec_push(ret, at[i] ? LLVMValueAsMetadata(at[i]) : NULL);
  mem_free(at);
}

static LLVMMetadataRef operand(const TypeReader *r, LLVMMetadataRef node, u32 k) {
  DebugNodes all = {0};
  operands_of(r, node, &all);
  LLVMMetadataRef found = k < all.n ? all.at[k] : NULL;
  vec_free(&all);
  return found;
}

static char *copy_of(const char *s, size_t n) {
  char *copy = mem_new(n + 1);
  if (n) memcpy(copy, s, n);
  return copy;
}

static char *text_of(const TypeReader *r, LLVMMetadataRef node) {
  unsigned n = 0;
  const char *s = node ? LLVMGetMDString(LLVMMetadataAsValue(r->context, node), &n) : NULL;
  return copy_of(s, s ? n : 0);
}

static char *name_of(LLVMMetadataRef type) {
  size_t n = 0;
  const char *s = LLVMDITypeGetName(type, &n);
  return copy_of(s, n);
}

/* ---- types -------------------------------------------------------------------------------------- */

static const CType *type_of(TypeReader *r, LLVMMetadataRef node);

static CType *new_type(TypeReader *r, CKind kind) {
  CType *t = NEW(CType);
  t->kind = kind;
  t->name = text_dup("");
  vec_push(&r->types->all, t);
  return t;
}

static bool begins(const char *s, const char *prefix) {
  return !strncmp(s, prefix, strlen(prefix));
}

/* The compiler has one name for each of them, however it was written. */
static CKind basic_kind(const char *name) {
  static const char *const floats[] = {"float", "double", "long double"};
  static const char *const signeds[] = {"signed char", "short",     "int",
                                        "long",        "long long", "__int128"};
  if (!strcmp(name, "char")) return C_CHAR;
  if (!strcmp(name, "_Bool")) return C_BOOL;
  if (begins(name, "unsigned")) return C_UNSIGNED;
  for (u32 i = 0; i < ARRAY_LEN(floats); i++)
    if (!strcmp(name, floats[i])) return C_FLOAT;
  for (u32 i = 0; i < ARRAY_LEN(signeds); i++)
    if (!strcmp(name, signeds[i])) return C_SIGNED;
  return C_OTHER;
}

static void set_name(CType *t, const char *prefix, LLVMMetadataRef node) {
  cleanup(freep) char *name = name_of(node);
  if (!*name) return;
  cleanup(text_free) Text whole = text_format("%s%s", prefix, name);
  mem_free(t->name);
  t->name = text_dup(text_c(&whole));
}

static void add_members(TypeReader *r, LLVMMetadataRef node, CType *t) {
  DebugNodes members = {0};
  operands_of(r, operand(r, node, TYPE_ELEMENTS), &members);
  for (u32 i = 0; i < members.n; i++) {
    LLVMMetadataRef m = members.at[i];
    if (!m || LLVMGetDINodeTag(m) != TAG_MEMBER) continue;
    vec_push(&t->members, ((CMember){.name = name_of(m),
                                     .type = type_of(r, operand(r, m, TYPE_BASE)),
                                     .offset = LLVMDITypeGetOffsetInBits(m),
                                     .n_bits = LLVMDITypeGetSizeInBits(m)}));
  }
  vec_free(&members);
}

/* How many elements a dimension has; 0: not known. */
static u64 count_of(const TypeReader *r, LLVMMetadataRef dimension) {
  enum { MOST_OPERANDS = 4 };
  LLVMValueRef value = LLVMMetadataAsValue(r->context, dimension), at[MOST_OPERANDS] = {0};
  if (LLVMGetMDNodeNumOperands(value) > MOST_OPERANDS) return 0;
  LLVMGetMDNodeOperands(value, at);
  return at[0] && LLVMIsAConstantInt(at[0]) ? LLVMConstIntGetZExtValue(at[0]) : 0;
}

/* An array of arrays is one node with a count for each dimension. */
static void add_dimensions(TypeReader *r, LLVMMetadataRef node, CType *t) {
  DebugNodes counts = {0};
  operands_of(r, operand(r, node, TYPE_ELEMENTS), &counts);
  const CType *element = type_of(r, operand(r, node, TYPE_BASE));
  for (u32 i = counts.n; i-- > 1;) {
    CType *row = new_type(r, C_ARRAY);
    row->to = element;
    row->n_bytes = count_of(r, counts.at[i]) * element->n_bytes;
    element = row;
  }
  t->to = element;
  vec_free(&counts);
}

static CType *composite_type(TypeReader *r, LLVMMetadataRef node) {
  static const struct {
    unsigned tag;
    CKind kind;
    const char *prefix;
  } rows[] = {{TAG_STRUCT, C_STRUCT, "struct "},
              {TAG_UNION, C_UNION, "union "},
              {TAG_ENUM, C_ENUM, "enum "},
              {TAG_ARRAY, C_ARRAY, ""}};
  CType *t = new_type(r, C_OTHER);
  map_put(&r->known, map_key(node), map_key(t)); /* before its members, which may point to it */
  t->n_bytes = LLVMDITypeGetSizeInBits(node) / 8;
  for (u32 i = 0; i < ARRAY_LEN(rows); i++) {
    if (rows[i].tag != LLVMGetDINodeTag(node)) continue;
    t->kind = rows[i].kind;
    set_name(t, rows[i].prefix, node);
  }
  if (t->kind == C_STRUCT || t->kind == C_UNION) add_members(r, node, t);
  if (t->kind == C_ARRAY) add_dimensions(r, node, t);
  return t;
}

/* The same type under another name, or with another qualifier. */
static CType *variant_of(TypeReader *r, LLVMMetadataRef node, unsigned tag) {
  const CType *base = type_of(r, operand(r, node, TYPE_BASE));
  CType *t = new_type(r, base->kind);
  mem_free(t->name);
  t->name = text_dup(base->name);
  t->n_bytes = base->n_bytes;
  t->plain = base;
  t->is_const = base->is_const || tag == TAG_CONST;
  if (tag == TAG_TYPEDEF) set_name(t, "", node);
  return t;
}

static CType *derived_type(TypeReader *r, LLVMMetadataRef node) {
  unsigned tag = LLVMGetDINodeTag(node);
  if (tag == TAG_TYPEDEF || tag == TAG_CONST || tag == TAG_VOLATILE || tag == TAG_RESTRICT ||
      tag == TAG_ATOMIC)
    return variant_of(r, node, tag);
  CType *t = new_type(r, tag == TAG_POINTER ? C_POINTER : C_OTHER);
  map_put(&r->known, map_key(node), map_key(t));
  t->n_bytes = LLVMDITypeGetSizeInBits(node) / 8;
  if (t->kind == C_POINTER) t->to = type_of(r, operand(r, node, TYPE_BASE));
  return t;
}

static CType *function_type(TypeReader *r, LLVMMetadataRef node) {
  CType *t = new_type(r, C_FUNCTION);
  DebugNodes types = {0};
  map_put(&r->known, map_key(node), map_key(t));
  operands_of(r, operand(r, node, TYPE_BASE), &types); /* the result, the parameters */
  t->to = type_of(r, types.n ? types.at[0] : NULL);
  for (u32 i = 1; i < types.n; i++) {
    if (!types.at[i])
      t->is_variadic = true;
    else
      vec_push(&t->members, ((CMember){.name = text_dup(""), .type = type_of(r, types.at[i])}));
  }
  vec_free(&types);
  return t;
}

static CType *make_type(TypeReader *r, LLVMMetadataRef node) {
  CType *t;
  switch ((u32)LLVMGetMetadataKind(node)) {
  case LLVMDIBasicTypeMetadataKind:
    t = new_type(r, C_OTHER);
    set_name(t, "", node);
    t->kind = basic_kind(t->name);
    t->n_bytes = LLVMDITypeGetSizeInBits(node) / 8;
    return t;
  case LLVMDIDerivedTypeMetadataKind:
    return derived_type(r, node);
  case LLVMDICompositeTypeMetadataKind:
    return composite_type(r, node);
  case LLVMDISubroutineTypeMetadataKind:
    return function_type(r, node);
  default:
    return new_type(r, C_OTHER);
  }
}

/* No node at all is void. */
static const CType *type_of(TypeReader *r, LLVMMetadataRef node) {
  u64 known;
  if (map_get(&r->known, map_key(node), &known)) return (const CType *)(uintptr_t)known;
  const CType *t = node ? make_type(r, node) : new_type(r, C_VOID);
  assert(t);
  map_put(&r->known, map_key(node), map_key(t));
  return t;
}

/* ---- functions ---------------------------------------------------------------------------------- */

static void add_names(TypeReader *r, LLVMMetadataRef subprogram, CFunction *f) {
  DebugNodes types = {0}, variables = {0};
  operands_of(r, operand(r, operand(r, subprogram, SUBPROGRAM_TYPE), TYPE_BASE), &types);
  operands_of(r, operand(r, subprogram, SUBPROGRAM_RETAINED), &variables);
  for (u32 i = 0; i < f->type->members.n; i++) {
    assert(i + 1 < types.n);
    LLVMMetadataRef v = i < variables.n ? variables.at[i] : NULL;
    bool is_param = v && LLVMGetMetadataKind(v) == LLVMDILocalVariableMetadataKind &&
                    operand(r, v, VARIABLE_TYPE) == types.at[i + 1];
    vec_push(&f->names, is_param ? text_of(r, operand(r, v, VARIABLE_NAME)) : text_dup(""));
    vec_push(&f->uses, (ParamUse){0});
  }
  vec_free(&types);
  vec_free(&variables);
}

/* By anything but itself. */
static bool is_used(LLVMValueRef fn) {
  for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAInstruction(user)) return true;
    if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) != fn) return true;
  }
  return false;
}

/* Structs that are passed by value may be several parameters, or none, in the code. */
static void add_uses(LLVMValueRef fn, CFunction *f) {
  u32 n = f->type->members.n;
  for (u32 i = 0; i < n && n == LLVMCountParams(fn); i++)
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(fn, i))) == LLVMPointerTypeKind)
      f->uses.at[i] = param_use(fn, i);
}

const CType *type_of_function(TypeReader *r, LLVMValueRef fn) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(fn);
  const CType *type = subprogram ? type_of(r, operand(r, subprogram, SUBPROGRAM_TYPE)) : NULL;
  return type && type->kind == C_FUNCTION ? type : NULL;
}

static void add_function(TypeReader *r, LLVMValueRef fn) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(fn);
  const CType *type = type_of_function(r, fn);
  if (!type) return;
  LLVMMetadataRef file = LLVMDIScopeGetFile(subprogram);
  unsigned n = 0;
  const char *name = file ? LLVMDIFileGetFilename(file, &n) : NULL;
  cleanup(freep) char *path = copy_of(name, name ? n : 0);
  CFunction f = {.name = text_of(r, operand(r, subprogram, SUBPROGRAM_NAME)),
                 .file = text_dup(path_plain(path)),
                 .line = LLVMDISubprogramGetLine(subprogram),
                 .is_used = is_used(fn),
                 .has_loop = function_has_loop(fn, &r->loops),
                 .is_public = LLVMGetLinkage(fn) == LLVMExternalLinkage,
                 .type = ctype_plain(type)};
  add_names(r, subprogram, &f);
  add_uses(fn, &f);
  vec_push(&r->types->functions, f);
}

static int by_line(const void *a, const void *b) {
  const CFunction *x = a, *y = b;
  return x->line < y->line ? -1 : x->line > y->line;
}

/* ---- public ------------------------------------------------------------------------------------- */

CTypes *program_types(const Program *p) {
  TypeReader r = {.context = p->context, .types = NEW(CTypes)};
  LLVMValueRef fn = p->module ? LLVMGetFirstFunction(p->module) : NULL;
  for (; fn; fn = LLVMGetNextFunction(fn))
    if (!LLVMIsDeclaration(fn)) add_function(&r, fn);
  CTypes *t = r.types;
  if (t->functions.n) qsort(t->functions.at, t->functions.n, sizeof *t->functions.at, by_line);
  map_done(&r.known);
  map_done(&r.loops);
  return t;
}

const CType *type_of_variable(TypeReader *r, LLVMMetadataRef variable) {
  return type_of(r, operand(r, variable, VARIABLE_TYPE));
}

const CType *type_of_global(TypeReader *r, LLVMValueRef global) {
  const CType *found = NULL;
  size_t n = 0;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);
  for (u32 i = 0; i < n && !found; i++) {
    LLVMMetadataRef m = LLVMValueMetadataEntriesGetMetadata(all, i);
    if (LLVMGetMetadataKind(m) == LLVMDIGlobalVariableExpressionMetadataKind)
      found = type_of_variable(r, LLVMDIGlobalVariableExpressionGetVariable(m));
  }
  if (all) LLVMDisposeValueMetadataEntries(all);
  return found;
}

const CType *ctypes_global(CTypes *t, const Program *p, const char *name) {
  TypeReader r = {.context = p->context, .types = t};
  LLVMValueRef global = p->module ? LLVMGetNamedGlobal(p->module, name) : NULL;
  const CType *found = global ? type_of_global(&r, global) : NULL;
  map_done(&r.known);
  return found;
}

CTypes *ctypes_free(CTypes *t) {
  for (u32 i = 0; t && i < t->all.n; i++) {
    CType *c = t->all.at[i];
    for (u32 k = 0; k < c->members.n; k++) mem_free(c->members.at[k].name);
    vec_free(&c->members);
    mem_free(c->name);
    mem_free(c);
  }
  for (u32 i = 0; t && i < t->functions.n; i++) {
    CFunction *f = &t->functions.at[i];
    for (u32 k = 0; k < f->names.n; k++) mem_free(f->names.at[k]);
    vec_free(&f->names);
    vec_free(&f->uses);
    mem_free(f->name);
    mem_free(f->file);
  }
  if (!t) return NULL;
  for (u32 i = 0; i < t->inputs.n; i++) mem_free(t->inputs.at[i].name);
  vec_free(&t->all);
  vec_free(&t->functions);
  vec_free(&t->inputs);
  return mem_free(t);
}

const CType *ctype_plain(const CType *t) {
  assert(t);
  while (t->plain) t = t->plain;
  return t;
}

static bool members_equal(const CType *a, const CType *b) {
  if (a->members.n != b->members.n || a->is_variadic != b->is_variadic) return false;
  for (u32 i = 0; i < a->members.n; i++)
    if (!ctype_equal(a->members.at[i].type, b->members.at[i].type)) return false;
  return true;
}

/* We compare only the first members of structs, which is enough within one program, so that
 * recursive types do not lead us in circles. */
bool ctype_equal(const CType *a, const CType *b) {
  a = ctype_plain(a);
  b = ctype_plain(b);
  if (a == b) return true;
  if (a->kind != b->kind || a->n_bytes != b->n_bytes) return false;
  if (a->kind == C_POINTER || a->kind == C_ARRAY) return ctype_equal(a->to, b->to);
  if (a->kind == C_FUNCTION) return ctype_equal(a->to, b->to) && members_equal(a, b);
  if (a->kind != C_STRUCT && a->kind != C_UNION) return true;
  return a->members.n == b->members.n &&
         (!a->members.n || (a->members.at[0].type == b->members.at[0].type &&
                            !strcmp(a->members.at[0].name, b->members.at[0].name)));
}
