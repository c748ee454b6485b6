/* narrow.c — sweeps over the terms, from the conditions down and from the inputs up.
 *
 * Two numbers can drive each other by one in each sweep (x < y and y < x + 1 below 2^32), so the
 * number of sweeps is limited.  Facts that are not as narrow as possible are still facts.
 */
#include "solver/values/narrow.h"

#include "base/map.h"
#include "expr/value.h"

enum { MAX_SWEEPS = 12 };

void narrow_done(Narrow *s) {
  vec_free(&s->nodes);
  vec_free(&s->words);
}

/* ---- the terms ------------------------------------------------------------- */

/* Arrays are not looked into: an element read from one is any that it may have. */
static u32 kids_of(Expr e) {
  return expr_is_array(e) || expr_kind(e) == EXPR_ARRAY_EQ ? 0 : expr_arity(e);
}

/* Is it a product of symbols, or a division that is not a shift? */
static bool is_hard(Expr e) {
  ExprKind kind = expr_kind(e);
  if (kind < EXPR_MUL || kind > EXPR_SREM) return false;
  Expr by = expr_kid(e, 1);
  if (!expr_is_const(by)) return true;
  bool is_power = expr_width(e) <= 64 && __builtin_popcountll(expr_value(by)) == 1;
  return kind != EXPR_MUL && !is_power;
}

static void add_node(Narrow *s, Expr e, const Map *place) {
  NarrowNode n = {.e = e, .n_kids = kids_of(e)};
  assert(n.n_kids <= ARRAY_LEN(n.kids));
  for (u32 i = 0; i < n.n_kids; i++) n.kids[i] = (u32)*map_find(place, expr_kid(e, i).id) - 1;
  if (expr_kind(e) == EXPR_VAR && expr_width(e) <= 64) vec_push(&s->words, s->nodes.n);
  s->n_hard += is_hard(e);
  vec_push(&s->nodes, n);
}

/* Operands before operations, without recursion: a term is on the stack until its operands have a
 * place. */
static bool add_term(Narrow *s, Expr root, Map *place, u32 max_nodes) {
  ExprVec stack = {0};
  vec_push(&stack, root);
  while (stack.n && s->nodes.n <= max_nodes) {
    Expr e = vec_last(&stack);
    u32 before = stack.n;
    if (map_find(place, e.id)) {
      stack.n--;
      continue;
    }
    for (u32 i = 0; i < kids_of(e); i++)
      if (!map_find(place, expr_kid(e, i).id)) vec_push(&stack, expr_kid(e, i));
    if (stack.n > before) continue;
    add_node(s, e, place);
    map_put(place, e.id, s->nodes.n);
    stack.n--;
  }
  vec_free(&stack);
  return s->nodes.n <= max_nodes;
}

bool narrow_begin(Narrow *s, const Expr *terms, u32 n, u32 max_nodes) {
  Map place = {0};
  bool fits = true;
  vec_clear(&s->nodes);
  vec_clear(&s->words);
  s->n_hard = s->now = s->since = 0;
  s->n_steps = 0;
  for (u32 i = 0; i < n && fits; i++) fits = add_term(s, terms[i], &place, max_nodes);
  for (u32 i = 0; i < n && fits; i++) s->nodes.at[*map_find(&place, terms[i].id) - 1].holds = true;
  map_done(&place);
  return fits;
}

void narrow_init(Narrow *s, Facts *ret_box) {
  s->since = s->now++;
  for (u32 i = 0; i < s->nodes.n; i++) {
    NarrowNode *n = &s->nodes.at[i];
    ret_box[i] = expr_facts(n->e);
    if (n->holds) ret_box[i] = facts_meet(ret_box[i], facts_exact(1, 1), 1);
    n->changed = s->now;
  }
}

void narrow_resume(Narrow *s, u32 changed) {
  assert(changed < s->nodes.n);
  s->since = s->now++;
  s->nodes.at[changed].changed = s->now;
}

/* ---- sweeps ---------------------------------------------------------------- */

static u32 last_change(const Narrow *s, const NarrowNode *n) {
  u32 last = 0;
  for (u32 i = 0; i < n->n_kids; i++) last = MAX(last, s->nodes.at[n->kids[i]].changed);
  return last;
}

/* Something that it depends on has changed since it was last looked at. */
static bool is_due(const Narrow *s, u32 changed, u32 seen) { return changed > MAX(seen, s->since); }

static bool take(Narrow *s, Facts *io_box, u32 at, const Facts *f, bool *io_moved) {
  if (!memcmp(&io_box[at], f, sizeof *f)) return true;
  io_box[at] = *f;
  s->nodes.at[at].changed = s->now;
  *io_moved = true;
  return !facts_is_empty(f);
}

/* From a result to its operands. */
static bool go_down(Narrow *s, Facts *io_box, u32 at, bool *io_moved) {
  NarrowNode *n = &s->nodes.at[at];
  Facts kids[3];
  if (!n->n_kids || !is_due(s, MAX(n->changed, last_change(s, n)), n->behind)) return true;
  n->behind = s->now++;
  s->n_steps++;
  for (u32 i = 0; i < n->n_kids; i++) kids[i] = io_box[n->kids[i]];
  facts_back(n->e, &io_box[at], kids);
  for (u32 i = 0; i < n->n_kids; i++) {
    bool is_again = (i > 0 && n->kids[i] == n->kids[0]) || (i > 1 && n->kids[i] == n->kids[1]);
    if (is_again) kids[i] = facts_meet(kids[i], io_box[n->kids[i]], expr_width(expr_kid(n->e, i)));
    if (!take(s, io_box, n->kids[i], &kids[i], io_moved)) return false;
  }
  return true;
}

/* From operands to their result. */
static bool go_up(Narrow *s, Facts *io_box, u32 at, bool *io_moved) {
  NarrowNode *n = &s->nodes.at[at];
  Facts kids[3];
  if (!n->n_kids || !is_due(s, last_change(s, n), n->ahead)) return true;
  n->ahead = s->now++;
  s->n_steps++;
  for (u32 i = 0; i < n->n_kids; i++) kids[i] = io_box[n->kids[i]];
  Facts f = facts_meet(io_box[at], facts_step(n->e, kids), expr_width(n->e));
  return take(s, io_box, at, &f, io_moved);
}

bool narrow_run(Narrow *s, Facts *io_box) {
  bool has_moved = true;
  for (u32 i = 0; i < s->nodes.n; i++)
    if (facts_is_empty(&io_box[i])) return false;
  for (u32 sweep = 0; sweep < MAX_SWEEPS && has_moved; sweep++) {
    has_moved = false;
    for (u32 i = 0; i < s->nodes.n; i++)
      if (!go_up(s, io_box, i, &has_moved)) return false;
    for (u32 i = s->nodes.n; i-- > 0;)
      if (!go_down(s, io_box, i, &has_moved)) return false;
  }
  return true;
}
