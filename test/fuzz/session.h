/* session.h — for the fuzzer: a run of questions to a solver, as data.
 *
 * Contexts are numbered; 0 is the empty one and never dropped.  A session says
 * which stages the solver has, and is all that is needed to do the same again:
 * it can be saved, read back and cut down.
 */
#pragma once

#include "base/text.h"
#include "fuzz/plan.h"
#include "solver/solver.h"

typedef enum ActionKind {
#define ACTION(id, name, makes, term) ACTION_##id,
#include "fuzz/actions.def"
#undef ACTION
  ACTION_COUNT
} ActionKind;

typedef struct Action {
  ActionKind kind;
  u32 at;    /* context */
  u32 makes; /* context; 0: none */
  u32 term;  /* node of the plan */
} Action;

typedef struct Session {
  u64 seed;
  bool stages[STAGE_COUNT];
  Plan plan;
  VEC(Action) actions;
} Session;

void session_done(Session *s);

const char *action_name(ActionKind kind);
bool action_makes(ActionKind kind);
bool action_has_term(ActionKind kind);

/* A random session, the same for the same seed. */
void session_generate(Session *s, u64 seed);

/* A copy without the action (past the end: all stay); what it made becomes what
 * it was made from. */
void session_without(const Session *s, u32 action, Session *ret);

/* As text: lines of `stages`, `input`, `node` and actions. */
void session_print(const Session *s, Text *out);
must_use Err session_parse(const char *file, const char *text, Session *ret);
