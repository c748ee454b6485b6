/* episode.h — one path of a learner: a guide that takes the sides that its learner chooses, and
 * passes what came of them to the agent and the tree of known paths.
 *
 * A decision with more than two sides is asked for side by side: this one, or one of the rest?
 *
 * A learner that is punished (PySE) ends a path where no input goes on.  One that is *masked*
 * takes the other side there: the solver was asked anyway, and the path is not lost.
 */
#pragma once

#include "learned/decision_log.h"
#include "learned/observed.h"
#include "learned/pyse_options.h"
#include "search/search.h"

enum { EPISODE_MAX_SIDES = 256 };

typedef struct Episode Episode;

/* The learner's choice for the last mark, which is open; its node is vec_last(&e->nodes). */
typedef bool EpisodeChoose(Episode *e);

/* Where the path stands is known only after the side was tried. */
typedef struct EpisodeQuestion {
  u64 sides[EPISODE_MAX_SIDES]; /* in the order of the questions */
  u32 n_sides;                  /* 0: nothing was asked yet */
  u32 n_marks;                  /* before the first question */
  u32 n_decisions;              /* of the path before it, those of other kinds included */
  u64 place;                    /* key of the site, without the question */
  u32 n_asked;                  /* the current question */
  u64 wanted;                   /* side */
} EpisodeQuestion;

struct Episode {
  Guide guide;
  Agent *agent; /* borrowed, as all that follows to `trail` */
  Observed *tree;
  EpisodeChoose *choose;
  void *user; /* of the chooser */
  Viewpoint sites;
  CostKind cost;
  bool is_masked;
  DecisionLog trail; /* owned */
  U32Vec nodes;      /* owned; where each mark was made */
  VEC(u64) costs;    /* owned; of the path up to each mark */
  EpisodeQuestion asked;
  const Situation *at; /* where it stands, while somebody chooses */
  bool is_lost;        /* the path went elsewhere */
  /* What became of it. */
  Stop stop;
  bool is_new;  /* nobody took it before */
  u64 total;    /* cost, also of a path that was given up */
  Model *model; /* owned; an input that takes it; NULL: none is known */
};

static inline bool episode_has_ended(const Episode *e) {
  return stop_infos[e->stop].class == STOP_NORMAL;
}

/* While somebody chooses: what the input takes that is at hand; false: there is none. */
bool episode_input_side(const Episode *e, bool *ret_side);

/* Takes a path.  With a model, an input that takes its beginning, nothing is asked there. */
must_use Err episode_run(Episode *e, SizeSearch *t, Model *model);
void episode_done(Episode *e);
