/* lookup.c — reading words from an array of bytes at a symbolic offset.
 *
 * Memory is an array of bytes, so a word is a concatenation of four or eight reads of one long
 * array term: correct, and slow to reason about.  Programs read words where they wrote words, so
 *
 *   - a word that was written as one, at an offset that is either the one read or far enough from
 *     it, is a case: (ite (= written read) word …);
 *   - below the writes, a table of concrete bytes is read as a table of words;
 *   - a table whose elements are nearly all equal is not needed: the few others are cases.
 *
 * So Boyer-Moore's table of 256 skips, written at two symbolic places, becomes two comparisons of
 * bytes and a constant.  Where the pattern does not fit, the bytes are read one by one.
 */
#include "vm/memory/lookup.h"

#include "expr/facts.h"

/* Chains of cases this long are still easy on the solver; arrays are better for longer ones. */
enum { MAX_CASES = SIZED(16, 2) };

/* Elements of a table that are looked at for every read. */
enum { MAX_SCANNED = 1024 };

/* Is the offset a multiple of n, whatever its symbols are? */
static bool is_aligned(Expr offset, u32 n) { return (expr_facts(offset).zeros & (n - 1)) == n - 1; }

static Expr plus(Expr offset, u32 k) { return expr_add(offset, expr_const(expr_width(offset), k)); }

static Expr read_bytes(Expr array, Expr offset, u32 n) {
  Expr e = expr_select(array, offset);
  for (u32 k = 1; k < n; k++) e = expr_concat(expr_select(array, plus(offset, k)), e);
  return e;
}

/* ---- offsets as numbers of words --------------------------------------------------------------- */

static bool can_add(Expr a, Expr b) {
  u64 sum;
  return !__builtin_add_overflow(expr_facts(a).umax, expr_facts(b).umax, &sum);
}

/* offset / n of one that is a multiple of n; the scaling that the compiler put in is taken out
 * where nothing wraps, and a shift is added where that cannot be seen.  Sums are short here: they
 * are followed on their left side only. */
static Expr word_index(Expr offset, u32 n) {
  u32 width = expr_width(offset);
  Expr rest = expr_const(width, 0);
  u64 product;
  while (expr_kind(offset) == EXPR_ADD && expr_is_const(expr_kid(offset, 1)) &&
         is_aligned(expr_kid(offset, 1), n) && can_add(expr_kid(offset, 0), expr_kid(offset, 1))) {
    rest = expr_add(rest, expr_const(width, expr_value(expr_kid(offset, 1)) / n));
    offset = expr_kid(offset, 0);
  }
  if (expr_kind(offset) == EXPR_MUL && expr_is_const(expr_kid(offset, 1))) {
    u64 scale = expr_value(expr_kid(offset, 1));
    Expr x = expr_kid(offset, 0);
    if (scale % n == 0 && !__builtin_mul_overflow(expr_facts(x).umax, scale, &product))
      return expr_add(expr_mul(x, expr_const(width, scale / n)), rest);
  }
  return expr_add(expr_lshr(offset, expr_const(width, (u32)__builtin_ctz(n))), rest);
}

/* ---- words written as one ---------------------------------------------------------------------- */

typedef struct Write {
  Expr offset, word;
  Expr below; /* the array before it */
} Write;

/* The last n stores are those of one word, highest byte last. */
static bool last_write(Expr array, u32 n, Write *ret) {
  if (expr_kind(array) != EXPR_STORE) return false;
  Expr top = expr_kid(array, 1), word = EXPR_NONE;
  Expr offset = expr_sub(top, expr_const(expr_width(top), n - 1));
  for (u32 k = n; k-- > 0; array = expr_kid(array, 0)) {
    if (expr_kind(array) != EXPR_STORE) return false;
    if (!expr_same(expr_kid(array, 1), plus(offset, k))) return false;
    Expr byte = expr_kid(array, 2);
    word = expr_is_none(word) ? byte : expr_concat(word, byte);
  }
  *ret = (Write){offset, word, array};
  return is_aligned(offset, n);
}

/* ---- tables ------------------------------------------------------------------------------------ */

static Expr words_of_bytes(Expr table, u32 n) {
  u32 n_bytes;
  const u64 *bytes = expr_table(table, &n_bytes);
  u32 n_words = (n_bytes + n - 1) / n;
  u64 *words = mem_new(n_words * sizeof *words);
  for (u32 k = 0; k < n_bytes; k++) words[k / n] |= bytes[k] << 8 * (k % n);
  Expr made = expr_array_table(expr_index_width(table), 8 * n, words, n_words);
  mem_free(words);
  return made;
}

static Expr table_of_words(Lookup *l, Expr table, u32 n) {
  if (l->epoch != expr_epoch()) map_clear(&l->tables);
  l->epoch = expr_epoch();
  bool is_fresh;
  u64 *id = map_at(&l->tables, (u64)table.id << 4 | n, &is_fresh);
  if (is_fresh) *id = words_of_bytes(table, n).id;
  return (Expr){(u32)*id};
}

/* The element that most have, if one has the majority. */
static u64 majority(const u64 *elements, u32 n) {
  u64 most = 0;
  u32 lead = 0;
  for (u32 k = 0; k < n; k++) {
    if (!lead) most = elements[k];
    lead = elements[k] == most ? lead + 1 : lead - 1;
  }
  return most;
}

/* Elements that nearly all are equal: the others are cases.  False when there are too many. */
static bool read_cases(Expr table, Expr index, Expr *ret) {
  u32 n, n_cases = 0, cases[MAX_CASES];
  const u64 *elements = expr_table(table, &n);
  if (n > MAX_SCANNED) return false;
  u64 most = majority(elements, n), values[MAX_CASES];
  if (expr_facts(index).umax >= n && most) return false; /* past the end are zeros */
  for (u32 k = 0; k < n; k++) {
    if (elements[k] == most) continue;
    if (n_cases == MAX_CASES) return false;
    values[n_cases] = elements[k];
    cases[n_cases++] = k;
  }
  u32 width = expr_width(table), index_width = expr_width(index);
  Expr e = expr_const(width, most);
  while (n_cases-- > 0) {
    Expr is_case = expr_eq(index, expr_const(index_width, cases[n_cases]));
    e = expr_ite(is_case, expr_const(width, values[n_cases]), e);
  }
  *ret = e;
  return true;
}

static Expr read_base(Lookup *l, Expr array, Expr offset, u32 n) {
  if (expr_kind(array) != EXPR_ARRAY_TABLE) return read_bytes(array, offset, n);
  return lookup_element(n == 1 ? array : table_of_words(l, array, n), offset, n);
}

/* ---- public ------------------------------------------------------------------------------------ */

void lookup_done(Lookup *l) { map_done(&l->tables); }

Expr lookup_element(Expr table, Expr offset, u32 n) {
  Expr index = word_index(offset, n), e;
  return read_cases(table, index, &e) ? e : expr_select(table, index);
}

Expr lookup_read(Lookup *l, Expr array, Expr offset, u32 n) {
  if (expr_is_const(offset) || !is_aligned(offset, n)) return read_bytes(array, offset, n);
  Write writes[MAX_CASES];
  u32 n_writes = 0;
  while (n_writes < MAX_CASES && last_write(array, n, &writes[n_writes]))
    array = writes[n_writes++].below;
  Expr e = read_base(l, array, offset, n);
  Expr index = word_index(offset, n);
  while (n_writes-- > 0)
    e = expr_ite(expr_eq(index, word_index(writes[n_writes].offset, n)), writes[n_writes].word, e);
  return e;
}
