/* parse.c — commands of SMT-LIB 2 scripts; see parse.h.
 *
 * After: Barrett, Fontaine, Tinelli, "The SMT-LIB Standard 2.6", sections 3.9 and 4.
 * Differs: sorts have no parameters, functions neither take nor give arrays,
 * (and x), (or x) are accepted as every solver does, :named terms can be used
 * from the next command on.
 */
#include "expr/input.h"
#include "expr/smt_impl.h"

#include <string.h>

typedef Err Form(Parser *p);

#define SMT(id, name, form) static Form form_##form;
#include "expr/smt_commands.def"
#undef SMT

static const struct {
  const char *name;
  Form *parse; /* what follows it */
} rows[] = {
#define SMT(id, name, form) [SMT_##id] = {name, form_##form},
#include "expr/smt_commands.def"
#undef SMT
};

static Err need_bool(const Parser *p, const Term *t) {
  if (t->sort.kind == SORT_BOOL) return OK;
  cleanup(text_free) Text got = {0};
  sort_print(&got, t->sort);
  return error_at(&p->lx, t->at, "this term has sort %s, expected Bool", text_c(&got));
}

/* ---- terms of commands -------------------------------------------------------- */

static Err add_term(Parser *p, bool is_bool) {
  Token first;
  Term t;
  TRY(lexer_peek(&p->lx, &first));
  TRY(term_parse(p, &t));
  if (is_bool) TRY(need_bool(p, &t));
  const char *text = p->lx.text + first.at;
  size_t n = p->lx.at - first.at;
  vec_push(&p->command.terms, ((SmtTerm){t.e, t.sort, text, n}));
  return OK;
}

static Err add_terms(Parser *p, bool are_bool) {
  Token t;
  TRY(lexer_expect(&p->lx, TOKEN_OPEN, "'(' and terms", &t));
  for (;;) {
    TRY(lexer_peek(&p->lx, &t));
    if (t.kind == TOKEN_CLOSE) return lexer_take(&p->lx, &t);
    TRY(add_term(p, are_bool));
  }
}

static Err form_term(Parser *p) { return add_term(p, true); }

static Err form_literals(Parser *p) { return add_terms(p, true); }

static Err form_terms(Parser *p) { return add_terms(p, false); }

/* :named terms have been read; from now on their names mean them. */
static Err bind_named(Parser *p) {
  for (u32 i = 0; i < p->named.n; i++) {
    Named *n = &p->named.at[i];
    if (n->is_whole) p->command.name = p->scope.symbols.at[n->symbol].name;
    TRY(symbol_fresh(p, n->symbol, false, n->at));
    scope_bind(&p->scope, n->symbol,
               (Binding){.kind = BINDING_TERM, .is_named = true, .term = n->term});
  }
  vec_clear(&p->named);
  return OK;
}

/* ---- declarations and definitions ---------------------------------------------- */

static Err new_symbol(Parser *p, bool is_sort, u32 *ret_symbol) {
  size_t at;
  TRY(symbol_parse(p, "a name", ret_symbol, &at));
  TRY(symbol_fresh(p, *ret_symbol, is_sort, at));
  text_add(&p->key, p->scope.symbols.at[*ret_symbol].name);
  return OK;
}

static Err declare_const(Parser *p, u32 symbol) {
  Sort sort;
  TRY(sort_parse(p, &sort));
  Term term = {sort_input(p->scope.symbols.at[symbol].name, sort), sort, 0};
  scope_bind(&p->scope, symbol, (Binding){.kind = BINDING_CONSTANT, .term = term});
  return OK;
}

static Err form_const(Parser *p) {
  u32 symbol;
  TRY(new_symbol(p, false, &symbol));
  return declare_const(p, symbol);
}

static void macro_drop(Macro **m) { *m = macro_free(*m); }

static void add_formal(Macro *m, Term formal) {
  formal.e = macro_formal(m->n, formal.sort);
  m->formals = mem_resize(m->formals, (m->n + 1) * sizeof *m->formals);
  m->formals[m->n++] = formal;
}

/* A sort that a declared function can take or give. */
static Err function_sort_parse(Parser *p, Sort *ret_sort) {
  Token t;
  TRY(lexer_peek(&p->lx, &t));
  TRY(sort_parse(p, ret_sort));
  if (ret_sort->kind != SORT_ARRAY) return OK;
  return error_at(&p->lx, t.at, "functions of or to arrays are not supported");
}

static Err form_fun(Parser *p) {
  u32 symbol;
  Token t;
  Sort sort;
  cleanup(macro_drop) Macro *m = NEW(Macro);
  TRY(new_symbol(p, false, &symbol));
  TRY(lexer_expect(&p->lx, TOKEN_OPEN, "'('", &t));
  for (;;) {
    TRY(lexer_peek(&p->lx, &t));
    if (t.kind == TOKEN_CLOSE) break;
    Term formal = {.at = t.at};
    TRY(function_sort_parse(p, &formal.sort));
    add_formal(m, formal);
  }
  TRY(lexer_take(&p->lx, &t));
  if (!m->n) return declare_const(p, symbol);
  TRY(function_sort_parse(p, &sort));
  function_define(m, p->scope.symbols.at[symbol].name, sort);
  scope_bind(&p->scope, symbol, (Binding){.kind = BINDING_MACRO, .macro = TAKE(m)});
  return OK;
}

static Err form_sort(Parser *p) {
  u32 symbol;
  Token t;
  TRY(new_symbol(p, true, &symbol));
  TRY(lexer_peek(&p->lx, &t));
  if (t.kind == TOKEN_NUMERAL) TRY(lexer_take(&p->lx, &t));
  if (t.kind == TOKEN_NUMERAL && !token_is(t, TOKEN_NUMERAL, "0"))
    return error_at(&p->lx, t.at, "sorts with parameters are not supported");
  Sort sort = {.kind = SORT_NAMED, .width = NAMED_WIDTH, .name = p->scope.symbols.at[symbol].name};
  scope_bind(&p->scope, symbol, (Binding){.kind = BINDING_SORT, .term = {.sort = sort}});
  return OK;
}

/* The sort a definition announces, and its body. */
static Err body_parse(Parser *p, Term *ret_body) {
  Sort sort;
  TRY(sort_parse(p, &sort));
  TRY(term_parse(p, ret_body));
  if (sort_same(sort, ret_body->sort)) return OK;
  cleanup(text_free) Text message = {0};
  sort_print(&message, ret_body->sort);
  text_add(&message, ", expected ");
  sort_print(&message, sort);
  return error_at(&p->lx, ret_body->at, "the body has sort %s", text_c(&message));
}

/* "((x sort) …)": binds each name to the input that stands for it. */
static Err formals_parse(Parser *p, Macro *m) {
  Token t;
  u32 outside = p->scope.bindings.n;
  TRY(lexer_expect(&p->lx, TOKEN_OPEN, "the parameters", &t));
  for (;;) {
    TRY(lexer_take(&p->lx, &t));
    if (t.kind == TOKEN_CLOSE) return OK;
    if (t.kind != TOKEN_OPEN) return error_token(&p->lx, t, "a parameter or ')'");
    Term formal = {0};
    u32 symbol;
    TRY(symbol_parse(p, "the name of a parameter", &symbol, &formal.at));
    const Symbol *s = &p->scope.symbols.at[symbol];
    if (symbol_is_taken(s) || s->binding > outside)
      return error_at(&p->lx, formal.at, "'%.60s' cannot be a parameter here", s->name);
    TRY(sort_parse(p, &formal.sort));
    TRY(lexer_close(&p->lx, "the sort of a parameter"));
    add_formal(m, formal);
    Term bound = m->formals[m->n - 1];
    scope_bind(&p->scope, symbol, (Binding){.kind = BINDING_TERM, .term = bound});
  }
}

static Err form_define_fun(Parser *p) {
  u32 symbol;
  TRY(new_symbol(p, false, &symbol));
  cleanup(macro_drop) Macro *m = NEW(Macro);
  u32 outside = p->scope.bindings.n;
  TRY(formals_parse(p, m));
  p->in_macro = m->n > 0;
  TRY(body_parse(p, &m->body));
  p->in_macro = false;
  scope_cut(&p->scope, outside);
  if (m->n)
    scope_bind(&p->scope, symbol, (Binding){.kind = BINDING_MACRO, .macro = TAKE(m)});
  else
    scope_bind(&p->scope, symbol, (Binding){.kind = BINDING_TERM, .term = m->body});
  return OK;
}

static Err form_define_const(Parser *p) {
  u32 symbol;
  Term body;
  TRY(new_symbol(p, false, &symbol));
  TRY(body_parse(p, &body));
  scope_bind(&p->scope, symbol, (Binding){.kind = BINDING_TERM, .term = body});
  return OK;
}

static Err form_define_sort(Parser *p) {
  u32 symbol;
  Token t;
  Term only_sort = {0};
  TRY(new_symbol(p, true, &symbol));
  TRY(lexer_expect(&p->lx, TOKEN_OPEN, "'()'", &t));
  TRY(lexer_take(&p->lx, &t));
  if (t.kind != TOKEN_CLOSE)
    return error_at(&p->lx, t.at, "sorts with parameters are not supported");
  TRY(sort_parse(p, &only_sort.sort));
  scope_bind(&p->scope, symbol, (Binding){.kind = BINDING_SORT, .term = only_sort});
  return OK;
}

/* ---- levels ---------------------------------------------------------------------- */

static Err form_levels(Parser *p) {
  Token t;
  u64 n = 1;
  TRY(lexer_peek(&p->lx, &t));
  if (t.kind != TOKEN_CLOSE) {
    TRY(lexer_expect(&p->lx, TOKEN_NUMERAL, "a number of levels", &t));
    TRY(token_number(&p->lx, t, &n));
    if (n > 1u << 20) return error_at(&p->lx, t.at, "too many levels");
  }
  if (p->command.kind == SMT_POP && n > p->levels.n)
    return error_at(&p->lx, p->command.at, "cannot pop %u levels, %u are open", (u32)n,
                    p->levels.n);
  p->command.n_levels = (u32)n;
  return OK;
}

static void levels_change(Parser *p) {
  u32 n = p->command.n_levels;
  if (p->command.kind == SMT_PUSH) {
    for (u32 i = 0; i < n; i++) vec_push(&p->levels, p->scope.bindings.n);
  } else if (n) {
    p->levels.n -= n;
    if (!p->keeps_declarations) scope_cut(&p->scope, p->levels.at[p->levels.n]);
  }
}

/* Everything but, if the script wants it so, what was declared. */
static void forget(Parser *p) {
  bool keeps = p->command.kind == SMT_RESET_ASSERTIONS && p->keeps_declarations;
  vec_clear(&p->levels);
  if (!keeps) scope_cut(&p->scope, 0);
  if (p->command.kind == SMT_RESET) p->keeps_declarations = false;
}

/* ---- commands ---------------------------------------------------------------------- */

static Err form_none(Parser *p) {
  (void)p;
  return OK;
}

static Err form_symbol(Parser *p) {
  Token t;
  TRY(lexer_expect(&p->lx, TOKEN_SYMBOL, "a symbol", &t));
  text_add_n(&p->value, t.text, t.n);
  return OK;
}

static Err form_key(Parser *p) {
  Token key;
  TRY(lexer_expect(&p->lx, TOKEN_KEYWORD, "a keyword", &key));
  text_add_n(&p->key, key.text, key.n);
  return OK;
}

static Err form_info(Parser *p) {
  Token t;
  TRY(form_key(p));
  TRY(lexer_peek(&p->lx, &t));
  if (t.kind == TOKEN_CLOSE) return OK; /* the value may be missing */
  TRY(lexer_skip(&p->lx, &t));
  text_add_n(&p->value, t.text, t.n);
  bool is_global = !strcmp(text_c(&p->key), ":global-declarations");
  if (p->command.kind == SMT_SET_OPTION && is_global)
    p->keeps_declarations = !strcmp(text_c(&p->value), "true");
  return OK;
}

static Err form_text(Parser *p) {
  Token t;
  TRY(lexer_expect(&p->lx, TOKEN_STRING, "a string", &t));
  for (size_t i = 0; i < t.n; i++) {
    text_add_char(&p->value, t.text[i]);
    if (t.text[i] == '"') i++; /* the second of a pair */
  }
  return OK;
}

static Err form_skip(Parser *p) {
  Token t;
  for (;;) {
    TRY(lexer_peek(&p->lx, &t));
    if (t.kind == TOKEN_CLOSE) return OK;
    TRY(lexer_skip(&p->lx, &t));
  }
}

static Err kind_parse(Parser *p, SmtKind *ret_kind) {
  Token name;
  TRY(lexer_expect(&p->lx, TOKEN_SYMBOL, "the name of a command", &name));
  for (u32 i = 0; i < ARRAY_LEN(rows); i++) {
    if (!token_is(name, TOKEN_SYMBOL, rows[i].name)) continue;
    *ret_kind = (SmtKind)i;
    return OK;
  }
  if (name.n > 13 && !memcmp(name.text, "define-fun-rec", 14))
    return error_at(&p->lx, name.at, "recursive functions are not supported");
  return error_at(&p->lx, name.at, "unknown command '%.*s'", (int)MIN(name.n, 60), name.text);
}

static Err command_parse(Parser *p) {
  SmtCommand *c = &p->command;
  Token t;
  TRY(lexer_take(&p->lx, &t));
  c->at = t.at;
  c->kind = SMT_END;
  if (t.kind == TOKEN_END) return OK;
  if (t.kind != TOKEN_OPEN) return error_token(&p->lx, t, "a command");
  TRY(kind_parse(p, &c->kind));
  TRY(rows[c->kind].parse(p));
  TRY(lexer_close(&p->lx, rows[c->kind].name));
  TRY(bind_named(p));
  if (c->kind == SMT_PUSH || c->kind == SMT_POP) levels_change(p);
  if (c->kind == SMT_RESET || c->kind == SMT_RESET_ASSERTIONS) forget(p);
  return OK;
}

/* ---- the parser ---------------------------------------------------------------------- */

static void mark_roots(void *user) {
  Parser *p = user;
  for (u32 i = 0; i < p->scope.bindings.n; i++) {
    const Binding *b = &p->scope.bindings.at[i];
    expr_mark(b->term.e);
    if (!b->macro) continue;
    expr_mark(b->macro->body.e);
    for (u32 k = 0; k < b->macro->n; k++) expr_mark(b->macro->formals[k].e);
  }
  for (u32 i = 0; i < p->command.terms.n; i++) expr_mark(p->command.terms.at[i].term);
}

Parser *parser_new(const char *file, const char *script, size_t n) {
  Parser *p = NEW(Parser);
  lexer_init(&p->lx, file, script, n);
  scope_init(&p->scope);
  expr_roots_add(mark_roots, p);
  return p;
}

Parser *parser_free(Parser *p) {
  if (!p) return NULL;
  expr_roots_remove(mark_roots, p);
  lexer_done(&p->lx);
  scope_done(&p->scope);
  text_free(&p->key);
  text_free(&p->value);
  vec_free(&p->command.terms);
  vec_free(&p->levels);
  vec_free(&p->constants);
  vec_free(&p->functions);
  vec_free(&p->frames);
  vec_free(&p->terms);
  vec_free(&p->let_symbols);
  vec_free(&p->named);
  vec_free(&p->run.words);
  return mem_free(p);
}

Err parser_next(Parser *p, const SmtCommand **ret_command) {
  text_clear(&p->key);
  text_clear(&p->value);
  vec_clear(&p->command.terms);
  p->command.name = NULL;
  TRY(command_parse(p));
  p->command.key = text_c(&p->key);
  p->command.value = text_c(&p->value);
  *ret_command = &p->command;
  return OK;
}

static const SmtConstant *list_terms(Parser *p, BindingKind kind, bool are_named, u32 *ret_n) {
  vec_clear(&p->constants);
  for (u32 i = 0; i < p->scope.bindings.n; i++) {
    const Binding *b = &p->scope.bindings.at[i];
    if (b->kind != kind || b->is_named != are_named) continue;
    const char *name = p->scope.symbols.at[b->symbol].name;
    vec_push(&p->constants, ((SmtConstant){name, b->term.sort, b->term.e}));
  }
  *ret_n = p->constants.n;
  return p->constants.at;
}

const SmtConstant *parser_constants(Parser *p, u32 *ret_n) {
  return list_terms(p, BINDING_CONSTANT, false, ret_n);
}

const SmtConstant *parser_named(Parser *p, u32 *ret_n) {
  return list_terms(p, BINDING_TERM, true, ret_n);
}

const SmtFunction *parser_functions(Parser *p, u32 *ret_n) {
  vec_clear(&p->functions);
  for (u32 i = 0; i < p->scope.bindings.n; i++) {
    const Binding *b = &p->scope.bindings.at[i];
    const Macro *m = b->macro;
    if (b->kind != BINDING_MACRO || !m->steps.n) continue;
    const char *name = p->scope.symbols.at[b->symbol].name;
    vec_push(&p->functions, ((SmtFunction){name, m->formals, m->n, m->body.sort, m->steps.at,
                                           m->steps.n, m->pieces.at}));
  }
  *ret_n = p->functions.n;
  return p->functions.at;
}

Sort function_parameter(const SmtFunction *f, u32 i) { return f->parameters[i].sort; }

Err parser_error(const Parser *p, const char *message) {
  return error_at(&p->lx, p->command.at, "%s", message);
}

const char *smt_name(SmtKind kind) { return rows[kind].name; }
