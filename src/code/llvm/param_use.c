/* param_use.c — what a function does with its pointers; see param_use.h.
 *
 * At -O0 a parameter is stored into a variable, and each use loads it from there.  So we follow a
 * pointer from its value to that variable, back to the values that are loaded from it, and on into
 * the functions that receive it.
 */
#include "code/llvm/param_use.h"

#include <string.h>

typedef struct Uses {
  LLVMBasicBlockRef entry; /* of the function */
  Map seen;                /* values that were followed: recursions end */
  bool is_read;            /* *p or p[i], read or written */
  bool is_tested;          /* compared with NULL */
  bool is_needed;          /* *p before any branch */
  bool is_moved;           /* p[i], p + i, kept, returned, passed to an unknown function */
  bool is_text;            /* handed to a function of libc that looks for a zero */
} Uses;

/* ---- pointers ----------------------------------------------------------------------------------- */

static void follow(LLVMValueRef v, Uses *u);

static bool reads_text(const char *name) {
  static const char *const readers[] = {"strlen",
                                        "strchr",
                                        "strrchr",
                                        "strstr",
                                        "strtol",
                                        "strtoul",
                                        "strtod",
                                        "strtof",
                                        "strtoll",
                                        "strtoull",
                                        "atoi",
                                        "atol",
                                        "atof",
                                        "atoll",
                                        "strspn",
                                        "strcspn",
                                        "strpbrk",
                                        "strtok",
                                        "strdup",
                                        "strcmp",
                                        "__isoc99_sscanf",
                                        "sscanf",
                                        "strcpy",
                                        "strcasecmp",
                                        "__isoc23_strtol",
                                        "__isoc23_strtoul",
                                        "strtok_r"};
  for (u32 i = 0; i < ARRAY_LEN(readers); i++)
    if (!strcmp(name, readers[i])) return true;
  return false;
}

static void follow_argument(LLVMValueRef call, LLVMValueRef v, Uses *u) {
  LLVMValueRef fn = LLVMGetCalledValue(call);
  if (fn == v || !LLVMIsAFunction(fn)) {
    u->is_moved = true;
    return;
  }
  size_t n = 0;
  bool is_known = !LLVMIsDeclaration(fn) && !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn));
  if (!is_known) u->is_moved = true;
  u32 n_params = LLVMCountParams(fn);
  for (u32 i = 0; i < LLVMGetNumArgOperands(call) && i < n_params; i++) {
    if (LLVMGetOperand(call, i) != v) continue;
    if (is_known) follow(LLVMGetParam(fn, i), u);
    if (!is_known) u->is_text |= reads_text(LLVMGetValueName2(fn, &n));
  }
}

/* The values that are loaded from a variable that holds nothing but v. */
static void follow_variable(LLVMValueRef variable, LLVMValueRef v, Uses *u) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user))
      follow(user, u);
    else if (LLVMIsAStoreInst(user))
      u->is_moved |= LLVMGetOperand(user, 0) != v;
    else if (!LLVMIsACallInst(user) || !LLVMIsAIntrinsicInst(user))
      u->is_moved = true;
  }
}

/* Of a struct or union, a member of the one that v points to. */
static bool is_member(LLVMValueRef gep, LLVMValueRef v) {
  if (LLVMGetOperand(gep, 0) != v || LLVMGetNumOperands(gep) < 3) return false;
  LLVMValueRef first = LLVMGetOperand(gep, 1);
  return LLVMGetTypeKind(LLVMGetGEPSourceElementType(gep)) == LLVMStructTypeKind &&
         LLVMIsAConstantInt(first) && !LLVMConstIntGetZExtValue(first);
}

static void follow_store(LLVMValueRef store, LLVMValueRef v, Uses *u) {
  LLVMValueRef to = LLVMGetOperand(store, 1);
  if (to == v)
    u->is_read = true;
  else if (LLVMIsAAllocaInst(to))
    follow_variable(to, v, u);
  else
    u->is_moved = true;
}

static void follow(LLVMValueRef v, Uses *u) {
  if (map_find(&u->seen, map_key(v))) return;
  map_put(&u->seen, map_key(v), 1);
  for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool is_access =
        LLVMIsALoadInst(user) || (LLVMIsAGetElementPtrInst(user) && is_member(user, v));
    u->is_needed |= is_access && LLVMGetInstructionParent(user) == u->entry;
    if (is_access)
      u->is_read = true;
    else if (LLVMIsAStoreInst(user))
      follow_store(user, v, u);
    else if (LLVMIsACallInst(user))
      follow_argument(user, v, u);
    else if (LLVMIsAGetElementPtrInst(user)) {
      u->is_moved = true;
      follow(user, u); /* p + 1 may still be read as a text */
    } else if (LLVMIsAICmpInst(user))
      u->is_tested |= LLVMIsAConstantPointerNull(LLVMGetOperand(user, 1)) != NULL;
    else
      u->is_moved = true;
  }
}

ParamUse param_use(LLVMValueRef fn, u32 k) {
  Uses u = {.entry = LLVMGetEntryBasicBlock(fn)};
  follow(LLVMGetParam(fn, k), &u);
  map_done(&u.seen);
  return (ParamUse){.is_one = u.is_read && !u.is_moved,
                    .is_text = u.is_text,
                    .may_be_null = u.is_tested && !u.is_needed,
                    .is_accessed = u.is_read};
}

/* ---- loops -------------------------------------------------------------------------------------- */

/* At -O0 only a loop leads back to a block that stands before. */
static bool has_own_loop(LLVMValueRef fn) {
  cleanup(map_done) Map seen = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
    map_put(&seen, map_key(b), 1);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    for (u32 k = 0; k < LLVMGetNumSuccessors(end); k++)
      if (map_find(&seen, map_key(LLVMGetSuccessor(end, k)))) return true;
  }
  return false;
}

/* A function that is reached again on the way is a recursion. */
bool function_has_loop(LLVMValueRef fn, Map *known) {
  enum { NONE, LOOP, ON_THE_WAY };
  const u64 *at = map_find(known, map_key(fn));
  if (at) return *at != NONE;
  map_put(known, map_key(fn), ON_THE_WAY);
  bool found = has_own_loop(fn);
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn);
  for (; b && !found; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !found; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
      if (callee && LLVMIsAFunction(callee)) found = function_has_loop(callee, known);
    }
  map_put(known, map_key(fn), found ? LOOP : NONE);
  return found;
}
