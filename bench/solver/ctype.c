/* ctype.c — words and numbers of a text, told apart as <ctype.h> does it: a table
 * of classes, read at the character. */
#include "bench/solver/workload.h"

enum { SPACE = 1, DIGIT = 2, LETTER = 4 };

static u64 class_of(u32 c) {
  if (c == ' ' || (c >= '\t' && c <= '\r')) return SPACE;
  if (c >= '0' && c <= '9') return DIGIT;
  return (c | 32) >= 'a' && (c | 32) <= 'z' ? LETTER : 0;
}

static Expr class_table(void) {
  u64 classes[256];
  for (u32 c = 0; c < ARRAY_LEN(classes); c++) classes[c] = class_of(c);
  return expr_array_table(8, 16, classes, ARRAY_LEN(classes));
}

/* Whether character c is of a class, as `table[c] & class` is tested. */
static bool is(Path *p, Expr table, Expr c, u32 class) {
  Expr bits = expr_and(expr_select(table, c), expr_const(16, class));
  return path_branch(p, expr_ne(bits, expr_const(16, 0)));
}

void workload_ctype(Path *p, u32 n) {
  static const char sample[] = "route 66 to nowhere, ";
  path_init(p, n);
  Expr table = class_table(), before = EXPR_NONE;
  for (u32 i = 0; i < n; i++) {
    Expr c = path_byte(p, i, (u8)sample[i % (sizeof sample - 1)]);
    if (is(p, table, c, SPACE)) continue;
    if (is(p, table, c, DIGIT) || !is(p, table, c, LETTER)) continue;
    if (!expr_is_none(before)) path_branch(p, expr_eq(before, c)); /* a doubled letter */
    before = c;
  }
}
