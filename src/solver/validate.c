/* validate.c — no model leaves the solver unchecked.
 *
 * A model is compared with the base model of the context, which was validated
 * when it was found: only constraints that read a changed cell can have changed
 * their value.  So every constraint of the context is vouched for at the cost
 * of those that matter.  While a context that was collected without asking is mended
 * part by part, the base model holds only for some constraints: these must stay
 * true, and the current part become true.
 */
#include "solver/validate.h"

#include "base/os.h"
#include "base/text.h"
#include "expr/print.h"

#include <unistd.h>

enum { LOOK_EVERY = 64 }; /* constraints between two looks at the clock */

/* Do the items hold in m?  also_broken: those that the base model breaks, too, need not. */
static bool items_hold(Query *q, const Model *m, const U32Vec *items, bool also_broken, u64 *io_n) {
  for (u32 i = 0; i < items->n; i++) {
    Expr e = q->trail->items.at[items->at[i]].e;
    bool holds = eval_true(q->eval, m, e) || (also_broken && !eval_true(q->eval, q->base, e));
    if (!holds || (i % LOOK_EVERY == LOOK_EVERY - 1 && query_is_late(q))) return false;
  }
  *io_n += items->n;
  return true;
}

bool model_holds(Query *q, const Model *m, u64 *io_n) {
  assert(m && expr_width(q->asked) == 1);
  ++*io_n;
  if (!eval_true(q->eval, m, q->asked)) return false;
  if (!q->base_holds && !items_hold(q, m, &q->slice, false, io_n)) return false;
  U32Vec cells = {0}, readers = {0};
  model_changes(q->base, m, &cells);
  trail_readers(q->trail, cells.at, cells.n, &readers);
  bool holds = items_hold(q, m, &readers, !q->base_holds, io_n);
  vec_free(&cells);
  vec_free(&readers);
  return holds;
}

Model *model_with_byte(Query *q, const Model *m, ByteSet values, u32 cell, u32 n_tries) {
  u64 n_evaluated = 0;
  for (u32 v = byte_set_next(values, 0); v < 256 && n_tries--; v = byte_set_next(values, v + 1)) {
    Model *next = model_copy(m);
    model_set_byte(next, cell, (u8)v);
    if (model_holds(q, next, &n_evaluated)) return next;
    model_unref(next);
  }
  return NULL;
}

void query_die(const Query *q, Stage stage, const char *what) {
  ExprVec all = {0};
  for (u32 i = 0; i < q->trail->items.n; i++) vec_push(&all, q->trail->items.at[i].e);
  vec_push(&all, q->asked);
  Text script = {0}, path = {0};
  script_print(&script, all.at, all.n);
  text_addf(&path, "nadir-bug-%d.smt2", getpid());
  Err err = file_write(text_c(&path), script.at, script.n);
  die(__FILE__, __LINE__, "stage '%s': %s; the question is in %s", stage_name(stage), what,
      err == OK ? text_c(&path) : "(a file that cannot be written)");
}
