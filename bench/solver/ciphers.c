/* ciphers.c — hashes, ciphers and generators of random numbers, whose result is tested: what an input
 * with this result is, is the question.  Each step can be inverted. */
#include "bench/solver/workload.h"

static Expr number(u32 width, u64 value) { return expr_const(width, value); }

static Expr shifted(ExprKind kind, Expr x, u32 by) {
  return expr_binary(kind, x, number(expr_width(x), by));
}

static Expr rotated(Expr x, u32 by) {
  return expr_or(shifted(EXPR_SHL, x, by), shifted(EXPR_LSHR, x, expr_width(x) - by));
}

static Expr long_word(Path *p, u32 i) {
  Expr low = path_int(p, 2 * i, 0);
  return expr_concat(path_int(p, 2 * i + 1, 0), low);
}

/* Half a round: what is added to one word, by the other. */
static Expr tea_mix(Expr x, u32 sum, u32 k0, u32 k1) {
  Expr left = expr_add(shifted(EXPR_SHL, x, 4), number(32, k0));
  Expr right = expr_add(shifted(EXPR_LSHR, x, 5), number(32, k1));
  return expr_xor(expr_xor(left, expr_add(x, number(32, sum))), right);
}

void workload_tea(Path *p, u32 n) {
  path_init(p, 8);
  Expr a = path_int(p, 0, 0), b = path_int(p, 1, 0);
  u32 sum = 0;
  for (u32 i = 0; i < n; i++) {
    sum += 0x9e3779b9;
    a = expr_add(a, tea_mix(b, sum, 0x12345678, 0x9abcdef0));
    b = expr_add(b, tea_mix(a, sum, 0x0fedcba9, 0x87654321));
  }
  Expr is_first = expr_eq(a, number(32, 0xcafebabe)),
       is_second = expr_eq(b, number(32, 0x8badf00d));
  path_branch(p, expr_and(is_first, is_second));
}

static void siphash_round(Expr *v) {
  v[0] = expr_add(v[0], v[1]), v[1] = expr_xor(rotated(v[1], 13), v[0]), v[0] = rotated(v[0], 32);
  v[2] = expr_add(v[2], v[3]), v[3] = expr_xor(rotated(v[3], 16), v[2]);
  v[0] = expr_add(v[0], v[3]), v[3] = expr_xor(rotated(v[3], 21), v[0]);
  v[2] = expr_add(v[2], v[1]), v[1] = expr_xor(rotated(v[1], 17), v[2]), v[2] = rotated(v[2], 32);
}

void workload_siphash(Path *p, u32 n) {
  path_init(p, 8);
  u64 k0 = 0x0706050403020100, k1 = 0x0f0e0d0c0b0a0908;
  Expr word = long_word(p, 0);
  Expr v[4] = {number(64, k0 ^ 0x736f6d6570736575), number(64, k1 ^ 0x646f72616e646f6d),
               number(64, k0 ^ 0x6c7967656e657261), number(64, k1 ^ 0x7465646279746573)};
  v[3] = expr_xor(v[3], word);
  for (u32 i = 0; i < n; i++) siphash_round(v);
  v[0] = expr_xor(v[0], word);
  v[2] = expr_xor(v[2], number(64, 0xff));
  siphash_round(v);
  Expr hash = expr_xor(expr_xor(v[0], v[1]), expr_xor(v[2], v[3]));
  path_branch(p, expr_eq(expr_extract(hash, 0, 16), number(16, 0xbeef)));
}

void workload_xorshift(Path *p, u32 n) {
  path_init(p, 8);
  Expr x = long_word(p, 0);
  for (u32 i = 0; i < n; i++) {
    x = expr_xor(x, shifted(EXPR_SHL, x, 13));
    x = expr_xor(x, shifted(EXPR_LSHR, x, 7));
    x = expr_xor(x, shifted(EXPR_SHL, x, 17));
  }
  path_branch(p, expr_eq(x, number(64, 0x0123456789abcdef)));
}

void workload_lcg(Path *p, u32 n) {
  path_init(p, 4);
  u32 secret = 20231117;
  Expr x = path_int(p, 0, 0), all = expr_bool(true);
  for (u32 i = 0; i < n; i++) {
    x = expr_add(expr_mul(x, number(32, 1103515245)), number(32, 12345));
    secret = secret * 1103515245 + 12345;
    all = expr_and(all, expr_eq(expr_extract(x, 16, 15), number(15, secret >> 16)));
  }
  path_branch(p, all);
}

/* N steps from unknown places in a state that is known. */
void workload_rc4(Path *p, u32 n) {
  path_init(p, 2);
  u64 start[256];
  for (u32 k = 0; k < 256; k++) start[k] = (k * 167 + 13) & 0xff;
  Expr state = expr_array_table(8, 8, start, 256), out = number(8, 0);
  Expr i = path_byte(p, 0, 0), j = path_byte(p, 1, 0);
  for (u32 k = 0; k < n; k++) {
    i = expr_add(i, number(8, 1));
    Expr a = expr_select(state, i);
    j = expr_add(j, a);
    Expr b = expr_select(state, j);
    state = expr_store(expr_store(state, i, b), j, a);
    out = expr_select(state, expr_add(expr_select(state, i), expr_select(state, j)));
  }
  path_branch(p, expr_eq(out, number(8, 0x42)));
}

static u32 byte_rotated(u32 x, u32 by) { return (x << by | x >> (8 - by)) & 0xff; }

/* The box of AES: inverses in GF(2^8), then an affine map. */
static void sbox_fill(u64 *box) {
  u32 a = 1, b = 1;
  do {
    a = (a ^ a << 1 ^ (a & 0x80 ? 0x11b : 0)) & 0xff;
    b = (b ^ b << 1) & 0xff;
    b = (b ^ b << 2) & 0xff;
    b = (b ^ b << 4) & 0xff;
    if (b & 0x80) b ^= 9;
    u32 x = b ^ byte_rotated(b, 1) ^ byte_rotated(b, 2) ^ byte_rotated(b, 3) ^ byte_rotated(b, 4);
    box[a] = x ^ 0x63;
  } while (a != 1);
  box[0] = 0x63;
}

void workload_sbox(Path *p, u32 n) {
  path_init(p, 4);
  u64 elements[256];
  sbox_fill(elements);
  Expr box = expr_array_table(8, 8, elements, 256), s[4], all = expr_bool(true);
  for (u32 i = 0; i < 4; i++) s[i] = path_byte(p, i, 0);
  for (u32 r = 0; r < n; r++) {
    for (u32 i = 0; i < 4; i++) s[i] = expr_select(box, expr_xor(s[i], number(8, 17 * i + r)));
    Expr first = s[0];
    for (u32 i = 0; i < 3; i++) s[i] = expr_xor(s[i], s[i + 1]);
    s[3] = expr_xor(s[3], first);
  }
  for (u32 i = 0; i < 4; i++) all = expr_and(all, expr_eq(s[i], number(8, 0x12 + 0x22 * i)));
  path_branch(p, all);
}
