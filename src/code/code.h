/* code.h — a program as the machine runs it: functions of fixed-size instructions, memory images
 * of globals, and side tables that say where in the source everything came from.
 *
 * A Module is made once (code/llvm/lower.c), checked (code/verify.c) and never changed again; states
 * share it.  The instructions and their word are described in ops.def.
 *
 * Frame of a function:
 *
 *     registers  0 … n_params        n_params + n_consts        n_regs
 *                ├── parameters ──┼──── constants ────┼──── the rest ────┤
 *
 * A caller copies the arguments into the first registers and Fn.consts behind them; the rest is
 * written before it is read.  A variadic function has one parameter more than its prototype names:
 * the address of the block in which its caller laid out the variable arguments, as the x86-64 ABI
 * lays out an overflow area.
 */
#pragma once

#include "base/base.h"
#include "base/vec.h"

typedef enum Op {
#define OP(id, name, width, n, a, b, c, meaning) OP_##id,
#include "code/ops.def"
#undef OP
  OP_COUNT
} Op;

typedef struct Ins {
  u16 op, n;
  u32 a, b, c;
} Ins;

static_assert(sizeof(Ins) == 16, "four instructions per cache line");

/* ---- formats: the columns of ops.def --------------------------------------------------------- */

typedef enum NKind { N_ZERO, N_WIDTH, N_COST, N_SCALE, N_FCMP } NKind;

typedef enum Operand {
#define OPERAND(id, access, registers, width) OPERAND_##id,
#include "code/operands.def"
#undef OPERAND
  OPERAND_KINDS
} Operand;

typedef enum Access { ACCESS_NOT, ACCESS_READ, ACCESS_WRITE, ACCESS_BOTH } Access;
typedef enum Registers { REGS_ONE, REGS_PAIR, REGS_WORDS, REGS_CALLED, REGS_COUNTED } Registers;
enum { OF_OP = 254, OF_C = 255 }; /* in OperandInfo.width */

typedef struct OperandInfo {
  u8 access, registers, width; /* see operands.def */
} OperandInfo;

extern const OperandInfo operand_infos[OPERAND_KINDS];

enum { WIDTH_8 = 8, WIDTH_16 = 16, WIDTH_32 = 32, WIDTH_64 = 64, WIDTH_80 = 80, WIDTH_1 = 1 };
enum { WIDTH_N = 0 }; /* in OpInfo.width: the instruction's n says it */

typedef struct OpInfo {
  const char *name, *meaning;
  u8 width;      /* of OUT, IN, INOUT, IMM */
  u8 n;          /* NKind */
  u8 operand[3]; /* Operand of a, b, c */
} OpInfo;

extern const OpInfo op_infos[OP_COUNT];

static inline u32 ins_operand(const Ins *i, u32 k) { return k == 0 ? i->a : k == 1 ? i->b : i->c; }
static inline u64 ins_imm64(const Ins *i) { return (u64)i->c << 32 | i->b; }
static inline u32 words_of(u32 width) { return (width + 63) / 64; }

bool op_is_control(Op op); /* carries a cost */
bool op_is_jump(Op op);    /* has a PC operand */
bool op_ends_block(Op op); /* the following instruction is not reached from it */

/* ---- functions ------------------------------------------------------------------------------- */

/* A part of an argument or a result, and where the calling convention puts it: see lower_abi.c. */
typedef enum Extension { EXTEND_NOT, EXTEND_ZERO, EXTEND_SIGN } Extension; /* to 32 bits */
typedef struct AbiSlot {
  u32 at;     /* the same for the same register or bytes of the stack */
  u32 copied; /* bytes of a struct that lies there itself; the part is its address.  Else 0 */
  u8 width, extension;
} AbiSlot;

typedef VEC(AbiSlot) AbiSlotVec;

/* The places of a signature, parameters before results.  Equal signatures have the same shape. */
typedef struct AbiShape {
  u32 first_place; /* in Module.places */
  u32 n_params, n_results;
} AbiShape;

/* What a CALL, CALL_AT or BUILTIN passes: registers Fn.args[first_arg …], fixed arguments first.
 * A callee that is not variadic takes all n_args of them; a variadic one takes the n_fixed first and
 * then `block`, the register with the address of the variable ones.  A CALL fits its callee; whether
 * a CALL_AT does is said by its shape. */
typedef struct Call {
  u32 first_arg;
  u32 n_args, n_fixed;
  u32 block;     /* register, or NO_REG when the call has no variable arguments */
  u32 n_results; /* registers from `a` on */
  u32 shape;     /* of all arguments; 0 if not needed */
  bool drops_results;
} Call;

#define NO_REG UINT32_MAX

typedef struct Case {
  u64 value;
  u32 pc;
} Case;

/* Cases ascend by value and are disjoint.  An indirect goto is a switch over the addresses of labels. */
typedef struct Switch {
  u32 reg, width;
  u32 first_case, n_cases; /* in Fn.cases */
  u32 other;               /* pc when no case is equal */
} Switch;

typedef enum SiteKind {
  SITE_BRANCH,
  SITE_SELECT,
  SITE_SWITCH,
  SITE_CHECK, /* a sanitizer's: the condition is that all is well */
} SiteKind;

/* A place where the program decides.  Its index in Module.sites is its id, the same for the same
 * input files and options. */
typedef struct Site {
  u32 fn, pc; /* the jump or switch */
  u32 pos;    /* in Module.positions */
  SiteKind kind;
  bool inverted; /* the jump is taken when the condition in the source is false */
} Site;

typedef struct Fn {
  const char *name; /* owned */
  u64 address;
  bool is_variadic;
  bool is_defined; /* has code; else only name, address and builtin mean anything */
  u32 shape;       /* in Module.shapes; without the block of a variadic one */
  u64 unread;      /* bit k: nothing reads parameter k, of the first 64 */
  u32 builtin;     /* of one without code: Builtin, or BUILTIN_COUNT when the machine has none */
  u32 n_params;    /* registers, the block of a variadic one included */
  u32 n_regs;
  u32 n_results;           /* registers */
  const u8 *result_widths; /* owned; n_results */
  const u64 *consts;       /* owned; n_consts */
  u32 n_consts;            /* in registers n_params … */
  const u8 *widths;        /* owned; of each register, 1 … 64 */
  const Ins *code;         /* starts at pc 0; owned until it is borrowed from Module.code */
  u32 n_code;
  const u32 *positions; /* owned; parallel to code, in Module.positions */
  const Call *calls;    /* owned */
  u32 n_calls;
  const u32 *args; /* owned */
  u32 n_args;
  const Switch *switches; /* owned */
  u32 n_switches;
  const Case *cases; /* owned */
  u32 n_cases;
  u32 first_site, n_sites; /* in Module.sites, ascending by pc */
  u32 position;            /* where it is defined */
  u32 n_llvm;              /* LLVM instructions it was made from */
} Fn;

/* ---- globals --------------------------------------------------------------------------------- */

/* Every object starts on a page of its own, and an unused page follows it.  Functions and labels
 * have addresses but no bytes. */
#define GLOBAL_ALIGN 4096ull
#define FN_ADDRESS_BASE 0x10000ull         /* function i at base + 16 * i */
#define LABEL_ADDRESS_BASE 0x80000000ull   /* label i (of && in GNU C) at base + 16 * i */
#define GLOBAL_ADDRESS_BASE 0x100001000ull /* first global */
#define FN_ADDRESS_STEP 16ull

typedef struct Global {
  const char *name; /* owned */
  u64 address, n_bytes;
  const u8 *bytes;  /* owned; n_bytes, addresses inside already filled in; NULL: all zero */
  bool is_constant; /* writing it is an error */
  bool is_extern;   /* declared only: its contents are not known */
  u32 position;
} Global;

/* ---- module ---------------------------------------------------------------------------------- */

/* Names are texts of the module.  At -O1 and above `fn` is the function in the source that the
 * instruction was inlined from. */
typedef struct Pos {
  u32 fn, file;
  u32 line, column; /* 0: not known */
} Pos;

typedef struct Ctor {
  u32 priority, fn;
} Ctor;

typedef VEC(Ctor) CtorVec;

/* Index 0 of fns, shapes, texts and positions is "none"; the text is "", the others all zero. */
typedef struct Module {
  VEC(Fn) fns;
  VEC(Global) globals; /* ascending by address */
  VEC(Site) sites;     /* ascending by function and pc */
  VEC(AbiShape) shapes;
  AbiSlotVec places;
  VEC(Pos) positions;
  VEC(char *) texts; /* owned */
  CtorVec ctors;     /* in the order in which they run */
  CtorVec dtors;     /* in the order in which they run */
  u32 n_labels;
  Ins *code; /* owned; of all functions in a row, in their order; NULL: each still has its own */
  u64 n_code;
} Module;

/* Does this name of a source file belong to what programs are linked with? */
bool is_runtime_file(const char *name);

Module *module_free(Module *m); /* NULL is fine; returns NULL */
void module_freep(Module **m);  /* for cleanup() */

/* Puts the code of all functions in a row. */
void module_pack(Module *m);

/* Of code and data, and of this version of nadir: decisions mean the same in a process with an equal one. */
u64 module_hash(const Module *m);

/* Index, or 0 when there is none. */
u32 module_find_fn(const Module *m, const char *name);
u32 module_fn_at(const Module *m, u64 address);
const Global *module_global_at(const Module *m, u64 address); /* that contains it, or NULL */
const Site *module_site(const Module *m, u32 fn, u32 pc);     /* NULL when it is no site */
const Pos *module_position(const Module *m, u32 fn, u32 pc);

/* ---- builtins: functions without a body that the machine does itself -------------------------- */

typedef enum Builtin {
#define BUILTIN(id, name, dialect, n_args, handler, host, meaning) BUILTIN_##id,
#include "code/builtins.def"
#undef BUILTIN
  BUILTIN_COUNT
} Builtin;

typedef enum BuiltinDialect {
  DIALECT_C,
  DIALECT_NADIR,
  DIALECT_KLEE,
  DIALECT_SVCOMP
} BuiltinDialect;
typedef enum BuiltinHost { HOST_NONE, HOST_OUTPUT, HOST_LIBM } BuiltinHost;

typedef struct BuiltinInfo {
  const char *name;
  u32 n_args; /* registers that it looks at; a program may pass more */
  BuiltinDialect dialect;
  BuiltinHost host; /* what it may touch outside of the state */
} BuiltinInfo;

extern const BuiltinInfo builtin_infos[BUILTIN_COUNT];
