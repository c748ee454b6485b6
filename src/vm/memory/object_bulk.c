/* object_bulk.c — copies, fills, puts and takes many bytes at once, page by page, and byte by
 * byte only where an array is involved.  Many pages with the same contents are one page. */
#include "vm/memory/object_impl.h"

enum { LARGE_BYTES = SIZED(1 << 18, 1 << 9) };

static u32 at_of(u64 address) { return (u32)address & PAGE_MASK; }

/* Bytes from the address up to the end of its page, or down to the start of the page of
 * the byte before it. */
static u64 room_up(u64 address) { return PAGE_BYTES - at_of(address); }
static u64 room_down(u64 address) { return at_of(address - 1) + 1; }

static PageState state_of(Space *s, u64 address) {
  return (PageState)space_page(s, address)->state;
}

/* All n bytes lie in one page, on either side. */
static void copy_in_page(Space *s, u64 to, u64 from, u32 n) {
  const Page *src = space_page(s, from);
  if (state_of(s, to) == PAGE_ARRAY) {
    Object o = space_object(s, space_page(s, to));
    Expr array = object_array(s, to);
    /* Reads see the contents before the copy, also when both are this object. */
    for (u32 i = 0; i < n; i++)
      array = array_with(array, to - o.base + i, object_peek(s, from + i, 1));
    object_map_state(s, o, PAGE_ARRAY, array);
  } else if (src->state == PAGE_ARRAY) {
    Expr array = src->array;
    u64 offset = from - src->base;
    Page *dst = space_own(s, to);
    for (u32 i = 0; i < n; i++) page_store(dst, at_of(to) + i, 1, array_byte(array, offset + i), 0);
  } else {
    Page *dst = space_own(s, to); /* which may take the place of src */
    page_move(dst, at_of(to), space_page(s, from), at_of(from), n);
  }
}

/* An object filled from the start of an array shares its term: byte by byte it would become a term
 * for each, and reading them at a symbolic offset a question that no solver answers. */
static bool copy_array(Space *s, u64 to, u64 from, u64 n) {
  const Page *src = space_page(s, from), *dst = space_page(s, to);
  if (src->state != PAGE_ARRAY || from != src->base || to != dst->base || n != dst->size)
    return false;
  object_map_state(s, space_object(s, dst), PAGE_ARRAY, src->array);
  return true;
}

/* Where the source has one page in several slots the destination gets one, too.  How many of the n
 * bytes that copies; 0: not possible here. */
static u64 copy_same(Space *s, u64 to, u64 from, u64 n) {
  if (at_of(to) || at_of(from) || n < 2 * PAGE_BYTES) return 0;
  u64 whole = n & ~(u64)PAGE_MASK, run = space_same(s, from, from + whole) - from;
  const Page *src = space_page(s, from), *dst = space_page(s, to);
  if (run < 2 * PAGE_BYTES || src->base == dst->base) return 0;
  if (src->state != PAGE_PLAIN || dst->state != PAGE_PLAIN) return 0;
  Page *copy = page_new(space_object(s, dst), PAGE_PLAIN, PAGE_BYTES);
  page_move(copy, 0, src, 0, PAGE_BYTES);
  space_put(s, to, to + run, copy);
  return run;
}

void object_copy(Space *s, u64 to, u64 from, u64 n) {
  if (n && to != from && copy_array(s, to, from, n)) return;
  bool is_down = to > from && to - from < n;
  while (n) {
    u64 same = is_down ? 0 : copy_same(s, to, from, n);
    if (same) {
      n -= same;
      to += same;
      from += same;
      continue;
    }
    u64 k = is_down ? MIN(room_down(to + n), room_down(from + n)) : MIN(room_up(to), room_up(from));
    k = MIN(k, n);
    n -= k;
    if (is_down) {
      copy_in_page(s, to + n, from + n, (u32)k);
    } else {
      copy_in_page(s, to, from, (u32)k);
      to += k;
      from += k;
    }
  }
}

static void fill_in_page(Space *s, u64 to, Word byte, u32 n) {
  if (state_of(s, to) == PAGE_PLAIN) {
    page_fill(space_own(s, to), at_of(to), n, byte);
    return;
  }
  Object o = space_object(s, space_page(s, to));
  Expr array = object_array(s, to);
  for (u32 i = 0; i < n; i++) array = array_with(array, to - o.base + i, byte);
  object_map_state(s, o, PAGE_ARRAY, array);
}

/* Whole pages, which become one. */
static void fill_pages(Space *s, Object o, u64 from, u64 to, Word byte) {
  Page *p = page_new(o, PAGE_PLAIN, PAGE_BYTES);
  page_fill(p, 0, PAGE_BYTES, byte);
  space_put(s, from, to, p);
}

void object_fill(Space *s, u64 to, Word byte, u64 n) {
  if (!n) return;
  Object o = space_object(s, space_page(s, to));
  bool is_whole = to == o.base && n == o.size;
  if (is_whole && (n > PAGE_BYTES || state_of(s, to) == PAGE_ARRAY)) object_map(s, o, false);
  for (u64 k; n; to += k, n -= k) {
    k = MIN(n, room_up(to));
    if (!at_of(to) && n >= 2 * PAGE_BYTES && state_of(s, to) == PAGE_PLAIN) {
      k = n & ~(u64)PAGE_MASK;
      fill_pages(s, o, to, to + k, byte);
    } else {
      fill_in_page(s, to, byte, (u32)k);
    }
  }
}

/* Byte k is the new one if k < length. */
static void merge_byte(Space *s, u64 at, Word byte, u64 k, Expr length) {
  Expr is_new = expr_ult(expr_const(64, k), length);
  Expr e = expr_ite(is_new, word_expr(byte, 1), word_expr(object_peek(s, at, 1), 1));
  object_poke(s, at, 1, word_of_expr(e));
}

void object_copy_some(Space *s, u64 to, u64 from, u64 n, Expr length) {
  Word *bytes = mem_new(n * sizeof *bytes); /* as they were before, should the blocks overlap */
  for (u64 k = 0; k < n; k++) bytes[k] = object_peek(s, from + k, 1);
  for (u64 k = 0; k < n; k++) merge_byte(s, to + k, bytes[k], k, length);
  mem_free(bytes);
}

void object_fill_some(Space *s, u64 to, Word byte, u64 n, Expr length) {
  for (u64 k = 0; k < n; k++) merge_byte(s, to + k, byte, k, length);
}

bool object_set(Space *s, u64 address, u64 n) {
  return object_skip(s, address, address + n, true) >= address + n;
}

void object_put(Space *s, u64 to, const void *bytes, u64 n) {
  const u8 *from = bytes;
  for (u64 k; n; to += k, from += k, n -= k) {
    k = MIN(n, room_up(to));
    if (state_of(s, to) == PAGE_PLAIN) {
      page_put(space_own(s, to), at_of(to), from, (u32)k);
      continue;
    }
    k = 1;
    object_poke(s, to, 1, word_of(*from));
  }
}

bool object_get(Space *s, u64 from, void *ret_bytes, u64 n) {
  u8 *to = ret_bytes;
  for (u64 k; n; to += k, from += k, n -= k) {
    k = MIN(n, room_up(from));
    if (state_of(s, from) == PAGE_PLAIN) {
      if (!page_get(space_page(s, from), at_of(from), to, (u32)k)) return false;
      continue;
    }
    k = 1;
    Word w = object_peek(s, from, 1);
    if (word_is_symbolic(w)) return false;
    *to = (u8)w.value;
  }
  return true;
}

/* A large object that is all input is that input as an array: a term for each word of it would take
 * far more room than the object. */
static bool put_whole_input(Space *s, u64 to, Input in, u32 first, u32 n) {
  Object o = space_object(s, space_page(s, to));
  if (n < LARGE_BYTES || first || to != o.base || n != o.size) return false;
  object_map_state(s, o, PAGE_ARRAY, expr_array_input(in));
  return true;
}

void object_put_input(Space *s, u64 to, Input in, u32 first, u32 n, u32 unit) {
  if (n && put_whole_input(s, to, in, first, n)) return;
  for (u32 i = 0; i < n;) {
    u32 k = n - i >= unit ? unit : 1;
    object_poke(s, to + i, k, word_of_expr(expr_var(in, 8 * (first + i), 8 * k)));
    i += k;
  }
}
