/* lower_impl.h — shared by the files that turn LLVM instructions into register code.
 *
 * Every LLVM value is a row of *parts*, each in a register of its own: an integer of up to 64 bits,
 * a pointer, a float or a double is one part; a wider integer is a part per 64 bits; a long double
 * is two; a struct, an array or a vector is the row of its elements' parts.  The registers of one
 * value are consecutive.  Instructions on vectors go lane by lane.
 */
#pragma once

#include "base/map.h"
#include "base/text.h"
#include "code/llvm/build.h"
#include "code/program.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

/* A value with more parts than this is refused: clang passes large things by address. */
#define MAX_PARTS 1024

typedef struct Part {
  u32 width;  /* bits, 1 … 64 */
  u32 offset; /* bytes from the start of the value in memory */
} Part;

typedef VEC(Part) PartVec;

/* What is left to do for an edge of the control flow: copies for the phis of `to`, then a jump. */
typedef struct Edge {
  LLVMBasicBlockRef from, to;
  u32 label, position;
} Edge;

typedef struct Lower {
  Module *m;                                       /* owned until the end */
  const Program *program;                          /* borrowed */
  LLVMContextRef context;                          /* borrowed */
  LLVMModuleRef module;                            /* borrowed */
  LLVMTargetDataRef layout;                        /* borrowed */
  const LowerOptions *options;                     /* borrowed */
  unsigned byval_kind, zeroext_kind, signext_kind; /* LLVM's numbers of the attributes */
  Map addresses; /* of functions, globals and labelled blocks: LLVM value -> address */
  Map fn_index;  /* LLVM function -> index in m->fns */
  Map texts;     /* hash -> index in m->texts */
  Map positions; /* hash -> index in m->positions */
  Map shapes;    /* hash -> index in m->shapes */
  Map files;     /* DIFile -> index in m->texts */
  Text root;     /* owned; the folder that names of sources begin in */
  /* Of the function being lowered: */
  Build b;
  LLVMValueRef fn;
  Map regs;                         /* LLVM value -> first register + 1 */
  Map shared;                       /* LLVM values that are written into the register of a phi */
  Map order;                        /* LLVM instruction -> its number in the function */
  Map blocks;                       /* LLVM block -> label */
  Map n_preds;                      /* LLVM block -> edges into it */
  VEC(LLVMBasicBlockRef) reachable; /* in the order of the function */
  VEC(Edge) edges;
  Map copies;     /* call and argument -> register + 1 with the address of its byval copy */
  Map renewed;    /* local -> first of two registers with its former addresses */
  u32 next_block; /* index in reachable of the block that follows the current one */
  bool block_ended;
  u32 block_end;     /* if it did: the instruction behind its last one */
  u32 varargs;       /* register with the address of this frame's block for variable arguments … */
  u64 varargs_bytes; /* … and its length */
} Lower;

/* ---- layout.c: types ------------------------------------------------------------------------- */

/* Appends the parts of a type; false when it has too many or is of a kind without a value. */
must_use bool type_parts(Lower *l, LLVMTypeRef t, u32 offset, PartVec *parts);
u32 type_n_parts(Lower *l, LLVMTypeRef t); /* of a type known to have them */
u64 type_bytes(Lower *l, LLVMTypeRef t);   /* including the padding at its end */
LLVMTypeRef type_lane(LLVMTypeRef t);      /* element of a vector, or the type itself */
u32 type_n_lanes(LLVMTypeRef t);
u32 type_bits(Lower *l, LLVMTypeRef t); /* of an integer or a pointer; else of its float */
void layout_addresses(Lower *l);        /* fills fns, globals and `addresses` */
void layout_images(Lower *l);           /* fills the bytes of globals, ctors, dtors */

/* ---- lower_const.c ----------------------------------------------------------------------------- */

bool value_is_const(LLVMValueRef v);
/* Values of the parts of a constant; false when it is of a kind that has none. */
must_use bool const_parts(Lower *l, LLVMValueRef c, U64Vec *values);
bool const_has_uninit(LLVMValueRef c);          /* some part of it is undef or poison */
bool const_int(LLVMValueRef v, i64 *ret_value); /* of an integer of up to 64 bits, sign-extended */
must_use bool const_image(Lower *l, LLVMValueRef c, u8 *bytes);

/* ---- gep.c: addresses as base + offset + sum of index * scale ------------------------------------ */

typedef struct GepTerm {
  LLVMValueRef index;
  u64 scale;
} GepTerm;

typedef struct Gep {
  LLVMValueRef base;
  u64 offset;
  VEC(GepTerm) terms; /* the indices that are no constants */
} Gep;

/* Of an instruction or a constant expression that gives one address, not a vector of them. */
void gep_split(Lower *l, LLVMValueRef gep, Gep *ret_gep);
void gep_done(Gep *g);

/* ---- lines.c ------------------------------------------------------------------------------------ */

u32 lines_text(Lower *l, const char *s, size_t n);
u32 lines_position(Lower *l, LLVMValueRef instruction);
u32 lines_fn_position(Lower *l, LLVMValueRef fn);

/* ---- lower_value.c ------------------------------------------------------------------------------ */

u32 value_out(Lower *l, LLVMValueRef v);        /* first register of an instruction's result */
u32 value_in(Lower *l, LLVMValueRef v);         /* first register to read a value from */
u32 value_as_64(Lower *l, LLVMValueRef v);      /* of an integer, zero-extended or cut */
bool value_is_folded(Lower *l, LLVMValueRef v); /* its only user emits it */
LLVMValueRef value_only_user(LLVMValueRef v);   /* the one that uses it, once, in its block */
void lower_uninit(
    Lower *l, u32 to,
    u32 n); /* 0, 1, 2 for float, double, long double, and how many registers a lane takes; false, and the path stops here:
 * there is no arithmetic on them. */
must_use bool float_format(Lower *l, LLVMTypeRef t, u32 *ret_format, u32 *ret_n);
/* n registers become uninitialised */
void values_number(Lower *l);                       /* `order`, and registers shared with phis */
void lower_move(Lower *l, u32 to, u32 from, u32 n); /* n registers */

/* ---- lower_flow.c, lower_int.c: pieces that others use ------------------------------------------- */

/* Where a branch or switch goes if no value decides that, or a constant one does; else NULL. */
LLVMBasicBlockRef lower_only_way(LLVMValueRef end);

/* Tests of integers: the op that gives a bit, the jump, with register or immediate. */
typedef struct TestOps {
  Op set8, set8i, set_n; /* width 8 and, following it, 16, 32, 64; any width */
  Op jump8, jump8i;
  Op wide;      /* more than 64 bits */
  bool swapped; /* the ops on registers take their operands in the other order */
  bool negated; /* `wide` gives the opposite */
} TestOps;

const TestOps *test_ops(LLVMIntPredicate p);
LLVMIntPredicate test_opposite(LLVMIntPredicate p);
LLVMIntPredicate test_swapped(LLVMIntPredicate p);
bool width_index(u32 width, u32 *ret_index); /* 0 … 3 for 8, 16, 32, 64; else false */
bool imm_of(LLVMValueRef v, u32 *ret_imm);   /* of a constant that fits an immediate operand */

/* One operation on registers of integers of this width; words of wider ones are consecutive. */
void emit_binary(Lower *l, LLVMOpcode op, u32 width, u32 to, u32 x, u32 y);
void emit_test(Lower *l, LLVMIntPredicate p, u32 width, u32 to, u32 x, u32 y);
void emit_cast(Lower *l, LLVMOpcode op, u32 from_width, u32 to_width, u32 to, u32 x);
/* 0, 1, 2 for float, double, long double, and how many registers a lane takes; false, and the path stops here:
 * there is no arithmetic on them. */
must_use bool float_format(Lower *l, LLVMTypeRef t, u32 *ret_format, u32 *ret_n);
/* n registers become `yes` if the bit is set, else `no`, which may be themselves. */
void emit_cmov(Lower *l, u32 bit, u32 to, u32 yes, u32 no, u32 n);
u32 regs_of_width(Lower *l, u32 width);         /* new ones for an integer */
u32 const_of_width(Lower *l, u64 v, u32 width); /* for reading; zero-extended */

void emit_load(Lower *l, LLVMTypeRef t, u32 to, u32 base, i64 offset);
void emit_store(Lower *l, LLVMTypeRef t, u32 from, u32 base, i64 offset);
u32 emit_offset(Lower *l, u32 base, u64 offset); /* a register with base + offset */
bool type_is_packed(Lower *l, LLVMTypeRef t);    /* a vector of elements that are no whole bytes */

/* Takes the bits of one row of registers for another: the bitcast of LLVM. */
void emit_repack(Lower *l, u32 from, u32 n_from, u32 to, u32 n_to);

/* A volatile or atomic read follows: hardware, a signal handler or another thread may have written
 * there. */
void emit_outside(Lower *l);

/* lower_intrinsic.c; false when the name is none of ours. */
must_use bool lower_intrinsic(Lower *l, LLVMValueRef call, const char *name);

/* lower_sse.c; likewise. */
must_use bool lower_sse(Lower *l, LLVMValueRef call, const char *name);
u32 add_call(Lower *l, u32 first_arg, u32 n_fixed, u32 block, u32 n_results);

/* ---- lower_abi.c --------------------------------------------------------------------------------- */

u32 shape_of_call(Lower *l, LLVMValueRef call);
u32 shape_of_fn(Lower *l, LLVMValueRef f); /* one that is defined */

void emit_extreme(Lower *l, LLVMIntPredicate p, u32 width, u32 to, u32 x,
                  u32 y); /* x if p(x, y) else y */

/* ---- instructions: one function per row of lower.def ------------------------------------------- */

typedef void LowerFn(Lower *l, LLVMValueRef i);

#define LOWER(opcode, function) LowerFn lower_##function;
#include "code/llvm/lower.def"
#undef LOWER

/* Gives the frame memory for what its calls pass in memory; before the first block. */
void calls_prepare(Lower *l);

/* A local that may be at another address each time that its block is entered (scopes.c). */
void renewal_prepare(Lower *l, LLVMValueRef local, u64 n_bytes);

/* The edges that wait for their copies; after the last block. */
void flow_finish(Lower *l);

/* Stops the path here with a reason; the rest of the block is not lowered. */
void lower_unsupported(Lower *l, const char *fmt, ...) printf_like(2, 3);
void lower_end_block(Lower *l); /* nothing comes behind what was emitted last */
/* Drops what an instruction that was refused halfway emitted behind the end of its block. */
void lower_cut_block(Lower *l);
