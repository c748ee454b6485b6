/* smt_term.c — terms, with a stack of open parentheses instead of recursion:
 * files nested a million deep are real (they come from unrolled loops).
 *
 * A frame is an open parenthesis that waits for terms; a finished term goes on
 * top of the stack of terms, and the innermost frame decides what comes next.
 */
#include "expr/smt_impl.h"

#include <string.h>

static const Sort sort_bool = {.kind = SORT_BOOL, .width = 1};

static const char *name_of(const Parser *p, u32 symbol) { return p->scope.symbols.at[symbol].name; }

static void push_term(Parser *p, Expr e, Sort sort, size_t at) {
  vec_push(&p->terms, ((Term){e, sort, at}));
}

/* A run of stores ends as soon as anything but the next store wants its term. */
static void settle_run(Parser *p) {
  if (!p->run.is_live) return;
  Term *t = &p->terms.at[p->run.position];
  t->e = run_finish(&p->run, t->e);
}

/* ---- names ----------------------------------------------------------------- */

Err symbol_parse(Parser *p, const char *what, u32 *ret_symbol, size_t *ret_at) {
  Token t;
  TRY(lexer_expect(&p->lx, TOKEN_SYMBOL, what, &t));
  *ret_symbol = scope_symbol(&p->scope, t.text, t.n);
  *ret_at = t.at;
  return OK;
}

Err symbol_fresh(Parser *p, u32 symbol, bool is_sort, size_t at) {
  const Symbol *s = &p->scope.symbols.at[symbol];
  if (is_sort ? s->is_reserved : symbol_is_taken(s))
    return error_at(&p->lx, at, "'%.60s' has a meaning of its own and cannot be given another",
                    s->name);
  if (is_sort ? s->sort : s->binding)
    return error_at(&p->lx, at, "'%.60s' is declared already", s->name);
  return OK;
}

static Err unknown_symbol(Parser *p, u32 symbol, size_t at) {
  const Symbol *s = &p->scope.symbols.at[symbol];
  if (!strcmp(s->name, "forall") || !strcmp(s->name, "exists"))
    return error_at(&p->lx, at, "quantifiers are not supported");
  if (s->is_reserved) return error_at(&p->lx, at, "'%s' cannot stand here", s->name);
  return error_at(&p->lx, at, "unknown symbol '%.60s'", s->name);
}

/* ---- atoms ------------------------------------------------------------------ */

static Err symbol_atom(Parser *p, Token t) {
  if (token_is(t, TOKEN_SYMBOL, "true") || token_is(t, TOKEN_SYMBOL, "false")) {
    push_term(p, expr_bool(t.text[0] == 't'), sort_bool, t.at);
    return OK;
  }
  u32 symbol = scope_symbol(&p->scope, t.text, t.n);
  const Binding *b = scope_find(&p->scope, symbol);
  bool is_function = b ? b->kind == BINDING_MACRO : p->scope.symbols.at[symbol].op != OP_COUNT;
  if (is_function)
    return error_at(&p->lx, t.at, "'%.60s' is a function and needs operands", name_of(p, symbol));
  if (!b && scope_find_sort(&p->scope, symbol))
    return error_at(&p->lx, t.at, "'%.60s' is a sort, expected a term", name_of(p, symbol));
  if (!b) return unknown_symbol(p, symbol, t.at);
  push_term(p, b->term.e, b->term.sort, t.at);
  return OK;
}

static Err atom(Parser *p, Token t) {
  Expr e;
  switch (t.kind) {
  case TOKEN_SYMBOL:
    return symbol_atom(p, t);
  case TOKEN_HEX:
  case TOKEN_BINARY:
    TRY(literal_digits(&p->lx, t, &e));
    push_term(p, e, sort_bits(expr_width(e)), t.at);
    return OK;
  case TOKEN_NUMERAL:
  case TOKEN_DECIMAL:
    return error_at(&p->lx, t.at, "integers and reals are not supported; write (_ bv%.*s width)",
                    (int)MIN(t.n, 60), t.text);
  case TOKEN_CLOSE:
  case TOKEN_OPEN:
  case TOKEN_KEYWORD:
  case TOKEN_STRING:
  case TOKEN_END:
    break;
  }
  return error_token(&p->lx, t, "a term");
}

/* After "(_": bvN width ")". */
static Err decimal_literal(Parser *p, size_t at) {
  Token name, width;
  u64 n;
  Expr e;
  TRY(lexer_expect(&p->lx, TOKEN_SYMBOL, "bvN", &name));
  Token digits = {TOKEN_NUMERAL, name.at, name.text + 2, name.n - 2};
  bool is_number = name.n > 2 && !memcmp(name.text, "bv", 2);
  for (size_t i = 2; i < name.n; i++) is_number &= name.text[i] >= '0' && name.text[i] <= '9';
  if (!is_number)
    return error_at(&p->lx, name.at, "expected a literal such as (_ bv7 32) or ((_ function …) …)");
  TRY(lexer_expect(&p->lx, TOKEN_NUMERAL, "the width of the literal", &width));
  TRY(token_number(&p->lx, width, &n));
  TRY(width_check(&p->lx, width.at, n));
  TRY(literal_decimal(&p->lx, digits, n, &e));
  push_term(p, e, sort_bits((u32)n), at);
  return lexer_close(&p->lx, "the width");
}

/* ---- opening ---------------------------------------------------------------- */

static SmtFrame *push_frame(Parser *p, FrameKind kind, size_t at) {
  vec_push(&p->frames, ((SmtFrame){.kind = kind, .at = at, .first = p->terms.n}));
  return &vec_last(&p->frames);
}

/* "(name": a function of the theories or one that was defined. */
static Err open_call(Parser *p, Token name, size_t at) {
  u32 symbol = scope_symbol(&p->scope, name.text, name.n);
  const Binding *b = scope_find(&p->scope, symbol);
  SmtOp op = p->scope.symbols.at[symbol].op;
  if (b && b->kind == BINDING_MACRO) {
    push_frame(p, FRAME_MACRO, at)->macro = b->macro;
    return OK;
  }
  if (b) return error_at(&p->lx, name.at, "'%.60s' is not a function", name_of(p, symbol));
  if (op == OP_COUNT) return unknown_symbol(p, symbol, name.at);
  if (op_indices(op))
    return error_at(&p->lx, name.at, "'%s' needs %s: ((_ %s …) …)", op_name(op),
                    op_indices(op) == 1 ? "an index" : "indices", op_name(op));
  push_frame(p, FRAME_CALL, at)->op = op;
  return OK;
}

/* "((_ name": indices and ")". */
static Err open_indexed(Parser *p, size_t at) {
  Token name, index;
  u64 indices[2] = {0};
  TRY(lexer_expect(&p->lx, TOKEN_SYMBOL, "the name of a function", &name));
  u32 symbol = scope_symbol(&p->scope, name.text, name.n);
  SmtOp op = p->scope.symbols.at[symbol].op;
  if (op == OP_COUNT || !op_indices(op))
    return error_at(&p->lx, name.at, "'%.*s' is not a function with indices", (int)MIN(name.n, 60),
                    name.text);
  for (u32 i = 0; i < op_indices(op); i++) {
    TRY(lexer_expect(&p->lx, TOKEN_NUMERAL, "an index", &index));
    TRY(token_number(&p->lx, index, &indices[i]));
  }
  TRY(lexer_close(&p->lx, "the indices"));
  SmtFrame *f = push_frame(p, FRAME_CALL, at);
  f->op = op;
  memcpy(f->indices, indices, sizeof indices);
  return OK;
}

/* "((as": const sort ")". */
static Err open_as(Parser *p, size_t at) {
  Token name;
  Sort sort;
  TRY(lexer_expect(&p->lx, TOKEN_SYMBOL, "const", &name));
  if (!token_is(name, TOKEN_SYMBOL, "const")) return error_token(&p->lx, name, "const");
  size_t sort_at = p->lx.at;
  TRY(sort_parse(p, &sort));
  if (sort.kind != SORT_ARRAY) return error_at(&p->lx, sort_at, "'as const' is for arrays only");
  TRY(lexer_close(&p->lx, "the sort"));
  SmtFrame *f = push_frame(p, FRAME_CALL, at);
  f->op = OP_AS_CONST;
  f->sort = sort;
  return OK;
}

/* "((": the function is itself an application. */
static Err open_head(Parser *p, size_t at) {
  Token t;
  TRY(lexer_take(&p->lx, &t));
  if (token_is(t, TOKEN_SYMBOL, "_")) return open_indexed(p, at);
  if (token_is(t, TOKEN_SYMBOL, "as")) return open_as(p, at);
  return error_token(&p->lx, t, "_ or as");
}

/* The variable of the next binding of a let. */
static Err open_binding(Parser *p) {
  u32 symbol;
  size_t at;
  TRY(symbol_parse(p, "a variable", &symbol, &at));
  const Symbol *s = &p->scope.symbols.at[symbol];
  if (symbol_is_taken(s)) return error_at(&p->lx, at, "'%s' cannot be bound by let", s->name);
  vec_push(&p->let_symbols, symbol);
  return OK;
}

static Err open_let(Parser *p, size_t at) {
  Token t;
  push_frame(p, FRAME_LET, at)->first_symbol = p->let_symbols.n;
  TRY(lexer_expect(&p->lx, TOKEN_OPEN, "the bindings of let", &t));
  TRY(lexer_expect(&p->lx, TOKEN_OPEN, "a binding of let", &t));
  return open_binding(p);
}

/* After a "(".  Either a frame is pushed or a term is complete. */
static Err open_term(Parser *p, size_t at, bool *ret_is_complete) {
  Token t;
  TRY(lexer_take(&p->lx, &t));
  *ret_is_complete = false;
  if (t.kind == TOKEN_OPEN) return open_head(p, at);
  if (t.kind != TOKEN_SYMBOL) return error_token(&p->lx, t, "a function");
  if (token_is(t, TOKEN_SYMBOL, "let")) return open_let(p, at);
  if (token_is(t, TOKEN_SYMBOL, "!")) {
    push_frame(p, FRAME_NOTE, at);
    return OK;
  }
  if (!token_is(t, TOKEN_SYMBOL, "_")) return open_call(p, t, at);
  *ret_is_complete = true;
  return decimal_literal(p, at);
}

/* ---- closing ---------------------------------------------------------------- */

/* Replaces the terms of the innermost frame, and the frame, by their result. */
static void leave(Parser *p, Term result) {
  SmtFrame f = vec_pop(&p->frames);
  p->terms.n = f.first;
  result.at = f.at;
  vec_push(&p->terms, result);
}

static Err close_call(Parser *p) {
  SmtFrame *f = &vec_last(&p->frames);
  Term result;
  SmtCall c = {.lx = &p->lx, .at = f->at, .op = f->op, .sort = f->sort};
  memcpy(c.indices, f->indices, sizeof c.indices);
  c.n = p->terms.n - f->first;
  TRY(call_check_arity(&c));
  c.args = p->terms.at + f->first;
  if (f->op == OP_STORE) {
    if (p->run.is_live && p->run.position != f->first) settle_run(p);
    TRY(call_check_store(&c));
    if (run_extend(&p->run, c.args, f->first)) {
      leave(p, c.args[0]);
      return OK;
    }
    settle_run(p);
  }
  TRY(call_apply(&c, &result));
  leave(p, result);
  return OK;
}

static Err close_macro(Parser *p) {
  SmtFrame *f = &vec_last(&p->frames);
  const Macro *m = f->macro;
  const Term *args = p->terms.at + f->first;
  u32 n = p->terms.n - f->first;
  TRY(call_check_count(&p->lx, f->at, "this function", n, m->n, m->n));
  for (u32 i = 0; i < n; i++) {
    if (sort_same(args[i].sort, m->formals[i].sort)) continue;
    cleanup(text_free) Text message = {0};
    sort_print(&message, args[i].sort);
    text_add(&message, ", expected ");
    sort_print(&message, m->formals[i].sort);
    return error_at(&p->lx, args[i].at, "operand %u has sort %s", i + 1, text_c(&message));
  }
  leave(p, (Term){macro_expand(m, args), m->body.sort, 0});
  return OK;
}

static Err close_frame(Parser *p, Token close) {
  if (p->frames.n == 0) return error_token(&p->lx, close, "a term");
  switch (vec_last(&p->frames).kind) {
  case FRAME_CALL:
    return close_call(p);
  case FRAME_MACRO:
    return close_macro(p);
  case FRAME_LET:
  case FRAME_BODY:
  case FRAME_NOTE:
    break;
  }
  return error_token(&p->lx, close, "a term");
}

/* ---- what a finished term means to the frame around it ----------------------- */

/* All bindings of a let at once: none sees another. */
static Err bind_let(Parser *p) {
  SmtFrame *f = &vec_last(&p->frames);
  f->n_bindings = p->scope.bindings.n;
  for (u32 i = f->first; i < p->terms.n; i++) {
    u32 symbol = p->let_symbols.at[f->first_symbol + i - f->first];
    if (p->scope.symbols.at[symbol].binding > f->n_bindings)
      return error_at(&p->lx, f->at, "'%.60s' is bound twice by this let", name_of(p, symbol));
    scope_bind(&p->scope, symbol, (Binding){.kind = BINDING_TERM, .term = p->terms.at[i]});
  }
  p->let_symbols.n = f->first_symbol;
  p->terms.n = f->first;
  f->kind = FRAME_BODY;
  return OK;
}

static Err after_binding(Parser *p) {
  Token t;
  TRY(lexer_close(&p->lx, "the value of a binding"));
  TRY(lexer_take(&p->lx, &t));
  if (t.kind == TOKEN_CLOSE) return bind_let(p);
  if (t.kind != TOKEN_OPEN) return error_token(&p->lx, t, "a binding or ')'");
  return open_binding(p);
}

static Err after_body(Parser *p) {
  TRY(lexer_close(&p->lx, "the body of let"));
  scope_cut(&p->scope, vec_last(&p->frames).n_bindings);
  leave(p, vec_last(&p->terms));
  return OK;
}

static Err name_term(Parser *p) {
  Named name = {.term = vec_last(&p->terms), .is_whole = p->frames.n == 1};
  TRY(symbol_parse(p, "a name", &name.symbol, &name.at));
  if (p->in_macro) return error_at(&p->lx, name.at, "a term with parameters in it cannot be named");
  vec_push(&p->named, name);
  return OK;
}

static Err after_noted(Parser *p) {
  Token t, value;
  TRY(lexer_take(&p->lx, &t));
  if (t.kind != TOKEN_KEYWORD) return error_token(&p->lx, t, "an attribute");
  while (t.kind == TOKEN_KEYWORD) {
    if (token_is(t, TOKEN_KEYWORD, ":named")) TRY(name_term(p));
    TRY(lexer_peek(&p->lx, &value));
    if (value.kind != TOKEN_KEYWORD && value.kind != TOKEN_CLOSE) TRY(lexer_skip(&p->lx, &value));
    TRY(lexer_take(&p->lx, &t));
  }
  if (t.kind != TOKEN_CLOSE) return error_token(&p->lx, t, "an attribute or ')'");
  leave(p, vec_last(&p->terms));
  return OK;
}

/* The term on top is complete.  Sets *ret_again when the frame around it
 * became complete by that. */
static Err finished(Parser *p, bool *ret_again) {
  *ret_again = false;
  SmtFrame *f = p->frames.n ? &vec_last(&p->frames) : NULL;
  bool feeds_store = f && f->kind == FRAME_CALL && f->op == OP_STORE && f->first == p->terms.n - 1;
  if (p->run.is_live && p->run.position == p->terms.n - 1 && !feeds_store) settle_run(p);
  if (!f) return OK;
  switch (f->kind) {
  case FRAME_CALL:
  case FRAME_MACRO:
    return OK;
  case FRAME_LET:
    return after_binding(p);
  case FRAME_BODY:
    *ret_again = true;
    return after_body(p);
  case FRAME_NOTE:
    *ret_again = true;
    return after_noted(p);
  }
  return OK;
}

Err term_parse(Parser *p, Term *ret_term) {
  assert(p->frames.n == 0 && p->terms.n == 0);
  do {
    Token t;
    bool is_complete = true;
    TRY(lexer_take(&p->lx, &t));
    if (t.kind == TOKEN_OPEN)
      TRY(open_term(p, t.at, &is_complete));
    else if (t.kind == TOKEN_CLOSE)
      TRY(close_frame(p, t));
    else
      TRY(atom(p, t));
    while (is_complete) TRY(finished(p, &is_complete));
  } while (p->frames.n);
  *ret_term = vec_pop(&p->terms);
  return OK;
}
