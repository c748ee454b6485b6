/* climb.c — random paths to begin with, then the best path with one decision turned round (improve.h)
 * as long as that leads somewhere. */
#include "paths/climb.h"

#include "paths/improve.h"
#include "paths/walk.h"
#include "search/time_parts.h"

/* Paths without an improvement after which local search gives up, and paths that it begins with. */
enum { MANY_TURNS = SIZED(3000, 50), FIRST_WALKS = SIZED(100, 5) };

static Advice easy_advise(Guide *g, const Situation *at, void *memory) {
  (void)g, (void)memory;
  return walk_on(at->choice->kind);
}

static const GuideOps easy_ops = {.advise = easy_advise};

/* First where hardly anything has to be asked: some path is better than none. */
Err climb_begin(SizeSearch *t) {
  Guide easy = {&easy_ops};
  size_search_phase(t, ORIGIN_any_path);
  TRY(size_search_run(t, &(SearchRun){.guide = &easy, .time_part = PART_PATH}, NULL));
  size_search_phase(t, ORIGIN_random_paths);
  Walk w = walk_guide(rng_u64(&t->search->rng));
  for (u32 i = 0; i < FIRST_WALKS && !size_search_is_spent(t); i++)
    TRY(size_search_run(t, &(SearchRun){.guide = &w.guide, .time_part = PART_PATH}, NULL));
  size_search_say(t, "random paths");
  return OK;
}

Err climb_on(SizeSearch *t, Climb *c, u64 max_paths, bool *ret_goes_on) {
  u64 first = stat_of(&t->stats, &stat_flips), n = 0;
  *ret_goes_on = t->best.is_found;
  while (*ret_goes_on && n < max_paths && !size_search_is_spent(t)) {
    bool better;
    if (t->best.cost != c->cost) *c = (Climb){.cost = t->best.cost};
    TRY(improve(t, MIN(max_paths - n, MANY_TURNS - c->n_no_gain), &better));
    u64 now = stat_of(&t->stats, &stat_flips) - first;
    assert(now >= n && now - n <= max_paths);
    c->n_no_gain += now - n;
    *ret_goes_on = better || (now > n && c->n_no_gain < MANY_TURNS) || size_search_is_spent(t);
    n = now;
  }
  return OK;
}

Err climb(SizeSearch *t) {
  if (!t->best.is_found) TRY(climb_begin(t));
  if (!t->best.is_found) return OK;
  cleanup(text_free) Text by = {0};
  text_add(&by, origin_words[vec_last(&t->history).origin]);
  u64 cost = t->best.cost;
  Climb c = {0};
  bool goes_on = true;
  size_search_phase(t, ORIGIN_improve);
  while (goes_on && !size_search_is_spent(t)) TRY(climb_on(t, &c, MANY_TURNS, &goes_on));
  if (t->best.cost > cost)
    text_addf(&by, ", improved from %llu by local search", (unsigned long long)cost);
  else
    text_add(&by, "; local search found nothing worse");
  size_search_say(t, "%s%s", text_c(&by), size_search_is_spent(t) ? "; stopped by a limit" : "");
  return OK;
}
