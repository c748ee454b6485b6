/* states.c — what a fork of a state costs in nanoseconds and bytes.
 *
 * Usage: bench-vm-states FILE.bc N.  Runs the program to its first choice and forks the state there
 * N times; then lets each copy take a side, which makes it pay for a frame of its own.
 */
#include "build/runtime.h"
#include "code/program.h"
#include "vm/vm.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static Err open_module(const char *path, Module **ret_module) {
  cleanup(program_freep) Program *p = program_new();
  LowerOptions options = {.select_branches = true};
  TRY(program_read(p, path));
  Library library = {"the runtime", runtime_archive, runtime_archive_size};
  TRY(program_link(p, &library, 1));
  TRY(program_prepare(p));
  return program_lower(p, &options, ret_module);
}

static Err measure(Vm *vm, u32 n) {
  State *first;
  TRY(vm_start(vm, &first));
  while (vm_run(vm, first, 1 << 20) == EVENT_FUEL) {}
  CHECK(state_is_live(first), "the program has no choice");
  State **copies = mem_new(n * sizeof(State *));
  u64 bytes = mem_bytes();
  double start = cpu_ns();
  for (u32 i = 0; i < n; i++) copies[i] = state_fork(vm, first);
  double forked = cpu_ns();
  u64 forked_bytes = mem_bytes();
  for (u32 i = 0; i < n; i++) CHECK(choice_take(vm, copies[i], i & 1), "a side");
  double taken = cpu_ns();
  u64 taken_bytes = mem_bytes();
  for (u32 i = 0; i < n; i++) vm_run(vm, copies[i], 1 << 20);
  double ran = cpu_ns();
  u64 ran_bytes = mem_bytes();
  for (u32 i = 0; i < n; i++) state_free(vm, copies[i]);
  double freed = cpu_ns();
  printf("%u forks of one state (aim: under 2000 ns)\n", n);
  printf("  %-32s %6.0f ns %6ju bytes\n", "fork", (forked - start) / n,
         (uintmax_t)(forked_bytes - bytes) / n);
  printf("  %-32s %6.0f ns %6ju bytes\n", "take a side of the choice", (taken - forked) / n,
         (uintmax_t)(taken_bytes - forked_bytes) / n);
  printf("  %-32s %6.0f ns %6jd bytes\n", "run to the next choice", (ran - taken) / n,
         ((intmax_t)ran_bytes - (intmax_t)taken_bytes) / n);
  printf("  %-32s %6.0f ns\n", "free", (freed - ran) / n);
  mem_free(copies);
  return OK;
}

static Err run(const char *path, u32 n) {
  Module *m;
  TRY(open_module(path, &m));
  SolverConfig solving = solver_config_default();
  VmConfig config = vm_config_default();
  Solver *solver = solver_new(&solving);
  Vm *vm = vm_new(m, solver, &config);
  Err err = measure(vm, n);
  vm_free(vm);
  solver_free(solver);
  module_free(m);
  return err;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: bench-vm-states FILE.bc N\n");
    return 2;
  }
  expr_open();
  Err err = run(argv[1], (u32)strtoul(argv[2], NULL, 10));
  if (err != OK) fprintf(stderr, "bench-vm-states: %s\n", err_text());
  expr_close();
  return err != OK;
}
