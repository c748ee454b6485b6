/* agent.c — Q-learning as in PySE (Koo, Saumya, Kulkarni, Bagchi, ICST 2019), section IV.
 *
 * Where the paper is silent: a loss of half the squared error, whose target is held constant; a
 * target is the reward alone where the path ends; Adam; passes over all experiences until the mean
 * error stops falling.  Positions are divided by the longest path so far, sites by how many there
 * are, values by the longest path: a cell of two units saturates otherwise.
 */
#include "worst/agent.h"

#include <math.h>
#include <string.h>

enum { INPUTS = 3, ACTIONS = 2 };

/* A row of the experiences: the marks of a state, and then: */
enum { ROW_OUTCOME, ROW_COST, ROW_NEXT_SITE, ROW_REST };

static u32 n_steps(const Agent *a) {
  return a->config.history + 1;
}

/* ---- life -------------------------------------------------------------------------------------- */

Agent *agent_new(const AgentConfig *config, u64 seed) {
  Agent *a = NEW(Agent);
  a->config = *config;
  a->rng = (Rng){seed};
  QShape shape = {INPUTS, n_steps(a), config->n_hidden, ACTIONS};
  u32 n = qshape_weights(&shape);
  a->net = qnet_new(&shape, &a->rng);
  a->adam = adam_new(n, config->rate);
  a->seen = experience_new(INPUTS * n_steps(a) + ROW_REST, config->max_kept);
  a->longest = 1;
  a->input = mem_new(INPUTS * n_steps(a) * sizeof *a->input);
  a->gradient = mem_new(n * sizeof *a->gradient);
  a->order = mem_new(config->max_kept * sizeof *a->order);
  return a;
}

Agent *agent_free(Agent *a) {
  if (!a) return NULL;
  qnet_free(a->net);
  adam_done(&a->adam);
  experience_done(&a->seen);
  map_done(&a->sites);
  vec_free(&a->site_keys);
  mem_free(a->input);
  mem_free(a->gradient);
  mem_free(a->order);
  mem_free(a);
  return NULL;
}

void agent_inherit(Agent *a, const Agent *from) {
  const QShape *s = &from->net->shape;
  assert(!memcmp(s, &a->net->shape, sizeof *s));
  memcpy(a->net->weights, from->net->weights, qshape_weights(s) * sizeof *a->net->weights);
  for (u32 i = 0; i < from->site_keys.n; i++) agent_site(a, from->site_keys.at[i]);
  a->longest = from->longest;
  a->unit = from->unit;
  a->version++;
}

i32 agent_site(Agent *a, u64 key) {
  bool is_fresh;
  u64 *number = map_at(&a->sites, key, &is_fresh);
  if (is_fresh) {
    vec_push(&a->site_keys, key);
    *number = a->site_keys.n;
    a->version++;
  }
  return (i32)*number;
}

/* ---- the policy -------------------------------------------------------------------------------- */

static double scale_value(const Agent *a) {
  return a->config.is_raw ? 1 : a->longest;
}

static void encode(const Agent *a, const AgentMark *m, double *ret) {
  ret[0] = m->position;
  ret[1] = m->site;
  ret[2] = m->action;
  if (a->config.is_raw) return;
  ret[0] /= MAX(a->longest, (u32)m->position);
  ret[1] /= MAX(a->site_keys.n, 1u);
}

/* The values of the state that these marks end in; what there is not is zero. */
static void state_values(Agent *a, const AgentMark *marks, u32 n, double *ret) {
  u32 steps = n_steps(a), missing = n < steps ? steps - n : 0;
  memset(a->input, 0, missing * INPUTS * sizeof *a->input);
  for (u32 i = missing; i < steps; i++) encode(a, &marks[n - steps + i], a->input + i * INPUTS);
  qnet_value(a->net, a->input, ret);
}

void agent_values(Agent *a, const AgentMark *marks, u32 n, double ret[2]) {
  assert(n && marks[n - 1].action == ACTION_OPEN);
  state_values(a, marks, n, ret);
  for (u32 i = 0; i < ACTIONS; i++) ret[i] *= scale_value(a);
}

bool agent_choose(Agent *a, const AgentMark *marks, u32 n) {
  double values[ACTIONS];
  agent_values(a, marks, n, values);
  return values[1] > values[0];
}

/* ---- experiences ------------------------------------------------------------------------------- */

bool agent_see(Agent *a, const AgentMark *marks, u32 n, AgentOutcome outcome, u64 cost,
               i32 next_site) {
  i32 row[INPUTS * (MAX_AGENT_HISTORY + 1) + ROW_REST] = {0};
  u32 steps = n_steps(a), there = MIN(n, steps);
  memcpy(row + INPUTS * (steps - there), marks + (n - there), there * sizeof *marks);
  i32 *rest = row + INPUTS * steps;
  rest[ROW_OUTCOME] = (i32)outcome;
  rest[ROW_COST] = (i32)MIN(cost, (u64)INT32_MAX);
  rest[ROW_NEXT_SITE] = outcome == OUTCOME_NEXT ? next_site : 0;
  return experience_add(&a->seen, row);
}

/* The reward, and what the policy expects of the state that follows; in the scale of the network. */
static double target_of(Agent *a, const AgentMark *marks, const i32 *rest) {
  AgentOutcome outcome = (AgentOutcome)rest[ROW_OUTCOME];
  if (outcome == OUTCOME_INFEASIBLE) return a->config.penalty / scale_value(a);
  double reward = rest[ROW_COST] / MAX(a->unit, 1e-9) / scale_value(a);
  if (outcome == OUTCOME_END) return reward;
  AgentMark next[MAX_AGENT_HISTORY + 2];
  u32 steps = n_steps(a);
  memcpy(next, marks, steps * sizeof *marks);
  next[steps] = (AgentMark){marks[steps - 1].position + 1, rest[ROW_NEXT_SITE], ACTION_OPEN};
  double values[ACTIONS];
  state_values(a, next + 1, steps, values);
  return reward + MAX(values[0], values[1]);
}

/* Adds the gradient of half the squared error of one experience; returns the error's size. */
static double learn_row(Agent *a, u32 row_number) {
  const i32 *row = experience_row(&a->seen, row_number);
  u32 steps = n_steps(a);
  AgentMark marks[MAX_AGENT_HISTORY + 1];
  memcpy(marks, row, steps * sizeof *marks);
  double target = target_of(a, marks, row + INPUTS * steps);
  i32 action = marks[steps - 1].action;
  marks[steps - 1].action = ACTION_OPEN;
  double values[ACTIONS], by[ACTIONS] = {0};
  state_values(a, marks, steps, values);
  double error = target - values[action];
  by[action] = -error;
  qnet_gradient(a->net, by, a->gradient);
  return fabs(error);
}

static void learn_batch(Agent *a, u32 from, u32 n, double *io_error) {
  u32 n_weights = qshape_weights(&a->net->shape);
  memset(a->gradient, 0, n_weights * sizeof *a->gradient);
  for (u32 i = 0; i < n; i++) *io_error += learn_row(a, a->order[from + i]);
  for (u32 i = 0; i < n_weights; i++) a->gradient[i] /= n;
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
  enum { PATIENCE = 3 };
  u64 n_left = a->config.max_seen;
  double least = INFINITY;
  u32 n_vain = 0;
  for (u32 i = 0; i < a->config.max_passes && n_left && n_vain < PATIENCE && a->seen.n; i++) {
    double error = pass(a, &n_left);
    n_vain = error < least ? 0 : n_vain + 1;
    least = MIN(least, error);
  }
  a->version++;
}

void agent_ended(Agent *a, u32 n_decisions, u64 cost) {
  if (!a->unit && n_decisions && cost) a->unit = (double)cost / n_decisions;
  if (n_decisions <= a->longest) return;
  a->longest = n_decisions;
  a->version++;
}
