/* call_log.h — the calls of a path: which decisions were made in each, and what each cost.
 *
 * Seen from the choices of a path only: a call without one is not there, and a call begins and ends for
 * us at the first choice after it did.
 */
#ifndef PATHS_CALL_LOG_H
#define PATHS_CALL_LOG_H

#include "search/search.h"

enum { MAX_CALL_ARGUMENTS = 4, NO_CALL = UINT32_MAX };

typedef struct LoggedCall {
  u64 serial; /* OpenCall.serial */
  u32 fn;
  u32 parent;     /* the call that it was made in, or NO_CALL */
  u32 n_before;   /* decisions when it began */
  u64 begin, end; /* what the path had cost; 0: it has not ended */
  u64 arguments[MAX_CALL_ARGUMENTS];
  bool is_known
      [MAX_CALL_ARGUMENTS]; /* whether there is such an argument, and no symbol decides it */
} LoggedCall;

typedef struct CallLog {
  CostKind cost;
  VEC(LoggedCall) calls; /* in the order of their beginnings */
  U32Vec open;           /* those that have not ended, the outermost first */
  U32Vec of;             /* per decision of the path the call that it was made in */
} CallLog;

void call_log_done(CallLog *l);
/* A path begins, at the start of the program or as another one did for so many decisions. */
void call_log_begin(CallLog *l, const CallLog *like, u32 n_decisions);
/* It stands at a choice.  To be called at each choice, from the beginning on. */
void call_log_see(CallLog *l, const Situation *at);
void call_log_end(CallLog *l, u64 cost);

#endif
