/* guided.c — trains, then follows the policy: says how much of the worst path the policy decides, and what
 * came of following it. */
#include "policy/guided.h"

#include "policy/choose.h"

Err policy_search(SizeSearch *t, const Policy *p, u64 max_paths, ExploreStats *ret_stats) {
  PolicyGuide guide = policy_guide(p);
  SearchRun run = {.guide = &guide.guide, .max_paths = max_paths};
  return size_search_run(t, &run, ret_stats);
}

Err guided_prepare(Search *h, const PolicyOptions *options, Guided *g) {
  TRY(training_learn(h, &g->training));
  training_policy(h, &g->training, options, &g->policy);
  cleanup(text_free) Text rules = {0};
  policy_print(&g->policy, &rules);
  search_say(h, "policy: %s", text_c(&rules));
  return OK;
}

Err guided_search(SizeSearch *t, void *self) {
  const Guided *g = self;
  ExploreStats stats;
  TRY(policy_search(t, &g->policy, 0, &stats));
  if (stats.limit != LIMIT_NOT)
    size_search_say(t, "not all that the policy leaves open: %s", limit_meaning(stats.limit));
  else if (!t->best.is_found)
    size_search_say(t, "no input does what the policy says");
  else
    size_search_say(t, "all that the policy leaves open");
  return OK;
}

void guided_done(void *self) {
  Guided *g = self;
  training_done(&g->training);
  policy_done(&g->policy);
}
