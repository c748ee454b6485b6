/* guide.h — who decides at a choice, and learns what came of it.
 *
 * Without a guide, every possible side of a choice is explored.  A guide is asked first.  It may
 * agree to that, take one side by itself (then the solver is not asked, and the path condition is
 * only collected and solved now and then), ask for one side before the other, or give the path up.
 *
 * A guide that learns is also called when a path begins, forks and ends, and has memory of its own on
 * each path.
 */
#pragma once

#include "explore/situation.h"

typedef enum AdviceKind {
  ADVICE_ALL,    /* every side that is possible */
  ADVICE_TAKE,   /* this side; of a branch 1 is true, 0 is false */
  ADVICE_PREFER, /* this side if it is possible, else one that is */
  ADVICE_TRY,    /* this side if it is possible, else the path ends there: no input takes it */
  ADVICE_ANY,    /* one side that is possible, without a question */
  ADVICE_STOP,   /* the rest of the path is not wanted */
} AdviceKind;

typedef struct Advice {
  AdviceKind kind;
  u64 side;         /* TAKE, PREFER, TRY: see ChoiceKind */
  const char *text; /* STOP: why; borrowed until the run is over */
} Advice;

/* A path that ended. */
typedef struct PathEnd {
  Stop stop;
  const char *text;   /* what is to be said about it, or "" */
  State *state;       /* NULL: it was parked when the budget was spent */
  Path *path;         /* its decisions, and what was known of their other sides */
  const Cost *cost;   /* of the whole path; NULL with the state */
  u64 n_instructions; /* executed from the start */
  const TestCase
      *test; /* an input that takes it; NULL unless it finished, shows a bug, is long or owes it */
  const Vm *vm; /* of the state; NULL with it */
} PathEnd;

/* A path that was given up after so many instructions may have no end. */
enum { LONG_PATH = 10000000 };

static inline bool path_is_long(Stop stop, u64 n_instructions) {
  return stop == STOP_BUDGET && n_instructions >= LONG_PATH;
}

typedef struct Guide Guide;

/* All but `advise` may be NULL.  `memory` is that of the current path. */
typedef struct GuideOps {
  size_t path_bytes; /* of memory on each path: zeroed when it begins, copied when it forks */
  void (*begin)(Guide *g, void *memory);
  Advice (*advise)(Guide *g, const Situation *at, void *memory);
  /* Another path goes on from here with a copy of the memory. */
  void (*forked)(Guide *g, void *memory, void *copy);
  /* It came to its end, or was given up.  The memory is freed afterwards. */
  void (*ended)(Guide *g, const PathEnd *end, void *memory);
  void (*done)(Guide *g); /* the exploration is over */
} GuideOps;

/* The data of a guide begin with this. */
struct Guide {
  const GuideOps *ops; /* borrowed */
};
