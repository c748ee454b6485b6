/* pyse.c — PySE (Koo, Saumya, Kulkarni, Bagchi: automatic worst-case test generation by
 * reinforcement learning, ICST 2019), Algorithms 1 and 2.
 *
 * The policy takes a path, the agent learns from its outcome, and so on.  A decision after which
 * the program goes on is worth what it costs.  One that no input takes is punished and ends the
 * path.  New paths are found without running the program, on the tree of those that are known
 * (observed.h).
 *
 * A decision with more than two sides is asked for side by side: this one, or one of the rest?
 *
 * The paper's ε makes one decision of ten random on every path, and then no path of a thousand
 * decisions is ever the policy's own.  So if the policy's own path is new, it is taken without
 * noise (--noisy: never).
 */
#include "base/hash.h"
#include "base/map.h"
#include "worst/agent_file.h"
#include "worst/observed.h"
#include "worst/pyse_options.h"
#include "worst/walk.h"

#include <string.h>

static const StatInfo stat_thinking = {"learning", "learning", STAT_NS};

typedef struct Pyse {
  PyseOptions options;
  Agent *taught; /* owned; what was learned beforehand; NULL: nothing */
} Pyse;

/* One path. */
typedef struct Episode {
  Guide guide;
  Agent *agent; /* borrowed, as the next two */
  Observed *tree;
  const Actions *prefix;
  Viewpoint sites;
  CostKind cost;
  double epsilon;
  Rng *rng;
  VEC(AgentMark) marks; /* owned */
  u32 node;             /* where the last mark was made */
  u64 cost_there;       /* of the path up to it */
  u32 n_decisions;      /* of the path up to it, those of other kinds included */
  u64 wanted;           /* the side asked for there */
  bool is_lost;         /* the path went elsewhere */
  bool is_own;          /* it is the path of the policy, without noise */
  Map costs;            /* owned; of the paths that ended, by their last decision (tip_key) */
} Episode;

/* ---- a decision -------------------------------------------------------------------------------- */

static u64 hash_name(const char *name) {
  return hash_bytes(name, strlen(name));
}

/* By names and places, not by numbers of this process: a policy outlives it. */
static u64 site_key(const Episode *e, const Situation *at, u32 question) {
  const Module *m = at->module;
  const Pos *pos = module_position(m, at->here.fn, at->here.pc);
  u64 key = e->sites == SITES_LINE ? hash_pair(hash_name(m->texts.at[pos->file]), pos->line)
                                   : hash_pair(hash_name(m->fns.at[at->here.fn].name), at->here.pc);
  if (e->sites == SITES_DEPTH) key = hash_pair(key, at->n_frames);
  return hash_pair(key, question);
}

static bool is_random(Episode *e) {
  return e->epsilon > 0 && rng_unit(e->rng) < e->epsilon;
}

static bool choose(Episode *e) {
  if (e->marks.n <= e->prefix->n) return e->prefix->at[e->marks.n - 1];
  return is_random(e) ? rng_below(e->rng, 2) : agent_choose(e->agent, e->marks.at, e->marks.n);
}

/* The decision before this one has come to a next one. */
static void come_to(Episode *e, i32 site, u64 cost) {
  if (!e->marks.n) return;
  agent_see(e->agent, e->marks.at, e->marks.n, OUTCOME_NEXT, cost - e->cost_there, site);
  e->node = observed_go(e->tree, e->node, vec_last(&e->marks).action);
}

static bool decide(Episode *e, const Situation *at, u32 question) {
  i32 site = agent_site(e->agent, site_key(e, at, question));
  u64 cost = situation_cost(at, e->cost);
  come_to(e, site, cost);
  observed_at(e->tree, e->node, site);
  vec_push(&e->marks, ((AgentMark){(i32)e->marks.n + 1, site, ACTION_OPEN}));
  bool action = choose(e);
  vec_last(&e->marks).action = action;
  e->cost_there = cost;
  return action;
}

/* Where the solver gave up, the machine takes another side than it was asked for. */
static bool went_elsewhere(const Episode *e, const Situation *at) {
  const Path *p = at->path;
  if (!e->marks.n) return false;
  while (p->length > e->n_decisions + 1) p = p->parent;
  return p->decision.side != e->wanted;
}

static Advice advise(Guide *guide, const Situation *at, void *memory) {
  enum { MAX_SIDES = 256 };
  Episode *e = (Episode *)guide;
  u64 sides[MAX_SIDES];
  u32 k = 0;
  (void)memory;
  if (!choice_is_branch(at->choice->kind)) return walk_on(at->choice->kind);
  e->is_lost = went_elsewhere(e, at);
  if (e->is_lost) return (Advice){.kind = ADVICE_STOP, .text = "the solver could not tell"};
  u32 n = situation_sides(at, sides, MAX_SIDES);
  while (k + 1 < n && !decide(e, at, k)) k++;
  e->n_decisions = at->n_decisions;
  e->wanted = sides[k];
  bool is_known = n < 2 || observed_leads_on(e->tree, e->node, vec_last(&e->marks).action);
  return (Advice){.kind = is_known ? ADVICE_TAKE : ADVICE_TRY, .side = sides[k]};
}

/* ---- the end of a path ------------------------------------------------------------------------- */

static u64 tip_key(u32 node, bool side) {
  return 2 * (u64)node + side;
}

static void ended(Guide *guide, const PathEnd *end, void *memory) {
  Episode *e = (Episode *)guide;
  (void)memory;
  if (!e->marks.n || end->stop == STOP_BUDGET) return;
  bool side = vec_last(&e->marks).action, is_infeasible = end->stop == STOP_INFEASIBLE;
  if (!observed_leads_on(e->tree, e->node, side))
    observed_end(e->tree, e->node, side, is_infeasible);
  map_put(&e->costs, tip_key(e->node, side), end->cost ? end->cost->n[e->cost] : e->cost_there);
  if (is_infeasible && !e->is_lost)
    agent_see(e->agent, e->marks.at, e->marks.n, OUTCOME_INFEASIBLE, 0, 0);
  if (stop_infos[end->stop].class != STOP_NORMAL) return;
  u64 cost = end->cost->n[e->cost];
  agent_ended(e->agent, e->marks.n, cost);
  agent_see(e->agent, e->marks.at, e->marks.n, OUTCOME_END, cost - e->cost_there, 0);
}

static const GuideOps episode_ops = {.advise = advise, .ended = ended};

/* ---- the search -------------------------------------------------------------------------------- */

/* What the paper calls symbolic execution. */
static Err take_path(Trial *t, Episode *e) {
  vec_clear(&e->marks);
  e->node = OBSERVED_ROOT;
  e->is_lost = false;
  return trial_run(t, &(TrialRun){.guide = &e->guide, .time_part = 2}, NULL);
}

/* For the learning curve: what the path of the policy costs, which ended at this decision. */
static void show_policy(Trial *t, const Episode *e, u32 node, bool side) {
  u64 cost;
  if (map_get(&e->costs, tip_key(node, side), &cost)) trial_sample(t, SAMPLE_POLICY, cost);
}

static void show_known(Trial *t, const Episode *e, const Actions *path) {
  u32 node = OBSERVED_ROOT;
  for (u32 i = 0; i + 1 < path->n; i++) node = observed_go(e->tree, node, path->at[i]);
  if (path->n) show_policy(t, e, node, vec_last(path));
}

/* How the next path begins, and whether the rest of it has random decisions. */
static void plan(Trial *t, const PyseOptions *o, Episode *e, Actions *ret_prefix) {
  e->epsilon = 0;
  e->is_own = !o->is_noisy && observed_policy_path(e->tree, e->agent, ret_prefix);
  if (e->is_own) return;
  if (!o->is_noisy) show_known(t, e, ret_prefix);
  e->epsilon = o->epsilon;
  vec_clear(ret_prefix);
  if (!o->is_basic) observed_find(e->tree, e->agent, o->n_searches, o->epsilon, e->rng, ret_prefix);
}

static Err learn_paths(Trial *t, const PyseOptions *o, Agent *agent, u64 max_paths) {
  Observed tree = observed_new();
  Actions prefix = {0};
  Rng rng = {rng_u64(&t->hunt->rng)};
  Episode e = {.guide = {&episode_ops},
               .agent = agent,
               .tree = &tree,
               .prefix = &prefix,
               .sites = o->sites,
               .cost = t->hunt->config.cost,
               .rng = &rng};
  Err err = OK;
  for (u64 i = 0; i < max_paths && err == OK; i++) {
    if (trial_is_spent(t) || observed_is_closed(&tree)) break;
    u64 begin = clock_ns(), ns = t->ns;
    plan(t, o, &e, &prefix);
    err = take_path(t, &e);
    if (e.is_own && e.marks.n) show_policy(t, &e, e.node, vec_last(&e.marks).action);
    agent_learn(agent);
    u64 thinking = clock_ns() - begin - (t->ns - ns);
    stat_add(&t->stats, &stat_thinking, thinking);
    t->ns += thinking;
  }
  trial_say(t, "%llu paths%s", (unsigned long long)trial_paths(t),
            observed_is_closed(&tree) ? ": all that the branches allow" : "");
  observed_done(&tree);
  vec_free(&prefix);
  vec_free(&e.marks);
  map_done(&e.costs);
  return err;
}

static Err prepare(Hunt *h, void *self) {
  Pyse *p = self;
  PyseOptions *o = &p->options;
  *o = pyse_options_read(hunt_options(h, &pyse_options));
  if (o->policy_in) {
    TRY(agent_load(o->policy_in, &o->agent, rng_u64(&h->rng), &p->taught));
    o->agent = p->taught->config;
  }
  if (!o->pretrain) return OK;
  if (!p->taught) p->taught = agent_new(&o->agent, rng_u64(&h->rng));
  return learn_paths(hunt_training(h, o->pretrain), o, p->taught, o->pretrain_paths);
}

static Err search(Trial *t, void *self) {
  Pyse *p = self;
  Agent *agent = agent_new(&p->options.agent, rng_u64(&t->hunt->rng));
  if (p->taught) agent_inherit(agent, p->taught);
  Err err = learn_paths(t, &p->options, agent, UINT64_MAX);
  if (err == OK && p->options.policy_out) err = agent_save(agent, p->options.policy_out);
  agent_free(agent);
  return err;
}

static void done(void *self) {
  Pyse *p = self;
  agent_free(p->taught);
}

const Strategy strategy_pyse = {.n_bytes = sizeof(Pyse),
                                .prepare = prepare,
                                .search = search,
                                .done = done,
                                .options = {&pyse_options}};
