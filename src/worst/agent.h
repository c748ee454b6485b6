/* agent.h — the learner of PySE: what it sees of a path, its network, what it remembers.
 *
 * A decision is a mark: how far along the path, at which site, and the side that was taken.  A
 * state is the last L + 1 marks, the newest of which has no side yet (PySE, section IV-A).
 */
#ifndef WORST_AGENT_H
#define WORST_AGENT_H

#include "base/vec.h"
#include "learn/adam.h"
#include "learn/experience.h"
#include "learn/qnet.h"

typedef struct AgentMark {
  i32 position; /* from 1; 0: there was no decision so long ago */
  i32 site;     /* agent_site */
  i32 action;   /* 1: true, 0: false */
} AgentMark;

enum { ACTION_OPEN = -1, MAX_AGENT_HISTORY = 64 };

typedef struct AgentConfig {
  u32 history;    /* L */
  u32 n_hidden;   /* length of the cell's h and c */
  u32 max_kept;   /* experiences, N_e */
  u32 batch;      /* experiences to a step of the optimiser */
  u32 max_passes; /* over all experiences, each time something is learned */
  u64 max_seen;   /* experiences that these passes look at, in all */
  double rate;    /* of learning */
  double penalty; /* for a side that no input takes; P, below 0 */
  bool is_raw;    /* positions, sites and values are not scaled */
} AgentConfig;

typedef struct Agent {
  AgentConfig config;
  QNet *net;          /* owned */
  Adam adam;          /* owned */
  Experience seen;    /* owned */
  Map sites;          /* key -> number, from 1 */
  VEC(u64) site_keys; /* owned; in the order in which they were met */
  u32 longest;        /* path so far, in decisions; at least 1 */
  double unit;        /* what a decision costs on average: rewards are in units of it */
  u32 version;        /* grows whenever the policy may have changed */
  Rng rng;
  /* Scratch, so that nothing is allocated while learning; all owned. */
  double *input, *gradient;
  u32 *order;
} Agent;

Agent *agent_new(const AgentConfig *config, u64 seed);
Agent *agent_free(Agent *a); /* accepts NULL, returns NULL */

/* Takes over what another one of the same shape has learned: its policy and the sites it knows. */
void agent_inherit(Agent *a, const Agent *from);

/* The number of a site. */
i32 agent_site(Agent *a, u64 key);

/* The side that the policy takes after these marks, the last of which is open; for the values
 * themselves see agent_values: of false, of true. */
bool agent_choose(Agent *a, const AgentMark *marks, u32 n);
void agent_values(Agent *a, const AgentMark *marks, u32 n, double ret[2]);

/* What came of the last mark, which now has its action. */
typedef enum AgentOutcome { OUTCOME_NEXT, OUTCOME_END, OUTCOME_INFEASIBLE } AgentOutcome;

/* Remembers it unless it is known: the cost between the last decision and the next one, which is at
 * `next_site`.  True: it was new. */
bool agent_see(Agent *a, const AgentMark *marks, u32 n, AgentOutcome outcome, u64 cost,
               i32 next_site);

/* Changes the policy until it agrees with what was seen as well as it can. */
void agent_learn(Agent *a);

/* The first path sets what a decision is worth; a longer one is told. */
void agent_ended(Agent *a, u32 n_decisions, u64 cost);

#endif
