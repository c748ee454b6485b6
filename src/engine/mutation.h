/* mutation.h — beside an exploration, concrete runs of tests that were changed a little: what takes a
 * side that nobody took becomes a test.
 *
 * The inputs of a test are known by their names and sizes.  Changes write words, letters and numbers of
 * the program's own constants (names of options, keywords) into them, or bytes of other tests.  A run
 * has no symbols, so that it takes the time of an ordinary run; the exploration finds what has to be
 * solved for.
 * After: AFL's coverage-guided mutation with dictionaries (Zalewski), and hybrid fuzzing (Stephens and
 * others, "Driller", NDSS 2016), with the roles exchanged: here fuzzing helps the exploration out.
 */
#pragma once

#include "base/map.h"
#include "build/target.h"
#include "engine/mutators.h"
#include "explore/explore.h"
#include "report/seed_folder.h"
#include "vm/exec/cover.h"

/* What a run took of a seed. */
typedef struct SeedUse {
  u32 n_given; /* inputs */
  u32 raw_at;  /* bytes of RAW_INPUT, where the program has inputs of its own */
  bool is_cut, is_filled;
  Stop stop;
} SeedUse;

typedef struct Mutation {
  Cover *cover;      /* borrowed; of the exploration, too */
  Solver *solver;    /* borrowed; is not asked */
  Observer observer; /* borrowed; called for runs that took a new side or went wrong */
  u64 deadline_ns;   /* of the whole exploration */
  u64 patience;      /* work of the exploration before it begins */
  const volatile sig_atomic_t *interrupted; /* borrowed, or NULL */
  double share;                             /* of the work, below 1 */
  Vm *vm;                                   /* owned */
  Mutators mutators;                        /* owned parts */
  bool used[MUTATOR_COUNT];                 /* for the current run */
  SpecimenVec specimens;                    /* owned; the tests so far */
  NamedBytesVec child;                      /* owned; of the current run: what it was given … */
  NamedBytesVec resized;                    /* owned; what it has of its parent in another size */
  const NamedBytesVec *parent;              /* borrowed; … and what to give it; NULL: anything */
  SeedUse use;
  u32 donor;           /* whose inputs it gets where it has none, index + 1; 0: nobody's */
  bool leads;          /* are its finds to lead the exploration? */
  VEC(Model *) found;  /* owned; those that have not led yet */
  u64 n_choices;       /* of the exploration, when it last stopped … */
  u64 seen;            /* … and its work then */
  double pending_work; /* work that it may do before it has had its share */
  u64 n_runs, n_found, n_instructions;
  ExploreStats stats; /* of the runs that were reported */
  TestCase empty;     /* what makes the machine concrete */
  Map wrong;          /* places where runs went wrong, which were reported */
  Map asked;          /* hashes of the names of inputs that runs ask for */
} Mutation;

typedef struct MutationPlan {
  double share;
  bool leads;
  u64 seed, size;
  const Vocabulary *words; /* borrowed; of the user; NULL: none */
  VmConfig vm;             /* as the exploration has it; with a cover */
  Budget budget;           /* of the exploration */
  Observer observer;
} MutationPlan;

/* How much of the time it gets, and which tests there are before. */
enum { MUTATION_SHARE, MUTATION_SEEDS, MUTATION_DICTIONARY };
enum { MUTATION_NO_LEADS };
extern const OptionGroup mutation_options, mutation_settings;

/* It stays where it is from then on. */
void mutation_init(Mutation *m, const MutationPlan *plan, const Module *module, Solver *solver);
void mutation_done(Mutation *m);

/* From now on for a worker (parallel.h): its observer hears of runs, its budget ends them, and its seed begins others. */
void mutation_move(Mutation *m, const ExploreConfig *to);

/* A test that the exploration found; copied. */
void mutation_add_test(Mutation *m, const TestCase *test);
/* Runs the tests of a folder as they are, with anything for inputs that they lack, and notes what came of
 * each. */
must_use Err mutation_run_seeds(Mutation *m, SeedFolder *io);
must_use Err mutation_try(Mutation *m); /* one run */
/* To be called after each step of an exploration: after the first seconds, does its share of the work.
 * What is counted is not time but what takes it, so that the same seed gives the same runs. */
must_use Err mutation_go_on(Mutation *m, const ExploreStats *run);
/* A SeedSource's; the user is the Mutation. */
Model *mutation_seed(void *user);
