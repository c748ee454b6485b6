/* page.h — storage of the bytes of one object that lie in one page.
 *
 *   bytes   concrete values, as many as the object has in this page
 *   plane   from the first symbolic store on: for each byte the word it is part of
 *           and which part; gone again when no byte is symbolic
 *   uninitialised   after the bytes, a bit for each, which is set while it was never written
 *   extent  for an object whose size is a symbol: the size, and what is known of it
 *
 * A word stored as one term is kept as that term, not cut into bytes: a load of the same place
 * gives the same handle without making any other term.
 *
 * Pages are shared between spaces and counted.  The space (space.h) decides who may write one;
 * here nothing is copied behind the caller's back.
 */
#pragma once

#include "base/hash.h"
#include "expr/expr.h"

/* What a space copies to write one byte.  Measured with bench/vm_mem.c: a child that changes
 * one word of 4 KiB of terms holds 25 kB with 12 bits, 6.5 with 10, 3.4 with 9; but the tree
 * grows, and the tlb covers less.  Addresses are the same in every variant. */
enum {
  PAGE_BITS = SIZED(10, 5),
  PAGE_BYTES = 1 << PAGE_BITS,
  PAGE_MASK = PAGE_BYTES - 1,
};

typedef enum ObjectKind {
  OBJECT_GLOBAL,
  OBJECT_CONSTANT, /* a global that must not be written */
  OBJECT_HEAP,
  OBJECT_STACK,
} ObjectKind;

typedef enum PageState {
  PAGE_PLAIN, /* bytes, plane and uninitialised say what it holds */
  PAGE_ARRAY, /* `array` says what the whole object holds; no bytes here */
  PAGE_FREED, /* remembered for diagnosis; what bytes are left mean nothing */
} PageState;

/* A value of 1 to 8 bytes: the term if there is one, else the number. */
typedef struct Word {
  u64 value; /* zero-extended; 0 when symbolic */
  Expr expr; /* of exactly 8 bits per byte; none: concrete; never a CONST */
} Word;

static inline Word word_of(u64 value) { return (Word){value, EXPR_NONE}; }
/* A CONST becomes its value. */
static inline Word word_of_expr(Expr e) {
  return expr_is_const(e) ? (Word){expr_value(e), EXPR_NONE} : (Word){0, e};
}
static inline bool word_is_symbolic(Word w) { return !expr_is_none(w.expr); }
static inline bool word_same(Word a, Word b) {
  return a.value == b.value && expr_same(a.expr, b.expr);
}
static inline Expr word_expr(Word w, u32 n_bytes) {
  return word_is_symbolic(w) ? w.expr : expr_const(8 * n_bytes, w.value);
}

typedef struct Plane Plane; /* see page.c */

/* How many bytes an object has whose size a symbol decides: an open one.  Its pages are there for
 * the most that it may have. */
typedef struct Extent {
  Expr size; /* 64 bits; none: its size is concrete */
  u64 sure;  /* the path condition says that it has so many at least; what is right stands in the
              * first page of the object */
} Extent;

typedef struct Page {
  u32 refs;
  u32 epoch;    /* see space.h */
  u64 base;     /* first address of the object */
  u64 size;     /* bytes of the object; of an open one at most */
  Plane *plane; /* owned; NULL: every byte is concrete */
  u32 n_uninit; /* bytes that were never written; 0 also if nobody asks */
  u32 n;        /* bytes here, 0 for an ARRAY and what was on the heap */
  u32 site;     /* where it was allocated; once FREED, where that was done */
  /* ARRAY: the contents of the object.  PLAIN: none, or what they were when each of
   * its pages was last given this same term; a write to a page takes it away. */
  Expr array;
  u32 mark;               /* expr_epoch() of the last sweep that came by */
  u8 kind;                /* ObjectKind */
  u8 state;               /* PageState */
  bool is_spread;         /* may be in several slots of one space */
  bool has_symbolic_size; /* has an Extent, behind the bytes */
  u8 bytes[] __attribute__((aligned(8)));
} Page;

/* What is known of an object besides its contents. */
typedef struct Object {
  u64 base, size; /* of an object of symbolic size: at most */
  u32 site;       /* where it was allocated; when it does not live any more, where that was ended */
  ObjectKind kind;
  bool is_live;
  Extent extent;
} Object;

static inline bool object_has_symbolic_size(Object o) { return !expr_is_none(o.extent.size); }
/* Bytes that it has for sure. */
static inline u64 object_sure(Object o) {
  return object_has_symbolic_size(o) ? o.extent.sure : o.size;
}

Page *page_new(Object o, PageState state, u32 n); /* bytes are 0; refs = 1, epoch = 0 */
Page *page_copy(const Page *p);                   /* refs = 1, epoch = 0 */
Page *page_unref(Page *p);                        /* accepts NULL, returns NULL */
u64 page_memory(void);                            /* bytes held by all pages of the process */

/* Are its bytes all there is to know about it? */
static inline bool page_is_pure(const Page *p) {
  return !p->plane && !p->n_uninit && p->state == PAGE_PLAIN;
}

/* One bit per byte from byte 64 * i on. */
static inline u64 *page_uninit(const Page *p, u32 i) {
  return (u64 *)(p->bytes + ((p->n + 7u) & ~7u)) + i;
}

/* Of a page that has one. */
static inline Extent *page_extent(const Page *p) {
  return (Extent *)page_uninit(p, (p->n + 63) / 64);
}

/* For any page but one of an object of symbolic size that is not its first: space_object. */
static inline Object page_object(const Page *p) {
  Object o = {p->base,       p->size, p->site, (ObjectKind)p->kind, p->state != PAGE_FREED,
              {EXPR_NONE, 0}};
  if (p->has_symbolic_size) o.extent = *page_extent(p);
  return o;
}

/* As if it were new, of a page that has its bytes. */
void page_renew(Page *p, bool is_uninit);

/* All of these: the range lies within the n bytes of a PLAIN page.  `at` is an offset
 * within the page; words have 1 to 8 bytes. */
void page_forget(Page *p); /* from now on no byte was ever written */

/* The bits of n bytes, 1 to 8, from `at` on. */
static inline u64 page_uninit_bits(const Page *p, u32 at, u32 n) {
  u64 bits = *page_uninit(p, at / 64) >> at % 64;
  if (at % 64 + n > 64) bits |= *page_uninit(p, at / 64 + 1) << (64 - at % 64);
  return bits & ((1ull << n) - 1);
}
bool page_is_set(const Page *p, u32 at, u32 n);
void page_wrote(Page *p, u32 at, u32 n); /* they were written, or will be at once */
Word page_load(const Page *p, u32 at, u32 n);
/* Bytes first … first+n-1 of the word: a word across two pages is not cut. */
void page_store(Page *p, u32 at, u32 n, Word w, u32 first);
void page_put(Page *p, u32 at, const void *bytes, u32 n);
/* False, and nothing read, if some byte is symbolic. */
bool page_get(const Page *p, u32 at, void *ret_bytes, u32 n);
void page_fill(Page *p, u32 at, u32 n, Word byte);
/* Does a program see no difference? */
bool page_equal(const Page *a, const Page *b);
/* Do all n > 0 bytes hold the same, uninitialised ones being 0? */
bool page_is_filled(const Page *p, Word *ret_byte);
/* Also within one page, overlapping or not. */
void page_move(Page *to, u32 to_at, const Page *from, u32 from_at, u32 n);

void page_mark(Page *p); /* of any state: expr_mark on every handle it holds */
