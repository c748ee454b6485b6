/* formula.c — formulas by precedence climbing, evaluated on a stack.
 *
 * Sums and products of whole numbers are exact: a long double has 64 bits for them, as many as a cost.
 */
#include "check/formula.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 60, LONGEST_NUMBER = 40 };

typedef struct Function {
  const char *name;
  u32 n_arguments;
} Function;

enum { LOG2, SQRT, LEAST, MOST };
static const Function functions[] = {
    [LOG2] = {"log2", 1}, [SQRT] = {"sqrt", 1}, [LEAST] = {"min", 2}, [MOST] = {"max", 2}};

typedef struct FormulaParser {
  const char *text;
  u32 at, depth;
  Formula *f;
  FormulaFault fault;
} FormulaParser;

static bool parse_sum(FormulaParser *p);

static bool fail(FormulaParser *p, u32 at, const char *message) {
  if (!p->fault.message) p->fault = (FormulaFault){at, message};
  return false;
}

static void skip_blanks(FormulaParser *p) {
  while (p->text[p->at] == ' ' || p->text[p->at] == '\t') p->at++;
}

static bool take(FormulaParser *p, char mark) {
  skip_blanks(p);
  if (p->text[p->at] != mark) return false;
  p->at++;
  return true;
}

static void add_operator(FormulaParser *p, char operator) {
  vec_push(&p->f->steps, ((FormulaStep){.kind = STEP_OPERATOR, .operator= operator}));
}

/* ---- operands ------------------------------------------------------------------------------------ */

static bool parse_number(FormulaParser *p) {
  char digits[LONGEST_NUMBER + 1] = {0}, *end;
  const char *s = p->text + p->at;
  size_t n = strspn(s, "0123456789.");
  if ((s[n] | 32) == 'e' && strspn(s + n + 1, "0123456789")) {
    n++;
    n += strspn(s + n, "0123456789");
  }
  if (n > LONGEST_NUMBER) return fail(p, p->at, "this number is too long");
  memcpy(digits, s, n);
  long double value = strtold(digits, &end);
  if (*end || !isfinite(value)) return fail(p, p->at, "expected a number, such as 40 or 1.5");
  vec_push(&p->f->steps, ((FormulaStep){.kind = STEP_NUMBER, .value = value}));
  p->at += (u32)n;
  return true;
}

static bool parse_arguments(FormulaParser *p, u32 function) {
  if (!take(p, '(')) return fail(p, p->at, "expected '(' behind the name of the function");
  for (u32 i = 0; i < functions[function].n_arguments; i++) {
    if (i && !take(p, ',')) return fail(p, p->at, "expected ',' and a second argument");
    if (!parse_sum(p)) return false;
  }
  if (!take(p, ')')) return fail(p, p->at, "expected ')'");
  vec_push(&p->f->steps, ((FormulaStep){.kind = STEP_FUNCTION, .function = function}));
  return true;
}

static bool parse_name(FormulaParser *p) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  const char *name = p->text + p->at;
  size_t n = strspn(name, letters);
  u32 begin = p->at;
  p->at += (u32)n;
  if (n == 1 && *name == 'N') {
    vec_push(&p->f->steps, ((FormulaStep){.kind = STEP_SIZE}));
    return true;
  }
  for (u32 i = 0; i < ARRAY_LEN(functions); i++)
    if (strlen(functions[i].name) == n && !memcmp(name, functions[i].name, n))
      return parse_arguments(p, i);
  if (n == 1 && *name == 'n')
    return fail(p, begin,
                "a formula is about N; small n is for classes of growth alone, such as n^2");
  return fail(p, begin, "expected N, a number, '(', log2, sqrt, min or max");
}

static bool parse_operand(FormulaParser *p) {
  skip_blanks(p);
  char c = p->text[p->at];
  if (c == '(') {
    if (++p->depth > DEEPEST) return fail(p, p->at, "nested too deeply");
    p->at++;
    if (!parse_sum(p)) return false;
    if (!take(p, ')')) return fail(p, p->at, "expected ')'");
    p->depth--;
    return true;
  }
  if ((c >= '0' && c <= '9') || c == '.') return parse_number(p);
  if ((c | 32) >= 'a' && (c | 32) <= 'z') return parse_name(p);
  return fail(p, p->at, "expected N, a number or '('");
}

/* ---- operators ----------------------------------------------------------------------------------- */

/* From the right: 2^N^2 is 2^(N^2). */
static bool parse_power(FormulaParser *p) {
  if (!parse_operand(p)) return false;
  if (!take(p, '^')) return true;
  if (++p->depth > DEEPEST) return fail(p, p->at, "nested too deeply");
  if (!parse_power(p)) return false;
  p->depth--;
  add_operator(p, '^');
  return true;
}

static bool parse_factor(FormulaParser *p) {
  u32 n_minus = 0;
  while (take(p, '-')) n_minus++;
  if (!parse_power(p)) return false;
  if (n_minus % 2) add_operator(p, '~');
  return true;
}

static bool parse_product(FormulaParser *p) {
  if (!parse_factor(p)) return false;
  for (;;) {
    char operator= take(p, '*') ? '*' : take(p, '/') ? '/' : 0;
    if (!operator) return true;
    if (!parse_factor(p)) return false;
    add_operator(p, operator);
  }
}

static bool parse_sum(FormulaParser *p) {
  if (!parse_product(p)) return false;
  for (;;) {
    char operator= take(p, '+') ? '+' : take(p, '-') ? '-' : 0;
    if (!operator) return true;
    if (!parse_product(p)) return false;
    add_operator(p, operator);
  }
}

/* ---- values -------------------------------------------------------------------------------------- */

typedef VEC(long double) FormulaValues;

/* Exact where the exponent is a small whole number. */
static long double power(long double a, long double b) {
  enum { LARGEST = 64 };
  if (b < 0 || b > LARGEST || b != floorl(b)) return powl(a, b);
  long double product = 1;
  for (u32 i = (u32)b; i; i--) product *= a;
  return product;
}

static long double apply(char operator, long double a, long double b) {
  switch (operator) {
  case '+':
    return a + b;
  case '-':
    return a - b;
  case '*':
    return a * b;
  case '/':
    return a / b;
  }
  return power(a, b);
}

static long double call(u32 function, FormulaValues *io) {
  long double b = vec_pop(io);
  switch (function) {
  case LOG2:
    return log2l(b);
  case SQRT:
    return sqrtl(b);
  }
  long double a = vec_pop(io);
  return function == LEAST ? MIN(a, b) : MAX(a, b);
}

static long double step(const FormulaStep *s, u64 size, FormulaValues *io) {
  if (s->kind == STEP_NUMBER) return s->value;
  if (s->kind == STEP_SIZE) return (long double)size;
  if (s->kind == STEP_FUNCTION) return call(s->function, io);
  long double b = vec_pop(io);
  if (s->operator== '~') return -b;
  long double a = vec_pop(io);
  return apply(s->operator, a, b);
}

/* ---- public -------------------------------------------------------------------------------------- */

bool formula_parse(const char *text, u32 from, Formula *ret, u32 *ret_to, FormulaFault *ret_fault) {
  Formula f = {0};
  FormulaParser p = {.text = text, .at = from, .f = &f};
  if (!parse_sum(&p)) {
    formula_done(&f);
    *ret_fault = p.fault;
    return false;
  }
  *ret = f;
  *ret_to = p.at;
  return true;
}

void formula_done(Formula *f) { vec_free(&f->steps); }

bool formula_at(const Formula *f, u64 size, u64 *ret) {
  FormulaValues values = {0};
  for (u32 i = 0; i < f->steps.n; i++) {
    long double value = step(&f->steps.at[i], size, &values);
    vec_push(&values, value);
  }
  long double value = vec_last(&values);
  vec_free(&values);
  if (isnan(value)) return false;
  *ret = value >= 0x1p64L ? UINT64_MAX : value > 0 ? (u64)value : 0;
  return true;
}
