/* decision_log.c — what a site remembers is kept in the marks, too, so that a path can go back. */
#include "learned/decision_log.h"

void decision_log_done(DecisionLog *t) {
  vec_free(&t->marks);
  vec_free(&t->here);
}

void decision_log_open(DecisionLog *t, i32 site) {
  assert(site > 0);
  if (t->here.n <= (u32)site) vec_resize(&t->here, (u32)site + 1);
  DecisionMark m = {.position = (i32)t->marks.n + 1,
                    .site = site,
                    .action = ACTION_OPEN,
                    .here = t->here.at[site]};
  vec_push(&t->marks, m);
}

void decision_log_take(DecisionLog *t, bool side) {
  enum { MEMORY = 0xffff };
  DecisionMark *m = &vec_last(&t->marks);
  assert(m->action == ACTION_OPEN);
  m->action = side;
  t->here.at[m->site] = (m->here << 2 | (1u + side)) & MEMORY;
}

void decision_log_cut(DecisionLog *t, u32 n_marks) {
  assert(n_marks <= t->marks.n);
  while (t->marks.n > n_marks) {
    const DecisionMark *m = &vec_pop(&t->marks);
    t->here.at[m->site] = m->here;
  }
}
