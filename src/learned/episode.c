/* episode.c — a path is taken decision by decision; what became of a side is known at the next one.
 *
 * A side that a path of the tree took is taken without a question; of others the solver is asked.
 */
#include "learned/episode.h"

#include "base/hash.h"
#include "paths/walk.h"
#include "search/time_parts.h"

#include <string.h>

/* ---- where ------------------------------------------------------------------------------------- */

static u64 hash_name(const char *name) { return hash_bytes(name, strlen(name)); }

/* A recursion has a few sites, not one for each depth. */
enum { LAST_CALLS = 3 };

/* ---- marks ------------------------------------------------------------------------------------- */

/* A path comes to a question: its node, which the last mark leads to, and a mark that is open. */
static void mark(Episode *e, u32 question, u64 cost) {
  i32 site = agent_site(e->agent, hash_pair(e->asked.place, question));
  u32 node = OBSERVED_ROOT;
  if (e->trail.marks.n)
    node = observed_go(e->tree, vec_last(&e->nodes), vec_last(&e->trail.marks).action);
  decision_log_open(&e->trail, site);
  vec_push(&e->nodes, node);
  vec_push(&e->costs, cost);
}

static SiteTraits traits(const Situation *at) {
  SiteTraits t = {.leaves_loop = situation_leaves_loop(at)};
  situation_loop(at, &t.loop_depth);
  return t;
}

static bool decide(Episode *e, const Situation *at, u32 question) {
  mark(e, question, situation_cost(at, e->cost));
  if (e->agent->config.has_context)
    agent_set_traits(e->agent, vec_last(&e->trail.marks).site, traits(at));
  e->at = at;
  e->asked.n_asked = question;
  bool action = e->choose(e);
  e->at = NULL;
  decision_log_take(&e->trail, action);
  observed_at(e->tree, vec_last(&e->nodes), vec_last(&e->trail.marks).site);
  return action;
}

/* The machine took another side than was wanted, as no input takes that: so did the path.  It is
 * lost if an earlier one found that no input goes there. */
static void retake(Episode *e, u64 side) {
  const EpisodeQuestion *a = &e->asked;
  u64 cost = vec_last(&e->costs);
  bool action = false;
  observed_end(e->tree, vec_last(&e->nodes), vec_last(&e->trail.marks).action, true);
  decision_log_cut(&e->trail, a->n_marks);
  e->nodes.n = e->costs.n = a->n_marks;
  for (u32 k = 0; k + 1 < a->n_sides && !action && !e->is_lost; k++) {
    mark(e, k, cost);
    action = a->sides[k] == side;
    decision_log_take(&e->trail, action);
    observed_at(e->tree, vec_last(&e->nodes), vec_last(&e->trail.marks).site);
    e->is_lost = observed_is_barred(e->tree, vec_last(&e->nodes), action);
  }
}

/* What became of the side that was wanted?  Where the solver gave up, the machine takes another. */
static void settle(Episode *e, const Path *path) {
  const EpisodeQuestion *a = &e->asked;
  if (!a->n_sides) return;
  while (path && path->length > a->n_decisions + 1) path = path->parent;
  if (!path || path->length != a->n_decisions + 1 || path->decision.side == a->wanted) return;
  if (path->decision.alternatives != ALTERNATIVES_IMPOSSIBLE) e->tree->has_gaps = true;
  if (e->is_masked && e->trail.marks.n > a->n_marks)
    retake(e, path->decision.side);
  else
    e->is_lost = e->trail.marks.n;
}

/* ---- the guide --------------------------------------------------------------------------------- */

static Advice advise(Guide *guide, const Situation *at, void *memory) {
  Episode *e = (Episode *)guide;
  EpisodeQuestion *a = &e->asked;
  u32 k = 0;
  (void)memory;
  if (!choice_is_branch(at->choice->kind)) return walk_on(at->choice->kind);
  settle(e, at->path);
  if (e->is_lost) return (Advice){.kind = ADVICE_STOP, .text = "the solver did not know"};
  a->n_sides = situation_sides(at, a->sides, EPISODE_MAX_SIDES);
  a->n_marks = e->trail.marks.n;
  a->n_decisions = at->n_decisions;
  /* By names and places, not by numbers of this process: a policy outlives it. */
  const Module *m = at->module;
  const Pos *pos = module_position(m, at->here.fn, at->here.pc);
  u64 key = e->sites == SITES_LINE ? hash_pair(hash_name(m->texts.at[pos->file]), pos->line)
                                   : hash_pair(hash_name(m->fns.at[at->here.fn].name), at->here.pc);
  if (e->sites == SITES_DEPTH) key = hash_pair(key, at->n_frames);
  if (e->sites == SITES_CALLS) key = hash_pair(key, situation_calls(at, LAST_CALLS));
  a->place = key;
  while (k + 1 < a->n_sides && !decide(e, at, k)) k++;
  a->wanted = a->sides[k];
  bool is_known = a->n_sides < 2 ||
                  observed_leads_on(e->tree, vec_last(&e->nodes), vec_last(&e->trail.marks).action);
  AdviceKind ask = e->is_masked ? ADVICE_PREFER : ADVICE_TRY;
  return (Advice){.kind = is_known ? ADVICE_TAKE : ask, .side = a->wanted};
}

/* A learner that is punished finds out by itself what is not possible. */
static u32 barred_at(const Episode *e, u32 i) {
  assert(i < e->nodes.n);
  u32 node = e->nodes.at[i];
  if (!e->is_masked) return 0;
  return observed_is_barred(e->tree, node, false) | observed_is_barred(e->tree, node, true) << 1;
}

/* What each decision led to, of which the last one's outcome is given, if it is known. */
static void tell_agent(Episode *e, bool is_known, AgentOutcome outcome) {
  assert(e->trail.marks.n);
  for (u32 i = 0; i + 1 < e->trail.marks.n; i++)
    agent_see(e->agent, e->trail.marks.at, i + 1, OUTCOME_NEXT, e->costs.at[i + 1] - e->costs.at[i],
              &e->trail.marks.at[i + 1], barred_at(e, i + 1));
  u64 rest = outcome == OUTCOME_END ? e->total - vec_last(&e->costs) : 0;
  if (is_known) agent_see(e->agent, e->trail.marks.at, e->trail.marks.n, outcome, rest, NULL, 0);
}

static void ended(Guide *guide, const PathEnd *end, void *memory) {
  Episode *e = (Episode *)guide;
  (void)memory;
  e->stop = end->stop;
  if (e->is_masked && !e->is_lost) settle(e, end->path);
  if (!e->trail.marks.n) return;
  u32 node = vec_last(&e->nodes);
  bool side = vec_last(&e->trail.marks).action, is_infeasible = end->stop == STOP_INFEASIBLE;
  e->total = end->cost ? end->cost->n[e->cost] : vec_last(&e->costs);
  e->is_new = !e->tree->nodes.at[node].visits[side];
  if (end->stop != STOP_BUDGET && !e->is_lost) {
    if (!observed_leads_on(e->tree, node, side)) observed_end(e->tree, node, side, is_infeasible);
    /* A path that did not come to its end says something of its last side only. */
    u32 first = episode_has_ended(e) ? 0 : e->trail.marks.n - 1;
    for (u32 i = first; i < e->trail.marks.n; i++)
      observed_back_up(e->tree, e->nodes.at[i], e->trail.marks.at[i].action, e->total);
  }
  if (episode_has_ended(e)) agent_ended(e->agent, e->trail.marks.n, e->total);
  if (episode_has_ended(e) && end->state && context_model(end->state->context))
    e->model = model_ref(context_model(end->state->context));
  tell_agent(e, episode_has_ended(e) || (is_infeasible && !e->is_lost),
             is_infeasible ? OUTCOME_INFEASIBLE : OUTCOME_END);
}

static const GuideOps episode_ops = {.advise = advise, .ended = ended};

/* ---- public ------------------------------------------------------------------------------------ */

bool episode_input_side(const Episode *e, bool *ret_side) {
  u64 side;
  assert(e->at);
  if (!situation_possible(e->at, &side)) return false;
  *ret_side = side == e->asked.sides[e->asked.n_asked];
  return true;
}

Err episode_run(Episode *e, SizeSearch *t, Model *model) {
  e->guide.ops = &episode_ops;
  decision_log_cut(&e->trail, 0);
  vec_clear(&e->nodes);
  vec_clear(&e->costs);
  e->asked.n_sides = 0;
  e->is_lost = false;
  e->stop = STOP_NOT;
  e->model = model_unref(e->model);
  return size_search_run(
      t, &(SearchRun){.guide = &e->guide, .time_part = PART_PATH, .start = {.model = model}}, NULL);
}

void episode_done(Episode *e) {
  decision_log_done(&e->trail);
  vec_free(&e->nodes);
  vec_free(&e->costs);
  e->model = model_unref(e->model);
}
