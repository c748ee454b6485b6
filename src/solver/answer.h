/* answer.h — what a question to the solver can come back with. */
#pragma once

#include "base/base.h"

typedef enum Answer {
  ANSWER_UNKNOWN, /* also: a stage has nothing to say */
  ANSWER_NO,
  ANSWER_YES,
} Answer;

/* Why an answer is unknown. */
typedef enum Reason {
  REASON_NONE,
#define REASON(id, text) REASON_##id,
#include "solver/reasons.def"
#undef REASON
  REASON_COUNT
} Reason;

const char *reason_text(Reason r);
