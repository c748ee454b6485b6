/* plus.h — pyse+ at one size, in slices: what it has learned and the tree of known paths stay
 * between them, so that others can have their turn. */
#ifndef LEARNED_PLUS_H
#define LEARNED_PLUS_H

#include "learned/elite.h"
#include "learned/episode.h"
#include "learned/plus_options.h"
#include "learned/uct.h"

typedef struct Plus Plus;

/* What is learned at one size and used at others. */
typedef struct PlusLesson {
  Agent *agent; /* owned; NULL: nothing was learned */
  Habits habits;
} PlusLesson;

void plus_lesson_done(PlusLesson *l);

/* A learner for the trial, which must outlive it; begins with what was learned before, if
 * that is not NULL. */
Plus *plus_new(Trial *t, const PlusOptions *o, const PlusLesson *before);
Plus *plus_free(Plus *p); /* accepts NULL, returns NULL */

/* Takes up to so many paths, until the deadline (NEVER_NS: none), or until the trial is spent.
 * Call it again to go on. */
must_use Err plus_slice(Plus *p, u64 n_paths, u64 deadline_ns);

bool plus_is_over(const Plus *p);                        /* every path is known */
void plus_teach(const Plus *p, PlusLesson *io);          /* replaces it by what was learned here */
must_use Err plus_save(const Plus *p, const char *path); /* its policy; see agent_file.h */

#endif
