/* table.c — the unique table: equal terms are made once.
 *
 * Nodes are 16 bytes in one array indexed by handle.  The hash table beside it
 * has 4 bytes per slot, open addressing, at most three quarters full: 21 to 27
 * bytes per term in all.  A table of 2^k slots has handles below 2^k, so the other
 * 32 - k bits of a slot hold a tag, bits of the hash: a probe that passes over
 * other terms reads their slots and not their nodes.  (bench-expr, new terms: 2.7
 * million/s without tags, 4.3 with.)
 *
 * A sweep marks from the registered roots and threads the dead slots into a
 * free list.  Slots are reused, so ids carry no age; order by id is still the
 * same in every run with the same seed, because sweeps happen at the same points.
 */
#include "base/hash.h"
#include "base/vec.h"
#include "expr/expr_impl.h"

#include <string.h>

typedef struct Roots {
  ExprMark *mark;
  void *user; /* borrowed until expr_roots_remove */
} Roots;

static struct {
  u32 n_open;          /* nesting of expr_open */
  u32 n_nodes, cap;    /* slots in use or free, slots allocated */
  u32 n_live, free;    /* terms alive; head of the free list, linked by kid[0] */
  u32 *slots, n_slots; /* owned; a power of two; handle in the low bits, tag above */
  u32 epoch;
  VEC(Roots) roots;
  ExprVec stack; /* of the marking */
} table;

ExprNode *expr_nodes;

const u8 expr_arities[EXPR_KIND_COUNT] = {
#define KIND(id, arity, smt, commutes, result) [EXPR_##id] = arity,
#include "expr/kinds.def"
#undef KIND
};

static u64 node_hash(const ExprNode *n) {
  u64 half[2];
  memcpy(half, n, sizeof half);
  return hash_pair(half[0], half[1]);
}

static u32 id_in(u32 slot) { return slot & (table.n_slots - 1); }

/* What the slot of a node looks like without its handle. */
static u32 tag_of(u64 hash) { return (u32)(hash >> 32) & ~(table.n_slots - 1); }

/* The place of this node, or the empty place where it belongs. */
static u32 place_of(const ExprNode *n, u64 hash) {
  u32 mask = table.n_slots - 1, tag = tag_of(hash);
  u32 i = (u32)hash & mask;
  for (; table.slots[i]; i = (i + 1) & mask) {
    bool may_be = (table.slots[i] & ~mask) == tag;
    if (may_be && !memcmp(&expr_nodes[id_in(table.slots[i])], n, sizeof *n)) break;
  }
  return i;
}

/* The terms are distinct: each goes to the next empty place. */
static void rehash(u32 n_slots) {
  mem_free(table.slots);
  table.n_slots = n_slots;
  table.slots = mem_new(n_slots * sizeof *table.slots);
  for (u32 id = 1; id < table.n_nodes; id++) {
    if (expr_nodes[id].kind == EXPR_FREE) continue;
    u64 hash = node_hash(&expr_nodes[id]);
    u32 i = (u32)hash & (n_slots - 1);
    while (table.slots[i]) i = (i + 1) & (n_slots - 1);
    table.slots[i] = id | tag_of(hash);
  }
}

static u32 id_new(void) {
  if (table.free) {
    u32 id = table.free;
    table.free = expr_nodes[id].kid[0];
    return id;
  }
  if (table.n_nodes == table.cap) {
    CHECK(table.cap < UINT32_MAX / 2, "more than 2^31 terms: sweep earlier");
    /* Half again, not double: nodes are most of our memory. */
    table.cap += table.cap / 2 + 1;
    expr_nodes = mem_resize(expr_nodes, (size_t)table.cap * sizeof *expr_nodes);
  }
  return table.n_nodes++;
}

Expr table_lookup(ExprNode n) { return (Expr){id_in(table.slots[place_of(&n, node_hash(&n))])}; }

Expr table_intern(ExprNode n) {
  u64 hash = node_hash(&n);
  u32 at = place_of(&n, hash);
  if (table.slots[at]) return (Expr){id_in(table.slots[at])};
  if ((table.n_live + 1) * 4ull > table.n_slots * 3ull) {
    rehash(table.n_slots * 2);
    at = place_of(&n, hash);
  }
  u32 id = id_new();
  assert(id < table.n_slots); /* no more ids than terms were ever alive at once */
  expr_nodes[id] = n;
  table.slots[at] = id | tag_of(hash);
  table.n_live++;
  return (Expr){id};
}

/* ---- sweeping ------------------------------------------------------------ */

void expr_roots_add(ExprMark *mark, void *user) { vec_push(&table.roots, ((Roots){mark, user})); }

void expr_roots_remove(ExprMark *mark, void *user) {
  for (u32 i = 0; i < table.roots.n; i++) {
    if (table.roots.at[i].mark != mark || table.roots.at[i].user != user) continue;
    table.roots.at[i] = vec_pop(&table.roots);
    return;
  }
}

static bool node_has_blob(const ExprNode *n) {
  return n->kind == EXPR_ARRAY_TABLE || (n->kind == EXPR_CONST && n->width > 64);
}

static void mark_one(u32 id) {
  ExprNode *n = &expr_nodes[id];
  if (!id || (n->shape & SHAPE_MARK)) return;
  n->shape |= SHAPE_MARK;
  if (node_has_blob(n)) blob_mark(n->kid[0]);
  if (expr_arities[n->kind]) vec_push(&table.stack, (Expr){id});
}

void expr_mark(Expr e) {
  mark_one(e.id);
  while (table.stack.n) {
    ExprNode n = expr_nodes[vec_pop(&table.stack).id];
    for (u32 i = 0; i < expr_arities[n.kind]; i++) mark_one(n.kid[i]);
  }
}

void expr_sweep(void) {
  for (u32 i = 0; i < table.roots.n; i++) table.roots.at[i].mark(table.roots.at[i].user);
  table.free = 0;
  table.n_live = 0;
  /* Downwards, so that the free list hands out low ids first. */
  for (u32 id = table.n_nodes - 1; id > 0; id--) {
    ExprNode *n = &expr_nodes[id];
    if (n->shape & SHAPE_MARK) {
      n->shape &= (u8)~SHAPE_MARK;
      table.n_live++;
    } else {
      *n = (ExprNode){.kind = EXPR_FREE, .kid = {table.free}};
      table.free = id;
    }
  }
  blobs_sweep();
  rehash(table.n_slots);
  table.epoch++;
}

/* ---- life ---------------------------------------------------------------- */

void expr_open(void) {
  if (table.n_open++) return;
  table.cap = SIZED(4096, 2);
  expr_nodes = mem_new(table.cap * sizeof *expr_nodes);
  table.n_nodes = 1; /* id 0 is "none" */
  table.n_slots = SIZED(8192, 2);
  table.slots = mem_new(table.n_slots * sizeof *table.slots);
  table.epoch++;
}

void expr_close(void) {
  if (--table.n_open) return;
  u32 epoch = table.epoch;
  expr_nodes = mem_free(expr_nodes);
  mem_free(table.slots);
  vec_free(&table.roots);
  vec_free(&table.stack);
  memset(&table, 0, sizeof table);
  table.epoch = epoch; /* memos of an earlier table must not look fresh */
  blobs_close();
  inputs_close();
  facts_drop();
}

u32 expr_epoch(void) { return table.epoch; }

u32 expr_count(void) { return table.n_live; }

u32 expr_limit(void) { return table.n_nodes; }

u64 expr_bytes(void) {
  return (u64)table.cap * sizeof *expr_nodes + (u64)table.n_slots * sizeof *table.slots +
         blobs_bytes() + facts_bytes();
}
