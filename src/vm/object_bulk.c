/* object_bulk.c — many bytes at once: copied, filled, put in and taken out, page by
 * page; byte by byte only where an array is involved. */
#include "vm/object_impl.h"

static u32 at_of(u64 address) {
  return (u32)address & PAGE_MASK;
}

/* Bytes from the address up to the end of its page, or down to the start of the page of
 * the byte before it. */
static u64 room_up(u64 address) {
  return PAGE_BYTES - at_of(address);
}
static u64 room_down(u64 address) {
  return at_of(address - 1) + 1;
}

static PageState state_of(Space *s, u64 address) {
  return (PageState)space_page(s, address)->state;
}

/* All n bytes lie in one page, on either side. */
static void copy_in_page(Space *s, u64 to, u64 from, u32 n) {
  const Page *src = space_page(s, from);
  if (state_of(s, to) == PAGE_ARRAY) {
    Object o = page_object(space_page(s, to));
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
  object_map_state(s, page_object(dst), PAGE_ARRAY, src->array);
  return true;
}

void object_copy(Space *s, u64 to, u64 from, u64 n) {
  if (n && to != from && copy_array(s, to, from, n)) return;
  bool is_down = to > from && to - from < n;
  while (n) {
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
  Object o = page_object(space_page(s, to));
  Expr array = object_array(s, to);
  for (u32 i = 0; i < n; i++) array = array_with(array, to - o.base + i, byte);
  object_map_state(s, o, PAGE_ARRAY, array);
}

void object_fill(Space *s, u64 to, Word byte, u64 n) {
  if (!n) return;
  Object o = page_object(space_page(s, to));
  bool is_whole = to == o.base && n == o.size;
  if (is_whole && (n > PAGE_BYTES || state_of(s, to) == PAGE_ARRAY)) {
    object_map(s, o, false);
    if (!word_is_symbolic(byte) && !byte.value) return;
  }
  for (u64 k; n; to += k, n -= k) {
    k = MIN(n, room_up(to));
    fill_in_page(s, to, byte, (u32)k);
  }
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

void object_put_input(Space *s, u64 to, Input in, u32 first, u32 n, u32 unit) {
  for (u32 i = 0; i < n;) {
    u32 k = n - i >= unit ? unit : 1;
    object_poke(s, to + i, k, word_of_expr(expr_var(in, 8 * (first + i), 8 * k)));
    i += k;
  }
}

Expr object_equal(Space *s, u64 a, u64 b, u64 n) {
  Expr all = expr_bool(true);
  for (u64 i = 0; i < n; i += 8) {
    u32 k = (u32)MIN(n - i, 8);
    Word x = object_peek(s, a + i, k), y = object_peek(s, b + i, k);
    all = expr_and(all, expr_eq(word_expr(x, k), word_expr(y, k)));
  }
  return all;
}
