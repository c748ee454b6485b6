/* agent.c — Q-learning as in PySE (Koo, Saumya, Kulkarni, Bagchi, ICST 2019), section IV.
 *
 * Where the paper is silent: a loss of half the squared error, whose target is held constant; a
 * target is the reward alone where the path ends; passes over all experiences until the mean error
 * has not fallen for many of them, by an Adam that knows nothing of the passes after earlier paths.
 * That is what the paper's ten seconds for each path, however few its experiences, suggest: to stop at
 * the first passes without a gain, or to go on with old moments, takes ten times as many paths on its
 * Boyer-Moore.  Sites are divided by how many there are, values by the longest path so
 * far, and positions by a constant: a cell of two units saturates otherwise, and what it learned
 * at one size means the same at another.
 */
#include "learned/agent.h"

#include "base/hash.h"

#include <math.h>
#include <string.h>

enum { ACTIONS = 2 };

/* What the network sees of a mark: position, site and action; with context also the last decisions at
 * the site, its loops, and a code of the site, as a single number distinguishes few sites. */
enum {
  SEEN_POSITION,
  SEEN_SITE,
  SEEN_ACTION,
  PLAIN,
  LAST_HERE = 2,
  CODE = 4,
  RICH = PLAIN + LAST_HERE + 2 + CODE
};

/* A row of the experiences: of each mark of a state position, site, action and `here`; then: */
enum { ROW_MARK = 4 };
enum { ROW_OUTCOME, ROW_COST, ROW_NEXT_SITE, ROW_NEXT_HERE, ROW_NEXT_BARRED, ROW_REST };

static u32 n_inputs(const Agent *a) { return a->config.has_context ? RICH : PLAIN; }

static u32 n_steps(const Agent *a) { return a->config.history + 1; }

/* ---- life -------------------------------------------------------------------------------------- */

Agent *agent_new(const AgentConfig *config, u64 seed) {
  Agent *a = NEW(Agent);
  a->config = *config;
  a->rng = (Rng){seed};
  QShape shape = {n_inputs(a), n_steps(a), config->n_hidden, ACTIONS};
  u32 n = qshape_weights(&shape);
  a->net = qnet_new(&shape, &a->rng);
  a->adam = adam_new(n, config->rate);
  if (config->is_prioritised) a->priority = priority_new(config->max_kept);
  a->most = 1;
  a->seen = experience_new(ROW_MARK * n_steps(a) + ROW_REST, config->max_kept);
  a->longest = 1;
  a->input = mem_new((size_t)n_inputs(a) * n_steps(a) * sizeof *a->input);
  a->gradient = mem_new(n * sizeof *a->gradient);
  a->order = mem_new(config->max_kept * sizeof *a->order);
  return a;
}

Agent *agent_free(Agent *a) {
  if (!a) return NULL;
  qnet_free(a->net);
  priority_done(&a->priority);
  adam_done(&a->adam);
  experience_done(&a->seen);
  map_done(&a->sites);
  vec_free(&a->site_keys);
  vec_free(&a->traits);
  mem_free(a->input);
  mem_free(a->gradient);
  mem_free(a->order);
  mem_free(a);
  return NULL;
}

void agent_inherit(Agent *a, const Agent *from) {
  assert(a != from);
  const QShape *s = &from->net->shape;
  assert(!memcmp(s, &a->net->shape, sizeof *s));
  memcpy(a->net->weights, from->net->weights, qshape_weights(s) * sizeof *a->net->weights);
  for (u32 i = 0; i < from->site_keys.n; i++)
    agent_set_traits(a, agent_site(a, from->site_keys.at[i]), from->traits.at[i]);
  a->longest = from->longest;
  a->unit = from->unit;
  a->version++;
}

i32 agent_site(Agent *a, u64 key) {
  bool is_fresh;
  u64 *number = map_at(&a->sites, key, &is_fresh);
  if (is_fresh) {
    vec_push(&a->site_keys, key);
    vec_push(&a->traits, ((SiteTraits){0}));
    *number = a->site_keys.n;
    a->version++;
  }
  return (i32)*number;
}

void agent_set_traits(Agent *a, i32 site, SiteTraits traits) {
  assert(site > 0 && (u32)site <= a->traits.n);
  a->traits.at[site - 1] = traits;
}

/* ---- the policy -------------------------------------------------------------------------------- */

static double scale_value(const Agent *a) { return a->config.is_raw ? 1 : a->longest; }

/* What was decided at the site the k-th last time: 1 or -1, or 0 if nothing was. */
static float here_of(const DecisionMark *m, u32 k) {
  static const float sides[] = {0, -1, 1, 0};
  return sides[m->here >> (2 * k) & 3];
}

static void encode_context(const Agent *a, const DecisionMark *m, float *ret) {
  assert(m->site > 0 && (u32)m->site <= a->site_keys.n);
  const SiteTraits *t = &a->traits.at[m->site - 1];
  u64 code = hash_pair(a->site_keys.at[m->site - 1], 0);
  for (u32 k = 0; k < LAST_HERE; k++) *ret++ = here_of(m, k);
  *ret++ = (float)t->loop_depth / (1.0f + (float)t->loop_depth);
  *ret++ = t->leaves_loop;
  for (u32 k = 0; k < CODE; k++) *ret++ = code >> k & 1 ? 1 : -1;
}

static void encode(const Agent *a, const DecisionMark *m, float *ret) {
  ret[SEEN_POSITION] = (float)m->position;
  ret[SEEN_SITE] = (float)m->site;
  ret[SEEN_ACTION] = (float)m->action;
  if (a->config.has_context && m->site) encode_context(a, m, ret + PLAIN);
  if (a->config.is_raw) return;
  ret[SEEN_POSITION] /=
      (float)(a->config.horizon ? a->config.horizon : MAX(a->longest, (u32)m->position));
  ret[SEEN_SITE] /= (float)MAX(a->site_keys.n, 1u);
}

/* Puts the state that these marks end in into a lane; what there is not is zero. */
static void encode_state(Agent *a, const DecisionMark *marks, u32 n, u32 lane) {
  assert(lane < QNET_LANES);
  u32 steps = n_steps(a), missing = n < steps ? steps - n : 0, width = n_inputs(a);
  for (u32 i = 0; i < steps; i++) {
    float record[RICH] = {0};
    if (i >= missing) encode(a, &marks[n - steps + i], record);
    for (u32 k = 0; k < width; k++) a->input[i * width + k].of[lane] = record[k];
  }
}

void agent_values(Agent *a, const DecisionMark *marks, u32 n, double ret[2]) {
  assert(n && marks[n - 1].action == ACTION_OPEN);
  QLanes values[ACTIONS];
  encode_state(a, marks, n, 0);
  qnet_value(a->net, a->input, values);
  for (u32 i = 0; i < ACTIONS; i++) ret[i] = values[i].of[0] * scale_value(a);
}

bool agent_choose(Agent *a, const DecisionMark *marks, u32 n) {
  double values[ACTIONS];
  agent_values(a, marks, n, values);
  return values[1] > values[0];
}

/* ---- experiences ------------------------------------------------------------------------------- */

/* The index of the row that was added last. */
static u32 newest(const Experience *e) {
  assert(e->n);
  return e->n < e->max ? e->n - 1 : (e->oldest + e->max - 1) % e->max;
}

bool agent_see(Agent *a, const DecisionMark *marks, u32 n, AgentOutcome outcome, u64 cost,
               const DecisionMark *next, u32 barred) {
  assert(n && marks[n - 1].action != ACTION_OPEN);
  i32 row[ROW_MARK * (MAX_AGENT_HISTORY + 1) + ROW_REST] = {0};
  u32 steps = n_steps(a), there = MIN(n, steps), seen = a->config.has_context ? UINT32_MAX : 0;
  for (u32 i = 0; i < there; i++) {
    const DecisionMark *m = &marks[n - there + i];
    i32 *to = row + ROW_MARK * (steps - there + i);
    to[0] = m->position, to[1] = m->site, to[2] = m->action, to[3] = (i32)(m->here & seen);
  }
  i32 *rest = row + ROW_MARK * steps;
  rest[ROW_OUTCOME] = (i32)outcome;
  rest[ROW_COST] = (i32)MIN(cost, (u64)INT32_MAX);
  rest[ROW_NEXT_SITE] = next ? next->site : 0;
  rest[ROW_NEXT_HERE] = next ? (i32)(next->here & seen) : 0;
  rest[ROW_NEXT_BARRED] = (i32)barred;
  bool is_new = experience_add(&a->seen, row);
  if (is_new && a->config.is_prioritised) priority_set(&a->priority, newest(&a->seen), a->most);
  return is_new;
}

/* An experience as it is learned from: its marks and the one that follows, of which the last is open. */
typedef struct AgentReplay {
  DecisionMark marks[MAX_AGENT_HISTORY + 2];
  const i32 *rest;
  u32 row;
} AgentReplay;

static void read_replay(const Agent *a, u32 row, AgentReplay *ret) {
  assert(row < a->seen.n);
  const i32 *at = experience_row(&a->seen, row);
  u32 steps = n_steps(a);
  ret->row = row;
  for (u32 i = 0; i < steps; i++, at += ROW_MARK)
    ret->marks[i] = (DecisionMark){at[0], at[1], at[2], (u32)at[3]};
  ret->rest = at;
  ret->marks[steps] = (DecisionMark){.position = ret->marks[steps - 1].position + 1,
                                     .site = at[ROW_NEXT_SITE],
                                     .action = ACTION_OPEN,
                                     .here = (u32)at[ROW_NEXT_HERE]};
}

/* What the better of the sides is worth that are possible, of the states that follow. */
static void best_values(Agent *a, const AgentReplay *replays, u32 n, float *ret) {
  QLanes values[ACTIONS];
  for (u32 i = 0; i < n; i++) encode_state(a, replays[i].marks + 1, n_steps(a), i);
  qnet_value(a->net, a->input, values);
  for (u32 i = 0; i < n; i++) {
    i32 barred = replays[i].rest[ROW_NEXT_BARRED];
    bool side = barred == 1 || (barred != 2 && values[1].of[i] > values[0].of[i]);
    ret[i] = values[side].of[i];
  }
}

/* The reward, and what the policy expects of the state that follows; in the scale of the network. */
static float target_of(const Agent *a, const i32 *rest, float best) {
  AgentOutcome outcome = (AgentOutcome)rest[ROW_OUTCOME];
  if (outcome == OUTCOME_INFEASIBLE) return (float)(a->config.penalty / scale_value(a));
  float reward = (float)(rest[ROW_COST] / MAX(a->unit, 1e-9) / scale_value(a));
  return outcome == OUTCOME_END ? reward : reward + best;
}

/* Adds the gradient of half the squared error of some experiences; says the sizes of the errors. */
static void learn_replays(Agent *a, AgentReplay *replays, u32 n, float *ret_errors) {
  QLanes values[ACTIONS], by[ACTIONS] = {0};
  float best[QNET_LANES];
  u32 last = n_steps(a) - 1;
  best_values(a, replays, n, best);
  for (u32 i = 0; i < n; i++) {
    encode_state(a, replays[i].marks, last + 1, i);
    a->input[last * n_inputs(a) + SEEN_ACTION].of[i] = ACTION_OPEN;
  }
  qnet_value(a->net, a->input, values);
  for (u32 i = 0; i < n; i++) {
    i32 action = replays[i].marks[last].action;
    float error = target_of(a, replays[i].rest, best[i]) - values[action].of[i];
    by[action].of[i] = -error;
    ret_errors[i] = fabsf(error);
  }
  qnet_gradient(a->net, by, a->gradient);
}

static void learn_batch(Agent *a, u32 from, u32 n, double *io_error) {
  assert(n && n <= a->config.max_kept);
  AgentReplay replays[QNET_LANES];
  float errors[QNET_LANES];
  u32 n_weights = qshape_weights(&a->net->shape);
  memset(a->gradient, 0, n_weights * sizeof *a->gradient);
  for (u32 i = 0; i < n; i += QNET_LANES) {
    u32 here = MIN(n - i, (u32)QNET_LANES);
    for (u32 k = 0; k < here; k++) read_replay(a, a->order[from + i + k], &replays[k]);
    learn_replays(a, replays, here, errors);
    for (u32 k = 0; k < here; k++) {
      if (a->config.is_prioritised) {
        /* Large errors are looked at again soon, and small ones now and then. */
        u32 row = replays[k].row;
        double error = errors[k];
        static const double least = 0.01, power = 0.6; /* the paper's, for sampling in proportion */
        double weight = pow(error + least, power);
        priority_set(&a->priority, row, weight);
        a->most = MAX(a->most, weight);
      }
      *io_error += errors[k];
    }
  }
  for (u32 i = 0; i < n_weights; i++) a->gradient[i] /= (float)n;
  adam_step(&a->adam, a->net->weights, a->gradient);
}

static void shuffle(Agent *a) {
  for (u32 i = 0; i < a->seen.n; i++) {
    u32 k = (u32)rng_below(&a->rng, i + 1);
    a->order[i] = a->order[k];
    a->order[k] = i;
  }
}

/* Over all experiences in random order, or as many as are left to look at; their mean error. */
static double pass(Agent *a, u64 *io_left) {
  double error = 0;
  shuffle(a);
  u32 n = (u32)MIN(a->seen.n, *io_left);
  for (u32 i = 0; i < n; i += a->config.batch)
    learn_batch(a, i, MIN(a->config.batch, n - i), &error);
  *io_left -= n;
  return error / n;
}

void agent_learn(Agent *a) {
  if (a->config.is_prioritised) {
    /* Rows drawn by their errors, as many as may be looked at. */
    u64 n = a->seen.n ? MIN(a->config.max_seen, (u64)a->config.max_passes * a->seen.n) : 0;
    double error = 0;
    while (n) {
      u32 batch = (u32)MIN(MIN((u64)a->config.batch, n), a->seen.max);
      for (u32 i = 0; i < batch; i++) a->order[i] = priority_draw(&a->priority, &a->rng);
      learn_batch(a, 0, batch, &error);
      n -= batch;
    }
  } else {
    u64 n_left = a->config.max_seen;
    double least = INFINITY;
    u32 n_no_gain = 0, patience = a->config.patience;
    adam_restart(&a->adam);
    for (u32 i = 0; i < a->config.max_passes && n_left && n_no_gain < patience && a->seen.n; i++) {
      double error = pass(a, &n_left);
      n_no_gain = error < least ? 0 : n_no_gain + 1;
      least = MIN(least, error);
    }
  }
  a->version++;
}

void agent_ended(Agent *a, u32 n_decisions, u64 cost) {
  if (!a->unit && n_decisions && cost) a->unit = (double)cost / n_decisions;
  if (n_decisions <= a->longest) return;
  a->longest = n_decisions;
  a->version++;
}
