/* marks.h — the marks of a path as it grows, each with what its site remembers of the path. */
#ifndef LEARNED_MARKS_H
#define LEARNED_MARKS_H

#include "learned/agent.h"

typedef VEC(AgentMark) MarkVec;

typedef struct MarkTrail {
  MarkVec marks; /* owned */
  U32Vec here;   /* owned; by site: see AgentMark.here */
} MarkTrail;

void marks_done(MarkTrail *t);
void marks_open(MarkTrail *t, i32 site);   /* the path comes to a decision */
void marks_take(MarkTrail *t, bool side);  /* and takes a side */
void marks_cut(MarkTrail *t, u32 n_marks); /* goes back to so many; all of which took their sides */

#endif
