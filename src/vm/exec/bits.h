/* bits.h — the instructions on bits, as terms and as numbers. */
#pragma once

#include "code/code.h"
#include "expr/expr.h"

/* Terms of any width. */
Expr bits_count(Expr b);
Expr bits_leading(Expr b);  /* zeros above the highest one */
Expr bits_trailing(Expr b); /* zeros below the lowest one */
Expr bits_reverse(Expr b, u32 unit);

/* The instructions of step_bits and step_overflow: the same twice; c is not used by unary ones. */
Expr bits_make(Op op, Expr b, Expr c);
u64 bits_value(Op op, u32 width, u64 b, u64 c);
bool overflow_value(Op op, u32 width, u64 b, u64 c);
