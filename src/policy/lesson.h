/* lesson.h — what exhaustive runs at small sizes teach: the worst cost and the paths that have
 * it. */
#ifndef POLICY_LESSON_H
#define POLICY_LESSON_H

#include "growth/growth.h"
#include "policy/policy.h"
#include "search/hunt.h"

/* The options of strategies that learn from small sizes. */
enum { TRAINING_SIZES };
extern const OptionGroup training_options;

typedef VEC(DecisionVec) PathVec;

typedef struct Lesson {
  u64 size, cost;
  bool is_complete; /* the whole tree was searched */
  bool is_searched; /* it was, but for paths that could not be followed: a lesson, but no proof */
  PathVec worst;    /* owned; of the worst paths those that there was room for, and the last */
  u64 n_worst;      /* how many there are */
  u64 n_decisions;  /* in `worst` */
  u64 n_paths;      /* of the tree */
  u64 ns;           /* that it took */
} Lesson;

typedef VEC(Lesson) LessonVec;

void lessons_done(LessonVec *l);

/* At the sizes of --train; without, at 1, 2, 3, … until a size is too large, of which the last two
 * are kept.  Fails when a size of --train is too large. */
must_use Err lessons_learn(Hunt *h, LessonVec *ret);

/* For strategies that want as many as are cheap: at the sizes of --train, or at 1, 2, 3, … until a
 * size is too large.  Sizes that were asked for are searched in their own trials, which are then
 * proven.  There may be none. */
must_use Err lessons_small(Hunt *h, LessonVec *ret);

/* What the next size should take if the time goes on growing as from the last size but one to the last; 0: they are
 * not the two sizes before it. */
u64 lessons_next_ns(const LessonVec *lessons, u64 size);

/* How the costs of the lessons grow. */
void lessons_growth(const LessonVec *lessons, Growth *ret);

#endif
