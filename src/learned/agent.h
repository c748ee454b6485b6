/* agent.h — the learner of PySE: what it sees of a path, its network, what it remembers.
 *
 * A decision is a mark: how far along the path, at which site, and the side that was taken.  A
 * state is the last L + 1 marks, the newest of which has no side yet (PySE, section IV-A).
 */
#pragma once

#include "base/vec.h"
#include "learn/adam.h"
#include "learn/experience.h"
#include "learn/priority.h"
#include "learn/qnet.h"

typedef struct DecisionMark {
  i32 position; /* from 1; 0: there was no decision so long ago */
  i32 site;     /* agent_site */
  i32 action;   /* 1: true, 0: false */
  u32 here;     /* the last decisions at this site, two bits each, the newest lowest: 1 + action */
  bool is_forced; /* no input takes the other side */
} DecisionMark;

enum { ACTION_OPEN = -1, MAX_AGENT_HISTORY = 64 };

typedef struct AgentConfig {
  u32 history;    /* L */
  u32 n_hidden;   /* length of the cell's h and c */
  u32 max_kept;   /* experiences, N_e */
  u32 batch;      /* experiences to a step of the optimiser */
  u32 max_passes; /* over all experiences, each time something is learned */
  u64 max_seen;   /* experiences that these passes look at, in all */
  u32 patience;   /* passes one after the other without a smaller error, which end them */
  u32 horizon;    /* the position that the network sees as 1; 0: the end of the longest path */
  double rate;    /* of learning */
  double penalty; /* for a side that no input takes; P, below 0 */
  bool is_raw;    /* positions, sites and values are not scaled */
  /* Beyond the paper. */
  bool
      has_context; /* the network sees more of a decision: its site's code, loops, DecisionMark.here */
  bool is_prioritised; /* experiences with large errors are learned from more often */
} AgentConfig;

/* What is known of a site from its place in the program. */
typedef struct SiteTraits {
  u32 loop_depth;   /* how many loops are around it */
  bool leaves_loop; /* one of its sides ends the innermost: its number of rounds is symbolic */
} SiteTraits;

typedef struct Agent {
  AgentConfig config;
  QNet *net;              /* owned */
  Priority priority;      /* owned; of the experiences, by their errors */
  double most;            /* the largest error so far: that of what is new */
  Adam adam;              /* owned */
  Experience seen;        /* owned */
  Map sites;              /* key -> number, from 1 */
  VEC(u64) site_keys;     /* owned; in the order in which they were met */
  VEC(SiteTraits) traits; /* owned; parallel to the keys */
  u32 longest;            /* path so far, in decisions; at least 1 */
  double unit;            /* what a decision costs on average: rewards are in units of it */
  u32 version;            /* grows whenever the policy may have changed */
  Rng rng;
  /* Scratch, so that nothing is allocated while learning; all owned. */
  QLanes *input;
  float *gradient;
  u32 *order;
} Agent;

Agent *agent_new(const AgentConfig *config, u64 seed);
Agent *agent_free(Agent *a); /* accepts NULL, returns NULL */

/* Takes over what another one of the same shape has learned: its policy and the sites it knows. */
void agent_inherit(Agent *a, const Agent *from);

/* The number of a site; what is known of it is set separately. */
i32 agent_site(Agent *a, u64 key);
void agent_set_traits(Agent *a, i32 site, SiteTraits traits);

/* The side that the policy takes after these marks, the last of which is open; for the values
 * themselves see agent_values: of false, of true. */
bool agent_choose(Agent *a, const DecisionMark *marks, u32 n);
void agent_values(Agent *a, const DecisionMark *marks, u32 n, double ret[2]);

/* What came of the last mark, which now has its action. */
typedef enum AgentOutcome { OUTCOME_NEXT, OUTCOME_END, OUTCOME_INFEASIBLE } AgentOutcome;

/* Remembers it unless it is known: the cost between the last decision and the next one, whose mark
 * is `next` (NULL if the path ends).  Sides of that one which no input takes have their bits in
 * `barred`.  True: it was new. */
bool agent_see(Agent *a, const DecisionMark *marks, u32 n, AgentOutcome outcome, u64 cost,
               const DecisionMark *next, u32 barred);

/* Changes the policy until it agrees with what was seen as well as it can. */
void agent_learn(Agent *a);

/* The first path sets what a decision is worth; a longer one is recorded. */
void agent_ended(Agent *a, u32 n_decisions, u64 cost);
