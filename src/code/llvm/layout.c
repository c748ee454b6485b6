/* layout.c — where things are: parts of types, addresses of functions, labels and globals, and the
 * bytes that globals start with.
 *
 * Addresses depend only on the order of definitions in the linked program, so that the same files
 * give the same addresses on every host.
 */
#include "code/llvm/lower_impl.h"

/* ---- types -------------------------------------------------------------------------------------- */

static bool add_part(PartVec *parts, u32 width, u32 offset) {
  assert(width >= 1 && width <= 64);
  if (parts->n == MAX_PARTS) return false;
  vec_push(parts, ((Part){width, offset}));
  return true;
}

static bool add_words(PartVec *parts, u32 width, u32 offset) {
  for (u32 low = 0; low < width; low += 64)
    if (!add_part(parts, MIN(width - low, 64), offset + low / 8)) return false;
  return true;
}

/* The elements of a vector are packed by bits; offsets below a byte are cut, and lower_mem.c takes
 * another way for those. */
static bool add_elements(Lower *l, LLVMTypeRef t, u32 n, u64 stride_bits, u32 offset, PartVec *p) {
  LLVMTypeRef element = LLVMGetElementType(t);
  for (u32 k = 0; k < n; k++) {
    u64 at = offset + k * stride_bits / 8;
    if (at > UINT32_MAX || !type_parts(l, element, (u32)at, p)) return false;
  }
  return true;
}

static bool add_fields(Lower *l, LLVMTypeRef t, u32 offset, PartVec *parts) {
  u32 n = LLVMCountStructElementTypes(t);
  for (u32 k = 0; k < n; k++) {
    u32 at = offset + (u32)LLVMOffsetOfElement(l->layout, t, k);
    if (!type_parts(l, LLVMStructGetTypeAtIndex(t, k), at, parts)) return false;
  }
  return true;
}

bool type_parts(Lower *l, LLVMTypeRef t, u32 offset, PartVec *parts) {
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  if (kind == LLVMIntegerTypeKind) return add_words(parts, LLVMGetIntTypeWidth(t), offset);
  if (kind == LLVMPointerTypeKind || kind == LLVMDoubleTypeKind) return add_part(parts, 64, offset);
  if (kind == LLVMFloatTypeKind) return add_part(parts, 32, offset);
  if (kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind) return add_part(parts, 16, offset);
  if (kind == LLVMX86_FP80TypeKind) return add_words(parts, 80, offset);
  if (kind == LLVMFP128TypeKind) return add_words(parts, 128, offset);
  if (kind == LLVMVoidTypeKind) return true;
  if (kind == LLVMStructTypeKind) return add_fields(l, t, offset, parts);
  if (kind == LLVMArrayTypeKind) {
    u64 n = LLVMGetArrayLength2(t);
    if (n > MAX_PARTS) return false;
    return add_elements(l, t, (u32)n, 8 * type_bytes(l, LLVMGetElementType(t)), offset, parts);
  }
  if (kind == LLVMVectorTypeKind) {
    u64 stride = LLVMSizeOfTypeInBits(l->layout, LLVMGetElementType(t));
    return add_elements(l, t, LLVMGetVectorSize(t), stride, offset, parts);
  }
  return false;
}

u32 type_n_parts(Lower *l, LLVMTypeRef t) {
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  if (kind == LLVMIntegerTypeKind) return words_of(LLVMGetIntTypeWidth(t));
  if (kind == LLVMPointerTypeKind) return 1;
  PartVec parts = {0};
  bool ok = type_parts(l, t, 0, &parts);
  u32 n = ok ? parts.n : 0;
  vec_free(&parts);
  return n;
}

u64 type_bytes(Lower *l, LLVMTypeRef t) { return LLVMABISizeOfType(l->layout, t); }

LLVMTypeRef type_lane(LLVMTypeRef t) {
  assert(t);
  return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
}

u32 type_n_lanes(LLVMTypeRef t) {
  return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetVectorSize(t) : 1;
}

u32 type_bits(Lower *l, LLVMTypeRef t) { return (u32)LLVMSizeOfTypeInBits(l->layout, t); }

/* ---- addresses ---------------------------------------------------------------------------------- */

static char *name_of(LLVMValueRef v) {
  size_t n;
  const char *s = LLVMGetValueName2(v, &n);
  char *copy = mem_new(n + 1);
  memcpy(copy, s, n);
  return copy;
}

static bool is_llvm_name(LLVMValueRef v) {
  size_t n;
  return !strncmp(LLVMGetValueName2(v, &n), "llvm.", 5);
}

static u32 builtin_of(const char *name) {
  for (u32 i = 0; i < BUILTIN_COUNT; i++)
    if (!strcmp(builtin_infos[i].name, name)) return i;
  return BUILTIN_COUNT;
}

static void place_fn(Lower *l, LLVMValueRef f) {
  Fn fn = {.name = name_of(f), .builtin = BUILTIN_COUNT};
  fn.address = FN_ADDRESS_BASE + FN_ADDRESS_STEP * l->m->fns.n;
  fn.is_variadic = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f));
  fn.position = lines_fn_position(l, f);
  /* available_externally is a copy of something defined elsewhere; here it is the only one. */
  if (!(LLVMCountBasicBlocks(f) > 0)) fn.builtin = builtin_of(fn.name);
  map_put(&l->fn_index, (u64)(uintptr_t)f, l->m->fns.n);
  bool absent = LLVMGetLinkage(f) == LLVMExternalWeakLinkage && fn.builtin == BUILTIN_COUNT;
  map_put(&l->addresses, (u64)(uintptr_t)f, absent ? 0 : fn.address);
  vec_push(&l->m->fns, fn);
}

static u64 place_global(Lower *l, LLVMValueRef g, u64 address) {
  assert(address % GLOBAL_ALIGN == 0);
  LLVMValueRef init = LLVMGetInitializer(g);
  Global global = {.name = name_of(g), .address = address};
  LLVMTypeRef type = LLVMGlobalGetValueType(g);
  global.n_bytes = LLVMTypeIsSized(type) ? type_bytes(l, type) : 0;
  global.is_constant = LLVMIsGlobalConstant(g);
  global.is_extern = !init;
  bool absent = LLVMGetLinkage(g) == LLVMExternalWeakLinkage;
  map_put(&l->addresses, (u64)(uintptr_t)g, absent ? 0 : address);
  vec_push(&l->m->globals, global);
  u64 n_pages = (global.n_bytes + GLOBAL_ALIGN - 1) / GLOBAL_ALIGN;
  return address + (MAX(n_pages, 1) + 1) * GLOBAL_ALIGN;
}

void layout_addresses(Lower *l) {
  vec_push(&l->m->fns, ((Fn){.name = text_dup(""), .builtin = BUILTIN_COUNT}));
  for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f)) {
    if (is_llvm_name(f)) continue;
    place_fn(l, f);
    /* Only blocks whose address is taken get one: const_parts asks here for each. */
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
      LLVMValueRef v = LLVMBasicBlockAsValue(b);
      for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        if (!LLVMIsABlockAddress(LLVMGetUser(u))) continue;
        map_put(&l->addresses, (u64)(uintptr_t)b,
                LABEL_ADDRESS_BASE + FN_ADDRESS_STEP * l->m->n_labels++);
        break;
      }
    }
  }
  u64 address = GLOBAL_ADDRESS_BASE;
  for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g; g = LLVMGetNextGlobal(g))
    if (!is_llvm_name(g)) address = place_global(l, g, address);
  /* An alias names what it stands for, an ifunc what its resolver would return: nothing we can know
   * before the program runs, so calls of it stop. */
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(l->module); a; a = LLVMGetNextGlobalAlias(a)) {
    U64Vec value = {0};
    if (const_parts(l, LLVMAliasGetAliasee(a), &value) && value.n == 1)
      map_put(&l->addresses, (u64)(uintptr_t)a, value.at[0]);
    vec_free(&value);
  }
}

/* ---- contents ----------------------------------------------------------------------------------- */

static void fill_global(Lower *l, LLVMValueRef g, Global *global) {
  assert(!global->bytes);
  LLVMValueRef init = LLVMGetInitializer(g);
  if (!init || LLVMIsNull(init) || LLVMIsUndef(init)) return;
  u8 *bytes = mem_new(global->n_bytes + 1);
  global->bytes = bytes;
  /* A constant we cannot evaluate leaves contents that are not known, like those of an extern. */
  if (!const_image(l, init, bytes)) global->is_extern = true;
}

/* Rows { priority, function, data } of llvm.global_ctors and llvm.global_dtors. */
static void read_ctors(Lower *l, const char *name, bool ascending, CtorVec *ctors) {
  LLVMValueRef g = LLVMGetNamedGlobal(l->module, name);
  LLVMValueRef rows = g ? LLVMGetInitializer(g) : NULL;
  if (!rows || LLVMGetTypeKind(LLVMTypeOf(rows)) != LLVMArrayTypeKind) return;
  u64 n = LLVMGetArrayLength2(LLVMTypeOf(rows));
  for (u32 i = 0; i < n; i++) {
    LLVMValueRef row = LLVMGetAggregateElement(rows, i);
    LLVMValueRef f = LLVMGetAggregateElement(row, 1);
    i64 priority = 0;
    u64 index;
    const_int(LLVMGetAggregateElement(row, 0), &priority);
    if (!map_get(&l->fn_index, (u64)(uintptr_t)f, &index)) continue;
    /* Insertion: of equal priorities, constructors run in the order of the program and destructors
     * in the reverse one. */
    u32 at = ctors->n;
    vec_push(ctors, ((Ctor){0}));
    while (at && (ascending ? ctors->at[at - 1].priority > (u32)priority
                            : ctors->at[at - 1].priority <= (u32)priority)) {
      ctors->at[at] = ctors->at[at - 1];
      at--;
    }
    ctors->at[at] = (Ctor){(u32)priority, (u32)index};
  }
}

void layout_images(Lower *l) {
  u32 i = 0;
  for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g; g = LLVMGetNextGlobal(g))
    if (!is_llvm_name(g)) fill_global(l, g, &l->m->globals.at[i++]);
  read_ctors(l, "llvm.global_ctors", true, &l->m->ctors);
  read_ctors(l, "llvm.global_dtors", false, &l->m->dtors);
}
