// A loop without end is ended by each of the budgets, and its path is told as cut, not as done.
// RUN: run --max-instructions 10000
// EXPECT: finished 0
// EXPECT: budget 1
// EXPECT: limit instructions
// RUN: run --max-time 300ms
// EXPECT: finished 0
// EXPECT: budget 1
// EXPECT: limit time
int main(void) {
  for (volatile unsigned i = 0;; i++) {}
}
