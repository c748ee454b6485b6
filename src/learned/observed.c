/* observed.c — a tree of decisions that is only added to, and walks on it. */
#include "learned/observed.h"

static ObservedNode *node_at(const Observed *o, u32 node) { return &o->nodes.at[node]; }

static u32 node_new(Observed *o, u32 parent) {
  vec_push(&o->nodes, ((ObservedNode){.parent = parent}));
  return o->nodes.n - 1;
}

Observed observed_new(void) {
  Observed o = {0};
  node_new(&o, OBSERVED_ROOT);
  return o;
}

void observed_done(Observed *o) { vec_free(&o->nodes); }

/* ---- what is known ----------------------------------------------------------------------------- */

static bool side_is_closed(const Observed *o, u32 side) {
  if (side < TIP_COUNT) return side != TIP_UNKNOWN;
  return node_at(o, side - TIP_COUNT)->is_closed;
}

/* A side became closed: perhaps the node did, and those above. */
static void close_up(Observed *o, u32 node) {
  for (;; node = node_at(o, node)->parent) {
    ObservedNode *n = node_at(o, node);
    if (n->is_closed || !side_is_closed(o, n->sides[0]) || !side_is_closed(o, n->sides[1])) return;
    n->is_closed = true;
    if (node == OBSERVED_ROOT) return;
  }
}

bool observed_leads_on(const Observed *o, u32 node, bool side) {
  return node_at(o, node)->sides[side] >= TIP_COUNT;
}

u32 observed_go(Observed *o, u32 node, bool side) {
  u32 to = node_at(o, node)->sides[side];
  assert(to == TIP_UNKNOWN || to >= TIP_COUNT);
  if (to >= TIP_COUNT) return to - TIP_COUNT;
  u32 fresh = node_new(o, node);
  node_at(o, node)->sides[side] = fresh + TIP_COUNT;
  return fresh;
}

void observed_at(Observed *o, u32 node, i32 site) {
  assert(site > 0 && node < o->nodes.n);
  assert(!node_at(o, node)->site || node_at(o, node)->site == site);
  node_at(o, node)->site = site;
}

void observed_end(Observed *o, u32 node, bool side, bool is_infeasible) {
  assert(node < o->nodes.n && o->nodes.at[node].sides[side] < TIP_COUNT);
  ObservedNode *n = node_at(o, node);
  assert(n->sides[side] < TIP_COUNT);
  n->sides[side] = is_infeasible ? TIP_INFEASIBLE : TIP_ENDED;
  close_up(o, node);
}

bool observed_is_barred(const Observed *o, u32 node, bool side) {
  return node_at(o, node)->sides[side] == TIP_INFEASIBLE;
}

bool observed_is_open(const Observed *o, u32 node, bool side) {
  return !side_is_closed(o, node_at(o, node)->sides[side]);
}

void observed_back_up(Observed *o, u32 node, bool side, u64 cost) {
  assert(node < o->nodes.n);
  ObservedNode *n = node_at(o, node);
  n->visits[side]++;
  n->best[side] = MAX(n->best[side], cost);
}

u64 observed_cost(const Observed *o, const Actions *path) {
  u32 node = OBSERVED_ROOT;
  for (u32 i = 0; i + 1 < path->n; i++) node = node_at(o, node)->sides[path->at[i]] - TIP_COUNT;
  return node_at(o, node)->best[vec_last(path)];
}

bool observed_is_closed(const Observed *o) { return node_at(o, OBSERVED_ROOT)->is_closed; }

/* ---- walks ------------------------------------------------------------------------------------- */

typedef struct VirtualWalk {
  Observed *tree;
  Agent *agent;
  Rng *rng;
  double epsilon;
  bool avoids_closed;
  bool is_masked;    /* never goes where no input goes */
  DecisionLog trail; /* owned; the way so far */
} VirtualWalk;

static bool policy_side(VirtualWalk *w, u32 node) {
  ObservedNode *n = node_at(w->tree, node);
  if (n->version != w->agent->version + 1) {
    n->choice = agent_choose(w->agent, w->trail.marks.at, w->trail.marks.n);
    n->version = w->agent->version + 1;
  }
  return n->choice;
}

static bool is_random(VirtualWalk *w) { return w->epsilon > 0 && rng_unit(w->rng) < w->epsilon; }

static bool pick_side(VirtualWalk *w, u32 node) {
  const ObservedNode *n = node_at(w->tree, node);
  bool side = is_random(w) ? rng_below(w->rng, 2) : policy_side(w, node);
  bool is_bad = (w->avoids_closed && side_is_closed(w->tree, n->sides[side])) ||
                (w->is_masked && n->sides[side] == TIP_INFEASIBLE);
  return is_bad ? !side : side;
}

/* From the start to a side that nobody took: true; or to an end that is known. */
static bool walk(VirtualWalk *w, Actions *ret) {
  vec_clear(ret);
  decision_log_cut(&w->trail, 0);
  for (u32 node = OBSERVED_ROOT;;) {
    const ObservedNode *n = node_at(w->tree, node);
    if (!n->site)
      return true; /* nobody came here: the root of an empty tree, or a path cut short */
    decision_log_open(&w->trail, n->site);
    bool side = pick_side(w, node);
    decision_log_take(&w->trail, side);
    vec_push(ret, side);
    u32 to = n->sides[side];
    if (to < TIP_COUNT) return to == TIP_UNKNOWN;
    node = to - TIP_COUNT;
  }
}

static void walk_done(VirtualWalk *w) { decision_log_done(&w->trail); }

bool observed_policy_path(Observed *o, Agent *a, bool is_masked, Actions *ret) {
  cleanup(walk_done) VirtualWalk w = {.tree = o, .agent = a, .is_masked = is_masked};
  return walk(&w, ret);
}

bool observed_find(Observed *o, Agent *a, u32 n_tries, double epsilon, Rng *rng, Actions *ret) {
  assert(epsilon >= 0 && epsilon <= 1);
  vec_clear(ret);
  if (observed_is_closed(o)) return false;
  cleanup(walk_done) VirtualWalk w = {.tree = o, .agent = a, .rng = rng, .epsilon = epsilon};
  for (u32 i = 0; i < n_tries; i++) {
    if (i == n_tries / 2 && i) w.epsilon = MIN(2 * epsilon, 1.0);
    if (walk(&w, ret)) return true;
  }
  w.avoids_closed = true;
  bool found = walk(&w, ret);
  assert(found);
  return found;
}
