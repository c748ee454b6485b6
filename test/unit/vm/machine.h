/* machine.h — for tests of the machine: C sources to modules, a depth-first run of all paths, and
 * the same source run natively. */
#pragma once

#include "base/text.h"
#include "code/llvm/probe.h"
#include "code/program.h"
#include "expr/expr.h"
#include "vm/vm.h"

/* Compiles with clang -O0 and lowers; fails the test when that does not work. */
Module *machine_compile(const char *source);
Module *machine_compile_probed(const char *source, const Probe *probe); /* the file is p.c */

typedef struct Machine {
  Module *module; /* owned */
  Solver *solver; /* owned */
  Vm *vm;         /* owned */
  Text output;    /* of all paths together */
} Machine;

/* Both take the module. */
void machine_init_with(Machine *m, Module *module, const SolverConfig *solver,
                       const VmConfig *config);
void machine_init_module(Machine *m, Module *module, const VmConfig *config);
void machine_init(Machine *m, const char *source, const VmConfig *config);
void machine_done(Machine *m);

/* What a run of all paths saw. */
typedef struct Tally {
  u32 n[STOP_COUNT]; /* paths by their end */
  u32 n_paths;       /* all of them */
  u32 n_decisions;
  Cost most; /* each cost at its largest */
} Tally;

/* Called with every state that has ended. */
typedef void Ended(Machine *m, State *s, void *user);

Tally machine_explore(Machine *m, Ended *ended, void *user);
Tally machine_count(const char *source); /* with the default configuration */

/* The one path of a program without symbols: its exit code; fails the test on any other end. */
int machine_run(const char *source, Text *ret_output);

/* The same with every global that is no constant and no pointer symbolic.  Its initial contents are
 * the only model, so one path is possible: it is followed. */
int machine_run_mixed(const char *source);

/* Exit code of the same source compiled natively, with `extra` in front of it. */
int native_run(const char *extra, const char *source, Text *ret_output);
