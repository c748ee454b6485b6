/* page.c — bytes, words of terms over them, and the bits that say which bytes were written.
 *
 * The plane holds for each byte the word that it belongs to and its place in that word.  A load
 * cuts its range into runs: neighbours in one word, or concrete bytes.  Mostly there is one run,
 * which is a whole word and needs no new term.  Otherwise extract and concat, whose rules undo
 * each other, put the runs together.
 */
#include "vm/memory/page.h"

#include <string.h>

struct Plane {
  u32 n_symbolic; /* > 0 */
  Expr words[];   /* none: concrete; n of them, then n bytes: the parts */
};

static u64 n_held; /* bytes */

/* With a bit for each byte behind them, and what is known of the size of an object of symbolic size. */
static size_t page_bytes(u32 n, bool has_symbolic_size) {
  return sizeof(Page) + ((n + 7ull) & ~7ull) + (n + 63) / 64 * sizeof(u64) +
         (has_symbolic_size ? sizeof(Extent) : 0);
}

static size_t plane_bytes(u32 n) { return sizeof(Plane) + n * (sizeof(Expr) + 1ull); }

/* A copy that is written at once needs no zeros first. */
static void *held_copy(const void *from, size_t n_bytes) {
  void *p = mem_resize(NULL, n_bytes);
  n_held += n_bytes;
  return memcpy(p, from, n_bytes);
}

static void *held_new(size_t n_bytes) {
  n_held += n_bytes;
  return mem_new(n_bytes);
}

static void *held_free(void *p, size_t n_bytes) {
  assert(n_held >= n_bytes);
  n_held -= n_bytes;
  return mem_free(p);
}

/* ---- uninitialised ---------------------------------------------------------------- */

static bool is_uninit(const Page *p, u32 at) {
  return p->n_uninit && (*page_uninit(p, at / 64) >> at % 64 & 1);
}

static void uninit_put(Page *p, u32 at, bool value) {
  if (is_uninit(p, at) == value) return;
  *page_uninit(p, at / 64) ^= 1ull << at % 64;
  p->n_uninit += value ? 1 : -1u;
}

/* The bits of at .. at+n-1 that lie in word i. */
static u64 uninit_mask(u32 i, u32 at, u32 n) {
  u32 from = MAX(at, 64 * i) - 64 * i, to = MIN(at + n, 64 * i + 64) - 64 * i;
  return (to == 64 ? ~0ull : (1ull << to) - 1) & ~0ull << from;
}

void page_wrote(Page *p, u32 at, u32 n) {
  for (u32 i = at / 64; p->n_uninit && n && i <= (at + n - 1) / 64; i++) {
    u64 *bits = page_uninit(p, i), mask = uninit_mask(i, at, n);
    assert(p->n_uninit >= (u32)__builtin_popcountll(*bits & mask));
    p->n_uninit -= (u32)__builtin_popcountll(*bits & mask);
    *bits &= ~mask;
  }
}

static void uninit_move(Page *to, u32 to_at, const Page *from, u32 from_at, u32 n) {
  if (!to->n_uninit && !from->n_uninit) return;
  bool is_down = to == from && to_at > from_at;
  for (u32 k = 0; k < n; k++) {
    u32 i = is_down ? n - 1 - k : k;
    uninit_put(to, to_at + i, is_uninit(from, from_at + i));
  }
}

/* ---- plane ---------------------------------------------------------------- */

static u8 *plane_parts(const Page *p) { return (u8 *)(p->plane->words + p->n); }

static u32 count_symbolic(const Page *p, u32 at, u32 n) {
  u32 count = 0;
  for (u32 i = at; i < at + n; i++) count += !expr_is_none(p->plane->words[i]);
  return count;
}

static void plane_want(Page *p) {
  if (!p->plane) p->plane = held_new(plane_bytes(p->n));
}

static void plane_change_count(Page *p, u32 before, u32 after) {
  assert(before <= p->plane->n_symbolic && after <= p->n);
  p->plane->n_symbolic += after - before;
  if (!p->plane->n_symbolic) p->plane = held_free(p->plane, plane_bytes(p->n));
}

static void plane_clear(Page *p, u32 at, u32 n) {
  if (!p->plane) return;
  u32 before = count_symbolic(p, at, n);
  memset(p->plane->words + at, 0, n * sizeof(Expr));
  plane_change_count(p, before, 0);
}

static void plane_move(Page *to, u32 to_at, const Page *from, u32 from_at, u32 n) {
  u32 after = from->plane ? count_symbolic(from, from_at, n) : 0;
  if (!after) {
    plane_clear(to, to_at, n);
    return;
  }
  plane_want(to);
  u32 before = count_symbolic(to, to_at, n);
  memmove(to->plane->words + to_at, from->plane->words + from_at, n * sizeof(Expr));
  memmove(plane_parts(to) + to_at, plane_parts(from) + from_at, n);
  plane_change_count(to, before, after);
}

/* How many bytes from `at` on, at most n, are concrete or neighbours in one word. */
static u32 run_at(const Page *p, u32 at, u32 n) {
  const Expr *words = p->plane->words + at;
  const u8 *parts = plane_parts(p) + at;
  u32 i = 1;
  bool is_symbolic = !expr_is_none(words[0]);
  while (i < n && expr_same(words[i], words[0]) && (!is_symbolic || parts[i] == parts[0] + i)) i++;
  return i;
}

static u64 concrete_at(const Page *p, u32 at, u32 n) {
  u64 value = 0;
  memcpy(&value, p->bytes + at, n);
  return value;
}

static Expr run_term(const Page *p, u32 at, u32 n) {
  Expr word = p->plane->words[at];
  if (expr_is_none(word)) return expr_const(8 * n, concrete_at(p, at, n));
  return expr_extract(word, 8u * plane_parts(p)[at], 8 * n);
}

/* The counts are those of what is counted, and each state has what it needs. */
debug_only static bool page_is_sound(const Page *p) {
  debug_only u32 n_uninit = 0;
  for (u32 i = 0; p->n_uninit && 64 * i < p->n; i++)
    n_uninit += (u32)__builtin_popcountll(*page_uninit(p, i) & uninit_mask(i, 0, p->n));
  assert(p->n_uninit == n_uninit && p->n_uninit <= p->n);
  assert(p->n <= PAGE_BYTES);
  assert(p->state <= PAGE_FREED && p->kind <= OBJECT_STACK);
  assert(!p->plane || p->plane->n_symbolic == count_symbolic(p, 0, p->n));
  assert(!p->plane || p->plane->n_symbolic > 0);
  assert(p->state != PAGE_ARRAY || (!p->n && !p->plane && !expr_is_none(p->array)));
  assert(!p->has_symbolic_size || page_extent(p)->sure <= p->size);
  return true;
}

/* A range that the functions below may touch. */
debug_only static bool page_has(const Page *p, u32 at, u32 n) {
  return p->state == PAGE_PLAIN && at <= p->n && n <= p->n - at;
}

/* ---- public --------------------------------------------------------------- */

Page *page_new(Object o, PageState state, u32 n) {
  assert(n <= PAGE_BYTES);
  bool has_symbolic_size = object_has_symbolic_size(o);
  Page *p = held_new(page_bytes(n, has_symbolic_size));
  p->refs = 1;
  p->base = o.base;
  p->size = o.size;
  p->site = o.site;
  p->kind = (u8)o.kind;
  p->state = (u8)state;
  p->n = n;
  p->has_symbolic_size = has_symbolic_size;
  if (has_symbolic_size) *page_extent(p) = o.extent;
  return p;
}

Page *page_copy(const Page *p) {
  assert(p->refs > 0 && page_is_sound(p));
  Page *copy = held_copy(p, page_bytes(p->n, p->has_symbolic_size));
  copy->refs = 1;
  copy->epoch = 0;
  if (p->plane) copy->plane = held_copy(p->plane, plane_bytes(p->n));
  return copy;
}

Page *page_unref(Page *p) {
  assert(!p || p->refs > 0);
  if (!p || --p->refs) return NULL;
  assert(page_is_sound(p));
  if (p->plane) held_free(p->plane, plane_bytes(p->n));
  return held_free(p, page_bytes(p->n, p->has_symbolic_size));
}

u64 page_memory(void) { return n_held; }

void page_forget(Page *p) {
  p->n_uninit = p->n;
  for (u32 i = 0; 64 * i < p->n; i++) *page_uninit(p, i) = uninit_mask(i, 0, p->n);
}

void page_renew(Page *p, bool is_uninit) {
  if (p->plane) p->plane = held_free(p->plane, plane_bytes(p->n));
  memset(p->bytes, 0, p->n);
  p->array = EXPR_NONE;
  p->state = PAGE_PLAIN;
  p->n_uninit = 0;
  if (is_uninit) page_forget(p);
}

bool page_is_set(const Page *p, u32 at, u32 n) {
  for (u32 i = at / 64; p->n_uninit && n && i <= (at + n - 1) / 64; i++)
    if (*page_uninit(p, i) & uninit_mask(i, at, n)) return false;
  return true;
}

Word page_load(const Page *p, u32 at, u32 n) {
  assert(n >= 1 && n <= 8 && page_has(p, at, n));
  if (!p->plane) return word_of(concrete_at(p, at, n));
  u32 run = run_at(p, at, n);
  Expr first = p->plane->words[at];
  if (run == n) {
    if (expr_is_none(first)) return word_of(concrete_at(p, at, n));
    if (expr_width(first) == 8 * n) return (Word){0, first};
  }
  Expr e = run_term(p, at, run);
  for (u32 i = run; i < n; i += run) {
    run = run_at(p, at + i, n - i);
    e = expr_concat(run_term(p, at + i, run), e);
  }
  return word_of_expr(e);
}

void page_store(Page *p, u32 at, u32 n, Word w, u32 first) {
  assert(n >= 1 && first + n <= 8 && page_has(p, at, n));
  if (!word_is_symbolic(w)) {
    page_put(p, at, (const u8 *)&w.value + first, n);
    return;
  }
  assert(!expr_is_const(w.expr) && 8 * (first + n) <= expr_width(w.expr));
  p->array = EXPR_NONE;
  page_wrote(p, at, n);
  plane_want(p);
  u32 before = count_symbolic(p, at, n);
  u8 *parts = plane_parts(p) + at;
  for (u32 i = 0; i < n; i++) {
    p->plane->words[at + i] = w.expr;
    parts[i] = (u8)(first + i);
  }
  plane_change_count(p, before, n);
}

void page_put(Page *p, u32 at, const void *bytes, u32 n) {
  assert(page_has(p, at, n));
  p->array = EXPR_NONE;
  page_wrote(p, at, n);
  plane_clear(p, at, n);
  memcpy(p->bytes + at, bytes, n);
}

bool page_get(const Page *p, u32 at, void *ret_bytes, u32 n) {
  assert(page_has(p, at, n));
  if (p->plane && count_symbolic(p, at, n)) return false;
  memcpy(ret_bytes, p->bytes + at, n);
  return true;
}

void page_fill(Page *p, u32 at, u32 n, Word byte) {
  assert(page_has(p, at, n) && byte.value <= UINT8_MAX);
  assert(!word_is_symbolic(byte) || expr_width(byte.expr) == 8);
  p->array = EXPR_NONE;
  page_wrote(p, at, n);
  plane_clear(p, at, n);
  memset(p->bytes + at, (int)byte.value, n);
  if (!word_is_symbolic(byte)) return;
  plane_want(p);
  for (u32 i = at; i < at + n; i++) p->plane->words[i] = byte.expr;
  memset(plane_parts(p) + at, 0, n);
  plane_change_count(p, 0, n);
}

bool page_is_filled(const Page *p, Word *ret_byte) {
  if (p->state != PAGE_PLAIN) return false;
  *ret_byte = page_load(p, 0, 1);
  if (!p->plane) return !memcmp(p->bytes, p->bytes + 1, p->n - 1);
  if (p->plane->n_symbolic < p->n) return false;
  const Expr *words = p->plane->words;
  const u8 *parts = plane_parts(p);
  for (u32 i = 1; i < p->n; i++)
    if (!expr_same(words[i], words[0]) || parts[i] != parts[0]) return false;
  return true;
}

void page_move(Page *to, u32 to_at, const Page *from, u32 from_at, u32 n) {
  assert(page_has(to, to_at, n) && page_has(from, from_at, n));
  to->array = EXPR_NONE;
  uninit_move(to, to_at, from, from_at, n);
  plane_move(to, to_at, from, from_at, n);
  memmove(to->bytes + to_at, from->bytes + from_at, n);
}

static bool planes_equal(const Page *a, const Page *b) {
  const Expr *x = a->plane->words, *y = b->plane->words;
  for (u32 i = 0; i < a->n; i++) {
    if (!expr_same(x[i], y[i])) return false;
    bool is_symbolic = !expr_is_none(x[i]);
    if (is_symbolic && plane_parts(a)[i] != plane_parts(b)[i]) return false;
    if (!is_symbolic && a->bytes[i] != b->bytes[i]) return false;
  }
  return true;
}

static bool extents_equal(const Page *a, const Page *b) {
  const Extent *x = page_extent(a), *y = page_extent(b);
  return expr_same(x->size, y->size) && x->sure == y->sure;
}

bool page_equal(const Page *a, const Page *b) {
  if (a == b) return true;
  if (a->base != b->base || a->size != b->size || a->n != b->n || a->site != b->site ||
      a->kind != b->kind || a->state != b->state || a->has_symbolic_size != b->has_symbolic_size)
    return false;
  if (a->has_symbolic_size && !extents_equal(a, b)) return false;
  if (a->state == PAGE_FREED) return true;
  if (a->state == PAGE_ARRAY) return expr_same(a->array, b->array);
  if (a->n_uninit != b->n_uninit || !a->plane != !b->plane) return false;
  if (a->n_uninit && memcmp(page_uninit(a, 0), page_uninit(b, 0), (a->n + 63) / 64 * sizeof(u64)))
    return false;
  return a->plane ? planes_equal(a, b) : !memcmp(a->bytes, b->bytes, a->n);
}

void page_mark(Page *p) {
  expr_mark(p->array);
  if (p->has_symbolic_size) expr_mark(page_extent(p)->size);
  for (u32 i = 0; p->plane && i < p->n; i++) expr_mark(p->plane->words[i]);
}
