/* order.h — how fast a cost grows: n^2 log n, 2^n, n!; what a class of growth is to a program. */
#pragma once

#include "base/text.h"

typedef struct CostOrder {
  double degree, logs; /* n^degree * log(n)^logs, if the next two are not */
  double base;         /* base^n, and n^degree; 0: no exponential */
  bool is_factorial;
} CostOrder;

void cost_order_print(const CostOrder *o, Text *t); /* "n log n", "1.618^n", "n!" */

/* Reads what cost_order_print writes, and the same with * between factors.  *io_text is moved behind what was read; false:
 * it begins with no class, and nothing is moved. */
bool cost_order_parse(const char **io_text, CostOrder *ret);

/* Negative: a grows more slowly than b; 0: as fast. */
int cost_order_compare(const CostOrder *a, const CostOrder *b);

/* By what a cost of just this class is multiplied from one size to a larger one, both at least 2. */
double cost_order_ratio(const CostOrder *o, double from, double to);
