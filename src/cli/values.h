/* values.h — values of a model as SMT-LIB 2. */
#pragma once

#include "base/text.h"
#include "expr/model.h"
#include "expr/parse.h"

/* The value of a term; that of an array as stores into a constant array. */
void value_print(Text *out, Eval *ev, const Model *m, Expr e, Sort sort);

/* "(define-fun name () sort value)" */
void definition_print(Text *out, Eval *ev, const Model *m, const SmtConstant *c);

/* "(define-fun name ((x!1 sort) …) sort value)" */
void function_print(Text *out, Eval *ev, const Model *m, const SmtFunction *f);
