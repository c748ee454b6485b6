/* arithmetic.c — divisions, products, sums of wide words and of booleans, reads of tables: programs
 * that compute with numbers as numbers. */
#include "bench/solver/workload.h"

static Expr number(u32 width, u64 value) { return expr_const(width, value); }

static Expr wide(Expr x) { return expr_zext(x, 32); }

static Expr divided(Expr x, u32 by) { return expr_udiv(x, number(32, by)); }

/* Of two numbers whose quotients are all 1. */
void workload_gcd(Path *p, u32 n) {
  path_init(p, 4);
  u32 x = 1, y = 2;
  for (u32 i = 0; i < n; i++) y += x, x = y - x;
  Expr a = path_int(p, 0, (int)(y | x << 16)), b = expr_extract(a, 16, 16);
  a = expr_extract(a, 0, 16);
  for (u32 i = 0; i < n && path_branch(p, expr_ne(b, number(16, 0))); i++) {
    Expr rest = expr_urem(a, b);
    a = b;
    b = rest;
  }
  path_branch(p, expr_and(expr_eq(b, number(16, 0)), expr_eq(a, number(16, 7))));
}

/* The calendar day of a number of days; N of the questions of bench/bits/programs/date.c. */
void workload_date(Path *p, u32 n) {
  path_init(p, 4);
  Expr days = path_int(p, 0, 1000);
  path_assume(p, expr_ult(days, number(32, 3652425)));
  Expr z = expr_add(days, number(32, 719468)), era = divided(z, 146097);
  Expr doe = expr_sub(z, expr_mul(era, number(32, 146097)));
  Expr leap = expr_sub(expr_add(expr_sub(doe, divided(doe, 1460)), divided(doe, 36524)),
                       divided(doe, 146096));
  Expr yoe = divided(leap, 365);
  Expr before =
      expr_sub(expr_add(expr_mul(yoe, number(32, 365)), divided(yoe, 4)), divided(yoe, 100));
  Expr doy = expr_sub(doe, before);
  Expr mp = divided(expr_add(expr_mul(doy, number(32, 5)), number(32, 2)), 153);
  Expr start = divided(expr_add(expr_mul(mp, number(32, 153)), number(32, 2)), 5);
  Expr day = expr_add(expr_sub(doy, start), number(32, 1));
  bool is_early = path_branch(p, expr_ult(mp, number(32, 10)));
  Expr month = expr_add(mp, number(32, is_early ? 3 : (u32)-9));
  Expr year = expr_add(yoe, expr_mul(era, number(32, 400)));
  Expr is_13 = expr_eq(day, number(32, 13)),
       is_friday = expr_eq(expr_urem(days, number(32, 7)), number(32, 1));
  Expr is_century = expr_eq(expr_urem(year, number(32, 100)), number(32, 0));
  Expr is_may = expr_and(expr_eq(month, number(32, 5)), expr_eq(day, number(32, 1)));
  Expr questions[] = {expr_ugt(day, number(32, 31)), expr_and(is_13, is_friday),
                      expr_and(is_century, is_may), expr_ugt(month, number(32, 12))};
  for (u32 i = 0; i < n && i < ARRAY_LEN(questions); i++) path_branch(p, questions[i]);
}

/* Four numbers of a dotted address of 4 * N + 3 characters. */
void workload_ipv4(Path *p, u32 n) {
  path_init(p, 4 * n + 3);
  Expr address = number(32, 0);
  for (u32 part = 0, at = 0; part < 4; part++) {
    Expr value = number(32, 0);
    for (u32 k = 0; k < n; k++, at++) {
      Expr c = path_byte(p, at, '1');
      path_branch(p, expr_and(expr_uge(c, number(8, '0')), expr_ule(c, number(8, '9'))));
      value = expr_add(expr_mul(value, number(32, 10)), wide(expr_sub(c, number(8, '0'))));
      path_branch(p, expr_ugt(value, number(32, 255)));
    }
    if (part < 3) path_branch(p, expr_eq(path_byte(p, at++, '.'), number(8, '.')));
    address = expr_or(expr_shl(address, number(32, 8)), value);
  }
  path_branch(p, expr_eq(expr_extract(address, 24, 8), number(8, 10)));
  path_branch(p, expr_eq(expr_extract(address, 16, 16), number(16, 192 << 8 | 168)));
}

void workload_sums128(Path *p, u32 n) {
  path_init(p, 16 * n);
  Expr sum = number(128, 0);
  for (u32 i = 0; i < n; i++) {
    Expr x = path_int(p, 4 * i, 1), before = sum;
    for (u32 k = 1; k < 4; k++) x = expr_concat(path_int(p, 4 * i + k, 0), x);
    sum = expr_add(sum, x);
    path_branch(p, expr_ult(sum, before));
  }
  Expr is_high = expr_eq(expr_extract(sum, 64, 64), number(64, 0x123456789));
  path_branch(p, expr_and(is_high, expr_eq(expr_extract(sum, 0, 64), number(64, 42))));
}

void workload_booleans(Path *p, u32 n) {
  path_init(p, n);
  Expr count = number(32, 0), weighted = number(32, 0);
  for (u32 i = 0; i < n; i++) {
    Expr x = path_byte(p, i, 0), mask = number(8, 0x81);
    count = expr_add(count, wide(expr_eq(expr_and(x, mask), mask)));
    Expr is_large = wide(expr_ugt(x, number(8, 100)));
    weighted = expr_add(weighted, expr_mul(is_large, number(32, i + 1)));
  }
  Expr is_half = expr_eq(count, number(32, n / 2));
  path_branch(p, expr_and(is_half, expr_eq(weighted, number(32, 2 * n))));
  path_branch(p, expr_ugt(count, weighted));
}

void workload_matrix(Path *p, u32 n) {
  path_init(p, 2 * n * n);
  Expr all = expr_bool(true);
  for (u32 i = 0; i < n; i++)
    for (u32 k = 0; k < n; k++) {
      Expr sum = number(32, 0);
      for (u32 m = 0; m < n; m++) {
        Expr a = path_byte(p, i * n + m, 0), b = path_byte(p, n * n + m * n + k, 0);
        sum = expr_add(sum, expr_mul(wide(a), wide(b)));
      }
      all = expr_and(all, expr_eq(sum, number(32, 1000 + 77 * i + 131 * k)));
    }
  path_branch(p, all);
}

/* Reads of 4 KB at rising places, some of which were written before. */
void workload_reads(Path *p, u32 n) {
  path_init(p, 4 * n);
  u64 bytes[4096];
  for (u32 i = 0; i < ARRAY_LEN(bytes); i++) bytes[i] = (i * 2654435761u >> 13) & 0xff;
  Expr memory = expr_array_table(12, 8, bytes, ARRAY_LEN(bytes)), sum = number(32, 0);
  Expr before = EXPR_NONE;
  for (u32 i = 0; i < n; i++) {
    Expr at = path_int(p, i, (int)(3 * i + 1));
    path_assume(p, expr_ult(at, number(32, 4096)));
    if (i) path_assume(p, expr_ult(before, at));
    Expr index = expr_extract(at, 0, 12), value = expr_select(memory, index);
    path_branch(p, expr_ugt(value, number(8, 250)));
    sum = expr_add(sum, wide(value));
    if (i % 4 == 0) memory = expr_store(memory, index, number(8, i));
    before = at;
  }
  path_branch(p, expr_eq(sum, number(32, 1000)));
}

/* N keys in one slot of 16: how many are found before a place is free. */
void workload_hashtable(Path *p, u32 n) {
  path_init(p, 4 * n);
  Expr *slots = mem_new(n * sizeof *slots);
  for (u32 i = 0; i < n; i++) {
    Expr hash = expr_mul(path_int(p, i, (int)i), number(32, 2654435761u));
    slots[i] = expr_extract(hash, 28, 4);
    for (u32 k = 0; k < i; k++) path_branch(p, expr_eq(slots[i], slots[k]));
  }
  mem_free(slots);
}
