// A path that reads an input in each round leaves a state behind in each: what these have in common
// is kept once, or 10,000 of them would take 200 MB.
// RUN: run --search dfs --max-depth 10000 --max-memory 100M --only-errors --jobs 1
// EXPECT: finished 10000
// EXPECT: budget 1
// RUN: run --search dfs --max-depth 300 --max-states 10 --only-errors
// EXPECT: finished 300
// EXPECT: budget 1
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) x += 2;
  return x & 1;
}
