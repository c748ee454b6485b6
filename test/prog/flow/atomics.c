// Atomics, of one thread: every read-modify-write, exchange and fence.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdatomic.h>
#include <stdio.h>

int main(void) {
  atomic_int a = 5;
  _Atomic unsigned char c = 250;
  _Atomic(long *) p;
  long cells[4] = {1, 2, 3, 4};
  int expected = 6;
  printf("%d", atomic_fetch_add(&a, 3));
  printf(" %d", atomic_fetch_sub(&a, 1));
  printf(" %d", atomic_fetch_or(&a, 8));
  printf(" %d", atomic_fetch_and(&a, 12));
  printf(" %d", atomic_fetch_xor(&a, 5));
  printf(" %d", atomic_exchange(&a, 77));
  printf(" %d\n", atomic_load(&a));
  printf("%d %d", atomic_compare_exchange_strong(&a, &expected, 1), expected);
  printf(" %d %d\n", atomic_compare_exchange_strong(&a, &expected, 1), atomic_load(&a));
  c += 10;
  atomic_store(&p, cells);
  atomic_fetch_add(&p, 2);
  atomic_thread_fence(memory_order_seq_cst);
  printf("%d %ld %d\n", c++, *atomic_load(&p), c);
  atomic_flag flag = ATOMIC_FLAG_INIT;
  printf("%d", atomic_flag_test_and_set(&flag));
  printf("%d\n", atomic_flag_test_and_set(&flag));
  unsigned u = 9;
  printf("%u", __atomic_fetch_nand(&u, 5, __ATOMIC_SEQ_CST));
  printf(" %u %d", __sync_add_and_fetch(&u, 2), __sync_bool_compare_and_swap(&u, 0, 1));
  printf(" %u\n", __atomic_fetch_max(&u, 3, __ATOMIC_RELAXED));
  return 0;
}
