/* turns.c — counts what a turn gains and spends. */
#include "explore/turns.h"

#include "vm/exec/cover.h"

/* Long enough that an order comes to something, short enough that a bad one costs little. */
enum { TURN_STEPS = 256 };

Turns turns_new(const Vm *vm, u32 n) { return (Turns){.vm = vm, .bandit = bandit_new(n)}; }

static u32 n_seen(const Turns *t) {
  const Cover *c = t->vm ? vm_cover(t->vm) : NULL;
  return c ? c->n_seen : 0;
}

void turns_ran(Turns *t, u64 n_instructions) {
  if (!t->is_running) return;
  t->is_running = false;
  t->spent += STEP_COST + (double)n_instructions;
  t->gained += n_seen(t) - t->n_seen;
}

static bool begin_turn(Turns *t) {
  if (t->spent > 0) bandit_feed(&t->bandit, t->at, t->spent, t->gained);
  t->spent = t->gained = 0;
  t->n_left = TURN_STEPS;
  return bandit_choose(&t->bandit, &t->at);
}

bool turns_next(Turns *t, u32 *ret) {
  if ((!t->n_left || t->bandit.arms[t->at].is_resting) && !begin_turn(t)) return false;
  t->n_left--;
  t->n_seen = n_seen(t);
  t->is_running = true;
  *ret = t->at;
  return true;
}

void turns_rest(Turns *t, u32 who, bool is_resting) { bandit_rest(&t->bandit, who, is_resting); }
