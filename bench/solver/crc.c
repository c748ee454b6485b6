/* crc.c — CRC-32 (IEEE 802.3, reflected) of n bytes, three ways: with a branch
 * for every bit, with masks instead, and by a table of 256 words.  The last two
 * end in tests of the sum, as a program that reads a checksum has them. */
#include "bench/solver/workload.h"

enum { POLYNOMIAL = (int)0xedb88320 };

static Expr word(u32 value) { return expr_const(32, value); }

static Expr input(Path *p, u32 i) { return expr_zext(path_byte(p, i, (u8)(37 * i + 11)), 32); }

/* Low byte first, then the whole. */
static void test_sum(Path *p, Expr crc) {
  u32 value = (u32)eval(p->eval, p->input, crc);
  path_branch(p, expr_eq(expr_extract(crc, 0, 8), expr_const(8, value & 0xff)));
  path_branch(p, expr_eq(crc, word(value)));
}

void workload_crc_branch(Path *p, u32 n) {
  path_init(p, n);
  Expr crc = word(UINT32_MAX);
  for (u32 i = 0; i < n; i++) {
    crc = expr_xor(crc, input(p, i));
    for (u32 bit = 0; bit < 8; bit++) {
      bool is_odd = path_branch(p, expr_ne(expr_and(crc, word(1)), word(0)));
      crc = expr_lshr(crc, word(1));
      if (is_odd) crc = expr_xor(crc, word((u32)POLYNOMIAL));
    }
  }
}

void workload_crc_mask(Path *p, u32 n) {
  path_init(p, n);
  Expr crc = word(UINT32_MAX);
  for (u32 i = 0; i < n; i++) {
    crc = expr_xor(crc, input(p, i));
    for (u32 bit = 0; bit < 8; bit++) {
      Expr mask = expr_neg(expr_and(crc, word(1)));
      crc = expr_xor(expr_lshr(crc, word(1)), expr_and(mask, word((u32)POLYNOMIAL)));
    }
  }
  test_sum(p, crc);
}

static u32 crc_of_byte(u32 crc) {
  for (u32 bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? (u32)POLYNOMIAL : 0);
  return crc;
}

void workload_crc_table(Path *p, u32 n) {
  path_init(p, n);
  u64 sums[256];
  for (u32 i = 0; i < ARRAY_LEN(sums); i++) sums[i] = crc_of_byte(i);
  Expr table = expr_array_table(8, 32, sums, ARRAY_LEN(sums)), crc = word(UINT32_MAX);
  for (u32 i = 0; i < n; i++) {
    Expr at = expr_extract(expr_xor(crc, input(p, i)), 0, 8);
    crc = expr_xor(expr_select(table, at), expr_lshr(crc, word(8)));
  }
  test_sum(p, crc);
}
