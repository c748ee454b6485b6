/* evolve.h — a population of genomes, in which better ones are bred from good ones.
 *
 * Each child competes with its parent for the parent's place, and takes it also when it is just as
 * good.  So the members stay different from each other (crowding: Mahfoud 1995), and the population
 * drifts along plateaus.  Parents are chosen by tournament, or from the perf-map, if verdicts say
 * where an input went.  After a long time without an
 * improvement, a part of the population begins anew.  The caller evaluates genomes, many at a time:
 * the order of events does not depend on how fast that is.
 */
#pragma once

#include "inputs/operators.h"
#include "inputs/perf_map.h"

typedef struct ChildVerdict {
  bool is_valid; /* it is an input, and has a cost */
  u64 cost;
  SiteHit *
      hits; /* owned; where it went, or of that what the perf-map does not know; NULL: nobody knows */
  u32 n_hits;
} ChildVerdict;

typedef struct Member {
  u8 *genome; /* owned */
  u64 cost, hash;
} Member;

enum { NO_MEMBER = UINT32_MAX };

typedef struct Child {
  u8 *genome; /* owned */
  u32 parent; /* a member; NO_MEMBER: one of the perf-map */
  u64 parent_cost;
  GeneOperator by;
  ChildVerdict verdict;
} Child;

typedef struct Population {
  Breeding breeding; /* what it points to is borrowed */
  u32 n_bytes;       /* of a genome */
  u32 max_members;
  VEC(Member) members;
  PerfMap map; /* empty if verdicts have no hits */
  OperatorOdds odds;
  Rng rng;
  u64 n_evaluated, n_since_better; /* children; since the best became better */
  u64 best;                        /* the highest cost; 0 if there is none */
} Population;

/* Evaluator n children; sets their verdicts. */
typedef Err EvaluateChildren(void *user, Child *children, u32 n);

void population_init(Population *p, const Plan *plan, const Vocabulary *v, u64 size,
                     u32 max_members, u64 seed);
void population_done(Population *p);
/* The plan has become longer: genomes get zeros at their ends. */
void population_grow(Population *p);

/* A genome from another search that is an input: kept if it is new and there is room, or if it is better than the
 * worst. */
void population_offer(Population *p, const u8 *genome, const ChildVerdict *v);

/* One generation of so many children; there must be a member. */
must_use Err population_step(Population *p, u32 n_children, EvaluateChildren *evaluator,
                             void *user);
