/* space.c — radix trees of pages, copied on the way to the page that is written.
 *
 * A node counts its kids and is freed when it has none.  So the space of a long run stays as small
 * as what lives in it, whatever functions that returned left behind.  A range that is filled with
 * one page shares its full nodes, so it costs as many nodes as the tree is high.
 */
#include "vm/memory/space.h"

#include <string.h>

/* Measured with bench/vm_mem.c, 1000 objects, a child that changes one: 544 bytes and 390 ns
 * with 3 bits, 656 and 450 with 4, 1040 and 700 with 5, 1280 and 800 with 6. */
enum {
  NODE_BITS = SIZED(3, 2),
  NODE_FAN = 1 << NODE_BITS,
  NODE_MASK = NODE_FAN - 1,
  MAX_HEIGHT = (REGION_BITS - PAGE_BITS + NODE_BITS - 1) / NODE_BITS,
};

/* The kids of a node of height 1 are pages, of others nodes one lower. */
struct SpaceNode {
  u32 refs, epoch;     /* as in Page, and in the same place */
  u32 mark;            /* expr_epoch() of the last sweep that came by */
  u32 n_kids;          /* that are not NULL; > 0 */
  void *kid[NODE_FAN]; /* shared */
};

static_assert(offsetof(Page, refs) == offsetof(SpaceNode, refs), "a count comes first");

static u64 n_nodes; /* of the process */

/* Slots below a node of this height. */
static u64 span_of(u32 height) { return 1ull << NODE_BITS * height; }

/* The number of a page in its region. */
static u64 key_of(u64 address) { return (address - region_base(region_of(address))) >> PAGE_BITS; }

/* ---- nodes ---------------------------------------------------------------- */

static void *kid_ref(void *kid) {
  if (kid) ++*(u32 *)kid;
  return kid;
}

static void node_unref(SpaceNode *node, u32 height);

/* `height` is that of the kid; a page has 0. */
static void kid_unref(void *kid, u32 height) {
  if (!kid) return;
  if (height)
    node_unref(kid, height);
  else
    page_unref(kid);
}

static void node_unref(SpaceNode *node, u32 height) {
  assert(node->refs > 0 && height > 0 && n_nodes > 0);
  if (--node->refs) return;
  for (u32 i = 0; i < NODE_FAN; i++) kid_unref(node->kid[i], height - 1);
  mem_free(node);
  n_nodes--;
}

static SpaceNode *node_new(u32 epoch) {
  SpaceNode *node = NEW(SpaceNode);
  node->refs = 1;
  node->epoch = epoch;
  n_nodes++;
  return node;
}

/* The node at *link, which is the space's own, made its own too: it is, if no other
 * link leads here. */
static SpaceNode *node_own(Space *s, void **link) {
  SpaceNode *node = *link;
  assert(node->refs > 0 && node->n_kids <= NODE_FAN);
  assert(node->epoch < s->epoch || (node->epoch == s->epoch && node->refs == 1));
  if (node->epoch == s->epoch) return node;
  if (node->refs > 1) {
    SpaceNode *copy = node_new(s->epoch);
    copy->n_kids = node->n_kids;
    for (u32 i = 0; i < NODE_FAN; i++) copy->kid[i] = kid_ref(node->kid[i]);
    node->refs--;
    *link = node = copy;
  }
  node->epoch = s->epoch;
  return node;
}

static Page *page_own(Space *s, void **link) {
  Page *page = *link;
  assert(page->refs > 0);
  assert(page->epoch < s->epoch || (page->epoch == s->epoch && page->refs == 1));
  if (page->epoch == s->epoch) return page;
  if (page->refs > 1) {
    Page *copy = page_copy(page);
    page->refs--;
    *link = page = copy;
  }
  page->epoch = s->epoch;
  page->is_spread = false;
  return page;
}

/* Takes the reference to the new kid. */
static void kid_set(SpaceNode *node, u32 i, u32 kid_height, void *kid) {
  node->n_kids += !!kid - !!node->kid[i];
  assert(i < NODE_FAN && node->n_kids <= NODE_FAN);
  kid_unref(node->kid[i], kid_height);
  node->kid[i] = kid;
}

/* ---- putting a page into a range ------------------------------------------- */

/* What fills the range: below a node that is full of one page everything is shared, so a
 * range costs as many nodes as the tree is high. */
typedef struct RangeFiller {
  Page *page;                  /* borrowed; NULL: nothing */
  SpaceNode *full[MAX_HEIGHT]; /* by height; shared; NULL until wanted */
} RangeFiller;

static void *filler_of(RangeFiller *f, u32 height) {
  if (!f->page || !height) return kid_ref(f->page);
  if (!f->full[height]) {
    SpaceNode *node = node_new(0);
    node->n_kids = NODE_FAN;
    for (u32 i = 0; i < NODE_FAN; i++) node->kid[i] = filler_of(f, height - 1);
    f->full[height] = node;
  }
  return kid_ref(f->full[height]);
}

/* Fills the slots [from, to) below *link, which is the space's own; nodes that become
 * empty go. */
static void fill(Space *s, RangeFiller *f, void **link, u32 height, u64 from, u64 to) {
  assert(height > 0 && from < to && to <= span_of(height));
  if (!*link && !f->page) return;
  if (!*link) *link = node_new(s->epoch);
  SpaceNode *node = node_own(s, link);
  u32 bits = NODE_BITS * (height - 1);
  u64 span = 1ull << bits;
  for (u64 i = from >> bits; i <= (to - 1) >> bits; i++) {
    u64 first = i << bits, a = MAX(from, first) - first, b = MIN(to, first + span) - first;
    if (b - a == span) {
      kid_set(node, (u32)i, height - 1, filler_of(f, height - 1));
    } else {
      bool was_there = node->kid[i];
      fill(s, f, &node->kid[i], height - 1, a, b);
      node->n_kids += !!node->kid[i] - was_there;
    }
  }
  if (node->n_kids) return;
  node_unref(node, height);
  *link = NULL;
}

/* The same for one slot and a page: what most objects need. */
static void put_one(Space *s, void **link, u32 height, u64 key, Page *page) {
  SpaceNode *node = NULL;
  assert(height > 0 && key < span_of(height) && page->refs == 1);
  while (height--) {
    if (!*link) {
      *link = node_new(s->epoch);
      if (node) node->n_kids++;
    }
    node = node_own(s, link);
    link = &node->kid[key >> NODE_BITS * height & NODE_MASK];
  }
  node->n_kids += !*link;
  assert(node->n_kids <= NODE_FAN);
  page_unref(*link);
  *link = page;
}

static void put_many(Space *s, void **link, u32 height, u64 from, u64 to, Page *page) {
  RangeFiller f = {.page = page};
  if (page) page->is_spread = true;
  fill(s, &f, link, height, from, to);
  for (u32 h = 0; h < ARRAY_LEN(f.full); h++) kid_unref(f.full[h], h);
  page_unref(page);
}

/* ---- looking for pages ------------------------------------------------------ */

static inline __attribute__((always_inline)) Page *walk(const Space *s, u64 address) {
  Region r = region_of(address);
  if (r == REGION_NONE || !s->height[r]) return NULL;
  u64 key = key_of(address);
  u32 height = s->height[r];
  if (key >= span_of(height)) return NULL;
  void *at = s->root[r];
  while (at && height--) at = ((SpaceNode *)at)->kid[key >> NODE_BITS * height & NODE_MASK];
  return at;
}

static bool is_full_of(void *kid, u32 height, const Page *page) {
  if (!height || !kid) return kid == page;
  void **kids = ((SpaceNode *)kid)->kid;
  for (u32 i = 0; i < NODE_FAN; i++)
    if (!(i && kids[i] == kids[i - 1]) && !is_full_of(kids[i], height - 1, page)) return false;
  return true;
}

/* The first slot from `key` on below the kid that holds another page, or the span. */
static u64 skip_same(void *kid, u32 height, u64 key, const Page *page) {
  if (!key && is_full_of(kid, height, page)) return span_of(height);
  if (!kid || !height) return key;
  u64 span = span_of(height - 1), i = key / span;
  for (key %= span; i < NODE_FAN; i++, key = 0) {
    u64 end = skip_same(((SpaceNode *)kid)->kid[i], height - 1, key, page);
    if (end < span) return i * span + end;
  }
  return span_of(height);
}

static Page *seek(void *kid, u32 height, u64 key, bool is_up) {
  if (!kid || !height) return kid;
  u64 last = span_of(height - 1) - 1, i = key >> NODE_BITS * (height - 1);
  key &= last;
  for (;;) {
    Page *p = seek(((SpaceNode *)kid)->kid[i], height - 1, key, is_up);
    if (p || i == (is_up ? NODE_MASK : 0)) return p;
    i = is_up ? i + 1 : i - 1;
    key = is_up ? 0 : last;
  }
}

/* ---- the tlb ---------------------------------------------------------------- */

/* Bytes of the page that its object has for sure. */
rarely_called static u32 open_bytes(const Space *s, u64 address, const Page *page) {
  u64 before = (address & ~(u64)PAGE_MASK) - page->base;
  u64 sure = page_extent(walk(s, page->base))->sure;
  assert(sure <= page->size);
  return sure <= before ? 0 : (u32)MIN(sure - before, page->n);
}

static inline u32 sure_bytes(const Space *s, u64 address, const Page *page) {
  return likely(!page->has_symbolic_size) ? page->n : open_bytes(s, address, page);
}

/* The slot for an address, to be filled. */
static inline TlbSlot *tlb_take(Tlb *t, u64 address) {
  TlbSlot *slot = tlb_slot(t, address);
  if (!slot->at && t->n_taken <= TLB_NOTED) {
    if (t->n_taken < TLB_NOTED) t->taken[t->n_taken] = (u16)(slot - t->slots);
    t->n_taken++;
  }
  return slot;
}

static void tlb_empty(Tlb *t) {
  if (t->n_taken > TLB_NOTED)
    memset(t->slots, 0, sizeof t->slots);
  else
    for (u32 i = 0; i < t->n_taken; i++) t->slots[t->taken[i]] = (TlbSlot){0};
  t->n_taken = 0;
}

/* Lets the fast path do what is safe now. */
static inline __attribute__((always_inline)) void tlb_set(Space *s, u64 address, Page *page) {
  if (!s->tlb) return;
  u32 n = sure_bytes(s, address, page);
  assert(n <= page->n && page->epoch <= s->epoch);
  bool can_read = page_is_pure(page);
  bool can_write = can_read && page->epoch == s->epoch && page->kind != OBJECT_CONSTANT &&
                   expr_is_none(page->array);
  *tlb_take(s->tlb, address) = (TlbSlot){
      address >> PAGE_BITS,
      page,
      can_read ? n : 0,
      can_write ? n : 0,
  };
}

/* Known, but every access takes the slow path. */
static void tlb_close(Space *s, u64 address, Page *page) {
  if (s->tlb) *tlb_take(s->tlb, address) = (TlbSlot){address >> PAGE_BITS, page, 0, 0};
}

static void tlb_drop(Space *s, u64 from, u64 to) {
  if (!s->tlb) return;
  if ((to - from) >> PAGE_BITS >= TLB_SLOTS) {
    tlb_empty(s->tlb);
    return;
  }
  for (u64 a = from; a < to; a += PAGE_BYTES) *tlb_slot(s->tlb, a) = (TlbSlot){0};
}

static Page *tlb_page(Space *s, u64 address) {
  if (!s->tlb) return NULL;
  TlbSlot *slot = tlb_slot(s->tlb, address);
  return slot->page == address >> PAGE_BITS ? slot->at : NULL;
}

/* ---- public ----------------------------------------------------------------- */

void space_init(Space *s) {
  *s = (Space){.epoch = 1};
  for (u32 r = 0; r < REGION_COUNT; r++) s->next[r] = region_base((Region)r) + OBJECT_ALIGN;
  s->stack_end = s->next[REGION_STACK];
}

void space_done(Space *s) {
  for (u32 r = 0; r < REGION_COUNT; r++) kid_unref(s->root[r], s->height[r]);
  *s = (Space){0};
}

/* What every space keeps, whatever was done to it. */
debug_only static bool space_is_sound(const Space *s) {
  assert(s->epoch > 0 && s->heap_bytes <= s->heap_peak);
  assert(s->stack_end <= s->next[REGION_STACK]);
  for (u32 r = 0; r < REGION_COUNT; r++) {
    debug_only const SpaceNode *root = s->root[r];
    assert(s->next[r] > region_base((Region)r) && s->next[r] < region_end((Region)r));
    assert(!root || (s->height[r] && root->refs > 0 && root->epoch <= s->epoch));
  }
  return true;
}

/* Moves on to an epoch in which it owns nothing, so that what is there is copied before it is written. */
static void freeze(Space *s) {
  CHECK(s->epoch < UINT32_MAX, "more than 2^32 forks on one path");
  s->epoch++;
  if (s->tlb) {
    /* Every page is shared now. */
    if (s->tlb->n_taken > TLB_NOTED)
      for (u32 i = 0; i < TLB_SLOTS; i++) s->tlb->slots[i].n_write = 0;
    else
      for (u32 i = 0; i < s->tlb->n_taken; i++) s->tlb->slots[s->tlb->taken[i]].n_write = 0;
  }
}

Space space_fork(Space *s) {
  assert(space_is_sound(s));
  freeze(s);
  Space child = *s;
  child.tlb = NULL;
  for (u32 r = 0; r < REGION_COUNT; r++) kid_ref(s->root[r]);
  return child;
}

void space_run(Space *s, Tlb *tlb) {
  tlb_empty(tlb);
  s->tlb = tlb;
}

void space_stop(Space *s) {
  assert(space_is_sound(s));
  s->tlb = NULL;
}

Page *space_page(Space *s, u64 address) {
  Page *page = tlb_page(s, address);
  if (!page) page = walk(s, address);
  if (page) tlb_set(s, address, page);
  return page;
}

Page *space_own(Space *s, u64 address) {
  Page *page = tlb_page(s, address);
  if (!page || page->epoch != s->epoch) {
    Region r = region_of(address);
    u64 key = key_of(address);
    void *root = s->root[r], **link = &root;
    for (u32 height = s->height[r]; height--;)
      link = &node_own(s, link)->kid[key >> NODE_BITS * height & NODE_MASK];
    page = page_own(s, link);
    s->root[r] = root;
  }
  assert(page->epoch == s->epoch && page->refs == 1 && page == walk(s, address));
  tlb_close(s, address, page);
  return page;
}

static Page *page_with_uninit(Space *s, u64 address, u32 n) {
  Page *p = tlb_page(s, address);
  bool fits = p && p->n_uninit && !p->plane && p->state == PAGE_PLAIN &&
              ((u32)address & PAGE_MASK) + n <= sure_bytes(s, address, p);
  return fits ? p : NULL;
}

const void *space_read_set(Space *s, u64 address, u32 n) {
  u32 at = (u32)address & PAGE_MASK;
  const Page *p = page_with_uninit(s, address, n);
  return p && !page_uninit_bits(p, at, n) ? p->bytes + at : NULL;
}

void *space_write_set(Space *s, u64 address, u32 n) {
  u32 at = (u32)address & PAGE_MASK;
  Page *p = page_with_uninit(s, address, n);
  if (!p || p->epoch != s->epoch || p->kind == OBJECT_CONSTANT || !expr_is_none(p->array))
    return NULL;
  u64 bits = page_uninit_bits(p, at, n), all = (1ull << n) - 1;
  if (bits == all && at % 64 + n <= 64) { /* nearly always, and worth it */
    assert(p->n_uninit >= n);
    *page_uninit(p, at / 64) &= ~(all << at % 64);
    p->n_uninit -= n;
  } else if (bits) {
    page_wrote(p, at, n);
  }
  if (!p->n_uninit) tlb_set(s, address, p);
  return p->bytes + at;
}

Object space_object(const Space *s, const Page *page) {
  Object o = page_object(page);
  if (unlikely(page->has_symbolic_size)) o.extent = *page_extent(walk(s, page->base));
  return o;
}

u64 space_same(const Space *s, u64 from, u64 to) {
  Region r = region_of(from);
  u64 first = key_of(from), end = skip_same(s->root[r], s->height[r], first, walk(s, from));
  return MIN(to, region_base(r) + (end << PAGE_BITS));
}

void space_put(Space *s, u64 from, u64 to, Page *page) {
  Region r = region_of(from);
  assert(from < to && !(from & PAGE_MASK) && !(to & PAGE_MASK));
  assert(r != REGION_NONE && to <= region_end(r));
  assert(!page || (page->base <= from && page->refs == 1));
  u64 key = key_of(from), n = (to - from) >> PAGE_BITS;
  u64 n_slots = key + n;
  if (!s->height[r]) s->height[r] = 1;
  while (span_of(s->height[r]) < n_slots) {
    if (s->root[r]) {
      SpaceNode *node = node_new(s->epoch);
      kid_set(node, 0, s->height[r], s->root[r]);
      s->root[r] = node;
    }
    s->height[r]++;
  }
  assert(s->height[r] <= MAX_HEIGHT);
  void *root = s->root[r];
  if (page && n == 1)
    put_one(s, &root, s->height[r], key, page);
  else
    put_many(s, &root, s->height[r], key, key + n, page);
  s->root[r] = root;
  tlb_drop(s, from, to);
}

Page *space_next(Space *s, u64 address) {
  Region r = region_of(address);
  if (r == REGION_NONE) return NULL;
  u64 key = key_of(address);
  return key >= span_of(s->height[r]) ? NULL : seek(s->root[r], s->height[r], key, true);
}

Page *space_last(Space *s, u64 address) {
  Region r = region_of(address);
  if (r == REGION_NONE) return NULL;
  u64 key = MIN(key_of(address), span_of(s->height[r]) - 1);
  return seek(s->root[r], s->height[r], key, false);
}

/* Below two nodes of the same height; *ret_key: where they differ, if they do. */
static bool kids_equal(void *a, void *b, u32 height, u64 key, u64 *ret_key) {
  if (a == b) return true;
  *ret_key = key << NODE_BITS * height;
  if (!a || !b) return false;
  if (!height) return page_equal(a, b);
  for (u64 i = 0; i < NODE_FAN; i++) {
    void *x = ((SpaceNode *)a)->kid[i], *y = ((SpaceNode *)b)->kid[i];
    if (!kids_equal(x, y, height - 1, key << NODE_BITS | i, ret_key)) return false;
  }
  return true;
}

/* Where they differ it is most often near: locals before the heap. */
bool space_equal(const Space *a, const Space *b, u64 *io_hint) {
  static const Region order[] = {REGION_STACK, REGION_HEAP, REGION_GLOBAL};
  if (a->stack_end != b->stack_end || a->heap_bytes != b->heap_bytes ||
      a->stack_bytes != b->stack_bytes || memcmp(a->next, b->next, sizeof a->next) ||
      memcmp(a->height, b->height, sizeof a->height))
    return false;
  const Page *x = walk(a, *io_hint), *y = walk(b, *io_hint);
  if (!x != !y || (x && !page_equal(x, y))) return false;
  for (u32 k = 0; k < ARRAY_LEN(order); k++) {
    Region r = order[k];
    u64 key = 0;
    if (kids_equal(a->root[r], b->root[r], a->height[r], 0, &key)) continue;
    *io_hint = region_base(r) + (key << PAGE_BITS);
    return false;
  }
  return true;
}

static void mark(void *kid, u32 height) {
  if (!kid) return;
  u32 *seen = height ? &((SpaceNode *)kid)->mark : &((Page *)kid)->mark;
  if (*seen == expr_epoch()) return;
  *seen = expr_epoch();
  for (u32 i = 0; height && i < NODE_FAN; i++) mark(((SpaceNode *)kid)->kid[i], height - 1);
  if (!height) page_mark(kid);
}

void space_mark(Space *s) {
  for (u32 r = 0; r < REGION_COUNT; r++) mark(s->root[r], s->height[r]);
}

u64 space_memory(void) { return page_memory() + n_nodes * sizeof(SpaceNode); }
