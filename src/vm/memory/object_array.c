/* object_array.c — objects read and written at symbolic offsets, by array terms.
 *
 * Contents become a term over what fits best: the input that they are copied from, a table of the
 * concrete bytes, or, if a large object has one byte nearly everywhere, an array filled with that
 * byte.  Stores on top make up the rest.
 *
 * Every page of a plain object remembers the term of which it is part.  The term is still right if
 * all pages remember the same one: a page that was written since has none.  So a write need not
 * know the other pages, and spaces that share some pages but not all cannot confuse each other.
 */
#include "expr/facts.h"
#include "vm/memory/object_impl.h"

#define INDEX_WIDTH 64

Word array_byte(Expr array, u64 offset) {
  return word_of_expr(expr_select(array, expr_const(INDEX_WIDTH, offset)));
}

Expr array_with(Expr array, u64 offset, Word byte) {
  return expr_store(array, expr_const(INDEX_WIDTH, offset), word_expr(byte, 1));
}

static Expr remembered(Space *s, Object o) {
  Expr array = space_page(s, o.base)->array;
  u64 end = object_pages_end(o);
  for (u64 a = o.base; a < end && !expr_is_none(array); a = space_same(s, a, end))
    if (!expr_same(space_page(s, a)->array, array)) array = EXPR_NONE;
  return array;
}

/* Not a change of contents: done to pages of others, too.  But a page in several slots would say
 * it of all of them, also of those that another space has not written. */
static void remember(Space *s, Object o, Expr array) {
  u64 end = object_pages_end(o);
  for (u64 a = o.base, next; a < end; a = next) {
    Page *p = space_page(s, a);
    next = space_same(s, a, end);
    if (p->is_spread) {
      p = page_copy(p);
      space_put(s, a, next, p);
    }
    p->array = array;
    space_page(s, a); /* closes the fast path for writes */
  }
}

/* Is the byte the one at this offset of a byte input? */
static bool is_input_byte(Word w, u64 offset) {
  if (!word_is_symbolic(w) || expr_kind(w.expr) != EXPR_VAR) return false;
  return expr_var_low(w.expr) == 8 * offset && input_info(expr_input(w.expr))->shape == INPUT_BYTES;
}

/* The input at whose place at least half of the bytes are, if there is one. */
static bool source_of(const Word *bytes, u32 n, Input *ret_input) {
  u32 i = 0, n_same = 0;
  while (i < n && !is_input_byte(bytes[i], i)) i++;
  if (i == n) return false;
  Input in = expr_input(bytes[i].expr);
  for (; i < n; i++) n_same += is_input_byte(bytes[i], i) && expr_input(bytes[i].expr).id == in.id;
  *ret_input = in;
  return n_same >= n - n / 2;
}

/* The concrete bytes; zeros at the end are not written down. */
static Expr table_of(const Word *bytes, u32 n) {
  while (n && !bytes[n - 1].value) n--;
  if (!n) return expr_array_fill(INDEX_WIDTH, expr_const(8, 0));
  u64 *elements = mem_new(n * sizeof *elements);
  for (u32 i = 0; i < n; i++) elements[i] = bytes[i].value;
  Expr table = expr_array_table(INDEX_WIDTH, 8, elements, n);
  mem_free(elements);
  return table;
}

/* Contents of which `array` has the concrete bytes. */
static Expr with_symbols(Expr array, const Word *bytes, u32 n) {
  for (u32 i = 0; i < n; i++)
    if (word_is_symbolic(bytes[i])) array = array_with(array, i, bytes[i]);
  return array;
}

static Expr with_others(Expr array, const Word *bytes, u32 n) {
  Expr base = array;
  for (u32 i = 0; i < n; i++) {
    Word there = array_byte(base, i);
    if (there.value != bytes[i].value || !expr_same(there.expr, bytes[i].expr))
      array = array_with(array, i, bytes[i]);
  }
  return array;
}

static Expr array_of(const Word *bytes, u32 n) {
  Input in;
  return source_of(bytes, n, &in) ? with_others(expr_array_input(in), bytes, n)
                                  : with_symbols(table_of(bytes, n), bytes, n);
}

/* The n bytes from the address on, which lie in one page. */
static void peek_page(Space *s, u64 address, u32 n, Word *ret_bytes) {
  const Page *p = space_page(s, address);
  u32 at = (u32)(address & PAGE_MASK);
  bool is_pure = page_is_pure(p);
  assert(!is_pure || at + n <= p->n);
  for (u32 i = 0; i < n; i++)
    ret_bytes[i] = is_pure ? word_of(p->bytes[at + i]) : object_peek(s, address + i, 1);
}

/* The first n bytes, zeros behind them. */
static Expr array_of_first(Space *s, Object o, u64 n) {
  CHECK(n <= UINT32_MAX, "an array of %lu bytes", n);
  Word *bytes = mem_new(n * sizeof *bytes);
  for (u64 i = 0, here; i < n; i += here) {
    here = MIN(n - i, PAGE_BYTES - ((o.base + i) & PAGE_MASK));
    peek_page(s, o.base + i, (u32)here, bytes + i);
  }
  Expr array = array_of(bytes, (u32)n);
  mem_free(bytes);
  return array;
}

/* ---- large objects of one byte ------------------------------------------------ */

/* Objects up to this size are looked at byte by byte. */
enum { SMALL_BYTES = SIZED(1 << 16, 1 << 8) };

/* Pages [from, to) that hold the same byte everywhere. */
typedef struct Background {
  u64 from, to;
  Word byte;
} Background;

/* The longest one; of no pages if there is none. */
static Background background_of(Space *s, Object o) {
  Background best = {.from = o.base, .to = o.base};
  u64 end = o.base + (o.size & ~(u64)PAGE_MASK);
  for (u64 a = o.base, next; a < end; a = next) {
    next = space_same(s, a, end);
    Background b = {a, next, word_of(0)};
    if (next - a > best.to - best.from && page_is_filled(space_page(s, a), &b.byte)) best = b;
  }
  return best;
}

/* Stores of the bytes in [from, to) that differ from the background's. */
static Expr with_differing(Space *s, Expr array, Object o, Word byte, u64 from, u64 to) {
  for (u64 a = from, next; a < to; a = next) {
    next = MIN(space_same(s, a, object_pages_end(o)), to);
    Word here;
    const Page *p = space_page(s, a);
    if (p->n == PAGE_BYTES && page_is_filled(p, &here) && word_same(here, byte)) continue;
    for (u64 i = a; i < next; i++) {
      Word w = object_peek(s, i, 1);
      if (!word_same(w, byte)) array = array_with(array, i - o.base, w);
    }
  }
  return array;
}

/* Zeros but for some pages: the bytes up to where at least an eighth of the pages is among these can
 * be a table. */
static u64 table_bytes(Space *s, Object o) {
  u64 n_table = 0, n_seen = 0, end = object_pages_end(o);
  for (u64 a = o.base, next; a < end; a = next) {
    next = space_same(s, a, end);
    if (next - a > PAGE_BYTES) continue;
    n_seen += PAGE_BYTES;
    u64 n = MIN(next - o.base, o.size);
    if (n_seen >= n / 8 && n <= UINT32_MAX) n_table = n;
  }
  return n_table;
}

static Expr array_of_large(Space *s, Object o) {
  Background b = background_of(s, o);
  u64 n_other = o.size - (b.to - b.from), n_table = table_bytes(s, o);
  if (word_same(b.byte, word_of(0)))
    return with_differing(s, array_of_first(s, o, n_table), o, b.byte, o.base + n_table,
                          o.base + o.size);
  bool is_dense = n_other > o.size / 2 && !word_is_symbolic(b.byte) && o.size <= UINT32_MAX;
  if (is_dense) return array_of_first(s, o, o.size);
  Expr array = expr_array_fill(INDEX_WIDTH, word_expr(b.byte, 1));
  return with_differing(s, array, o, b.byte, o.base, o.base + o.size);
}

/* ---- public ------------------------------------------------------------------- */

Expr object_array(Space *s, u64 address) {
  const Page *p = space_page(s, address);
  if (p->state == PAGE_ARRAY) return p->array;
  Object o = space_object(s, p);
  Expr array = remembered(s, o);
  if (!expr_is_none(array)) return array;
  array = o.size <= SMALL_BYTES ? array_of_first(s, o, o.size) : array_of_large(s, o);
  remember(s, o, array);
  return array;
}

/* An access of n bytes at the offset has none of the bytes from .. to-1. */
static Expr avoids(Expr offset, u32 n, u64 from, u64 to) {
  Expr before = from < n ? expr_bool(false) : expr_ule(offset, expr_const(INDEX_WIDTH, from - n));
  return expr_or(before, expr_uge(offset, expr_const(INDEX_WIDTH, to)));
}

u64 object_skip(Space *s, u64 at, u64 end, bool is_set) {
  while (at < end && object_is_set(s, at, 1) == is_set) {
    const Page *p = space_page(s, at);
    u64 pages_end = object_pages_end(page_object(p));
    bool is_all = is_set ? !p->n_uninit : p->n_uninit == p->n;
    at = is_all ? space_same(s, at & ~(u64)PAGE_MASK, pages_end) : at + 1;
  }
  return at;
}

Expr object_set_at(Space *s, u64 address, Expr offset, u32 n) {
  Object o = space_object(s, space_page(s, address));
  Facts facts = expr_facts(offset);
  u64 end = o.base + MIN(facts.umax, o.size - n) + n;
  Expr all = expr_bool(true);
  for (u64 i = object_skip(s, o.base + facts.umin, end, true); i < end;
       i = object_skip(s, i, end, true)) {
    u64 from = i;
    i = MIN(object_skip(s, i, end, false), end);
    all = expr_and(all, avoids(offset, n, from - o.base, i - o.base));
  }
  return all;
}

void object_update(Space *s, u64 address, Expr offset, u32 n, Word w) {
  Object o = space_object(s, space_page(s, address));
  Expr array = object_array(s, address);
  for (u32 i = 0; i < n; i++) {
    Expr index = expr_add(offset, expr_const(INDEX_WIDTH, i));
    array = expr_store(array, index, word_expr(word_slice(w, i, 1), 1));
  }
  object_map_state(s, o, PAGE_ARRAY, array);
}
