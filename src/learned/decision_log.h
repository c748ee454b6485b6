/* decision_log.h — the marks of a path as it grows, each with what its site remembers of the path. */
#pragma once

#include "learned/agent.h"

typedef VEC(DecisionMark) DecisionMarkVec;

typedef struct DecisionLog {
  DecisionMarkVec marks; /* owned */
  U32Vec here;           /* owned; by site: see DecisionMark.here */
} DecisionLog;

void decision_log_done(DecisionLog *t);
void decision_log_open(DecisionLog *t, i32 site);  /* the path comes to a decision */
void decision_log_take(DecisionLog *t, bool side); /* and takes a side */
void decision_log_cut(DecisionLog *t,
                      u32 n_marks); /* goes back to so many; all of which took their sides */
