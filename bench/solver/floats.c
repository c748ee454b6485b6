/* floats.c — programs that compute with doubles and floats, as nadir makes terms of them. */
#include "bench/solver/workload.h"
#include "expr/float.h"

/* As sort.c, of doubles. */
void workload_sort_double(Path *p, u32 n) {
  path_init(p, 8 * n);
  Expr *a = mem_new(n * sizeof *a);
  for (u32 i = 0; i < n; i++) {
    Expr low = path_int(p, 2 * i, (int)(n - i));
    a[i] = expr_concat(path_int(p, 2 * i + 1, 0), low);
    path_assume(p, expr_not(float_is_nan(a[i])));
  }
  for (u32 i = 1; i < n; i++) {
    Expr x = a[i];
    u32 j = i;
    for (; j > 0; j--) {
      u32 known = FLOAT_NUMBER;
      if (!path_branch(p, float_compare(a[j - 1], known, x, known, FLOAT_GREATER))) break;
      a[j] = a[j - 1];
    }
    a[j] = x;
  }
  mem_free(a);
}

static Expr single(float x) {
  u32 bits;
  memcpy(&bits, &x, sizeof bits);
  return expr_const(32, bits);
}

/* Of N numbers from 0 to 10: can their sum exceed 10 * N, can it be 7.5? */
void workload_float_sum(Path *p, u32 n) {
  path_init(p, 4 * n);
  Expr sum = single(0);
  for (u32 i = 0; i < n; i++) {
    Expr x = path_int(p, i, 0);
    path_assume(p, float_compare(x, 0, single(0), 0, FLOAT_GREATER | FLOAT_EQUAL));
    path_assume(p, float_compare(x, 0, single(10), 0, FLOAT_LESS | FLOAT_EQUAL));
    sum = float_add(sum, x);
  }
  path_branch(p, float_compare(sum, 0, single(10 * (float)n), 0, FLOAT_GREATER));
  path_branch(p, float_compare(sum, 0, single(7.5f), 0, FLOAT_EQUAL));
}

/* A product of N numbers, and its root. */
void workload_float_product(Path *p, u32 n) {
  path_init(p, 4 * n);
  Expr product = single(1);
  for (u32 i = 0; i < n; i++) product = float_mul(product, path_int(p, i, 0));
  path_branch(p, float_compare(product, 0, single(0.1f), 0, FLOAT_EQUAL));
  path_branch(p, float_compare(float_sqrt(product), 0, single(1.5f), 0, FLOAT_EQUAL));
}
