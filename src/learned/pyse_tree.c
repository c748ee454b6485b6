/* pyse_tree.c — reinforcement learning and tree search in one: pyse+.
 *
 * PySE (pyse.c) learns a policy and takes what it likes best.  Here the tree of known paths is
 * more than a list of what need not be tried again: each side knows the worst cost seen below
 * it.  A path begins in one of three ways, all of which lead to a side that nobody took:
 *
 *   - as the policy says, if its own path is new;
 *   - like one of the best paths, and turns off it at a decision whose other side is usual;
 *   - by tree search (uct.h).
 *
 * Behind that side the path goes on as the best paths do at such decisions (side_counts.h), or as the
 * policy says.  Beginnings that are known cost no question: an input that takes them is kept.
 * When nothing has become better for long, the best path is polished (polish.h).  If that does not
 * help for long, a new *life* begins, without the tree and the best paths, but with the network;
 * every fourth one begins with the best paths of all lives.
 */
#include "learned/pyse_tree.h"

#include "base/hash.h"
#include "learned/agent_file.h"
#include "learned/polish.h"
#include "paths/neighbours.h"

#include <math.h>

static const StatInfo stat_thinking = {"learning", "learning", STAT_NS};

/* What decides once a path is where none was. */
typedef enum PyseTreeTail { TAIL_POLICY, TAIL_HABIT } PyseTreeTail;

enum { MAX_INPUTS = 1024 };

struct PyseTree {
  SizeSearch *size_search; /* borrowed */
  PyseTreeOptions options;
  Agent *agent;         /* owned */
  Observed tree;        /* owned */
  BestPaths best_paths; /* owned */
  SideCounts before;    /* owned; of other sizes */
  Episode episode;
  Rng rng;
  UctScale scale;
  u64 n_paths;
  /* A life: the tree and the good paths since the last time that everything was forgotten. */
  u64 n_lives, n_since_better, patience, best;
  u64 polished; /* the cost that this life's best path had after it was polished; 0: never */
  Polish polish;
  u64 best_ever;       /* of all lives */
  BestPaths champions; /* owned; of all lives */
  double sum;          /* of costs of paths that ended */
  u64 n_ended;
  /* Inputs of paths, the latest ones: number k is at k % MAX_INPUTS. */
  Model *inputs[MAX_INPUTS]; /* owned */
  u32 n_inputs;              /* ever kept; numbers are from 1 */
  /* The current path. */
  Actions prefix;       /* owned; up to a side that nobody took */
  const GoodPath *good; /* borrowed from the best_paths; NULL: none */
  bool is_greedy;       /* it is the policy's own */
  bool is_guest;        /* it is that of an input which others found */
  PyseTreeTail tail;
  double sharpness; /* of side_counts */
};

/* ---- choosing ---------------------------------------------------------------------------------- */

/* How much is to be said for true at the last mark, from 0 to 1. */
static double prior_true(PyseTree *p, const DecisionMark *marks, u32 n) {
  assert(n);
  double v[2];
  if (p->options.steps[PYSE_TREE_HABIT])
    return side_counts_true(&p->best_paths.side_counts, &p->before, marks, n);
  agent_values(p->agent, marks, n, v);
  return 1 / (1 + exp(MIN(v[0] - v[1], 50.0)));
}

static bool policy_side(PyseTree *p, const Episode *e, u32 node) {
  bool side = agent_choose(p->agent, e->trail.marks.at, e->trail.marks.n);
  return observed_is_barred(&p->tree, node, side) ? !side : side;
}

static bool tree_side(PyseTree *p, const DecisionMark *marks, u32 n, u32 node) {
  return uct_side(&p->tree, node, &p->scale, prior_true(p, marks, n));
}

/* Is the path so far that of the good one? */
static bool is_along(const PyseTree *p, const Episode *e) {
  const GoodPath *g = p->good;
  u32 i = e->trail.marks.n - 1;
  if (!g || i >= g->marks.n || i < p->prefix.n - 1) return false;
  for (u32 k = p->prefix.n - 1; k < i; k++)
    if (g->marks.at[k].action != e->trail.marks.at[k].action) return false;
  return true;
}

static bool choose(Episode *e) {
  PyseTree *p = e->user;
  u32 node = vec_last(&e->nodes), i = e->trail.marks.n - 1;
  bool guest_side;
  if (p->is_guest && episode_input_side(e, &guest_side)) return guest_side;
  if (i < p->prefix.n) return p->prefix.at[i];
  if (!p->tree.nodes.at[node].site) {
    if (p->tail == TAIL_POLICY) {
      double epsilon = p->options.pyse.epsilon;
      if (!p->is_greedy && rng_unit(&p->rng) < epsilon) return rng_below(&p->rng, 2);
      return agent_choose(p->agent, e->trail.marks.at, e->trail.marks.n);
    }
    double t = pow(prior_true(p, e->trail.marks.at, e->trail.marks.n), p->sharpness);
    double f = pow(1 - prior_true(p, e->trail.marks.at, e->trail.marks.n), p->sharpness);
    return rng_unit(&p->rng) * (t + f) < t;
  }
  if (p->is_greedy) return policy_side(p, e, node);
  if (is_along(p, e)) {
    bool side = p->good->marks.at[i].action;
    return observed_is_open(&p->tree, node, !side) ? !side : side;
  }
  return tree_side(p, e->trail.marks.at, e->trail.marks.n, node);
}

/* ---- planning ---------------------------------------------------------------------------------- */

static Model *input_of(const PyseTree *p, u32 number) {
  return number && number + MAX_INPUTS > p->n_inputs ? p->inputs[number % MAX_INPUTS] : NULL;
}

/* Down the tree to a side that nobody took; an input that comes to its node. */
static Model *descend(PyseTree *p) {
  DecisionLog trail = {0};
  Model *model = NULL;
  for (u32 node = OBSERVED_ROOT;;) {
    const ObservedNode *n = &p->tree.nodes.at[node];
    if (!n->site) break;
    model = input_of(p, n->input);
    decision_log_open(&trail, n->site);
    bool side = tree_side(p, trail.marks.at, trail.marks.n, node);
    decision_log_take(&trail, side);
    vec_push(&p->prefix, side);
    if (!observed_leads_on(&p->tree, node, side)) break;
    node = observed_go(&p->tree, node, side);
  }
  decision_log_done(&trail);
  return model;
}

/* How likely it is to turn off a good path at its mark i. */
static double turn_weight(PyseTree *p, const DecisionMarkVec *m, u32 i) {
  assert(i < m->n);
  static const double least = 0.01;
  double t = side_counts_true(&p->best_paths.side_counts, &p->before, m->at, i + 1);
  return MAX(m->at[i].action ? 1 - t : t, least);
}

/* Like a good path up to a decision whose other side is open, which is the likelier the more usual
 * that side is; false: there is none. */
static bool turn(PyseTree *p) {
  p->good = best_paths_pick(&p->best_paths, &p->rng);
  if (!p->good) return false;
  const DecisionMarkVec *m = &p->good->marks;
  u32 node = OBSERVED_ROOT, at = m->n;
  double sum = 0;
  for (u32 i = 0; i < m->n; i++) {
    bool side = m->at[i].action;
    if (observed_is_open(&p->tree, node, !side)) {
      double weight = turn_weight(p, m, i);
      sum += weight;
      if (rng_unit(&p->rng) * sum < weight) at = i;
    }
    if (i + 1 < m->n) node = observed_go(&p->tree, node, side);
  }
  if (at == m->n) {
    p->good = NULL;
    return false;
  }
  for (u32 i = 0; i < at; i++) vec_push(&p->prefix, m->at[i].action);
  vec_push(&p->prefix, !m->at[at].action);
  return true;
}

/* An input that comes to the decision which these actions end with. */
static Model *input_at(PyseTree *p, const Actions *actions) {
  u32 node = OBSERVED_ROOT;
  for (u32 i = 0; i + 1 < actions->n; i++) node = observed_go(&p->tree, node, actions->at[i]);
  return input_of(p, p->tree.nodes.at[node].input);
}

/* The policy's own path, if it is new; for the learning curve, what it costs if it is known. */
static bool plan_own(PyseTree *p) {
  if (observed_policy_path(&p->tree, p->agent, p->options.steps[PYSE_TREE_MASK], &p->prefix))
    return true;
  if (p->prefix.n)
    size_search_sample(p->size_search, SAMPLE_POLICY, observed_cost(&p->tree, &p->prefix));
  return false;
}

/* How the next path begins; an input that takes the beginning, or NULL. */
static Model *plan(PyseTree *p) {
  const PyseTreeOptions *o = &p->options;
  vec_clear(&p->prefix);
  p->good = NULL;
  p->tail = TAIL_POLICY;
  p->is_greedy = p->n_paths % o->own_every == 0 && plan_own(p);
  if (p->is_greedy) return input_at(p, &p->prefix);
  vec_clear(&p->prefix);
  /* SideCounts as they are, or sharper: then what is usual is hardly ever left. */
  enum { POLICY_TAILS = 8, MAX_SHARPNESS = 2 };
  bool has_side_counts = p->options.steps[PYSE_TREE_HABIT] && !rng_chance(&p->rng, POLICY_TAILS);
  p->tail = has_side_counts ? TAIL_HABIT : TAIL_POLICY;
  p->sharpness = 1 + (double)rng_below(&p->rng, MAX_SHARPNESS);
  if (o->steps[PYSE_TREE_RESTART] && rng_unit(&p->rng) < o->turning && turn(p))
    return p->good->model;
  if (o->steps[PYSE_TREE_TREE]) return descend(p);
  observed_find(&p->tree, p->agent, o->pyse.n_searches, o->pyse.epsilon, &p->rng, &p->prefix);
  return input_at(p, &p->prefix);
}

/* ---- after a path ------------------------------------------------------------------------------ */

static u32 keep_input(PyseTree *p, Model *m) {
  assert(p->n_inputs < UINT32_MAX);
  if (!m) return 0;
  u32 number = ++p->n_inputs;
  model_unref(p->inputs[number % MAX_INPUTS]);
  p->inputs[number % MAX_INPUTS] = model_ref(m);
  return number;
}

static void remember(PyseTree *p) {
  const Episode *e = &p->episode;
  if (!e->trail.marks.n || !episode_has_ended(e)) return;
  u32 input = keep_input(p, e->model);
  for (u32 i = 0; i < e->trail.marks.n; i++) {
    if (input) p->tree.nodes.at[e->nodes.at[i]].input = input;
    e->trail.marks.at[i].is_forced =
        observed_is_barred(&p->tree, e->nodes.at[i], !e->trail.marks.at[i].action);
  }
  p->n_ended++;
  p->sum += (double)e->total;
  p->scale.high = MAX(p->scale.high, (double)e->total);
  p->scale.low = p->sum / (double)p->n_ended;
  p->n_since_better++;
  if (e->total > p->best) {
    p->best = e->total;
    p->n_since_better = 0;
  }
  p->best_ever = MAX(p->best_ever, e->total);
  if (e->is_new)
    best_paths_offer(&p->best_paths, e->total, e->trail.marks.at, e->trail.marks.n, e->model);
}

/* A path that is known from an earlier life. */
static void plant(PyseTree *p, const GoodPath *g) {
  u32 node = OBSERVED_ROOT;
  for (u32 i = 0; i < g->marks.n; i++) {
    bool side = g->marks.at[i].action;
    observed_at(&p->tree, node, g->marks.at[i].site);
    observed_back_up(&p->tree, node, side, g->cost);
    if (i + 1 < g->marks.n)
      node = observed_go(&p->tree, node, side);
    else
      observed_end(&p->tree, node, side, false);
  }
  best_paths_offer(&p->best_paths, g->cost, g->marks.at, g->marks.n, g->model);
}

/* ---- paths of others --------------------------------------------------------------------------- */

/* Takes the path of an input, to learn from it. */
static Err welcome(PyseTree *p, Model *input) {
  vec_clear(&p->prefix);
  p->good = NULL;
  p->is_greedy = false;
  p->is_guest = true;
  Err err = episode_run(&p->episode, p->size_search, input);
  p->is_guest = false;
  if (err == OK) remember(p);
  return err;
}

/* Somebody else found the best path of the size search. */
static Err welcome_best(PyseTree *p) {
  Model *input = neighbours_invite(p->size_search, p->best_ever);
  if (!input) return OK;
  p->best_ever = p->size_search->best.cost;
  Err err = welcome(p, input);
  model_unref(input);
  return err;
}

static Err polish(PyseTree *p) {
  bool goes_on;
  TRY(polish_step(&p->polish, p->size_search, p->options.patience, &goes_on));
  if (goes_on) return OK;
  Model *best = polish_end(&p->polish);
  Err err = best ? welcome(p, best) : OK;
  p->polished = p->best;
  model_unref(best);
  return err;
}

/* Nothing became better for long. */
static Err leave_plateau(PyseTree *p) {
  if (p->options.steps[PYSE_TREE_POLISH] && p->best > p->polished && p->best_paths.all.n &&
      p->best_paths.all.at[0].model)
    return polish_begin(&p->polish, p->size_search, p->best_paths.all.at[0].model);
  if (p->options.steps[PYSE_TREE_LIVES]) {
    /* Nothing became better for long: begins anew, now and then with the best of all lives. */
    enum { REUNION = 4 };
    if (p->best && p->best_paths.all.n) {
      const GoodPath *g = &p->best_paths.all.at[0];
      best_paths_offer(&p->champions, g->cost, g->marks.at, g->marks.n, g->model);
    }
    observed_done(&p->tree);
    p->tree = observed_new();
    best_paths_clear(&p->best_paths);
    p->n_lives++;
    p->n_since_better = p->best = p->polished = 0;
    p->sum = p->scale.high = 0;
    p->n_ended = 0;
    p->patience += p->patience / 4;
    if (p->n_lives % REUNION == 0)
      for (u32 i = 0; i < p->champions.all.n; i++) plant(p, &p->champions.all.at[i]);
  }
  return OK;
}

static Err step(PyseTree *p) {
  SizeSearch *t = p->size_search;
  if (p->polish.turning) return polish(p);
  u64 begin = clock_ns(), ns = t->ns;
  Model *model = plan(p);
  TRY(episode_run(&p->episode, t, model));
  if (p->is_greedy && p->episode.trail.marks.n)
    size_search_sample(t, SAMPLE_POLICY, p->episode.total);
  remember(p);
  p->n_paths++;
  agent_learn(p->agent);
  u64 thinking = clock_ns() - begin - (t->ns - ns);
  stat_add(&t->stats, &stat_thinking, thinking);
  t->ns += thinking;
  return p->n_since_better > p->patience ? leave_plateau(p) : OK;
}

/* ---- public ------------------------------------------------------------------------------------ */

PyseTree *pyse_tree_new(SizeSearch *t, const PyseTreeOptions *o, const PyseTransfer *before) {
  PyseTree *p = NEW(PyseTree);
  p->size_search = t;
  p->options = *o;
  p->rng = (Rng){rng_u64(&t->search->rng)};
  p->agent = agent_new(&o->pyse.agent, rng_u64(&p->rng));
  if (before && before->agent) agent_inherit(p->agent, before->agent);
  if (before) side_counts_copy(&p->before, &before->side_counts);
  p->tree = observed_new();
  p->best_paths.max = p->champions.max = o->max_best_paths;
  p->patience = o->patience;
  p->scale.explore = o->explore;
  p->episode = (Episode){.agent = p->agent,
                         .tree = &p->tree,
                         .choose = choose,
                         .user = p,
                         .sites = o->pyse.sites,
                         .cost = t->search->config.cost,
                         .is_masked = o->steps[PYSE_TREE_MASK]};
  return p;
}

PyseTree *pyse_tree_free(PyseTree *p) {
  if (!p) return NULL;
  model_unref(polish_end(&p->polish));
  episode_done(&p->episode);
  best_paths_done(&p->best_paths);
  best_paths_done(&p->champions);
  side_counts_done(&p->before);
  observed_done(&p->tree);
  agent_free(p->agent);
  for (u32 i = 0; i < MAX_INPUTS; i++) model_unref(p->inputs[i]);
  vec_free(&p->prefix);
  mem_free(p);
  return NULL;
}

bool pyse_tree_is_over(const PyseTree *p) { return observed_is_closed(&p->tree); }

Err pyse_tree_save(const PyseTree *p, const char *path) { return agent_save(p->agent, path); }

void pyse_transfer_done(PyseTransfer *l) {
  l->agent = agent_free(l->agent);
  side_counts_done(&l->side_counts);
}

void pyse_tree_transfer(const PyseTree *p, PyseTransfer *io) {
  agent_free(io->agent);
  io->agent = agent_new(&p->agent->config, 0);
  agent_inherit(io->agent, p->agent);
  side_counts_copy(&io->side_counts, &p->best_paths.side_counts);
}

Err pyse_tree_slice(PyseTree *p, u64 n_paths, u64 deadline_ns) {
  SizeSearch *t = p->size_search;
  TRY(welcome_best(p));
  for (u64 i = 0; i < n_paths && !size_search_is_spent(t) && !pyse_tree_is_over(p); i++) {
    if (deadline_ns != NEVER_NS && clock_ns() >= deadline_ns) break;
    TRY(step(p));
  }
  if (p->polish.turning) turning_rest(p->polish.turning);
  size_search_say(t, "%llu paths%s", (unsigned long long)size_search_paths(t),
                  pyse_tree_is_over(p) && !p->tree.has_gaps ? ": all that the branches allow" : "");
  return OK;
}
