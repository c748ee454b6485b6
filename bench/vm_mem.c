/* vm_mem.c — what the memory of states costs: forks, bytes per fork, loads and stores.
 *
 * Usage: bench-vm-mem.  Nanoseconds of processor time, the best of three runs.
 */
#include "base/rng.h"
#include "vm/memory/heap.h"
#include "vm/memory/object.h"

#include <stdio.h>
#include <time.h>

enum { RUNS = 3, N_FORKS = 20000, N_ACCESSES = 1 << 26, N_SLOW = 1 << 20 };

static double cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* A program of a usual size: some globals, heap and stack objects of `size` bytes, the
 * first full of symbolic words if that is asked for. */
static void program(Space *s, u64 *objects, u32 n, u64 size, bool is_symbolic) {
  space_init(s);
  for (u32 i = 0; i < n; i++) {
    ObjectKind kind = i % 3 == 0 ? OBJECT_GLOBAL : i % 3 == 1 ? OBJECT_HEAP : OBJECT_STACK;
    objects[i] = heap_alloc(s, kind, size, 1, 0);
    CHECK(!object_store(s, objects[i], 1, word_of(i)), "a store into a new object");
  }
  if (is_symbolic) object_put_input(s, objects[0], input_bytes("in", (u32)size), 0, (u32)size, 4);
}

/* ---- forks ------------------------------------------------------------------ */

static Space children[N_FORKS];
static u64 objects[4096];

/* Each child changes one byte in each of n_changed objects that are not neighbours. */
static void forks(u32 n_objects, u64 size, u32 n_changed, bool is_symbolic) {
  double fork_ns = 1e18, change_ns = 1e18;
  u64 bytes = 0;
  for (u32 run = 0; run < RUNS; run++) {
    Space s;
    expr_open();
    program(&s, objects, n_objects, size, is_symbolic);
    double start = cpu_ns();
    for (u32 i = 0; i < N_FORKS; i++) children[i] = space_fork(&s);
    fork_ns = MIN(fork_ns, (cpu_ns() - start) / N_FORKS);
    u64 before = space_memory();
    start = cpu_ns();
    for (u32 i = 0; i < N_FORKS; i++)
      for (u32 k = 0; k < n_changed; k++) {
        u64 a = objects[(u64)k * n_objects / n_changed];
        CHECK(!object_store(&children[i], a, 1, word_of(i)), "a store");
      }
    if (n_changed) change_ns = MIN(change_ns, (cpu_ns() - start) / N_FORKS / n_changed);
    bytes = (space_memory() - before) / N_FORKS;
    for (u32 i = 0; i < N_FORKS; i++) space_done(&children[i]);
    space_done(&s);
    expr_close();
  }
  printf("%8u %8lu %8u %10.1f", n_objects, size, n_changed, fork_ns);
  printf(" %14.1f", n_changed ? change_ns : 0);
  printf(" %14lu\n", bytes + sizeof(Space));
}

/* ---- accesses ----------------------------------------------------------------- */

static Tlb tlb;
static volatile u64 sink;

typedef u64 Work(Space *s, u64 at, u64 size); /* how many accesses */

/* The loop of an interpreter that only loads: along an array of words. */
static u64 loads(Space *s, u64 at, u64 size) {
  u64 sum = 0;
  for (u64 i = 0, offset = 0; i < N_ACCESSES; i++, offset = (offset + 4) & (size - 1)) {
    const u32 *p = tlb_read(&tlb, at + offset, 4);
    Word w = {0};
    if (unlikely(!p)) CHECK(!object_load(s, at + offset, 4, &w), "a load");
    sum += p ? *p : w.value;
  }
  sink = sum;
  return N_ACCESSES;
}

static u64 stores(Space *s, u64 at, u64 size) {
  for (u64 i = 0, offset = 0; i < N_ACCESSES; i++, offset = (offset + 4) & (size - 1)) {
    u32 *p = tlb_write(&tlb, at + offset, 4);
    if (likely(p != NULL)) {
      *p = (u32)i;
      continue;
    }
    CHECK(!object_store(s, at + offset, 4, word_of(i & 0xffffffff)), "a store");
  }
  return N_ACCESSES;
}

static u64 slow_loads(Space *s, u64 at, u64 size) {
  u64 sum = 0;
  for (u64 i = 0, offset = 0; i < N_SLOW; i++, offset = (offset + 4) & (size - 1)) {
    Word w;
    CHECK(!object_load(s, at + offset, 4, &w), "a load");
    sum += w.value + w.expr.id;
  }
  sink = sum;
  return N_SLOW;
}

static u64 slow_stores(Space *s, u64 at, u64 size) {
  for (u64 i = 0, offset = 0; i < N_SLOW; i++, offset = (offset + 4) & (size - 1))
    CHECK(!object_store(s, at + offset, 4, word_of(i)), "a store");
  return N_SLOW;
}

/* Every word is a term that arithmetic made, stored and loaded. */
static u64 symbolic(Space *s, u64 at, u64 size) {
  Expr x = expr_var(input_bits("x", 32), 0, 32), terms[64];
  for (u32 i = 0; i < 64; i++) terms[i] = expr_mul(x, expr_const(32, 2 * i + 3));
  for (u64 i = 0, offset = 0; i < N_SLOW; i++, offset = (offset + 4) & (size - 1)) {
    Word w;
    CHECK(!object_store(s, at + offset, 4, (Word){0, terms[i % 64]}), "a store");
    CHECK(!object_load(s, at + offset, 4, &w) && expr_same(w.expr, terms[i % 64]), "a load");
  }
  return 2 * (u64)N_SLOW;
}

static void input_loads(Space *s, u64 at, u64 size, u32 unit, u32 n) {
  object_put_input(s, at, input_bytes("in", (u32)size), 0, (u32)size, unit);
  for (u64 i = 0, offset = 0; i < N_SLOW; i++, offset = (offset + n) & (size - 1)) {
    Word w;
    CHECK(!object_load(s, at + offset, n, &w) && word_is_symbolic(w), "a load");
  }
}

static u64 input_1_by_1(Space *s, u64 at, u64 size) {
  input_loads(s, at, size, 1, 1);
  return N_SLOW;
}
static u64 input_1_by_4(Space *s, u64 at, u64 size) {
  input_loads(s, at, size, 1, 4);
  return N_SLOW;
}
static u64 input_8_by_1(Space *s, u64 at, u64 size) {
  input_loads(s, at, size, 8, 1);
  return N_SLOW;
}
static u64 input_8_by_4(Space *s, u64 at, u64 size) {
  input_loads(s, at, size, 8, 4);
  return N_SLOW;
}

/* A function that is called again and again and has an array of its own. */
static u64 calls(Space *s, u64 at, u64 size) {
  (void)at;
  for (u32 i = 0; i < N_SLOW; i++) {
    u64 mark = heap_mark(s), a = heap_alloc(s, OBJECT_STACK, size, 1, 0);
    CHECK(!object_store(s, a, 4, word_of(i)), "a store");
    heap_pop(s, mark);
  }
  return N_SLOW;
}

/* Forks of a running space, of which the child dies at once. */
static u64 running_forks(Space *s, u64 at, u64 size) {
  (void)at, (void)size;
  for (u32 i = 0; i < N_SLOW; i++) {
    Space child = space_fork(s);
    space_done(&child);
  }
  return N_SLOW;
}

static u64 mallocs(Space *s, u64 at, u64 size) {
  (void)at;
  for (u32 i = 0; i < N_SLOW / 4; i++) {
    u64 a = heap_alloc(s, OBJECT_HEAP, size, 1, 0);
    CHECK(!object_store(s, a, 4, word_of(i)), "a store");
    CHECK(!heap_free(s, a, 0), "a free");
  }
  return N_SLOW / 4;
}

static void accesses(const char *what, Work *work, u64 size) {
  double best = 1e18;
  for (u32 run = 0; run < RUNS; run++) {
    Space s;
    expr_open();
    program(&s, objects, 100, 64, false);
    u64 at = heap_alloc(&s, OBJECT_HEAP, size, 1, 0);
    space_run(&s, &tlb);
    double start = cpu_ns();
    u64 n = work(&s, at, size);
    best = MIN(best, (cpu_ns() - start) / (double)n);
    space_done(&s);
    expr_close();
  }
  printf("%-52s %8lu %10.2f\n", what, size, best);
}

int main(void) {
  printf("%8s %8s %8s %10s %14s %14s\n", "objects", "size", "changed", "ns/fork", "ns/change",
         "bytes/space");
  const u32 n_objects[] = {10, 100, 1000, 4000}, changed[] = {0, 1, 4, 10};
  for (u32 i = 0; i < ARRAY_LEN(n_objects); i++)
    for (u32 k = 0; k < ARRAY_LEN(changed); k++) forks(n_objects[i], 64, changed[k], false);
  forks(10, 65536, 1, false);
  printf("the first of these full of symbolic words:\n");
  forks(10, 64, 1, true);
  forks(10, 4096, 1, true);
  forks(10, 65536, 1, true);
  printf("\n%-52s %8s %10s\n", "access", "object", "ns each");
  accesses("load, fast path", loads, 4096);
  accesses("load, fast path", loads, 1 << 16);
  accesses("store, fast path", stores, 4096);
  accesses("store, fast path", stores, 1 << 16);
  accesses("load, slow path", slow_loads, 4096);
  accesses("store, slow path", slow_stores, 4096);
  accesses("symbolic word, stored and loaded", symbolic, 4096);
  accesses("input kept as bytes, loaded as bytes", input_1_by_1, 1024);
  accesses("input kept as bytes, loaded as words of 4", input_1_by_4, 1024);
  accesses("input kept as words of 8, loaded as bytes", input_8_by_1, 1024);
  accesses("input kept as words of 8, loaded as words of 4", input_8_by_4, 1024);
  accesses("call with one stack object: alloc, store, pop", calls, 64);
  accesses("malloc, store, free", mallocs, 64);
  accesses("fork of the running space, child dropped", running_forks, 64);
  return 0;
}
