/* policy.h — which side a branch takes, learned from paths: WISE's generators, SPF-WCA's policies.
 *
 * A rule belongs to a branch and to the decisions made just before it (none for WISE).  It holds
 * the sides that the paths took there.  If that is one side, a guided run takes it without asking.
 * If there are two, or the place is unknown, both are explored.
 */
#pragma once

#include "base/map.h"
#include "base/option.h"
#include "base/text.h"
#include "explore/guide.h"

enum { MAX_HISTORY = 64 };

/* Which of the worst paths of a size a policy is learned from; see keeps.def. */
typedef enum Keep {
#define KEEP(id, name, meaning) KEEP_##id,
#include "policy/keeps.def"
#undef KEEP
  KEEP_COUNT
} Keep;

typedef struct PolicyOptions {
  u32 history;            /* decisions before the branch that matter */
  bool by_line;           /* a branch is its source line (PySE), not its place in the code */
  bool any_caller;        /* the history goes on beyond what was decided under another caller */
  bool unless_infeasible; /* the other side is taken where the one learned is impossible */
  Keep keep;
} PolicyOptions;

/* The options of strategies that learn a policy. */
enum {
  POLICY_HISTORY,
  POLICY_KEEP,
  POLICY_POINTS,
  POLICY_ANY_CALLER,
  POLICY_UNLESS_INFEASIBLE,
};
extern const OptionGroup policy_options;
PolicyOptions policy_options_read(const OptionSet *s);

typedef struct PolicyRule {
  u64 key;
  u64 side;     /* as in the source; the first one seen */
  bool is_open; /* another one was seen, too */
} PolicyRule;

typedef struct Policy {
  PolicyOptions options;
  const Module *module;  /* borrowed */
  Map index;             /* key -> index in rules */
  VEC(PolicyRule) rules; /* owned; in the order in which they were met */
  u32 n_open;
} Policy;

/* The side of a decision as the source has it: true and false; of a switch where it goes to. */
u64 decision_in_source(const Module *m, const Decision *d);

Policy policy_new(const Module *m, const PolicyOptions *options);
void policy_done(Policy *p);

void policy_learn(Policy *p, const Decision *decisions, u32 n);
void policy_add(Policy *p, const Policy *more); /* learns what the other one has learned */

/* The same for policies with the same rules, whatever their order. */
u64 policy_hash(const Policy *p);

/* Appends how much it decides: "3 rules, 1 of which leaves both sides open". */
void policy_print(const Policy *p, Text *to);

/* A guide that follows it. */
typedef struct PolicyGuide {
  Guide guide;
  const Policy *policy; /* borrowed */
} PolicyGuide;

PolicyGuide policy_guide(const Policy *p);
