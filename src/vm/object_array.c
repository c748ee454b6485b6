/* object_array.c — objects read and written at symbolic offsets, by array terms.
 *
 * Contents become a term over what fits best: the input that they are copied from,
 * or a table of the concrete bytes; stores on top for the rest.
 *
 * Every page of a plain object remembers the term of which it is part.  The term is
 * still right when all pages remember the same one: a page that was written since has
 * none.  So a write need not know the other pages, and spaces that share some pages
 * but not all cannot confuse each other.
 */
#include "expr/facts.h"
#include "vm/object_impl.h"

#define INDEX_WIDTH 64

Word array_byte(Expr array, u64 offset) {
  return word_of_expr(expr_select(array, expr_const(INDEX_WIDTH, offset)));
}

Expr array_with(Expr array, u64 offset, Word byte) {
  return expr_store(array, expr_const(INDEX_WIDTH, offset), word_expr(byte, 1));
}

static Expr remembered(Space *s, Object o) {
  Expr array = space_page(s, o.base)->array;
  for (u64 a = o.base; a < object_pages_end(o) && !expr_is_none(array); a += PAGE_BYTES)
    if (!expr_same(space_page(s, a)->array, array)) array = EXPR_NONE;
  return array;
}

/* Not a change of contents: done to pages of others, too.  But a page in several slots
 * would say it of them all. */
static void remember(Space *s, Object o, Expr array) {
  for (u64 a = o.base; a < object_pages_end(o); a += PAGE_BYTES) {
    Page *p = space_page(s, a);
    if (p->is_spread) p = space_own(s, a);
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

static Expr array_of(const Word *bytes, u32 n) {
  Input in;
  Expr array = source_of(bytes, n, &in) ? expr_array_input(in) : table_of(bytes, n);
  Expr base = array;
  for (u32 i = 0; i < n; i++) {
    Word there = array_byte(base, i);
    if (there.value != bytes[i].value || !expr_same(there.expr, bytes[i].expr))
      array = array_with(array, i, bytes[i]);
  }
  return array;
}

Expr object_array(Space *s, u64 address) {
  const Page *p = space_page(s, address);
  if (p->state == PAGE_ARRAY) return p->array;
  Object o = page_object(p);
  Expr array = remembered(s, o);
  if (!expr_is_none(array)) return array;
  CHECK(o.size <= UINT32_MAX, "an array of %lu bytes", o.size);
  Word *bytes = mem_new(o.size * sizeof *bytes);
  for (u64 i = 0; i < o.size; i++) bytes[i] = object_peek(s, o.base + i, 1);
  array = array_of(bytes, (u32)o.size);
  mem_free(bytes);
  remember(s, o, array);
  return array;
}

Expr object_select(Space *s, u64 address, Expr offset, u32 n) {
  Expr array = object_array(s, address), e = expr_select(array, offset);
  for (u32 i = 1; i < n; i++) {
    Expr index = expr_add(offset, expr_const(INDEX_WIDTH, i));
    e = expr_concat(expr_select(array, index), e);
  }
  return e;
}

/* An access of n bytes at the offset has none of the bytes from .. to-1. */
static Expr avoids(Expr offset, u32 n, u64 from, u64 to) {
  Expr before = from < n ? expr_bool(false) : expr_ule(offset, expr_const(INDEX_WIDTH, from - n));
  return expr_or(before, expr_uge(offset, expr_const(INDEX_WIDTH, to)));
}

u64 object_next_unset(Space *s, u64 at, u64 end) {
  while (at < end && object_is_set(s, at, 1))
    at = space_page(s, at)->n_unset ? at + 1 : (at | PAGE_MASK) + 1;
  return at;
}

Expr object_set_at(Space *s, u64 address, Expr offset, u32 n) {
  Object o = page_object(space_page(s, address));
  Facts facts = expr_facts(offset);
  u64 end = o.base + MIN(facts.umax, o.size - n) + n;
  Expr all = expr_bool(true);
  for (u64 i = object_next_unset(s, o.base + facts.umin, end); i < end;
       i = object_next_unset(s, i, end)) {
    u64 from = i;
    while (i < end && !object_is_set(s, i, 1)) i++;
    all = expr_and(all, avoids(offset, n, from - o.base, i - o.base));
  }
  return all;
}

void object_update(Space *s, u64 address, Expr offset, u32 n, Word w) {
  Object o = page_object(space_page(s, address));
  Expr array = object_array(s, address);
  for (u32 i = 0; i < n; i++) {
    Expr index = expr_add(offset, expr_const(INDEX_WIDTH, i));
    array = expr_store(array, index, word_expr(word_slice(w, i, 1), 1));
  }
  object_map_state(s, o, PAGE_ARRAY, array);
}
