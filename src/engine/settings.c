/* settings.c — the tables of shared options, and how these get into configurations. */
#include "engine/settings.h"

#include "base/os.h"
#include "base/registry.h"
#include "vm/memory/uninit.h"

#include <string.h>

static const OptionChoice uninits[] = {
#define UNINIT(id, name, meaning) {name, NULL, meaning},
#include "vm/memory/uninit.def"
#undef UNINIT
    {0},
};

static const OptionChoice checks[] = {
    {"shift", NULL, "a shift by the type's width or more"},
    {"leak", NULL, "memory that is not freed, or lost, at the end"},
    {"endless", NULL, "a loop without an end with __VERIFIER_*, too"},
    {0}};

enum { MAX_OBJECTS, MAX_VALUES, MAX_SPLIT };

/* clang-format off */
static const Option of_machine[] = {
    [MACHINE_ARG] = {"arg", OPTION_LIST, "WORD", NULL, "pass WORD to the program as an argument of main"},
    [MACHINE_UNINIT] = {"unset", OPTION_CHOICE, "WHAT", NULL, "what unwritten memory is (default: told; with __VERIFIER_*: symbolic)", .choices = uninits},
    [MACHINE_CHECK] = {"check", OPTION_LIST, "KIND", NULL, "treat it as an error, too", .choices = checks},
    [MACHINE_MAX_STACK] = {"max-stack", OPTION_SIZE, "SIZE", "8M", "limit of the program's stack", .min = 1},
    [MACHINE_MAX_HEAP] = {"max-heap", OPTION_SIZE, "SIZE", "4G", "limit of the program's heap; above it malloc gives NULL", .min = 1},
};

static const Option of_splits[] = {
    [MAX_OBJECTS] = {"max-objects", OPTION_NUMBER, "N", "256", "split a symbolic address that fits more than N objects", .min = 1, .max = UINT32_MAX},
    [MAX_VALUES] = {"max-values", OPTION_NUMBER, "N", "64", "most values that a symbolic length or call may take", .min = 1, .max = UINT32_MAX},
    [MAX_SPLIT] = {"max-split", OPTION_NUMBER, "N", NULL, "make a path for each value of an index that has at most N", .max = MOST_SPLIT},
};

static const Option of_solver[] = {
    [SOLVER_STAGES] = {"stages", OPTION_TEXT, "LIST", NULL, "solver stages to use (a,b) or to leave out (-a,-b)"},
    [SOLVER_TIMEOUT] = {"solver-timeout", OPTION_DURATION, "T", "30s", "give up a question to the solver after T", .min = 1},
};

static const Option of_limits[] = {
    [LIMITS_TIME] = {"max-time", OPTION_DURATION, "T", NULL, "stop after T, such as 30s or 5m", .min = 1, .is_common = true},
    [LIMITS_PATHS] = {"max-paths", OPTION_NUMBER, "N", NULL, "stop after N paths (worst: at each size)", .min = 1},
    [LIMITS_INSTRUCTIONS] = {"max-instructions", OPTION_NUMBER, "N", NULL, "stop after N LLVM instructions (worst: at each size)", .min = 1},
    [LIMITS_MEMORY] = {"max-memory", OPTION_SIZE, "SIZE", NULL, "memory (default: half of the computer's); other states are set aside", .min = 1},
    [LIMITS_DEPTH] = {"max-depth", OPTION_NUMBER, "N", NULL, "end a path after N decisions", .min = 1},
};
/* clang-format on */

static bool checks_for(const OptionSet *s, const char *kind) {
  const WordList *kinds = option_list(s, MACHINE_CHECK);
  for (u32 i = 0; i < kinds->n; i++)
    if (!strcmp(kinds->at[i], kind)) return true;
  return false;
}

bool machine_checks_leak(const OptionSet *options) { return checks_for(options, "leak"); }

static Err check_machine(const OptionSet *s) {
  const WordList *kinds = option_list(s, MACHINE_CHECK);
  u32 row;
  for (u32 i = 0; i < kinds->n; i++)
    TRY(ROW_FIND("--check: there is no", kinds->at[i], checks, ARRAY_LEN(checks) - 1, &row));
  return OK;
}

static Err check_stages(const OptionSet *s) {
  SolverConfig c = solver_config_default();
  return option_has(s, SOLVER_STAGES) ? solver_config_stages(&c, option_text(s, SOLVER_STAGES))
                                      : OK;
}

const OptionGroup machine_options = {"running the program", of_machine, ARRAY_LEN(of_machine),
                                     check_machine};
const OptionGroup machine_settings = {"paths of symbolic addresses and values", of_splits,
                                      ARRAY_LEN(of_splits), NULL, "machine"};
const OptionGroup solver_options = {"the solver", of_solver, ARRAY_LEN(of_solver), check_stages};
const OptionGroup limit_options = {"limits", of_limits, ARRAY_LEN(of_limits), NULL};

void machine_options_read(const OptionSet *s, const OptionSet *settings, const Module *m,
                          VmConfig *io) {
  /* Where nobody says what uninitialised memory is, the program does. */
  io->uninit = option_has(s, MACHINE_UNINIT) ? (UninitMode)option_choice(s, MACHINE_UNINIT)
                                             : uninit_usual(m);
  io->checks_shift = checks_for(s, "shift");
  io->checks_leak = machine_checks_leak(s);
  io->checks_nontermination = checks_for(s, "endless");
  io->max_objects = (u32)option_number(settings, MAX_OBJECTS);
  io->max_values = (u32)option_number(settings, MAX_VALUES);
  io->max_split = (u32)option_number_or(settings, MAX_SPLIT, io->max_split);
  if (option_has(settings, MAX_SPLIT)) io->splits_looked_up = false;
  io->max_stack_bytes = option_number(s, MACHINE_MAX_STACK);
  io->max_heap_bytes = option_number(s, MACHINE_MAX_HEAP);
}

SolverConfig solver_options_read(const OptionSet *s) {
  SolverConfig c = solver_config_default();
  if (option_has(s, SOLVER_STAGES)) {
    Err err = solver_config_stages(&c, option_text(s, SOLVER_STAGES));
    CHECK(err == OK, "stages that were checked: %s", err_text());
  }
  c.query_ns = option_number(s, SOLVER_TIMEOUT);
  return c;
}

Budget limit_options_read(const OptionSet *s) {
  Budget b = budget_unlimited();
  if (option_has(s, LIMITS_TIME)) b.deadline_ns = clock_after(option_number(s, LIMITS_TIME));
  b.max_paths = option_number_or(s, LIMITS_PATHS, b.max_paths);
  b.max_instructions = option_number_or(s, LIMITS_INSTRUCTIONS, b.max_instructions);
  b.max_bytes = option_number_or(s, LIMITS_MEMORY, os_half_memory());
  return b;
}

void limit_leave_room(Budget *io) {
  u64 resident = os_resident_bytes(NULL), counted = mem_bytes();
  if (io->max_bytes == UINT64_MAX || resident <= counted) return;
  io->max_bytes -= MIN(resident - counted, io->max_bytes / 2);
}

u64 limit_time(const OptionSet *s) { return option_number_or(s, LIMITS_TIME, NEVER_NS); }

u64 limit_rest(u64 time_ns, const Budget *b) {
  if (time_ns == NEVER_NS) return NEVER_NS;
  u64 end = b->deadline_ns, more = time_ns / 10 + NS_PER_S;
  return clock_left(end > NEVER_NS - more ? NEVER_NS : end + more);
}
