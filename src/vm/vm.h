/* vm.h — the machine: runs states of a program until something needs a decision.
 *
 *   State *s; TRY(vm_start(vm, &s));
 *   for (;;) switch (vm_run(vm, s, fuel)) {
 *     case EVENT_CHOICE: choice_ask(vm, s, &successors);   or   choice_take(vm, s, side);
 *     case EVENT_STOP:   s->ending says why
 *     case EVENT_FUEL:   run it again, or another one
 *   }
 *
 * The machine asks the solver nothing while it runs (except for a program that prints a range by
 * klee_print_range).  What a symbol decides comes up as a Choice.  Whoever drives the machine lets
 * the solver find every possible side (choice_ask), or decides alone and only collects the path
 * condition (choice_take).
 */
#pragma once

#include "base/named_bytes.h"
#include "base/vec.h"
#include "code/loops.h"
#include "expr/values.h"
#include "solver/solver.h"
#include "vm/cost.h"
#include "vm/memory/fault.h"
#include "vm/memory/heap.h"
#include "vm/path.h"

typedef enum Stop {
  STOP_NOT, /* the state can run */
#define STOP(id, class, known, suffix, cwe, meaning) STOP_##id,
#include "vm/stop.def"
#undef STOP
  STOP_COUNT
} Stop;

typedef enum StopClass { STOP_NORMAL, STOP_BUG, STOP_EARLY, STOP_LIMIT } StopClass;

typedef struct StopInfo {
  const char *name, *suffix, *meaning;
  StopClass class;
  bool is_known; /* nothing that is wanted of such a path is left unexplored */
  u32 cwe;       /* 0: none */
} StopInfo;

extern const StopInfo stop_infos[STOP_COUNT];

/* See uninit.h. */
typedef enum UninitMode {
#define UNINIT(id, name, meaning) UNINIT_##id,
#include "vm/memory/uninit.def"
#undef UNINIT
} UninitMode;

typedef enum UninitUse {
#define USE(id, certain, uncertain) UNINIT_USE_##id,
#include "vm/memory/uninit_uses.def"
#undef USE
  UNINIT_USE_COUNT
} UninitUse;

/* ---- parts of a state ------------------------------------------------------------------------ */

/* One activation of a function.  Shared by states that were forked while it was active; who runs
 * it owns it alone. */
typedef struct Frame {
  const Fn *fn;         /* borrowed from the module */
  struct Frame *caller; /* shared; NULL: called by the machine */
  Expr *terms;          /* owned; per register its term, or none; NULL: all are concrete */
  u64 mark;             /* heap_mark when it began */
  u64 serial;           /* tells activations apart; copies keep it */
  u64 stack_bytes;      /* registers of this frame and those below */
  u32 refs;
  u32 pc;    /* the instruction to run next; of a caller: the one after its call */
  u32 depth; /* frames below */
  u32 epoch; /* expr_epoch() of the last sweep that came by */
  u64 regs[];
} Frame;

/* An input of the path, in the order in which they were made. */
typedef struct Made {
  struct Made *parent; /* shared; NULL: the first */
  char *name;          /* owned; as the program called it */
  u32 n_stem;          /* letters of the name without a number that was added … */
  u32 number;          /* … which is this; 0: none was */
  bool is_odd;         /* this name, or one before it, ends in a number that was not added */
  Input input;         /* none when n_bytes is 0, and of what is known */
  u8 *known;           /* owned; concrete bytes that are a part of the test; NULL: it is symbolic */
  u32 n_bytes;
  u32 index; /* from 0 */
  u32 refs;
} Made;

/* An access to memory of `length` bytes; both of 64 bits. */
typedef struct MemAccess {
  Expr address, length; /* none: there is no access */
  bool is_write;
} MemAccess;

/* Where a path goes on that passed a check. */
typedef enum CheckThen {
  CHECK_PASSES, /* the instruction runs again */
  CHECK_GROWS,  /* the same, and the object of symbolic size has these bytes */
  CHECK_JUMPS,  /* at the target of the jump; on the other side behind it … */
  CHECK_STAYS,  /* … or the other way round: no side is an end */
} CheckThen;

/* What a state stands at: choices.def. */
typedef struct Choice {
  ChoiceKind kind;
  Expr term; /* what is to be known; BRANCH, CHECK, ASSUME: one bit */
  MemAccess
      access; /* ADDRESS: the one whose object is to be known; CHECK, PIN: that is bad on side 0, or none */
  union {             /* by the kind */
    u32 switch_index; /* in Fn.switches */
    struct {
      u32 reg;       /* that holds it */
      u32 limit;     /* values at most; 0: VmConfig.max_values */
      bool may_stay; /* of a length, which may stay a symbol: SIDE_ANY is a side */
    } value;
    struct {
      Stop stop; /* why the path ends on side 0; NOT: it does not */
      CheckThen then;
    } check;
    struct {
      u64 least; /* the value of side 0 */
      u32 limit; /* values at most */
    } split;
    struct {
      u64 room;  /* the most bytes that there are for the object, at least 1 */
      Stop stop; /* why the path ends on side 0; NOT: it goes on without an object */
    } size;
  };
} Choice;

/* What an instruction knows that runs again after its choice: so nothing is asked twice. */
typedef struct Resume {
  enum {
    RESUME_NONE,
    RESUME_OBJECT, /* the object that it accesses */
    RESUME_SIZE,   /* the size of the object that it makes */
    RESUME_SYMBOL, /* its length stays a symbol */
  } kind;
  u32 n_passed; /* checks, in the order in which it makes them */
  union {
    u64 object;     /* OBJECT: its first address */
    u64 most_bytes; /* SIZE; 0: there is no object */
  };
} Resume;

/* Why and where a path ended; the frames are still there, for the call stack. */
typedef struct Ending {
  Stop stop;
  int code;                /* EXIT: what the program returned */
  const char *text;        /* borrowed from module or literal; what was said about it, or "" */
  char *said;              /* owned; the program's own words, or NULL */
  u64 address, n_bytes;    /* of a bad access */
  Explanation explanation; /* of a bad access */
  Explanation lost;        /* what the path had lost before: see leak.h */
} Ending;

/* The decisions that nadir_trace reported, concrete ones included: see code/llvm/probe.h. */
typedef struct Trace {
  u64 n, hash;
} Trace;

/* What nontermination.c remembers of a path. */
typedef struct Watch {
  struct Past *past; /* shared; an earlier state of this path; NULL: none yet */
  u64 n_choices;     /* that it came to */
  u64 next_look;     /* in instructions; 0: none planned yet */
  u64 n_steps;       /* blocks that are still to be looked at one by one */
  u64 last_look;     /* in instructions */
  u32 phase;         /* see nontermination.c */
  u32 depth, pc;     /* of the place at which the circle is said to begin */
} Watch;

typedef struct State {
  Space space;
  Frame *top;             /* shared */
  Context *context;       /* shared; the path condition */
  Path *path;             /* shared; NULL: nothing decided yet */
  Made *inputs;           /* shared; the last one made */
  struct Prefer *prefers; /* shared; see prefer.h */
  struct Pin *pins;       /* shared; see pins.h */
  struct Guess *guesses;  /* shared; see guesses.h */
  const U64Vec
      *guesses_again; /* borrowed; what to guess while it runs along another; NULL: its own */
  Made *uninit;       /* shared; the same for symbols that stand for what nobody set */
  Cost cost;
  Trace trace;
  Choice choice;  /* kind NONE: it stands at none */
  Resume resume;  /* of the instruction at pc, which runs again; none: it runs for the first time */
  Ending *ending; /* owned; NULL: it can run */
  u64 id;         /* in the order of creation, from 1 */
  u64 n_serials;  /* of frames given out */
  u64 n_outside;  /* times that it read what is not its own: see OP_OUTSIDE, nadir_concrete */
  Watch watch;
  u32 n_booted;   /* of what the machine calls: constructors, then main, … */
  u64 args_at;    /* three words: what main is called with; 0: not there yet */
  int code;       /* that the last function called by the machine returned */
  int exit_code;  /* of the program, once main has returned */
  u64 covered_at; /* instructions when it last took a side that no state had taken … */
  u32 n_covered;  /* … and how many it was the first to take; see cover.h */
  u32 n_refuted,
      look_at; /* forced decisions since the last real one, and the number at which facts_look looks next */
  bool has_pending_test;     /* one of these may be shown by no test yet; not inherited */
  bool takes_one_side;       /* of a choice only one side is explored, the others are PRUNED */
  bool is_left;              /* exit was called: the frames that were there are gone */
  bool is_rare;              /* the program's kernel said so of the side that was just taken */
  bool depends_on_uninit;    /* what nobody set decided where it goes; see uninit.h */
  struct State *prev, *next; /* in the list of the machine */
  void *user;                /* of the caller that drives the machine */
} State;

typedef VEC(State *) StateVec;

/* ---- the machine ----------------------------------------------------------------------------- */

typedef struct Vm Vm;

typedef void VmOutput(void *user, int fd, const u8 *bytes, u64 n);
typedef void VmLine(void *user, u32 position);
typedef void VmBlock(void *user, const Fn *fn, u32 pc);
/* What an input holds that the test has not; NULL: not known. */
typedef const u8 *VmInputSource(void *user, u32 index, const char *name, u32 n_bytes);
typedef void VmTrace(void *user, u32 position, u64 hash);
typedef void VmMissing(void *user, const char *name);
/* Not certain: the solver did not say.  False: warn again. */
typedef bool VmWarn(void *user, Vm *vm, State *s, UninitUse use, bool is_certain);

typedef struct VmConfig {
  const char *const *args; /* borrowed; what main gets, the name of the program first */
  u32 n_args;
  u64 size;        /* N: what nadir_size() gives */
  u32 max_objects; /* that one symbolic address is resolved to at once; more: halves of them */
  u32 max_values;  /* that one symbolic length or target of a call is split into */
  u32 max_split; /* values that a part of an address may have to be split; see split.c; 0: none is */
  bool splits_looked_up; /* without max_split: some reads are; see split.c */
  u64 max_stack_bytes;   /* see COST_STACK */
  u64 max_heap_bytes;    /* living at once; malloc gives NULL above */
  bool splits_sizes;     /* symbolic sizes of objects and lengths are split into their values: where
                        * their bytes are what is counted */
  bool
      counts_shown; /* what a symbol decides while it is printed is decided: the same, of printing */
  bool knows_bytes; /* what the path says of single bytes decides without a question; see facts.h */
  bool pins;        /* hashes that choose a place in a table of pointers are settled; see pins.h */
  bool checks_shift, checks_leak;
  bool
      checks_nontermination; /* also where SV-COMP's dialect leaves a path by a loop without an end */
  UninitMode uninit;
  VmOutput *output; /* what the program writes; NULL: nowhere */
  void *output_user;
  VmLine *line; /* a statement begins, at Module.positions[position]; NULL: nobody wants to know */
  void *line_user;
  VmTrace *trace; /* a decision of a program with probes; NULL: nobody wants to know */
  void *trace_user;
  VmBlock *block; /* a probe of PROBE_ENTRIES at this place; NULL: nobody wants to know */
  void *block_user;
  VmWarn
      *warn; /* UNINIT_WARN: something depends on what nobody set, the first time at this place */
  void *warn_user;
  const u8
      *world; /* borrowed; what the kernel of the program gets, see nadir/world.h; NULL: nothing */
  u64 n_world_bytes;
  VmMissing *missing; /* the program asked its kernel for what is not there, the first time */
  void *missing_user;
  const struct TestCase *test; /* borrowed; what the inputs hold; NULL: they are symbolic */
  VmInputSource *input_source; /* of inputs that such a test has not; NULL: the path ends there */
  void *input_source_user;
  struct EdgeTable
      *hits; /* borrowed; counts sides of jumps of frames without terms; NULL: nothing does */
  struct Cover
      *cover; /* borrowed; notes the sides that states take; NULL: nobody wants to know.  Not
                        * together with hits */
} VmConfig;

VmConfig vm_config_default(void);

/* A useful VmConfig.max_split, and the largest. */
enum { USUAL_SPLIT = 8, MOST_SPLIT = MAX_VALUES_LISTED };

typedef enum Event {
  EVENT_CHOICE, /* state->choice */
  EVENT_STOP,   /* state->ending */
  EVENT_FUEL,
} Event;

/* Borrows all three until it is freed.  The module must be verified. */
Vm *vm_new(const Module *m, Solver *solver, const VmConfig *config);
Vm *vm_free(Vm *vm); /* accepts NULL, returns NULL; frees all its states */

/* A state at the start of the program. */
must_use Err vm_start(Vm *vm, State **ret_state);

/* Runs for at least `fuel` LLVM instructions and to the next jump or call then, or until it has done so much else that it
 * pauses before (with EVENT_FUEL, too), unless an event
 * comes before. */
Event vm_run(Vm *vm, State *s, u64 fuel);

const Module *vm_module(const Vm *vm);
const struct Cover *vm_cover(const Vm *vm); /* of its configuration; may be NULL */
const Loops *vm_loops(Vm *vm, u32 fn);      /* of a function of its module, made when asked for */
u64 vm_ignored(const Vm *vm, Builtin builtin); /* calls of it that had no effect */
u64 vm_states(const Vm *vm);                   /* alive that were given out */

/* ---- states ---------------------------------------------------------------------------------- */

State *state_fork(Vm *vm, State *s); /* O(1) */
State *state_free(Vm *vm, State *s); /* accepts NULL, returns NULL */
/* Ends it from outside: PRUNED, BUDGET. */
void state_stop(State *s, Stop stop, const char *text);

/* How a path ends about which the solver does not know: UNKNOWN, or BUDGET if the run has ended. */
Stop stop_of_unknown(const Vm *vm);

/* Its code leads straight into an error, without another decision. */
bool state_is_doomed(const Vm *vm, const State *s);

static inline bool state_is_live(const State *s) { return !s->ending; }

/* Where it stands. */
const Pos *state_position(const Vm *vm, const State *s);

/* ---- decisions ------------------------------------------------------------------------------- */

/* At a choice: appends every successor, s first.  Live ones have taken a side that is possible;
 * others ended there: on an error, because the solver does not know (UNKNOWN), or because there
 * are more sides than allowed (BOUND). */
void choice_ask(Vm *vm, State *s, StateVec *ret_successors);

/* At a choice: takes this side, without asking whether it is possible.  False, and nothing is
 * changed, if the side cannot be one. */
must_use bool choice_take(Vm *vm, State *s, u64 side);

/* The side that the model of the state takes; false when it has no model. */
bool choice_guess(Vm *vm, const State *s, u64 *ret_side);

/* What holds of the inputs on this side; false where only the solver knows. */
bool choice_condition(const State *s, u64 side, Expr *ret_condition);

/* At a choice: takes this side if some input goes there, else the one that the model takes.  NO:
 * no input goes to the side that was wanted.  The state may have ended. */
Answer choice_prefer(Vm *vm, State *s, u64 side);

/* At a choice: the side of the model, whatever it is. */
void choice_go_on(Vm *vm, State *s);

/* The same, but neither the condition nor the decision is kept: for who wants to know what an input
 * costs and nothing else. */
void choice_follow_model(Vm *vm, State *s);

/* ---- tests ----------------------------------------------------------------------------------- */

/* Owns the bytes; names are borrowed from the state. */
typedef struct TestCase {
  NamedBytesVec inputs; /* in the order in which they were made */
  NamedBytesVec uninit; /* what memory held that nobody wrote; nobody can choose it */
} TestCase;

/* An input that takes the path of the state.  YES, or NO or UNKNOWN when its path condition was
 * only collected and has no model, or none that could be found. */
Answer testcase_make(Vm *vm, State *s, TestCase *ret_test);
/* The same with the canonical smallest input, where the solver knows it (solver_least). */
Answer testcase_least(Vm *vm, State *s, TestCase *ret_test);
void testcase_done(TestCase *t);
