/* curriculum.c — a few paths at each small size, which begins with what the one before taught.
 *
 * A size has half of the time that is left, so that a slow one leaves some to others; and when a few
 * sizes had more paths than were taken, larger ones would teach little more.
 */
#include "learned/curriculum.h"

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

Err curriculum(Search *h, const PyseTreeOptions *o, u64 size, u64 end_ns, PyseTransfer *io) {
  enum { MAX_OPEN = 4 };
  u64 *deadline = &h->config.budget.deadline_ns, before = *deadline;
  Err err = OK;
  u32 n_open = 0;
  for (u64 n = 1; n < size && n_open < MAX_OPEN && err == OK; n++) {
    bool is_closed = true;
    if (end_ns != NEVER_NS) *deadline = MIN(before, clock_after(clock_left(end_ns) / 2));
    if (clock_left(*deadline) == 0) break;
    err = train(h, o, n, io, &is_closed);
    n_open += !is_closed;
  }
  *deadline = before;
  return err;
}
