/* script.h — for tests: a script as nadir reads it and as Z3 does. */
#pragma once

#include "base/text.h"
#include "expr/model.h"
#include "expr/parse.h"
#include "expr/print.h"

#include <string.h>
#include <z3.h>

/* All asserted and all queried terms of a script, in order. */
static inline Err script_terms(const char *script, ExprVec *ret_terms) {
  Parser *p = parser_new("t", script, strlen(script));
  const SmtCommand *c;
  Err err;
  while ((err = parser_next(p, &c)) == OK && c->kind != SMT_END)
    for (u32 i = 0; i < c->terms.n; i++) vec_push(ret_terms, c->terms.at[i].term);
  parser_free(p);
  return err;
}

/* The term of (get-value (term)) after some other commands. */
static inline Expr script_term(const char *declarations, const char *term) {
  cleanup(text_free) Text script = {0};
  text_addf(&script, "%s\n(get-value (%s))", declarations, term);
  ExprVec terms = {0};
  Err err = script_terms(text_c(&script), &terms);
  if (err != OK) fail_msg("%s in:\n%s", err_text(), text_c(&script));
  Expr e = vec_last(&terms);
  vec_free(&terms);
  return e;
}

/* What Z3 prints for a script; valid until the context is asked again. */
static inline const char *z3_says(const char *script) {
  static Z3_context c; /* one for the life of the test; reset empties it */
  if (!c) {
    c = Z3_mk_context(NULL);
    Z3_set_error_handler(c, NULL); /* what Z3 refuses is in its answer */
  }
  cleanup(text_free) Text text = {0};
  text_addf(&text, "(reset)\n%s", script);
  return Z3_eval_smtlib2_string(c, text_c(&text));
}
