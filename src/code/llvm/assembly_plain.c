/* assembly_plain.c — inline assembly that computes with registers only: a row of simple instructions
 * (assembly_ops.def) becomes LLVM code.
 *
 * Operands are values of up to 64 bits, as the constraints number them: results first.  A result that an
 * input is tied to begins with its value.  What reads or writes memory, names a register, or looks at
 * flags is not understood, and the assembly stays as it is.
 */
#include "code/llvm/program_impl.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_OPERANDS = 8, MAX_NAME = 8 };

/* One run over the text of one piece of assembly. */
typedef struct Plain {
  LLVMBuilderRef b;
  const char *at, *end;             /* what is left of the text */
  LLVMValueRef value[MAX_OPERANDS]; /* NULL: not set yet */
  LLVMTypeRef type[MAX_OPERANDS];
  u32 n, n_results;
} Plain;

typedef struct AsmOperand {
  bool is_number;
  u64 number;
  u32 index;
  u32 width; /* that a modifier says; 0: none does */
} AsmOperand;

/* Computes at this width; y is NULL where there is one operand. */
typedef LLVMValueRef PlainFn(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y, u32 more);

typedef struct PlainRow {
  const char *name;
  u32 n_operands;
  PlainFn *make;
  u32 more;
} PlainRow;

/* ---- what instructions compute ------------------------------------------------------------------ */

static LLVMValueRef number_of(LLVMValueRef like, u64 n) {
  return LLVMConstInt(LLVMTypeOf(like), n, false);
}

static LLVMValueRef make_op(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y, u32 more) {
  return LLVMBuildBinOp(b, (LLVMOpcode)more, x, y, "");
}

/* The processor takes the count modulo 32 or 64, also of shorter operands, where we do not follow. */
static LLVMValueRef make_shift(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y, u32 more) {
  u32 width = LLVMGetIntTypeWidth(LLVMTypeOf(x));
  if (width < 32) return NULL;
  return LLVMBuildBinOp(b, (LLVMOpcode)more, x, LLVMBuildAnd(b, y, number_of(x, width - 1), ""),
                        "");
}

static LLVMValueRef call_intrinsic(LLVMBuilderRef b, const char *name, LLVMValueRef *args, u32 n) {
  LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(b)));
  LLVMTypeRef type = LLVMTypeOf(args[0]);
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMValueRef f = LLVMGetIntrinsicDeclaration(module, id, &type, 1);
  return LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, args, n, "");
}

static LLVMValueRef make_rotate(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y, u32 is_left) {
  LLVMValueRef args[] = {x, x, y};
  return call_intrinsic(b, is_left ? "llvm.fshl" : "llvm.fshr", args, 3);
}

static LLVMValueRef make_move(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y, u32 more) {
  (void)b, (void)x, (void)more;
  return y;
}

static LLVMValueRef make_swap(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y, u32 more) {
  return make_move(b, x, y, more); /* the other half: plain_step */
}

static LLVMValueRef make_negate(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y, u32 more) {
  (void)y, (void)more;
  return LLVMBuildSub(b, number_of(x, 0), x, "");
}

static LLVMValueRef make_invert(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y, u32 more) {
  (void)y, (void)more;
  return LLVMBuildXor(b, x, LLVMConstAllOnes(LLVMTypeOf(x)), "");
}

static LLVMValueRef make_step(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y, u32 more) {
  (void)y;
  return LLVMBuildBinOp(b, (LLVMOpcode)more, x, number_of(x, 1), "");
}

/* Of 16 bits it is undefined. */
static LLVMValueRef make_bswap(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y, u32 more) {
  (void)y, (void)more;
  if (LLVMGetIntTypeWidth(LLVMTypeOf(x)) < 32) return NULL;
  return call_intrinsic(b, "llvm.bswap", &x, 1);
}

static const PlainRow rows[] = {
#define PLAIN(name, n_operands, what, more) {name, n_operands, make_##what, more},
#include "code/llvm/assembly_ops.def"
#undef PLAIN
};

/* ---- the text ------------------------------------------------------------------------------------ */

static u32 width_of_letter(char c) {
  return c == 'b' ? 8 : c == 'w' ? 16 : c == 'k' || c == 'l' ? 32 : c == 'q' ? 64 : 0;
}

static void skip_blanks(Plain *p, const char *blanks) {
  while (p->at < p->end && strchr(blanks, *p->at)) p->at++;
}

static const PlainRow *find_row(const char *name) {
  for (u32 i = 0; i < ARRAY_LEN(rows); i++)
    if (!strcmp(rows[i].name, name)) return &rows[i];
  return NULL;
}

/* The name with a suffix, or without; *ret_width: of the suffix, or 0. */
static const PlainRow *read_name(Plain *p, u32 *ret_width) {
  char name[MAX_NAME + 1] = "";
  u32 n = 0;
  while (p->at < p->end && *p->at >= 'a' && *p->at <= 'z' && n < MAX_NAME) name[n++] = *p->at++;
  *ret_width = 0;
  const PlainRow *row = find_row(name);
  if (row || n < 2) return row;
  *ret_width = width_of_letter(name[n - 1]);
  name[n - 1] = 0;
  return *ret_width ? find_row(name) : NULL;
}

static bool read_number(Plain *p, u64 *ret) {
  char *end;
  if (p->at >= p->end) return false;
  *ret = strtoull(p->at, &end, 0);
  bool is_one = end > p->at && end <= p->end;
  if (is_one) p->at = end;
  return is_one;
}

/* $$5, $0 or ${0:w} */
static bool read_operand(Plain *p, AsmOperand *ret) {
  skip_blanks(p, " \t,");
  *ret = (AsmOperand){0};
  if (p->at >= p->end || *p->at++ != '$' || p->at >= p->end) return false;
  if (*p->at == '$') {
    p->at++;
    ret->is_number = true;
    return read_number(p, &ret->number);
  }
  bool is_braced = *p->at == '{';
  u64 index;
  p->at += is_braced;
  if (p->at >= p->end || *p->at < '0' || *p->at > '9' || !read_number(p, &index)) return false;
  ret->index = (u32)MIN(index, MAX_OPERANDS);
  if (is_braced && p->at + 2 < p->end && *p->at == ':') {
    ret->width = width_of_letter(p->at[1]);
    if (!ret->width) return false;
    p->at += 2;
  }
  return ret->index < p->n && (!is_braced || (p->at < p->end && *p->at++ == '}'));
}

/* ---- operands ------------------------------------------------------------------------------------ */

static u32 full_width(const Plain *p, u32 index) { return LLVMGetIntTypeWidth(p->type[index]); }

static LLVMValueRef read_value(const Plain *p, const AsmOperand *o, LLVMTypeRef type) {
  if (o->is_number) return LLVMConstInt(type, o->number, true);
  return p->value[o->index] ? LLVMBuildIntCast2(p->b, p->value[o->index], type, false, "") : NULL;
}

/* Bits above 32 become 0, those above 16 or 8 stay. */
static bool write_value(Plain *p, const AsmOperand *o, LLVMValueRef v) {
  u32 full = full_width(p, o->index), width = LLVMGetIntTypeWidth(LLVMTypeOf(v));
  if (o->is_number || o->index >= p->n_results || width > full) return false;
  LLVMTypeRef type = p->type[o->index];
  LLVMValueRef wide = LLVMBuildIntCast2(p->b, v, type, false, ""), old = p->value[o->index];
  if (width < 32 && width < full) {
    if (!old) return false;
    LLVMValueRef mask = LLVMConstInt(type, ~0ull << width, false);
    wide = LLVMBuildOr(p->b, LLVMBuildAnd(p->b, old, mask, ""), wide, "");
  }
  p->value[o->index] = wide;
  return true;
}

static bool plain_step(Plain *p) {
  u32 width;
  AsmOperand from = {0}, to = {0};
  const PlainRow *row = read_name(p, &width);
  if (!row || (row->n_operands == 2 && !read_operand(p, &from)) || !read_operand(p, &to) ||
      to.is_number)
    return false;
  if (!width) width = to.width ? to.width : full_width(p, to.index);
  if ((to.width && to.width != width) || width > full_width(p, to.index)) return false;
  LLVMTypeRef type = LLVMIntTypeInContext(LLVMGetTypeContext(p->type[to.index]), width);
  bool reads_short = row->n_operands == 2 && !from.is_number && full_width(p, from.index) < width;
  LLVMValueRef x = read_value(p, &to, type), y = NULL;
  if (row->n_operands == 2) y = read_value(p, &from, type);
  bool is_move = row->make == make_move, is_swap = row->make == make_swap;
  if ((!x && !is_move) || (row->n_operands == 2 && !y) || reads_short) return false;
  LLVMValueRef v = row->make(p->b, x, y, row->more);
  return v && (!is_swap || write_value(p, &from, x)) && write_value(p, &to, v);
}

/* ---- constraints ----------------------------------------------------------------------------------- */

static bool is_integer(LLVMTypeRef t) {
  return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) <= 64 &&
         LLVMGetIntTypeWidth(t) >= 8;
}

static bool add_result(Plain *p, LLVMTypeRef type) {
  bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
  if (p->n == MAX_OPERANDS || (!is_struct && p->n)) return false;
  if (is_struct && p->n >= LLVMCountStructElementTypes(type)) return false;
  p->type[p->n] = is_struct ? LLVMStructGetTypeAtIndex(type, p->n) : type;
  if (!is_integer(p->type[p->n])) return false;
  p->n_results = ++p->n;
  return true;
}

static bool add_input(Plain *p, LLVMValueRef v, const char *constraint) {
  if (p->n == MAX_OPERANDS || !is_integer(LLVMTypeOf(v))) return false;
  p->type[p->n] = LLVMTypeOf(v);
  p->value[p->n++] = v;
  if (*constraint < '0' || *constraint > '9') return true;
  u32 result = (u32)(*constraint - '0');
  if (result >= p->n_results || p->type[result] != LLVMTypeOf(v)) return false;
  p->value[result] = v;
  return true;
}

/* Reads results, inputs, and clobbers, which we ignore here. */
static bool read_constraints(Plain *p, LLVMValueRef call, const char *at, const char *end) {
  u32 n_inputs = 0;
  for (; at < end; at++) {
    const char *next = memchr(at, ',', (size_t)(end - at));
    if (!next) next = end;
    bool is_indirect = memchr(at, '*', (size_t)(next - at)) != NULL;
    if (is_indirect || memchr(at, '@', (size_t)(next - at)) || *at == '!') return false;
    if (*at == '=') {
      if (n_inputs || !add_result(p, LLVMTypeOf(call))) return false;
    } else if (*at != '~') {
      if (n_inputs >= LLVMGetNumArgOperands(call)) return false;
      if (!add_input(p, LLVMGetOperand(call, n_inputs++), at + (*at == '%'))) return false;
    }
    at = next;
  }
  return p->n_results && n_inputs == LLVMGetNumArgOperands(call);
}

/* ---- public -------------------------------------------------------------------------------------- */

LLVMValueRef assembly_compute(LLVMBuilderRef b, LLVMValueRef call) {
  LLVMValueRef code = LLVMGetCalledValue(call);
  size_t n, n_constraints;
  const char *text = LLVMGetInlineAsmAsmString(code, &n);
  const char *constraints = LLVMGetInlineAsmConstraintString(code, &n_constraints);
  Plain p = {.b = b, .at = text, .end = text + n};
  if (!n || LLVMGetInlineAsmDialect(code) != LLVMInlineAsmDialectATT ||
      !read_constraints(&p, call, constraints, constraints + n_constraints))
    return NULL;
  for (skip_blanks(&p, " \t\n;"); p.at < p.end; skip_blanks(&p, " \t\n;")) {
    if (!plain_step(&p)) return NULL;
    skip_blanks(&p, " \t");
    if (p.at < p.end && *p.at != ';' && *p.at != '\n') return NULL;
  }
  LLVMTypeRef type = LLVMTypeOf(call);
  for (u32 k = 0; k < p.n_results; k++)
    if (!p.value[k]) return NULL;
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind) return p.value[0];
  LLVMValueRef all = LLVMGetPoison(type);
  for (u32 k = 0; k < p.n_results; k++) all = LLVMBuildInsertValue(p.b, all, p.value[k], k, "");
  return all;
}
