/* z3_lane.c — one warm solver with scopes, and a fresh one for what is too hard for it.
 *
 * Scopes make Z3 use its incremental core, which is quick on what consecutive
 * questions share and bad at hard bit-level search; a fresh solver without scopes
 * simplifies the whole and hands it to a SAT solver.  Measured, Z3 4.8.12, is
 * there an input of 3, 4 bytes with a given CRC-32 (by table): with scopes 18 s
 * and more than 25 s, without 0.04 s and 0.2 s.
 */
#include "solver/z3/z3_lane.h"

#include <string.h>

/* No time: as long as it takes, or as many of Z3's own steps; no steps: any number. */
static void set_limits(Z3_context c, Z3_solver s, u32 timeout_ms, u32 n_steps) {
  Z3_params p = Z3_mk_params(c);
  Z3_params_inc_ref(c, p);
  Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "timeout"), timeout_ms);
  Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "rlimit"), n_steps);
  Z3_params_set_bool(c, p, Z3_mk_string_symbol(c, "ctrl_c"), false);
  Z3_solver_set_params(c, s, p);
  Z3_params_dec_ref(c, p);
}

Z3_solver lane_solver_new(Z3_context c, const char *logic, u32 timeout_ms) {
  Z3_solver s = Z3_mk_solver_for_logic(c, Z3_mk_string_symbol(c, logic));
  Z3_solver_inc_ref(c, s);
  set_limits(c, s, timeout_ms, 0);
  return s;
}

Reason lane_reason(Z3_context c, Z3_solver s) {
  const char *text = Z3_solver_get_reason_unknown(c, s);
  if (strstr(text, "timeout") || strstr(text, "cancel") || strstr(text, "interrupt") ||
      strstr(text, "resource"))
    return REASON_TIMEOUT;
  return strstr(text, "memory") ? REASON_MEMORY : REASON_GAVE_UP;
}

/* What a question may take with scopes before it is tried without. */
enum { WARM_MS = 100 };

/* Most questions are answered in less, some milliseconds, and never need a clock: Z3 starts a
 * thread for one and yields until that has begun and ended, more work than a small question
 * (paths of Dijkstra's algorithm: half of all processor time). */
enum { EASY_STEPS = 100000 };

static void drop_solver(Lane *l) {
  if (l->solver) Z3_solver_dec_ref(l->c, l->solver);
  l->solver = NULL;
  l->is_cold = l->is_easy = l->is_guess = false;
  vec_clear(&l->asserted);
}

static void move_to(Lane *l, const Z3_ast *terms, u32 n) {
  u32 keep = 0;
  while (keep < n && keep < l->asserted.n && terms[keep] == l->asserted.at[keep]) keep++;
  if (l->asserted.n > keep) Z3_solver_pop(l->c, l->solver, l->asserted.n - keep);
  l->asserted.n = keep;
  for (u32 i = keep; i < n; i++) {
    Z3_solver_push(l->c, l->solver);
    Z3_solver_assert(l->c, l->solver, terms[i]);
    vec_push(&l->asserted, terms[i]);
  }
}

void lane_done(Lane *l) {
  drop_solver(l);
  vec_free(&l->asserted);
}

static Answer check(Lane *l, Reason *ret_reason) {
  switch (Z3_solver_check(l->c, l->solver)) {
  case Z3_L_TRUE:
    return ANSWER_YES;
  case Z3_L_FALSE:
    return ANSWER_NO;
  case Z3_L_UNDEF:
    break;
  }
  *ret_reason = lane_reason(l->c, l->solver);
  drop_solver(l);
  return ANSWER_UNKNOWN;
}

static Answer check_easy(Lane *l, const Z3_ast *terms, u32 n, Reason *ret_reason) {
  if (!l->solver) l->solver = lane_solver_new(l->c, l->logic, UINT32_MAX);
  if (!l->is_easy) set_limits(l->c, l->solver, UINT32_MAX, EASY_STEPS);
  l->is_easy = true;
  move_to(l, terms, n);
  return check(l, ret_reason);
}

static Answer check_warm(Lane *l, const Z3_ast *terms, u32 n, u32 timeout_ms, Reason *ret_reason) {
  drop_solver(l);
  l->solver = lane_solver_new(l->c, l->logic, timeout_ms);
  move_to(l, terms, n);
  return check(l, ret_reason);
}

static Answer check_cold(Lane *l, const Z3_ast *terms, u32 n, u32 timeout_ms, Reason *ret_reason) {
  drop_solver(l);
  l->solver = lane_solver_new(l->c, l->logic, timeout_ms);
  l->is_cold = true;
  for (u32 i = 0; i < n; i++) Z3_solver_assert(l->c, l->solver, terms[i]);
  return check(l, ret_reason);
}

/* Z3's theory of arrays is not complete where constant arrays are compared.  It then has a
 * candidate, if one asks the solver itself and no tactic; whoever takes it has to validate it. */
static Answer check_guess(Lane *l, const Z3_ast *terms, u32 n, u32 timeout_ms, Reason *ret_reason) {
  drop_solver(l);
  l->solver = Z3_mk_simple_solver(l->c);
  Z3_solver_inc_ref(l->c, l->solver);
  set_limits(l->c, l->solver, timeout_ms, 0);
  l->is_cold = true;
  for (u32 i = 0; i < n; i++) Z3_solver_assert(l->c, l->solver, terms[i]);
  if (l->add_lemmas) l->add_lemmas(l->lemmas_user, l->solver);
  Z3_lbool answer = Z3_solver_check(l->c, l->solver);
  if (answer == Z3_L_FALSE) return ANSWER_NO;
  l->is_guess = answer == Z3_L_UNDEF;
  if (!l->is_guess || lane_reason(l->c, l->solver) == REASON_GAVE_UP) return ANSWER_YES;
  *ret_reason = lane_reason(l->c, l->solver);
  drop_solver(l);
  return ANSWER_UNKNOWN;
}

Answer lane_check(Lane *l, const Z3_ast *terms, u32 n, u32 timeout_ms, Reason *ret_reason) {
  if (l->is_cold) drop_solver(l);
  Answer a = check_easy(l, terms, n, ret_reason);
  if (a != ANSWER_UNKNOWN) return a; /* out of steps or time, whatever Z3 calls it */
  bool is_beyond_z3 = l->takes_guesses && *ret_reason == REASON_GAVE_UP;
  if (!is_beyond_z3) a = check_warm(l, terms, n, MIN(timeout_ms, WARM_MS), ret_reason);
  if (a != ANSWER_UNKNOWN || timeout_ms <= WARM_MS) return a;
  u32 left_ms = timeout_ms == UINT32_MAX ? UINT32_MAX : timeout_ms - WARM_MS;
  a = check_cold(l, terms, n, left_ms, ret_reason);
  if (a != ANSWER_UNKNOWN || *ret_reason != REASON_GAVE_UP || !l->takes_guesses) return a;
  return check_guess(l, terms, n, left_ms, ret_reason);
}

Z3_model lane_model(Lane *l) {
  Z3_model m = Z3_solver_get_model(l->c, l->solver);
  Z3_model_inc_ref(l->c, m);
  return m;
}
