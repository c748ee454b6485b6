/* lower_abi.c — where the x86-64 calling convention puts arguments and results.
 *
 * A program may call a function through a declaration or a pointer of another type.  What happens
 * then is decided by places: the callee reads what the caller left in the register or the stack slot
 * that it looks at.  So each signature gets a *shape*, the places of all its parts, and the machine
 * moves values from place to place where the shapes of a call and its callee differ (vm/exec/call_adapt.c).
 *
 * After: System V ABI, AMD64 supplement, section 3.2.3, as LLVM applies it to its own types: clang
 * has already taken structs apart or made them `byval`.
 */
#include "code/llvm/lower_impl.h"

#include "base/hash.h"

enum {
  INT_AREA = 0,    /* rdi … r9, or rax and rdx; 8 bytes each */
  SSE_AREA = 64,   /* xmm0 … xmm7; 16 bytes each */
  STACK_AREA = 256 /* and what else is no register: long doubles on the x87 stack */
};

typedef struct Assign {
  Lower *l;
  u32 n_int, n_sse, max_int; /* used so far; there are */
  u32 stack;                 /* bytes */
  AbiSlotVec *places;
} Assign;

static void add_place(Assign *a, u32 at, u32 width, Extension extension, u32 copied) {
  assert(width >= 1 && width <= 64);
  vec_push(a->places, ((AbiSlot){at, copied, (u8)width, (u8)extension}));
}

static u32 take_stack(Assign *a, u32 n_bytes, u32 alignment) {
  assert(alignment && !(alignment & (alignment - 1)));
  alignment = MAX(alignment, 8);
  u32 at = (a->stack + alignment - 1) / alignment * alignment;
  a->stack = at + (n_bytes + 7) / 8 * 8;
  return STACK_AREA + at;
}

static void assign_sse(Assign *a, LLVMTypeRef t) {
  PartVec parts = {0};
  u32 n_bytes = (u32)type_bytes(a->l, t), n_regs = (n_bytes + 15) / 16;
  bool fits = a->n_sse + n_regs <= 8;
  u32 at = fits ? SSE_AREA + 16 * a->n_sse : take_stack(a, n_bytes, n_bytes > 8 ? 16 : 8);
  if (fits) a->n_sse += n_regs;
  if (type_parts(a->l, t, 0, &parts))
    for (u32 k = 0; k < parts.n; k++)
      add_place(a, at + parts.at[k].offset, parts.at[k].width, EXTEND_NOT, 0);
  vec_free(&parts);
}

static void assign_long_double(Assign *a) {
  u32 at = take_stack(a, 16, 16);
  add_place(a, at, 64, EXTEND_NOT, 0);
  add_place(a, at + 8, 16, EXTEND_NOT, 0);
}

static void assign(Assign *a, LLVMTypeRef t, Extension extension) {
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  if (kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind) {
    /* Registers for all words or for none. */
    u32 width = type_bits(a->l, t);
    assert(width);
    u32 n = words_of(width);
    bool fits = n <= 2 && a->n_int + n <= a->max_int;
    u32 at = fits ? INT_AREA + 8 * a->n_int : take_stack(a, 8 * n, n > 1 ? 16 : 8);
    if (fits) a->n_int += n;
    for (u32 k = 0; k < n; k++)
      add_place(a, at + 8 * k, MIN(width - 64 * k, 64), k ? EXTEND_NOT : extension, 0);
  } else if (kind == LLVMX86_FP80TypeKind)
    assign_long_double(a);
  else if (kind == LLVMStructTypeKind)
    for (u32 k = 0; k < LLVMCountStructElementTypes(t); k++)
      assign(a, LLVMStructGetTypeAtIndex(t, k), EXTEND_NOT);
  else if (kind == LLVMArrayTypeKind)
    for (u64 k = 0; k < LLVMGetArrayLength2(t); k++) assign(a, LLVMGetElementType(t), EXTEND_NOT);
  else if (kind != LLVMVoidTypeKind)
    assign_sse(a, t);
}

/* ---- shapes ---------------------------------------------------------------------------------------- */

static bool is_same(const Module *m, const AbiShape *s, const AbiSlotVec *places, u32 n_results) {
  if (s->n_params + s->n_results != places->n || s->n_results != n_results) return false;
  const AbiSlot *at = m->places.at + s->first_place;
  for (u32 k = 0; k < places->n; k++)
    if (at[k].at != places->at[k].at || at[k].width != places->at[k].width ||
        at[k].extension != places->at[k].extension || at[k].copied != places->at[k].copied)
      return false;
  return true;
}

static u32 shape_add(Lower *l, const AbiSlotVec *places, u32 n_results) {
  assert(n_results <= places->n);
  u64 hash = hash_pair(places->n, n_results);
  for (u32 k = 0; k < places->n; k++) {
    const AbiSlot *p = &places->at[k];
    hash = hash_pair(hash, hash_pair(p->at, (u64)p->copied << 16 | p->width << 8 | p->extension));
  }
  u64 known;
  while (map_get(&l->shapes, hash, &known)) { /* another one of the same hash lies behind it */
    if (is_same(l->m, &l->m->shapes.at[known], places, n_results)) return (u32)known;
    hash++;
  }
  vec_push(&l->m->shapes, ((AbiShape){l->m->places.n, places->n - n_results, n_results}));
  vec_append(&l->m->places, places->at, places->n);
  map_put(&l->shapes, hash, l->m->shapes.n - 1);
  return l->m->shapes.n - 1;
}

/* Results follow the parameters. */
static u32 shape_finish(Lower *l, LLVMTypeRef result, AbiSlotVec *places) {
  u32 n_params = places->n;
  Assign a = {.l = l, .max_int = 2, .places = places};
  assign(&a, result, EXTEND_NOT);
  u32 shape = shape_add(l, places, places->n - n_params);
  vec_free(places);
  return shape;
}

static Extension extension_of(LLVMAttributeRef zero, LLVMAttributeRef sign) {
  return zero ? EXTEND_ZERO : sign ? EXTEND_SIGN : EXTEND_NOT;
}

/* Of the value at an index of attributes: those of a call, or of a function. */
typedef LLVMAttributeRef AttributeOf(LLVMValueRef of, LLVMAttributeIndex index, unsigned kind);

static void assign_argument(Assign *a, LLVMValueRef of, AttributeOf *attribute, u32 k,
                            LLVMTypeRef type) {
  const Lower *l = a->l;
  LLVMAttributeRef copied = attribute(of, k + 1, l->byval_kind);
  if (copied) {
    LLVMTypeRef t = LLVMGetTypeAttributeValue(copied);
    u32 n_bytes = (u32)type_bytes(a->l, t);
    u32 at = take_stack(a, n_bytes, LLVMABIAlignmentOfType(a->l->layout, t));
    add_place(a, at, 64, EXTEND_NOT, MAX(n_bytes, 1));
  } else {
    assign(
        a, type,
        extension_of(attribute(of, k + 1, l->zeroext_kind), attribute(of, k + 1, l->signext_kind)));
  }
}

u32 shape_of_call(Lower *l, LLVMValueRef call) {
  AbiSlotVec places = {0};
  Assign a = {.l = l, .max_int = 6, .places = &places};
  for (u32 k = 0; k < LLVMGetNumArgOperands(call); k++)
    assign_argument(&a, call, LLVMGetCallSiteEnumAttribute, k, LLVMTypeOf(LLVMGetOperand(call, k)));
  return shape_finish(l, LLVMTypeOf(call), &places);
}

u32 shape_of_fn(Lower *l, LLVMValueRef f) {
  assert(LLVMIsAFunction(f));
  AbiSlotVec places = {0};
  Assign a = {.l = l, .max_int = 6, .places = &places};
  for (u32 k = 0; k < LLVMCountParams(f); k++)
    assign_argument(&a, f, LLVMGetEnumAttributeAtIndex, k, LLVMTypeOf(LLVMGetParam(f, k)));
  return shape_finish(l, LLVMGetReturnType(LLVMGlobalGetValueType(f)), &places);
}
