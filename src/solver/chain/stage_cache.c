/* stage_cache.c — questions asked before.
 *
 * Three ways, all over the slice of the question and so independent of the rest
 * of the path:
 *   exact    the same set of constraints was answered before;
 *   subset   a set known to be unsatisfiable is contained in this one;
 *   models   a model found earlier satisfies this one (a superset's model
 *            always does), tried newest first.
 *
 * After: the counterexample cache of Cadar, Dunbar, Engler, "KLEE", OSDI 2008,
 * section 3.3.  Differs: sets are indexed by the question, which is in nearly
 * every core, instead of in a set trie.
 */
#include "base/hash.h"
#include "solver/chain/stage.h"

enum {
  MAX_BYTES = SIZED(64 << 20, 4096), /* of entries; then all is forgotten */
  MODEL_BYTES = 512,                 /* counted for a model, of which most is shared with others */
  MAX_MODELS = SIZED(16, 2),         /* kept for any question */
  MAX_TRIED = 8,                     /* refuted sets looked at per question */
};

/* A set of constraints with its question, and what came of it. */
typedef struct CacheEntry {
  u64 hash; /* of the set, the question included */
  u32 *ids; /* owned; the set without the question, in the order of the trail */
  u32 n;
  u32 next;     /* the next entry of the same question; 0 ends */
  Model *model; /* shared; NULL: unsatisfiable */
} CacheEntry;

typedef struct Cache {
  Map first_of;              /* id of the question → newest entry */
  VEC(CacheEntry) entries;   /* number 0 is unused */
  Model *models[MAX_MODELS]; /* shared; a ring */
  u32 newest;
  u64 n_bytes;  /* of entries */
  Map in_slice; /* of the current question */
  u32 epoch;
} Cache;

static void forget(Cache *c) {
  for (u32 i = 1; i < c->entries.n; i++) {
    mem_free(c->entries.at[i].ids);
    model_unref(c->entries.at[i].model);
  }
  vec_resize(&c->entries, 1);
  c->n_bytes = 0;
  map_clear(&c->first_of);
  c->epoch = expr_epoch();
}

static void cache_close(void *self) {
  Cache *c = self;
  forget(c);
  for (u32 i = 0; i < MAX_MODELS; i++) model_unref(c->models[i]);
  map_done(&c->first_of);
  map_done(&c->in_slice);
  vec_free(&c->entries);
}

static Expr item(const Query *q, u32 i) { return q->trail->items.at[q->slice.at[i]].e; }

/* Independent of order: the same set may stand on the trail in another one. */
static u64 set_hash(const Query *q) {
  u64 h = hash_u64(q->e.id);
  for (u32 i = 0; i < q->slice.n; i++) h += hash_u64(item(q, i).id);
  return h;
}

static bool is_subset(const Cache *c, const CacheEntry *e) {
  for (u32 i = 0; i < e->n; i++)
    if (!map_find(&c->in_slice, e->ids[i])) return false;
  return true;
}

/* The base model with the cells of the slice taken from another one, if that
 * satisfies the slice. */
static bool try_model(Query *q, Model *m) {
  if (!eval_true(q->eval, m, q->e)) return false;
  for (u32 i = 0; i < q->slice.n; i++)
    if (!eval_true(q->eval, m, item(q, i))) return false;
  q->found = model_copy(q->base);
  for (u32 i = 0; i <= q->slice.n; i++) {
    u32 n;
    const u32 *cells = cells_of(&q->trail->cells, i < q->slice.n ? item(q, i) : q->e, &n);
    for (u32 k = 0; k < n; k++) model_take_cell(q->found, m, cells[k]);
  }
  return true;
}

static Verdict ask_entries(Cache *c, Query *q, u64 hash) {
  u64 first = 0;
  map_get(&c->first_of, q->e.id, &first);
  map_clear(&c->in_slice);
  for (u32 i = 0; first && i < q->slice.n; i++) map_put(&c->in_slice, item(q, i).id, 1);
  u32 n_tried = 0;
  for (u32 at = (u32)first; at && n_tried < MAX_TRIED; at = c->entries.at[at].next, n_tried++) {
    const CacheEntry *e = &c->entries.at[at];
    bool is_same = e->hash == hash && e->n == q->slice.n;
    if (!e->model && is_subset(c, e)) return REFUTED;
    if (e->model && is_same && is_subset(c, e) && try_model(q, e->model)) return FOUND;
  }
  return SILENT;
}

static Verdict cache_ask(void *self, Query *q) {
  Cache *c = self;
  if (c->epoch != expr_epoch()) forget(c);
  query_items(q);
  Verdict v = ask_entries(c, q, set_hash(q));
  for (u32 i = 0; i < MAX_MODELS && v == SILENT; i++) {
    Model *m = c->models[(c->newest + MAX_MODELS - i) % MAX_MODELS];
    if (m && try_model(q, m)) v = FOUND;
  }
  return v;
}

static void cache_learn(void *self, Query *q, Answer a) {
  Cache *c = self;
  assert(q->has_slice && (a == ANSWER_NO || q->found));
  if (c->n_bytes >= MAX_BYTES) forget(c);
  CacheEntry e = {.hash = set_hash(q), .n = q->slice.n};
  e.ids = mem_new(e.n * sizeof *e.ids);
  for (u32 i = 0; i < e.n; i++) e.ids[i] = item(q, i).id;
  if (a == ANSWER_YES) {
    e.model = model_ref(q->found);
    c->newest = (c->newest + 1) % MAX_MODELS;
    model_unref(c->models[c->newest]);
    c->models[c->newest] = model_ref(q->found);
  }
  u64 *first = map_at(&c->first_of, q->e.id, NULL);
  e.next = (u32)*first;
  *first = c->entries.n;
  vec_push(&c->entries, e);
  c->n_bytes += sizeof e + e.n * sizeof *e.ids + (e.model ? MODEL_BYTES : 0);
}

const StageOps stage_cache = {
    .n_bytes = sizeof(Cache), .close = cache_close, .ask = cache_ask, .learn = cache_learn};
