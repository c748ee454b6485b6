/* space.h — an address space: a persistent map from addresses to pages.
 *
 *   0x0000_0000_0000            null (64 KiB), then code: never pages here
 *   0x0001_0000_0000  GLOBAL    globals and constants
 *   0x1000_0001_5000  HEAP
 *   0x2000_0002_a000  STACK
 *
 * Every object starts at an address of its own that is a multiple of 4096, with at
 * least one unmapped 4096 bytes behind it.  Each region has a radix tree from page
 * number (relative to the region) to Page, only as high as the numbers in use
 * need.  Objects larger than a page take several slots.
 *
 * Forking is O(1): both sides share the trees.  A write copies what is shared on
 * the way to the page.
 *
 * Invariant: every node or page reachable from a space has an epoch <= that of the
 * space, and equality means that this space alone reaches it, by one path only, and
 * may write it in place.  Forking moves both sides to the next epoch, so neither
 * owns what they share.  A count of references alone would not do: two spaces may
 * reach a page of count 1 through one shared node.  Epoch 0 is no space's.
 * After: copy-on-write of objects in KLEE (Cadar, Dunbar, Engler, OSDI 2008, sec.
 * 4.2.2); there the map is a balanced tree of objects, here a radix tree of pages.
 */
#pragma once

#include "vm/memory/page.h"

#define OBJECT_ALIGN 4096ull

typedef enum Region {
  REGION_GLOBAL,
  REGION_HEAP,
  REGION_STACK,
  REGION_COUNT,
  REGION_NONE = REGION_COUNT,
} Region;

#define REGION_BITS 44
#define CODE_BASE 0x10000ull
#define GLOBAL_BASE 0x100000000ull
/* The other regions begin some pages past their round number, so that the first objects
 * of each do not compete for the same slots of the tlb. */
#define HEAP_BASE (((u64)REGION_HEAP << REGION_BITS) + 21 * OBJECT_ALIGN)
#define STACK_BASE (((u64)REGION_STACK << REGION_BITS) + 42 * OBJECT_ALIGN)

/* After how many bytes stack addresses are used again, see heap.h.  A call with one stack
 * object costs 220 ns with 2^20, 290 with 2^24, 440 with 2^40 (bench/vm_mem.c), because the
 * tree grows with it; so does what a fork copies. */
#define STACK_FRESH (1ull << 20)

static inline u64 region_base(Region r) {
  return r == REGION_GLOBAL ? GLOBAL_BASE : r == REGION_HEAP ? HEAP_BASE : STACK_BASE;
}
static inline Region region_of(u64 address) {
  u64 top = address >> REGION_BITS;
  return top >= REGION_COUNT || address < region_base((Region)top) ? REGION_NONE : (Region)top;
}
static inline u64 region_end(Region r) { return (u64)(r + 1) << REGION_BITS; }

/* ---- the fast path -------------------------------------------------------- */

enum { TLB_SLOTS = SIZED(512, 2), TLB_NOTED = 64 };

/* What the running state touched last, by page number.  All zero is empty: no access
 * fits in 0 bytes. */
typedef struct TlbSlot {
  u64 page;    /* address >> PAGE_BITS */
  Page *at;    /* borrowed from the space */
  u32 n_read;  /* bytes that may be read directly: 0 unless all are concrete and set */
  u32 n_write; /* bytes that may be written directly: 0 unless the space owns the page */
} TlbSlot;

/* Most runs between two choices touch few pages: which slots they took is noted, so that emptying
 * them does not take as long as emptying all. */
typedef struct Tlb {
  TlbSlot slots[TLB_SLOTS];
  u16 taken[TLB_NOTED]; /* indices of slots; some may be there twice */
  u32 n_taken;          /* more than TLB_NOTED: any slot may be taken */
} Tlb;

/* Small objects begin every so many pages (2 to the power of this): the pages of 256 of them
 * get different slots, and so do 256 pages in a row. */
enum { SMALL_STRIDE_BITS = 13 - PAGE_BITS };

static inline TlbSlot *tlb_slot(Tlb *t, u64 address) {
  u64 page = address >> PAGE_BITS;
  return &t->slots[(page ^ page >> SMALL_STRIDE_BITS) % TLB_SLOTS];
}

/* Where the n bytes at an address are on the host, or NULL: take the slow path
 * (object_load, object_store), which fills the slot if it can. */
static inline const void *tlb_read(Tlb *t, u64 address, u32 n) {
  TlbSlot *s = tlb_slot(t, address);
  u32 at = (u32)address & PAGE_MASK;
  bool hit = s->page == address >> PAGE_BITS && at + n <= s->n_read;
  return likely(hit) ? s->at->bytes + at : NULL;
}
static inline void *tlb_write(Tlb *t, u64 address, u32 n) {
  TlbSlot *s = tlb_slot(t, address);
  u32 at = (u32)address & PAGE_MASK;
  bool hit = s->page == address >> PAGE_BITS && at + n <= s->n_write;
  return likely(hit) ? s->at->bytes + at : NULL;
}

/* ---- spaces --------------------------------------------------------------- */

typedef struct SpaceNode SpaceNode;

typedef struct Space {
  SpaceNode *root[REGION_COUNT]; /* shared; NULL: nothing mapped */
  u64 next[REGION_COUNT];        /* the next address that heap_alloc gives out */
  u64 stack_end;                 /* above all living stack objects; <= next */
  u64 heap_bytes, heap_peak;     /* that living heap objects surely have: now, and at most */
  u64 stack_bytes;               /* of living stack objects */
  Tlb *tlb;                      /* borrowed; NULL while this space is not running */
  u32 epoch;
  u8 height[REGION_COUNT]; /* of each tree; 0: no tree */
  bool tracks_uninit;      /* new heap and stack objects know which bytes were written */
} Space;

void space_init(Space *s);
void space_done(Space *s);
Space space_fork(Space *s); /* the child; it is not running */

/* From now on (until space_stop) changes of the space keep the tlb true.  Spaces do not
 * move while they run. */
void space_run(Space *s, Tlb *tlb); /* of zeros, or one that was used before */
void space_stop(Space *s);

/* The page at an address, of any state, or NULL.  Borrowed until the space changes. */
Page *space_page(Space *s, u64 address);

/* What is known of the object that a page of this space belongs to. */
Object space_object(const Space *s, const Page *page);

/* The object has so many bytes, or so many more. */
static inline void space_count(Space *s, Object o, u64 n) {
  if (o.kind == OBJECT_STACK) s->stack_bytes += n;
  if (o.kind == OBJECT_HEAP) s->heap_bytes += n;
  s->heap_peak = MAX(s->heap_peak, s->heap_bytes);
}

/* The same page, copied before if it is shared, so that this space may write it: call
 * it before every change of a page.  There must be one. */
Page *space_own(Space *s, u64 address);

/* The fast path of pages in the tlb that have uninitialised bytes: where n bytes, 1 to 8, are on the host that
 * were written, or are to be written at once.  NULL: take the slow path. */
const void *space_read_set(Space *s, u64 address, u32 n);
void *space_write_set(Space *s, u64 address, u32 n);

/* Puts a page at [from, to), which are multiples of PAGE_BYTES within one region; takes
 * the reference.  NULL unmaps. */
void space_put(Space *s, u64 from, u64 to, Page *page);

/* The first mapped page at or after an address in its region, or the last at or before;
 * NULL when there is none. */
Page *space_next(Space *s, u64 address);
Page *space_last(Space *s, u64 address);

/* The end of the run of slots, at most up to `to`, that hold the page which the slot at `from`
 * holds.  Costs what the tree is high where the run was put at once. */
u64 space_same(const Space *s, u64 from, u64 to);

/* Does a program see no difference, now and when it makes new objects?  *io_hint is an address at which
 * they differed when this was asked last, or 0: looked at first. */
bool space_equal(const Space *a, const Space *b, u64 *io_hint);

/* Calls expr_mark on every handle; what spaces share is walked once per sweep. */
void space_mark(Space *s);

u64 space_memory(void); /* bytes held by all spaces of the process, pages included */
