/* size_formula.c — parses formulas by precedence climbing into a row of nodes, in which operands
 * come before their operator: so a formula is evaluated in one pass from the first node to the
 * last. */
#include "call/size_formula.h"

typedef struct Operator {
  char text[3];
  u8 level; /* binds tighter than lower ones */
} Operator;

static const Operator operators[] = {
    {"<<", 1}, {">>", 1}, {"+", 2}, {"-", 2}, {"*", 3}, {"/", 3}, {"%", 3},
};

enum { DEEPEST = 60 }; /* of parentheses and signs; clang's own limit is 256 */

typedef struct Parse {
  CallLexer *x;
  Spans *constants;
  SizeFormula *f;
  u32 depth;
} Parse;

static Err parse_binary(Parse *p, u32 level, u32 *ret_node);

/* Where the text before the current token ends. */
static u32 text_end(const CallLexer *x) {
  u32 end = x->token.from;
  while (end && (u8)x->text[end - 1] <= ' ') end--;
  return end;
}

static u32 add_node(Parse *p, FormulaNode node) {
  vec_push(&p->f->nodes, node);
  return p->f->nodes.n - 1;
}

/* ---- literals -------------------------------------------------------------------------------- */

static bool is_suffix(const char *s, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!strchr("uUlL", s[i])) return false;
  return n <= 3;
}

static u32 digit_value(char c) {
  if (c >= '0' && c <= '9') return (u32)(c - '0');
  c |= 32;
  return c >= 'a' && c <= 'f' ? (u32)(c - 'a') + 10 : 99;
}

static Err parse_number(CallLexer *x, i64 *ret) {
  u32 at = x->token.from, end = x->token.to;
  const char *text = x->text;
  u32 base = 10;
  if (text[at] == '0' && at + 1 < end) base = (text[at + 1] | 32) == 'x' ? 16 : 8;
  if (base == 16) at += 2;
  u32 first = at;
  i64 value = 0;
  for (; at < end && digit_value(text[at]) < base; at++)
    if (__builtin_mul_overflow(value, (i64)base, &value) ||
        __builtin_add_overflow(value, (i64)digit_value(text[at]), &value))
      return call_error(text, x->token.from, "this number is too large");
  if (at == first || !is_suffix(text + at, end - at))
    return call_error(text, x->token.from, "expected a whole number");
  *ret = value;
  return OK;
}

/* The digits of \101 or \x41 from `at` up to the closing quote. */
static bool coded_char(const char *text, u32 at, u32 end, u32 base, u32 *ret) {
  u32 value = 0, first = at;
  for (; at < end && digit_value(text[at]) < base && value < 256; at++)
    value = value * base + digit_value(text[at]);
  *ret = value;
  return at == end && at > first && value < 256;
}

static Err parse_char(CallLexer *x, i64 *ret) {
  static const char escapes[] = "n\nt\tr\ra\ab\bf\fv\ve\033\\\\''\"\"??";
  const char *text = x->text;
  u32 at = x->token.from + 1, end = x->token.to - 1, value = (u8)text[at];
  bool is_good = end - at == 1;
  if (text[at] == '\\' && end - at >= 2) {
    const char *e = strchr(escapes, text[at + 1]);
    while (e && (e - escapes) % 2) e = strchr(e + 1, text[at + 1]);
    if (e && end - at == 2) {
      value = (u8)e[1];
      is_good = true;
    } else if (text[at + 1] == 'x') {
      is_good = coded_char(text, at + 2, end, 16, &value);
    } else {
      is_good = end - at <= 4 && coded_char(text, at + 1, end, 8, &value);
    }
  }
  if (!is_good) return call_error(text, x->token.from, "expected a single character");
  *ret = (signed char)value; /* as C has it where char is signed */
  return OK;
}

/* ---- operands -------------------------------------------------------------------------------- */

/* Over sizeof(…). */
static Err skip_sizeof(CallLexer *x, u32 *ret_to) {
  TRY(lexer_next(x));
  if (!lexer_at(x, "(")) return call_error(x->text, x->token.from, "expected '(' after sizeof");
  TRY(lexer_skip_brackets(x));
  *ret_to = text_end(x);
  return OK;
}

static Err parse_name(Parse *p, FormulaNode *node) {
  CallLexer *x = p->x;
  if (lexer_at(x, "N")) {
    node->kind = FORMULA_SIZE;
    return lexer_next(x);
  }
  Span span = {x->token.from, x->token.to};
  node->kind = FORMULA_CONSTANT;
  node->value = p->constants->n;
  TRY(lexer_at(x, "sizeof") ? skip_sizeof(x, &span.to) : lexer_next(x));
  vec_push(p->constants, span);
  return OK;
}

static Err parse_parentheses(Parse *p, u32 *ret_node) {
  TRY(lexer_next(p->x));
  TRY(parse_binary(p, 1, ret_node));
  if (!lexer_at(p->x, ")")) return call_error(p->x->text, p->x->token.from, "expected ')'");
  return lexer_next(p->x);
}

static Err parse_literal(Parse *p, FormulaNode *node) {
  node->kind = FORMULA_NUMBER;
  TRY(p->x->token.kind == TOKEN_CHAR ? parse_char(p->x, &node->value)
                                     : parse_number(p->x, &node->value));
  return lexer_next(p->x);
}

static Err parse_simple(Parse *p, u32 *ret_node) {
  CallLexer *x = p->x;
  FormulaNode node = {.at = x->token.from};
  if (lexer_at(x, "(")) return parse_parentheses(p, ret_node);
  if (lexer_at(x, "+") || lexer_at(x, "-")) {
    bool is_minus = lexer_at(x, "-");
    TRY(lexer_next(x));
    if (++p->depth > DEEPEST) return call_error(x->text, node.at, "nested too deeply");
    TRY(parse_simple(p, ret_node));
    p->depth--;
    node.kind = FORMULA_MINUS;
    node.left = *ret_node;
    if (is_minus) *ret_node = add_node(p, node);
    return OK;
  }
  if (x->token.kind == TOKEN_NAME)
    TRY(parse_name(p, &node));
  else if (x->token.kind == TOKEN_NUMBER || x->token.kind == TOKEN_CHAR)
    TRY(parse_literal(p, &node));
  else
    return call_error(x->text, x->token.from, "expected a number, N or '('");
  *ret_node = add_node(p, node);
  return OK;
}

static const Operator *operator_at(const CallLexer *x, u32 level) {
  for (u32 i = 0; i < ARRAY_LEN(operators); i++)
    if (operators[i].level >= level && lexer_at(x, operators[i].text)) return &operators[i];
  return NULL;
}

/* Operators of this level or above. */
static Err parse_binary(Parse *p, u32 level, u32 *ret_node) {
  u32 left;
  if (++p->depth > DEEPEST) return call_error(p->x->text, p->x->token.from, "nested too deeply");
  TRY(parse_simple(p, &left));
  for (const Operator *o; (o = operator_at(p->x, level));) {
    FormulaNode node = {.kind = FORMULA_BINARY, .at = p->x->token.from, .left = left};
    node.operator=(u32)(o - operators);
    TRY(lexer_next(p->x));
    TRY(parse_binary(p, o->level + 1u, &node.right));
    left = add_node(p, node);
  }
  p->depth--;
  *ret_node = left;
  return OK;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* False: not a long long, or nothing at all. */
static bool apply(const char *o, i64 a, i64 b, i64 *ret) {
  switch (o[0]) {
  case '+':
    return !__builtin_add_overflow(a, b, ret);
  case '-':
    return !__builtin_sub_overflow(a, b, ret);
  case '*':
    return !__builtin_mul_overflow(a, b, ret);
  case '<':
    return a >= 0 && b >= 0 && b < 63 && !__builtin_mul_overflow(a, (i64)1 << b, ret);
  case '>':
    *ret = b >= 0 && b < 64 ? a >> b : 0;
    return b >= 0 && b < 64;
  }
  if (b == 0 || (a == INT64_MIN && b == -1)) return false;
  *ret = o[0] == '/' ? a / b : a % b;
  return true;
}

static Err no_value(const char *text, const FormulaNode *node, u64 size, i64 right) {
  const char *o = operators[node->operator].text;
  unsigned long long n = size;
  if ((o[0] == '/' || o[0] == '%') && right == 0)
    return call_error(text, node->at, "a division by zero at N = %llu", n);
  if (o[1] && (right < 0 || right >= 63))
    return call_error(text, node->at, "a shift by %lld at N = %llu", (long long)right, n);
  return call_error(text, node->at, "this is too large at N = %llu", n);
}

static void write_node(const SizeFormula *f, u32 at, Text *to) {
  const FormulaNode *node = &f->nodes.at[at];
  switch (node->kind) {
  case FORMULA_NUMBER:
    text_addf(to, node->value < 0 ? "(%lldLL)" : "%lldLL", (long long)node->value);
    return;
  case FORMULA_SIZE:
    text_add(to, "N");
    return;
  case FORMULA_CONSTANT:
    text_addf(to, "((long long)nadir_constant_%lld)", (long long)node->value);
    return;
  case FORMULA_MINUS:
    text_add(to, "(-");
    write_node(f, node->left, to);
    text_add(to, ")");
    return;
  case FORMULA_BINARY:
    text_add(to, "(");
    write_node(f, node->left, to);
    text_addf(to, " %s ", operators[node->operator].text);
    write_node(f, node->right, to);
    text_add(to, ")");
    return;
  }
}

/* ---- public ---------------------------------------------------------------------------------- */

Err size_formula_parse(CallLexer *x, Spans *constants, SizeFormula *ret) {
  SizeFormula f = {.from = x->token.from};
  Parse p = {.x = x, .constants = constants, .f = &f};
  u32 root;
  Err e = parse_binary(&p, 1, &root);
  if (e != OK) {
    size_formula_done(&f);
    return e;
  }
  *ret = f;
  return OK;
}

void size_formula_done(SizeFormula *f) { vec_free(&f->nodes); }

Err size_formula_eval(const SizeFormula *f, const char *text, u64 size, const i64 *constants,
                      i64 *ret) {
  VEC(i64) values = {0};
  Err e = OK;
  for (u32 i = 0; i < f->nodes.n && e == OK; i++) {
    const FormulaNode *node = &f->nodes.at[i];
    i64 value = node->value;
    if (node->kind == FORMULA_SIZE) value = (i64)size;
    if (node->kind == FORMULA_CONSTANT) value = constants[node->value];
    if (node->kind == FORMULA_MINUS && __builtin_sub_overflow(0, values.at[node->left], &value))
      e = call_error(text, node->at, "this is too large at N = %llu", (unsigned long long)size);
    if (node->kind == FORMULA_BINARY) {
      const char *o = operators[node->operator].text;
      i64 right = values.at[node->right];
      if (!apply(o, values.at[node->left], right, &value)) e = no_value(text, node, size, right);
    }
    vec_push(&values, value);
  }
  if (e == OK) *ret = vec_last(&values);
  vec_free(&values);
  return e;
}

void size_formula_write(const SizeFormula *f, Text *to) { write_node(f, f->nodes.n - 1, to); }
