/* context.c — path conditions as a tree of shared constraints; see solver.h.
 *
 * Each node has one constraint: conjunctions are taken apart when they are added.  A new context
 * inherits the model of its parent, and how many constraints that satisfies.  Only contexts that
 * the users of the solver hold keep their models.  Dropping a path is a loop, since paths may be a
 * million constraints long.
 */
#include "solver/context.h"

static Context *node_new(Context *parent, Context **list, Expr e) {
  Context *c = NEW(Context);
  *c = (Context){.parent = parent ? context_keep(parent) : NULL,
                 .next = *list,
                 .list = list,
                 .e = e,
                 .depth = parent ? parent->depth + 1 : 0,
                 .refs = 1,
                 .n_holders = 1};
  if (c->next) c->next->prev = c;
  *list = c;
  return c;
}

Context *context_root(Context **list) {
  Context *c = node_new(NULL, list, EXPR_NONE);
  c->model = model_new();
  return c;
}

Context *context_keep(Context *c) {
  assert(c->refs < UINT32_MAX);
  c->refs++;
  return c;
}

/* A loop, not recursion: a path may be a million constraints long. */
void context_drop(Context *c) {
  while (c && --c->refs == 0) {
    Context *parent = c->parent;
    assert(!c->n_holders && (!parent || c->depth == parent->depth + 1));
    if (c->next) c->next->prev = c->prev;
    if (c->prev)
      c->prev->next = c->next;
    else
      *c->list = c->next;
    model_unref(c->model);
    mem_free(c);
    c = parent;
  }
}

Context *context_ref(Context *c) {
  assert(c->refs);
  c->n_holders++;
  return context_keep(c);
}

Context *context_unref(Context *c) {
  if (!c) return NULL;
  assert(c->n_holders && c->refs);
  if (--c->n_holders == 0) c->model = model_unref(c->model);
  context_drop(c);
  return NULL;
}

static void set_model(Context *c, Model *m, u32 n_solved) {
  assert(m && n_solved <= c->depth);
  model_ref(m);
  model_unref(c->model);
  c->model = m;
  c->n_solved = n_solved;
}

void context_set_model(Context *c, Model *m) { set_model(c, m, c->depth); }

bool context_is_solved(const Context *c) { return c->n_solved == c->depth; }

static bool is_kind(Expr e, ExprKind kind) { return expr_kind(e) == kind; }

/* Takes the reference to c. */
static Context *with(Context *c, Expr e) {
  Context *more = node_new(c, c->list, e);
  context_unref(c);
  return more;
}

Context *context_add(const Context *c, Expr e, Model *model) {
  assert(expr_width(e) == 1);
  Context *top = context_ref((Context *)c);
  ExprVec todo = {0};
  vec_push(&todo, e);
  while (todo.n) {
    Expr part = vec_pop(&todo);
    bool is_not_or = is_kind(part, EXPR_NOT) && is_kind(expr_kid(part, 0), EXPR_OR);
    if (is_kind(part, EXPR_AND)) {
      vec_push(&todo, expr_kid(part, 1));
      vec_push(&todo, expr_kid(part, 0));
    } else if (is_not_or) {
      Expr or = expr_kid(part, 0);
      vec_push(&todo, expr_not(expr_kid(or, 1)));
      vec_push(&todo, expr_not(expr_kid(or, 0)));
    } else if (!expr_is_value(part, 1)) {
      top = with(top, part);
    }
  }
  vec_free(&todo);
  if (top != c && model) context_set_model(top, model);
  if (top != c && !model) set_model(top, c->model, c->n_solved);
  return top;
}

void context_extend(Context **io, Expr e, Model *model) {
  Context *more = context_add(*io, e, model);
  context_unref(*io);
  *io = more;
}

u32 context_length(const Context *c) { return c->depth; }

Model *context_model(const Context *c) { return context_is_solved(c) ? c->model : NULL; }

void context_list(const Context *c, ExprVec *ret) {
  u32 from = ret->n;
  vec_resize(ret, from + c->depth);
  for (; c->parent; c = c->parent) ret->at[from + c->depth - 1] = c->e;
  assert(!c->depth);
}

void contexts_mark(void *list) {
  for (Context *c = *(Context **)list; c; c = c->next)
    if (c->parent) expr_mark(c->e);
}

/* ---- moving along ------------------------------------------------------------------------------------ */

static bool is_on(const ContextPath *p, const Context *c) {
  return c->depth <= p->at.n && (!c->depth || p->at.at[c->depth - 1] == c);
}

u32 context_path_turn(ContextPath *p, Context *c) {
  for (vec_clear(&p->road); !is_on(p, c); c = c->parent) vec_push(&p->road, c);
  return c->depth;
}

void context_path_leave(ContextPath *p, u32 n) {
  assert(n <= p->at.n);
  while (p->at.n > n) context_drop(vec_pop(&p->at));
}

Context *context_path_next(ContextPath *p) {
  if (!p->road.n) return NULL;
  Context *c = context_keep(vec_pop(&p->road));
  vec_push(&p->at, c);
  assert(c->parent && c->depth == p->at.n);
  return c;
}

void context_path_done(ContextPath *p) {
  context_path_leave(p, 0);
  vec_free(&p->at);
  vec_free(&p->road);
}
