/* pyse_plus.c — the strategy pyse+: pyse_tree.c at each size, which begins with what was learned at the
 * size before, and the first one with the curriculum.
 */
#include "learned/agent_file.h"
#include "learned/pyse_tree.h"
#include "search/time_parts.h"

typedef struct PysePlus {
  PyseTreeOptions options;
  PyseTransfer transfer; /* owned; of the last size */
} PysePlus;

/* One size; *ret_closed: all of its paths are known. */
static Err train(Search *h, const PyseTreeOptions *o, u64 size, PyseTransfer *io,
                 bool *ret_closed) {
  assert(size);
  SizeSearch *t = search_training(h, size);
  PyseTree *plus = pyse_tree_new(t, o, io);
  Err err = pyse_tree_slice(plus, o->curriculum_paths, NEVER_NS);
  pyse_tree_transfer(plus, io);
  *ret_closed = pyse_tree_is_over(plus);
  pyse_tree_free(plus);
  size_search_rest(t);
  return err;
}

/* Learns at 1, 2, 3, … below `size`, while a size is cheap, and until the time is over (NEVER_NS: it never is):
 * a few paths at each size, which begins with what the one before taught.  A size has half of the time that is left,
 * so that a slow one leaves some to others; and when a few sizes had more paths than were taken, larger ones would
 * teach little more. */
static Err curriculum(Search *h, const PyseTreeOptions *o, u64 size, u64 end_ns, PyseTransfer *io) {
  enum { MAX_OPEN = 4 };
  Err err = OK;
  u32 n_open = 0;
  for (u64 n = 1; n < size && n_open < MAX_OPEN && err == OK; n++) {
    bool is_closed = true;
    cleanup(deadline_restore) DeadlineScope scope =
        deadline_narrow(&h->config.budget, clock_part(end_ns, PART_PYSE_SIZE));
    if (!clock_left(h->config.budget.deadline_ns)) break;
    err = train(h, o, n, io, &is_closed);
    n_open += !is_closed;
  }
  return err;
}

static Err learn_small(Search *h, PysePlus *p) {
  u64 end = clock_part(h->config.budget.deadline_ns, PART_PYSE_LEARNING);
  return curriculum(h, &p->options, h->config.sizes[0], end, &p->transfer);
}

static Err prepare(Search *h, void *self) {
  PysePlus *p = self;
  p->options = pyse_tree_options_read(search_options(h, &pyse_tree_options),
                                      search_options(h, &pyse_options));
  PyseOptions *o = &p->options.pyse;
  if (o->policy_in) {
    TRY(agent_load(o->policy_in, &o->agent, rng_u64(&h->rng), &p->transfer.agent));
    o->agent = p->transfer.agent->config;
  }
  return p->options.steps[PYSE_TREE_CURRICULUM] ? learn_small(h, p) : OK;
}

static Err search(SizeSearch *t, void *self) {
  PysePlus *p = self;
  PyseTree *plus = pyse_tree_new(t, &p->options, &p->transfer);
  Err err = pyse_tree_slice(plus, UINT64_MAX, NEVER_NS);
  if (p->options.steps[PYSE_TREE_CURRICULUM]) pyse_tree_transfer(plus, &p->transfer);
  const char *to = p->options.pyse.policy_out;
  if (err == OK && to) err = pyse_tree_save(plus, to);
  pyse_tree_free(plus);
  return err;
}

static void done(void *self) {
  PysePlus *p = self;
  pyse_transfer_done(&p->transfer);
}

const Strategy strategy_pyse_plus = {.n_bytes = sizeof(PysePlus),
                                     .prepare = prepare,
                                     .search = search,
                                     .done = done,
                                     .options = {&pyse_options, &pyse_tree_options}};
