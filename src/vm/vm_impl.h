/* vm_impl.h — what the files of the machine share.
 *
 * A step is one instruction done out of the loops, in full generality:
 *
 *   bool step(Vm *vm, State *s, const Ins *i)
 *
 * s->top->pc is the place of i.  It returns true after moving s->top on (to the next instruction,
 * a target, another function), false when there is an event: then s->choice or s->ending is set.
 * After a choice the state either stands somewhere else or runs i again with s->resume set.
 */
#pragma once

#include "code/registers.h"
#include "expr/value.h"
#include "vm/memory/lookup.h"
#include "vm/memory/object.h"
#include "vm/vm.h"

enum { FRAME_CLASS_REGS = 8, FRAME_CLASSES = 32 };

/* What uninit.c remembers. */
typedef struct UninitMemo {
  Map inputs; /* by id: symbols that stand for what nobody set */
  Map terms;  /* by id: whether one of them is in it; of the epoch below */
  u32 epoch;
  Map places; /* that were reported */
  /* A model with other values for all of them, of which model and up to which symbol. */
  Model *other; /* owned */
  u64 other_of;
  u32 other_last;
  Eval *eval; /* owned; under it */
} UninitMemo;

struct Vm {
  const Module *module; /* borrowed */
  Solver *solver;       /* borrowed */
  VmConfig config;
  Solver *checker;      /* owned; asked by asserts alone (side_check.c); NULL: not yet … */
  u32 n_side_checks[2]; /* … about sides of other choices, of bits */
  Eval *eval;           /* owned */
  Model *zero;          /* owned; all inputs zero */
  Lookup lookup;
  Tlb tlb;        /* of the running state */
  State *running; /* borrowed; whose tlb it is; NULL: nobody's */
  i64 fuel;       /* left for vm_run */
  u64 effort; /* steps of this vm_run that the loops do not do themselves, and blocks of memory … */
  u64 max_effort; /* … after which it pauses */
  u64 n_running;  /* instructions of a watched loop that the state has not counted yet */
  Frame *spare[FRAME_CLASSES]; /* owned; frames to use again, by size, linked by caller */
  State *states;               /* owned; the list of all */
  u64 n_states, n_created;
  State
      *origin; /* borrowed from the list; with the globals, before anything runs; NULL: none yet */
  LoopTable loops;
  LiveRegisters *live; /* owned; per function */
  u32 main_fn;         /* 0: none */
  u32 arguments_fn;    /* makes the arguments of main; 0: they are those of the configuration */
  u64 world_at;        /* where VmConfig.world is in memory; 0: there is none */
  VEC(char *) missing; /* owned; what VmConfig.missing has reported */
  bool is_verifier;    /* the program speaks SV-COMP's dialect */
  bool has_setjmp;     /* the program may jump out of functions */
  struct Past *pasts;  /* the list of all; see nontermination.c */
  UninitMemo uninit;
  u64 n_ignored[BUILTIN_COUNT]; /* calls without effect */
};

void uninit_done(UninitMemo *memo); /* uninit.c */

/* The state takes this side of the jump or switch at its pc; for who has a VmConfig.cover (cover.c). */
void cover_took(Vm *vm, State *s, u64 side);
/* … and a loop this edge of an instruction, for the first time. */
void edge_is_first(Vm *vm, State *s, const Ins *i, u32 edge);

/* ---- frames (state.c) ------------------------------------------------------------------------ */

static inline u32 frame_class(u32 n_regs) {
  return (n_regs + FRAME_CLASS_REGS - 1) / FRAME_CLASS_REGS;
}
static inline u64 frame_stack_bytes(const Fn *fn) { return sizeof(u64) * (fn->n_regs + 2ull); }

Frame *frame_new(Vm *vm, const Fn *fn, Frame *caller); /* takes the reference; nothing is set */
Frame *frame_unref(Vm *vm, Frame *f);                  /* accepts NULL, returns NULL */
void frames_mark(Frame *f);              /* expr_mark on the terms of it and those below */
Frame *frame_own(Vm *vm, State *s);      /* the top frame, now of this state alone */
Frame *frame_own_at(Vm *vm, Frame **at); /* the same; what *at points to is of this state alone */
void frame_set_term(Frame *f, u32 reg, Expr e); /* e is no constant */

static inline bool reg_is_symbolic(const Frame *f, u32 reg) { return f->terms && f->terms[reg].id; }
static inline Expr reg_term(const Frame *f, u32 reg, u32 width) {
  return reg_is_symbolic(f, reg) ? f->terms[reg] : expr_const(width, f->regs[reg]);
}
static inline void reg_set(Frame *f, u32 reg, u64 value) {
  f->regs[reg] = value;
  if (f->terms) f->terms[reg] = EXPR_NONE;
}
static inline void reg_set_term(Frame *f, u32 reg, Expr e) {
  if (expr_is_const(e))
    reg_set(f, reg, expr_value(e));
  else
    frame_set_term(f, reg, e);
}
static inline Word reg_word(const Frame *f, u32 reg) {
  return reg_is_symbolic(f, reg) ? (Word){0, f->terms[reg]} : word_of(f->regs[reg]);
}
static inline void reg_set_word(Frame *f, u32 reg, Word w) {
  if (word_is_symbolic(w))
    frame_set_term(f, reg, w.expr);
  else
    reg_set(f, reg, w.value);
}

/* The value of a register under the model of the state, or with all inputs zero if it has none:
 * for what does not influence the path. */
u64 reg_guess(Vm *vm, const State *s, u32 reg);
u64 word_guess(Vm *vm, const State *s, Word w);

/* ---- ends of steps --------------------------------------------------------------------------- */

static inline bool step_next(State *s) {
  s->top->pc++;
  return true;
}
static inline bool step_to(State *s, u32 pc) {
  s->top->pc = pc;
  return true;
}
/* These return false. */
bool step_stop(State *s, Stop stop, const char *text);
Stop stop_of_fault(Fault fault, bool is_write);
/* SYMBOLIC_SIZE: no end, but the question whether the object is large enough. */
bool step_fault(Vm *vm, State *s, Fault fault, u64 address, u64 n, bool is_write);
/* Ends the path with this access, as the model of the state has sizes. */
void state_fault(Vm *vm, State *s, Fault fault, u64 address, u64 n, bool is_write);
/* An object of symbolic size has the size that the model of the state gives it: for what is said of an end. */
Object object_settled(Vm *vm, const State *s, Object o);
bool step_choice(State *s, Choice c);
bool step_branch(Vm *vm, State *s, Expr cond); /* the jump at pc is taken if it holds */
bool step_known_jump(Vm *vm, State *s, const Ins *i, bool is_taken);
bool step_value(State *s, u32 reg); /* wants one value of a symbolic register of any width */

/* What this instruction knows if it runs again after its choice; forgotten by this. */
static inline Resume step_resume(State *s) {
  Resume known = s->resume;
  s->resume = (Resume){0};
  return known;
}
/* The checks that it passed; the same. */
static inline u32 step_passed(State *s) { return step_resume(s).n_passed; }
static inline bool resume_equal(const Resume *a, const Resume *b) {
  return a->kind == b->kind && a->n_passed == b->n_passed && a->object == b->object;
}
static inline bool resume_is_none(const Resume *r) {
  return r->kind == RESUME_NONE && !r->n_passed;
}
static inline MemAccess access_at(u64 address, u64 n, bool is_write) {
  return (MemAccess){expr_const(64, address), expr_const(64, n), is_write};
}

/* ---- choices (choice.c) ---------------------------------------------------------------------- */

const struct ChoiceOps *choice_ops(ChoiceKind kind);
/* Does the instruction that came up with its choice run again?  It is counted then. */
bool choice_runs_again(const State *s);
/* For asserts. */
bool choice_is_sound(const State *s);

/* ---- steps ----------------------------------------------------------------------------------- */

typedef bool StepFn(Vm *vm, State *s, const Ins *i);

#define HANDLER(from, to, step) StepFn step;
#include "vm/exec/handlers.def"
#undef HANDLER
StepFn step_binary, step_test, step_jump;

/* Is the operation (a division, a shift) defined for these operands, as far as that is checked?
 * False: no, or not known yet; an event. */
typedef Expr MakeTerm(Expr, Expr);
bool check_operands(Vm *vm, State *s, ExprKind kind, Expr b, Expr c);

bool step_one(Vm *vm, State *s, const Ins *i); /* by the table of handlers (step.c) */

bool step_call_fn(Vm *vm, State *s, const Fn *fn, const Call *c);                /* call.c */
bool builtin_call(Vm *vm, State *s, Builtin builtin, u32 result, const Call *c); /* builtin.c */
u32 switch_target(const Fn *fn, const Switch *sw, u64 value);

/* The condition under which a switch goes to this pc (switch.c). */
Expr switch_condition(const Fn *fn, const Switch *sw, Expr value, u32 pc);

/* Calls what the machine itself calls next: constructors, main, exit; false when the path ended. */
bool boot_next(Vm *vm, State *s);
bool boot_exit(Vm *vm, State *s, int code);

/* ---- objects of symbolic size (size.c) ---------------------------------------------------------- */

/* Comes up with the choice of SIZE; see Choice for what is meant.  After it: true, and the most bytes,
 * or 0 for none. */
bool step_size(State *s, Expr size, u64 room, Stop stop, u64 *ret_most);

/* Is an object of symbolic size so large that it has these bytes?  A check; where it is, the instruction runs
 * again. */
bool step_symbolic_size(Vm *vm, State *s, u64 address, u64 n, bool is_write);

/* Goes on (true) if no length leads out of the object that a block of so many bytes begins in (step_block.c). */
bool step_check_length(Vm *vm, State *s, u64 at, Expr length, bool is_write);

/* ---- addresses (address.c) ------------------------------------------------------------------- */

typedef struct Place {
  u64 base;        /* of the object */
  Expr offset;     /* in it; perhaps constant */
  bool is_checked; /* that all of it is set */
} Place;

/* Where the n bytes at a symbolic address are, if the object is certain without asking or was just
 * chosen; else false, with an event. */
bool address_resolve(State *s, Expr address, u32 n, bool is_write, Place *ret);
/* Does every value of the address lie within one object? */
bool address_is_certain(State *s, Expr address, u32 n, bool is_write);

/* Is the access of n bytes at the address within [base, base + size)?  One bit. */
Expr address_within(Expr address, u32 n, const Object *o);

/* The address that an access of one word or a LEA computes (step_mem.c): base + index * scale, or base + offset. */
typedef enum AddressMode { MODE_OFFSET, MODE_SCALED, MODE_SCALED_32 } AddressMode;
AddressMode ins_address_mode(const Ins *i);
u64 ins_address_at(const Ins *i, u64 base, u64 index); /* index: not looked at with MODE_OFFSET */
Word ins_address(const Frame *f, const Ins *i);

/* The term has this value: it is replaced in the registers of all frames (split.c). */
void term_settle(Vm *vm, State *s, Expr core, u64 value);

/* ---- inputs (made.c) ------------------------------------------------------------------------ */

void made_discard(Made *m); /* frees a link that nobody has any more */
SHARED_LIST(Made, made, made_discard)
/* An input of the path with a name of its own. */
Input made_add(State *s, const char *name, u32 n_bytes);
/* Concrete bytes that are a part of the test. */
void made_add_known(State *s, const char *name, const u8 *bytes, u32 n_bytes);
/* The same, named after its place in the list: for inputs that have no name. */
Input made_add_numbered(State *s, const char *kind, u32 n_bytes);
/* A symbol for what nobody set, read at this place. */
Input made_add_uninit(State *s, const char *place, u32 n_bytes);
/* The same of any number of bytes, with a place in the list but none in tests. */
Input made_add_uninit_array(State *s, const char *place);

/* Of a function, made when asked for (state.c). */
const LiveRegisters *vm_live_registers(Vm *vm, const Fn *fn);

void state_decide(Vm *vm, State *s, ChoiceKind kind, u64 side, Alternatives alternatives);
State *state_new(Vm *vm); /* with empty memory and no frame */
