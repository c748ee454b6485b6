/* ga.c — a genetic search over concrete inputs: what EvoSuite is in the ESE paper's fourth
 * question, and the answer where symbols do not help (hashing, floats, huge paths).
 *
 * Each size, in ascending order, tries the inputs that people think of first, then the worst
 * inputs of the sizes before, extended, and then breeds (inputs/evolve.h) for the rest of its time.
 * Sizes in between that nobody asked for, N/2 and N/4, come first: what is bad there is found
 * sooner, and seeds the larger ones.
 *
 * The machine's concrete loop evaluates an input.  A run of some hundred LLVM instructions takes
 * about two microseconds, less than any way of starting a process.  All metrics can be counted,
 * and a crash or an endless run is the end of a path.  Generations are evaluated on all cores
 * (eval_pool.h).
 */
#include "inputs/ga.h"

#include "inputs/given.h"
#include "search/size_ramp.h"
#include "search/time_parts.h"

enum { GA_NO_GAIN };

/* clang-format off */
static const Option options[] = {
    [GA_NO_GAIN] = {"no-gain", OPTION_NUMBER, "N", NULL, "stop after N inputs without an improvement (default: go on)", .min = 1},
};
/* clang-format on */

static const OptionGroup ga_options = {"settings of ga", options, ARRAY_LEN(options), NULL, "ga"};

/* Where nothing else ends a search, it ends after so many inputs without a better one. */
enum { USUAL_NO_GAIN = SIZED(100000, 500) };
enum { LEAST_SMALLER = 4 };

typedef struct Ga {
  Vocabulary vocabulary;
} Ga;

static Err prepare(Search *h, void *self) {
  given_vocabulary(h->config.given, h->config.module, &((Ga *)self)->vocabulary);
  return OK;
}

/* --max-paths limits them. */
static u64 max_inputs(const SizeSearch *t) { return MIN(UINT64_MAX / 2, t->budget.max_paths); }

static bool is_counted(u64 n_inputs) { return n_inputs < UINT64_MAX / 4; }

static Err breed_at(SizeSearch *t, const Vocabulary *v, u64 limit_ns, u64 n_inputs, u32 n_busy) {
  static const u64 most_ns = 3600 * NS_PER_S;
  const OptionSet *s = search_options(t->search, &ga_options);
  bool is_timed = t->budget.deadline_ns != NEVER_NS;
  /* Where inputs are counted, it is not the time that says which are run. */
  u64 seed_ns = is_counted(n_inputs) ? MIN(limit_ns, most_ns)
                : is_timed           ? MIN(limit_ns / PART_GA_SEEDS, NS_PER_S)
                                     : NS_PER_S;
  u64 deadline = is_timed ? clock_after(limit_ns) : NEVER_NS;
  u64 no_gain = is_timed || is_counted(n_inputs) ? UINT64_MAX : USUAL_NO_GAIN;
  InputSearch *c;
  Err err = input_search_open(t, v, &c);
  c->n_busy = n_busy;
  if (err == OK) err = input_search_seed(c, seed_ns);
  if (err == OK) err = input_search_extend(c, seed_ns);
  if (err == OK)
    err = input_search_breed(c, deadline, n_inputs, option_number_or(s, GA_NO_GAIN, no_gain));
  input_search_free(c);
  return err;
}

typedef struct SmallerGa {
  const Vocabulary *v;
  u64 n_inputs; /* at each size */
  u32 n_busy;
} SmallerGa;

static Err visit(SizeSearch *smaller, void *user) {
  const SmallerGa *g = user;
  return breed_at(smaller, g->v, clock_left(smaller->budget.deadline_ns), g->n_inputs, g->n_busy);
}

Err ga_smaller_sizes(SizeSearch *t, const Vocabulary *v, u64 n_inputs, u32 n_busy) {
  SizeRamp ramp = size_ramp_halves(t->size, LEAST_SMALLER);
  SmallerGa g = {v, is_counted(n_inputs) ? n_inputs / PART_SMALLER_GA / MAX(ramp.n, 1u) : n_inputs,
                 n_busy};
  return size_ramp_run(t, &ramp, PART_SMALLER_GA, UINT64_MAX, visit, &g);
}

static Err search(SizeSearch *t, void *self) {
  Ga *ga = self;
  bool is_bounded = is_counted(max_inputs(t)) || t->budget.deadline_ns != NEVER_NS;
  if (is_bounded) TRY(ga_smaller_sizes(t, &ga->vocabulary, max_inputs(t), 0));
  TRY(breed_at(t, &ga->vocabulary, clock_left(t->budget.deadline_ns), max_inputs(t), 0));
  if (t->best.is_found)
    size_search_say(t, "the best of %llu inputs that were run",
                    (unsigned long long)stat_of(&t->stats, &stat_inputs));
  return OK;
}

static void done(void *self) { vocabulary_done(&((Ga *)self)->vocabulary); }

const Strategy strategy_ga = {.n_bytes = sizeof(Ga),
                              .prepare = prepare,
                              .search = search,
                              .done = done,
                              .options = {&ga_options, &input_search_options}};
