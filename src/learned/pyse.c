/* pyse.c — PySE (Koo, Saumya, Kulkarni, Bagchi: automatic worst-case test generation by
 * reinforcement learning, ICST 2019), Algorithms 1 and 2.
 *
 * The policy takes a path, the agent learns from its outcome, and so on.  A decision after which
 * the program goes on is worth what it costs.  One that no input takes is punished and ends the
 * path.  New paths are found without running the program, on the tree of those that are known
 * (observed.h).
 *
 * The paper's ε makes one decision of ten random on every path, and then no path of a thousand
 * decisions is ever the policy's own.  So if the policy's own path is new, it is taken without
 * noise (--noisy: never).
 */
#include "learned/agent_file.h"
#include "learned/episode.h"

static const StatInfo stat_thinking = {"learning", "learning", STAT_NS};

typedef struct Pyse {
  PyseOptions options;
  Agent *taught; /* owned; what was learned beforehand; NULL: nothing */
} Pyse;

/* How the current path is chosen. */
typedef struct Chooser {
  Actions prefix; /* owned */
  double epsilon; /* of the rest */
  bool is_own;    /* it is the path of the policy, without noise */
  Rng rng;
} Chooser;

static bool choose(Episode *e) {
  Chooser *c = e->user;
  if (e->trail.marks.n <= c->prefix.n) return c->prefix.at[e->trail.marks.n - 1];
  if (c->epsilon > 0 && rng_unit(&c->rng) < c->epsilon) return rng_below(&c->rng, 2);
  return agent_choose(e->agent, e->trail.marks.at, e->trail.marks.n);
}

/* ---- the search -------------------------------------------------------------------------------- */

/* For the learning curve: what the path of the policy costs, which is known. */
static void show_policy(SizeSearch *t, const Observed *tree, const Actions *path) {
  if (path->n) size_search_sample(t, SAMPLE_POLICY, observed_cost(tree, path));
}

/* How the next path begins, and whether the rest of it has random decisions. */
static void plan(SizeSearch *t, const PyseOptions *o, const Episode *e, Chooser *c) {
  c->epsilon = 0;
  c->is_own = !o->is_noisy && observed_policy_path(e->tree, e->agent, false, &c->prefix);
  if (c->is_own) return;
  if (!o->is_noisy) show_policy(t, e->tree, &c->prefix);
  c->epsilon = o->epsilon;
  vec_clear(&c->prefix);
  if (!o->is_basic)
    observed_find(e->tree, e->agent, o->n_searches, o->epsilon, &c->rng, &c->prefix);
}

static Err learn_paths(SizeSearch *t, const PyseOptions *o, Agent *agent, u64 max_paths) {
  Observed tree = observed_new();
  Chooser chooser = {.rng = {rng_u64(&t->search->rng)}};
  Episode e = {.agent = agent,
               .tree = &tree,
               .choose = choose,
               .user = &chooser,
               .sites = o->sites,
               .cost = t->search->config.cost};
  Err err = OK;
  for (u64 i = 0; i < max_paths && err == OK; i++) {
    if (size_search_is_spent(t) || observed_is_closed(&tree)) break;
    u64 begin = clock_ns(), ns = t->ns;
    plan(t, o, &e, &chooser);
    err = episode_run(&e, t, NULL);
    if (chooser.is_own && e.trail.marks.n) size_search_sample(t, SAMPLE_POLICY, e.total);
    agent_learn(agent);
    u64 thinking = clock_ns() - begin - (t->ns - ns);
    stat_add(&t->stats, &stat_thinking, thinking);
    t->ns += thinking;
  }
  size_search_say(t, "%llu paths%s", (unsigned long long)size_search_paths(t),
                  observed_is_closed(&tree) && !tree.has_gaps ? ": all that the branches allow"
                                                              : "");
  observed_done(&tree);
  vec_free(&chooser.prefix);
  episode_done(&e);
  return err;
}

static Err prepare(Search *h, void *self) {
  Pyse *p = self;
  PyseOptions *o = &p->options;
  *o = pyse_options_read(search_options(h, &pyse_options));
  if (o->policy_in) {
    TRY(agent_load(o->policy_in, &o->agent, rng_u64(&h->rng), &p->taught));
    o->agent = p->taught->config;
  }
  if (!o->pretrain) return OK;
  if (!p->taught) p->taught = agent_new(&o->agent, rng_u64(&h->rng));
  return learn_paths(search_training(h, o->pretrain), o, p->taught, o->pretrain_paths);
}

static Err search(SizeSearch *t, void *self) {
  Pyse *p = self;
  Agent *agent = agent_new(&p->options.agent, rng_u64(&t->search->rng));
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
