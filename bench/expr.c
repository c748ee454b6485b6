/* expr.c — what terms cost: bytes per node, calls of constructors per second.
 *
 * Usage: bench-expr.  Each workload is the same few million calls; the best of
 * three runs is printed, in time of the processor, because the machine is rarely
 * ours alone.
 */
#include "expr/expr.h"
#include "expr/input.h"

#include <stdio.h>
#include <time.h>

enum { N = 2000000, RUNS = 3 };

static Expr word(const char *name, u32 width) {
  return expr_var(input_bits(name, width), 0, width);
}

/* A chain that no rule touches: as many new nodes as calls. */
static u64 fresh(void) {
  Expr x = word("x", 64), y = word("y", 64), e = x;
  for (u32 i = 0; i < N; i++) e = i % 2 ? expr_xor(e, y) : expr_mul(e, y);
  return N;
}

static Expr pool[1024], sums[1023];

static void fill_pool(void) {
  char name[16];
  for (u32 i = 0; i < ARRAY_LEN(pool); i++) {
    snprintf(name, sizeof name, "p%u", i);
    pool[i] = word(name, 32);
  }
  for (u32 i = 0; i < ARRAY_LEN(sums); i++) sums[i] = expr_add(pool[i], pool[i + 1]);
}

/* Terms that are in the table already. */
static u64 existing(void) {
  u64 n = 0, same = 0;
  for (u32 round = 0; round < 2 * N / ARRAY_LEN(sums); round++)
    for (u32 i = 0; i < ARRAY_LEN(sums); i++, n++)
      same += expr_same(expr_add(pool[i], pool[i + 1]), sums[i]);
  CHECK(same == n, "%llu calls made another term", (unsigned long long)(n - same));
  return n;
}

/* Four bytes cut out of a word and put together again. */
static u64 bytes_and_back(void) {
  u64 n = 0;
  for (u32 i = 0; n < N; i = (i + 1) % (u32)ARRAY_LEN(sums)) {
    Expr e = sums[i], joined = expr_extract(e, 0, 8);
    for (u32 low = 8; low < 32; low += 8) joined = expr_concat(expr_extract(e, low, 8), joined);
    CHECK(expr_same(joined, e), "a word did not come back");
    n += 7;
  }
  return n;
}

/* Conditions as clang -O0 writes them: compare, widen, compare with 0, negate. */
static u64 conditions(void) {
  Expr zero = expr_const(32, 0);
  u64 n = 0;
  for (u32 i = 0; n < N; i = (i + 1) % 1000) {
    Expr c = expr_slt(pool[i], expr_add(pool[i + 1], expr_const(32, n % 64)));
    Expr again = expr_ne(expr_zext(c, 32), zero);
    CHECK(expr_same(again, c), "a condition did not collapse");
    n += 6;
  }
  return n;
}

/* Sums whose constants and operands merge. */
static u64 sums_merge(void) {
  u64 n = 0;
  for (u32 i = 0; n < N; i = (i + 1) % 1000) {
    Expr e = expr_add(expr_add(pool[i], expr_const(32, n % 1000 + 1)), pool[i + 1]);
    e = expr_sub(e, pool[i]);
    CHECK(expr_same(expr_sub(e, expr_const(32, n % 1000 + 1)), pool[i + 1]), "a sum stayed");
    n += 6;
  }
  return n;
}

static double cpu_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void measure(const char *what, u64 (*work)(void), bool has_pool) {
  double best = 0;
  for (u32 run = 0; run < RUNS; run++) {
    expr_open();
    if (has_pool) fill_pool();
    double start = cpu_us(), n = (double)work(), rate = n / (cpu_us() - start);
    if (rate > best) best = rate;
    expr_close();
  }
  printf("%-44s %8.1f million calls/s\n", what, best);
}

int main(void) {
  expr_open();
  u64 n = fresh();
  printf("%-44s %8.1f bytes\n", "memory per binary node, table entry included",
         (double)expr_bytes() / (double)n);
  expr_close();
  measure("a term that exists", existing, true);
  measure("a new term", fresh, false);
  measure("bytes cut from a word and joined", bytes_and_back, true);
  measure("conditions widened and compared", conditions, true);
  measure("sums with constants and cancellation", sums_merge, true);
  return 0;
}
