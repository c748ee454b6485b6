/* plus.c — reinforcement learning and tree search in one: pyse+.
 *
 * PySE (pyse.c) learns a policy and takes what it likes best.  Here the tree of known paths is
 * more than a list of what need not be tried again: each side knows the worst cost seen below
 * it.  A path begins in one of three ways, all of which lead to a side that nobody took:
 *
 *   - as the policy says, if its own path is new;
 *   - like one of the best paths, and turns off it at a random decision;
 *   - by tree search (uct.h), in which the network says what to try first.
 *
 * Behind that side the policy decides, or the decisions of the good path are repeated.  Beginnings
 * that are known cost no question: an input that takes them is kept.
 */
#include "worst/plus.h"

#include <math.h>

static const StatInfo stat_thinking = {"learning", "learning", STAT_NS};

/* What decides once a path is where none was. */
typedef enum PlusTail { TAIL_POLICY, TAIL_OLD, TAIL_COUNT } PlusTail;

enum { MAX_INPUTS = 1024 };

struct Plus {
  Trial *trial; /* borrowed */
  PlusOptions options;
  Agent *agent;  /* owned */
  Observed tree; /* owned */
  Elite elite;   /* owned */
  Episode episode;
  Rng rng;
  UctScale scale;
  u64 n_paths;
  double sum; /* of costs of paths that ended */
  u64 n_ended;
  /* Inputs of paths, the latest ones: number k is at k % MAX_INPUTS. */
  Model *inputs[MAX_INPUTS]; /* owned */
  u32 n_inputs;              /* ever kept; numbers are from 1 */
  /* The path at hand. */
  Actions prefix;       /* owned; up to a side that nobody took */
  const GoodPath *good; /* borrowed from the elite; NULL: none */
  bool is_greedy;
  PlusTail tail;
};

/* ---- choosing ---------------------------------------------------------------------------------- */

static double prior_true(Plus *p, const AgentMark *marks, u32 n) {
  double v[2];
  agent_values(p->agent, marks, n, v);
  return 1 / (1 + exp(MIN(v[0] - v[1], 50.0)));
}

static bool policy_side(Plus *p, const Episode *e, u32 node) {
  bool side = agent_choose(p->agent, e->marks.at, e->marks.n);
  return observed_is_barred(&p->tree, node, side) ? !side : side;
}

static bool tree_side(Plus *p, const AgentMark *marks, u32 n, u32 node) {
  return uct_side(&p->tree, node, &p->scale, prior_true(p, marks, n));
}

static bool noisy_side(Plus *p, const Episode *e) {
  double epsilon = p->options.pyse.epsilon;
  if (!p->is_greedy && rng_unit(&p->rng) < epsilon) return rng_below(&p->rng, 2);
  return agent_choose(p->agent, e->marks.at, e->marks.n);
}

static bool tail_side(Plus *p, const Episode *e) {
  const GoodPath *g = p->good;
  u32 i = e->marks.n - 1;
  if (p->tail == TAIL_OLD && g && i < g->marks.n && g->marks.at[i].site == e->marks.at[i].site)
    return g->marks.at[i].action;
  return noisy_side(p, e);
}

/* Is the path so far that of the good one? */
static bool is_along(const Plus *p, const Episode *e) {
  const GoodPath *g = p->good;
  u32 i = e->marks.n - 1;
  if (!g || i >= g->marks.n || i < p->prefix.n - 1) return false;
  for (u32 k = p->prefix.n - 1; k < i; k++)
    if (g->marks.at[k].action != e->marks.at[k].action) return false;
  return true;
}

static bool choose(Episode *e) {
  Plus *p = e->user;
  u32 node = vec_last(&e->nodes), i = e->marks.n - 1;
  if (i < p->prefix.n) return p->prefix.at[i];
  if (!p->tree.nodes.at[node].site) return tail_side(p, e);
  if (p->is_greedy) return policy_side(p, e, node);
  if (is_along(p, e)) {
    bool side = p->good->marks.at[i].action;
    return observed_is_open(&p->tree, node, !side) ? !side : side;
  }
  return tree_side(p, e->marks.at, e->marks.n, node);
}

/* ---- planning ---------------------------------------------------------------------------------- */

static Model *input_of(const Plus *p, u32 number) {
  return number && number + MAX_INPUTS > p->n_inputs ? p->inputs[number % MAX_INPUTS] : NULL;
}

/* Down the tree to a side that nobody took; an input that comes to its node. */
static Model *descend(Plus *p) {
  MarkVec marks = {0};
  Model *model = NULL;
  for (u32 node = OBSERVED_ROOT;;) {
    const ObservedNode *n = &p->tree.nodes.at[node];
    if (!n->site) break;
    model = input_of(p, n->input);
    vec_push(&marks, ((AgentMark){(i32)marks.n + 1, n->site, ACTION_OPEN}));
    bool side = tree_side(p, marks.at, marks.n, node);
    vec_last(&marks).action = side;
    vec_push(&p->prefix, side);
    if (!observed_leads_on(&p->tree, node, side)) break;
    node = observed_go(&p->tree, node, side);
  }
  vec_free(&marks);
  return model;
}

/* Like a good path up to a random decision whose other side is open; false: it has none. */
static bool turn(Plus *p) {
  p->good = elite_pick(&p->elite, &p->rng);
  if (!p->good) return false;
  const MarkVec *m = &p->good->marks;
  U32Vec open = {0};
  u32 node = OBSERVED_ROOT;
  for (u32 i = 0; i < m->n; i++) {
    bool side = m->at[i].action;
    if (observed_is_open(&p->tree, node, !side)) vec_push(&open, i);
    if (i + 1 < m->n) node = observed_go(&p->tree, node, side);
  }
  bool found = open.n;
  if (found) {
    u32 at = open.at[rng_below(&p->rng, open.n)];
    for (u32 i = 0; i < at; i++) vec_push(&p->prefix, m->at[i].action);
    vec_push(&p->prefix, !m->at[at].action);
  } else {
    p->good = NULL;
  }
  vec_free(&open);
  return found;
}

/* An input that comes to the decision which these actions end with. */
static Model *input_at(Plus *p, const Actions *actions) {
  u32 node = OBSERVED_ROOT;
  for (u32 i = 0; i + 1 < actions->n; i++) node = observed_go(&p->tree, node, actions->at[i]);
  return input_of(p, p->tree.nodes.at[node].input);
}

/* How the next path begins; an input that takes the beginning, or NULL. */
static Model *plan(Plus *p) {
  vec_clear(&p->prefix);
  p->good = NULL;
  p->tail = TAIL_POLICY;
  p->is_greedy = p->n_paths % p->options.own_every == 0 &&
                 observed_policy_path(&p->tree, p->agent, &p->prefix);
  if (p->is_greedy) return input_at(p, &p->prefix);
  vec_clear(&p->prefix);
  if (p->options.steps[PLUS_RESTART] && rng_unit(&p->rng) < p->options.turning && turn(p)) {
    p->tail = (PlusTail)rng_below(&p->rng, TAIL_COUNT);
    return p->good->model;
  }
  if (p->options.steps[PLUS_TREE]) return descend(p);
  observed_find(&p->tree, p->agent, p->options.pyse.n_searches, p->options.pyse.epsilon, &p->rng,
                &p->prefix);
  return input_at(p, &p->prefix);
}

/* ---- after a path ------------------------------------------------------------------------------ */

static u32 keep_input(Plus *p, Model *m) {
  if (!m) return 0;
  u32 number = ++p->n_inputs;
  model_unref(p->inputs[number % MAX_INPUTS]);
  p->inputs[number % MAX_INPUTS] = model_ref(m);
  return number;
}

static void remember(Plus *p) {
  const Episode *e = &p->episode;
  if (!e->marks.n || !episode_has_ended(e)) return;
  u32 input = keep_input(p, e->model);
  for (u32 i = 0; i < e->marks.n && input; i++) p->tree.nodes.at[e->nodes.at[i]].input = input;
  p->n_ended++;
  p->sum += (double)e->total;
  p->scale.high = MAX(p->scale.high, (double)e->total);
  p->scale.low = p->sum / (double)p->n_ended;
  if (e->is_new) elite_offer(&p->elite, e->total, e->marks.at, e->marks.n, e->model);
}

static Err step(Plus *p) {
  Trial *t = p->trial;
  u64 begin = clock_ns(), ns = t->ns;
  Model *model = plan(p);
  TRY(episode_run(&p->episode, t, model));
  if (p->is_greedy && p->episode.marks.n) trial_sample(t, SAMPLE_POLICY, p->episode.total);
  remember(p);
  p->n_paths++;
  agent_learn(p->agent);
  u64 thinking = clock_ns() - begin - (t->ns - ns);
  stat_add(&t->stats, &stat_thinking, thinking);
  t->ns += thinking;
  return OK;
}

/* ---- public ------------------------------------------------------------------------------------ */

Plus *plus_new(Trial *t, const PlusOptions *o, const Agent *taught) {
  Plus *p = NEW(Plus);
  p->trial = t;
  p->options = *o;
  p->rng = (Rng){rng_u64(&t->hunt->rng)};
  p->agent = agent_new(&o->pyse.agent, rng_u64(&p->rng));
  if (taught) agent_inherit(p->agent, taught);
  p->tree = observed_new();
  p->elite.max = o->n_elite;
  p->scale.explore = o->explore;
  p->episode = (Episode){.agent = p->agent,
                         .tree = &p->tree,
                         .choose = choose,
                         .user = p,
                         .sites = o->pyse.sites,
                         .cost = t->hunt->config.cost,
                         .is_masked = o->steps[PLUS_MASK]};
  return p;
}

Plus *plus_free(Plus *p) {
  if (!p) return NULL;
  episode_done(&p->episode);
  elite_done(&p->elite);
  observed_done(&p->tree);
  agent_free(p->agent);
  for (u32 i = 0; i < MAX_INPUTS; i++) model_unref(p->inputs[i]);
  vec_free(&p->prefix);
  mem_free(p);
  return NULL;
}

bool plus_is_over(const Plus *p) {
  return observed_is_closed(&p->tree);
}

const Agent *plus_agent(const Plus *p) {
  return p->agent;
}

Err plus_slice(Plus *p, u64 n_paths, u64 deadline_ns) {
  Trial *t = p->trial;
  for (u64 i = 0; i < n_paths && !trial_is_spent(t) && !plus_is_over(p); i++) {
    if (deadline_ns != NEVER_NS && clock_ns() >= deadline_ns) break;
    TRY(step(p));
  }
  trial_say(t, "%llu paths%s", (unsigned long long)trial_paths(t),
            plus_is_over(p) && !p->tree.has_gaps ? ": all that the branches allow" : "");
  return OK;
}
