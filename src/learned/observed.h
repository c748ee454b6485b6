/* observed.h — the tree of the paths that were taken, and PySE's unique path finder on it.
 *
 * A node is a decision; its children are what is known of its two sides.  A walk on the tree by the
 * policy costs no run of the program: it ends at a side that nobody took, and the way there is the
 * beginning of a new path (PySE, section IV-E).
 */
#pragma once

#include "learned/decision_log.h"

enum { OBSERVED_ROOT = 0 };

/* What is known of a side, if it is no node. */
typedef enum Tip { TIP_UNKNOWN, TIP_INFEASIBLE, TIP_ENDED, TIP_COUNT } Tip;

typedef struct ObservedNode {
  u32 sides[2];   /* false, true: a Tip, or the number of a node + TIP_COUNT */
  u64 best[2];    /* the highest cost of a path that took the side; 0: none came to its end */
  u32 visits[2];  /* how many paths took it */
  u32 input;      /* of a path through here, as the keeper of inputs numbers them; 0: none */
  i32 site;       /* 0: nobody came here yet */
  u32 parent;     /* the root's is itself */
  u32 version;    /* of the policy that `choice` was made by, + 1 */
  bool choice;    /* the side that the policy takes */
  bool is_closed; /* nothing unknown is left below */
} ObservedNode;

typedef struct Observed {
  VEC(ObservedNode) nodes; /* owned */
  bool has_gaps;           /* the solver did not know whether some side is possible */
} Observed;

typedef VEC(u8) Actions;

Observed observed_new(void);
void observed_done(Observed *o);

/* Was the side taken, and came to another decision? */
bool observed_leads_on(const Observed *o, u32 node, bool side);
/* The node behind a side, which is made if it is unknown. */
u32 observed_go(Observed *o, u32 node, bool side);
/* A path came to a node, which decides at this site. */
void observed_at(Observed *o, u32 node, i32 site);
/* The side of a node leads nowhere: no input takes it, or the program ends without a decision. */
void observed_end(Observed *o, u32 node, bool side, bool is_infeasible);

/* Is it known that no input takes the side? */
bool observed_is_barred(const Observed *o, u32 node, bool side);
/* Is there a side that nobody took, at or below this one? */
bool observed_is_open(const Observed *o, u32 node, bool side);

/* A path of this cost took the side of a node.  Costs are backed up as their maximum and not as
 * their mean: it is the worst path below that counts. */
void observed_back_up(Observed *o, u32 node, bool side, u64 cost);
/* The highest cost of a path that begins like this; of one that no input takes, its own. */
u64 observed_cost(const Observed *o, const Actions *path);

/* Is every path known? */
bool observed_is_closed(const Observed *o);

/* The actions that the policy takes, up to a side that is unknown; false: its path is known.  A policy that is
 * masked takes the other side where no input takes the one that it likes. */
bool observed_policy_path(Observed *o, Agent *a, bool is_masked, Actions *ret);

/* The beginning of a new path: up to n_tries walks, each decision of which is random with probability
 * epsilon, doubled for the second half of them; then, if all these ended on known paths, one that
 * turns away from what is closed.  False: there is no new path. */
bool observed_find(Observed *o, Agent *a, u32 n_tries, double epsilon, Rng *rng, Actions *ret);
