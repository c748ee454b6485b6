/* order.c — classes of growth as text and as numbers. */
#include "growth/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cost_order_print(const CostOrder *o, Text *t) {
  if (o->is_factorial) {
    text_add(t, "n!");
    return;
  }
  size_t begin = t->n;
  if (o->degree == 0.5)
    text_add(t, "sqrt n");
  else if (o->degree == 1.5)
    text_add(t, "n sqrt n");
  else if (o->degree == 1)
    text_add_char(t, 'n');
  else if (o->degree > 0)
    text_addf(t, "n^%.4g", o->degree);
  if (o->logs > 0) text_add(t, t->n > begin ? " log" : "log");
  if (o->logs > 1) text_addf(t, "^%.4g", o->logs);
  if (o->logs > 0) text_add(t, " n");
  if (o->base > 0) text_addf(t, t->n > begin ? " %.4g^n" : "%.4g^n", o->base);
  if (t->n == begin) text_add_char(t, '1');
}

/* ---- reading ------------------------------------------------------------------------------------- */

static void skip_blanks(const char **io) {
  while (**io == ' ' || **io == '\t') ++*io;
}

static bool is_word_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* A word that no letter follows. */
static bool take_word(const char **io, const char *word) {
  const char *at = *io;
  skip_blanks(&at);
  size_t n = strlen(word);
  if (strncmp(at, word, n) || is_word_letter(at[n])) return false;
  *io = at + n;
  return true;
}

static bool take_mark(const char **io, char mark) {
  const char *at = *io;
  skip_blanks(&at);
  if (*at != mark) return false;
  *io = at + 1;
  return true;
}

/* Plain digits, perhaps with a point. */
static bool take_number(const char **io, double *ret) {
  const char *at = *io;
  skip_blanks(&at);
  size_t n = strspn(at, "0123456789.");
  if (!n || *at == '.' || n > 20) return false;
  char digits[24] = {0}, *end;
  memcpy(digits, at, n);
  *ret = strtod(digits, &end);
  if (*end) return false;
  *io = at + n;
  return true;
}

/* `n` behind log or sqrt, with parentheses or without. */
static bool take_argument(const char **io) {
  const char *at = *io;
  bool is_open = take_mark(&at, '(');
  if (!take_word(&at, "n") || (is_open && !take_mark(&at, ')'))) return false;
  *io = at;
  return true;
}

/* ^2 behind something; 1 if there is none. */
static bool take_power(const char **io, double *ret) {
  const char *at = *io;
  *ret = 1;
  if (!take_mark(&at, '^')) return true;
  if (!take_number(&at, ret)) return false;
  *io = at;
  return true;
}

static bool take_log(const char **io, CostOrder *o) {
  double power;
  if (!take_power(io, &power) || !take_argument(io)) return false;
  o->logs += power;
  return true;
}

static bool take_n(const char **io, CostOrder *o) {
  double power;
  if (take_mark(io, '!')) {
    o->is_factorial = true;
    return true;
  }
  if (!take_power(io, &power)) return false;
  o->degree += power;
  return true;
}

static bool take_exponential(const char **io, CostOrder *o) {
  double base;
  if (o->base > 0 || !take_number(io, &base) || !take_mark(io, '^') || !take_word(io, "n"))
    return false;
  o->base = base;
  return base > 1;
}

static bool take_factor(const char **io, CostOrder *io_order) {
  const char *at = *io;
  CostOrder o = *io_order;
  bool found = take_word(&at, "log")    ? take_log(&at, &o)
               : take_word(&at, "n")    ? take_n(&at, &o)
               : take_word(&at, "sqrt") ? take_argument(&at)
                                        : take_exponential(&at, &o);
  if (!found) return false;
  const char *word = *io;
  if (take_word(&word, "sqrt")) o.degree += 0.5;
  *io = at;
  *io_order = o;
  return true;
}

bool cost_order_parse(const char **io_text, CostOrder *ret) {
  const char *at = *io_text;
  CostOrder o = {0};
  double one;
  if (!take_factor(&at, &o)) {
    if (!take_number(&at, &one) || one != 1) return false;
    *io_text = at;
    *ret = o;
    return true;
  }
  for (const char *next = at;; at = next) {
    take_mark(&next, '*');
    if (!take_factor(&next, &o)) break;
  }
  *io_text = at;
  *ret = o;
  return true;
}

/* ---- comparing ----------------------------------------------------------------------------------- */

static int compare(double a, double b) {
  static const double same = 1e-6; /* bases come from the roots of recurrences */
  return a > b + same ? 1 : a < b - same ? -1 : 0;
}

int cost_order_compare(const CostOrder *a, const CostOrder *b) {
  if (a->is_factorial != b->is_factorial) return a->is_factorial ? 1 : -1;
  int base = compare(MAX(a->base, 1), MAX(b->base, 1));
  if (base) return base;
  int degree = compare(a->degree, b->degree);
  return degree ? degree : compare(a->logs, b->logs);
}

double cost_order_ratio(const CostOrder *o, double from, double to) {
  if (o->is_factorial) return exp(lgamma(to + 1) - lgamma(from + 1));
  double ratio = pow(to / from, o->degree) * pow(log(to) / log(from), o->logs);
  return o->base > 1 ? ratio * pow(o->base, to - from) : ratio;
}
