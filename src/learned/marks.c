/* marks.c — what a site remembers is kept in the marks, too, so that a path can go back. */
#include "learned/marks.h"

void marks_done(MarkTrail *t) {
  vec_free(&t->marks);
  vec_free(&t->here);
}

void marks_open(MarkTrail *t, i32 site) {
  assert(site > 0);
  if (t->here.n <= (u32)site) vec_resize(&t->here, (u32)site + 1);
  AgentMark m = {.position = (i32)t->marks.n + 1,
                 .site = site,
                 .action = ACTION_OPEN,
                 .here = t->here.at[site]};
  vec_push(&t->marks, m);
}

void marks_take(MarkTrail *t, bool side) {
  enum { MEMORY = 0xffff };
  AgentMark *m = &vec_last(&t->marks);
  assert(m->action == ACTION_OPEN);
  m->action = side;
  t->here.at[m->site] = (m->here << 2 | (1u + side)) & MEMORY;
}

void marks_cut(MarkTrail *t, u32 n_marks) {
  while (t->marks.n > n_marks) {
    const AgentMark *m = &vec_pop(&t->marks);
    t->here.at[m->site] = m->here;
  }
}
