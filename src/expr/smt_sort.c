/* smt_sort.c — parses and prints sorts, and reads the literals of bit-vectors.
 *
 * A sort is a flat struct: an array has the kind, width and name of its index and of its element.
 * So arrays of arrays are refused.  Decimal literals are read 19 digits at a time, modulo 2^width,
 * as other solvers do.
 */
#include "expr/smt_impl.h"

#include "expr/input.h"
#include "expr/print.h"
#include "expr/value.h"

#include <string.h>

bool sort_same(Sort a, Sort b) {
  return a.kind == b.kind && a.width == b.width && a.name == b.name &&
         a.index_width == b.index_width && a.index_kind == b.index_kind &&
         a.element_kind == b.element_kind && a.index_name == b.index_name &&
         a.element_name == b.element_name;
}

Sort sort_bits(u32 width) { return (Sort){.kind = SORT_BITS, .width = width}; }

Sort sort_index(Sort a) {
  return (Sort){.kind = a.index_kind, .width = a.index_width, .name = a.index_name};
}

Sort sort_element(Sort a) {
  return (Sort){.kind = a.element_kind, .width = a.width, .name = a.element_name};
}

Sort sort_array(Sort index, Sort element) {
  return (Sort){.kind = SORT_ARRAY,
                .width = element.width,
                .index_width = index.width,
                .index_kind = index.kind,
                .element_kind = element.kind,
                .index_name = index.name,
                .element_name = element.name};
}

void sort_print(Text *out, Sort s) {
  switch (s.kind) {
  case SORT_BOOL:
    text_add(out, "Bool");
    return;
  case SORT_BITS:
    text_addf(out, "(_ BitVec %u)", s.width);
    return;
  case SORT_NAMED:
    symbol_print(out, s.name);
    return;
  case SORT_ARRAY:
    text_add(out, "(Array ");
    sort_print(out, sort_index(s));
    text_add_char(out, ' ');
    sort_print(out, sort_element(s));
    text_add_char(out, ')');
    return;
  }
}

Err width_check(const Lexer *lx, size_t at, u64 width) {
  if (width == 0) return error_at(lx, at, "a bit-vector has at least one bit");
  if (width <= EXPR_MAX_WIDTH) return OK;
  return error_at(lx, at, "bit-vectors of more than %u bits are not supported", EXPR_MAX_WIDTH);
}

/* ---- literals ------------------------------------------------------------ */

static u32 digit_value(char c) {
  if (c >= '0' && c <= '9') return (u32)(c - '0');
  return (u32)((c | 0x20) - 'a') + 10;
}

Err literal_digits(const Lexer *lx, Token t, Expr *ret_e) {
  u32 bits = t.kind == TOKEN_HEX ? 4 : 1;
  TRY(width_check(lx, t.at, t.n > EXPR_MAX_WIDTH ? t.n : t.n * bits));
  u64 words[VALUE_WORDS(EXPR_MAX_WIDTH)] = {0};
  for (u32 i = 0; i < t.n; i++) { /* from the last digit up */
    u32 low = i * bits;
    words[low / 64] |= (u64)digit_value(t.text[t.n - 1 - i]) << low % 64;
  }
  *ret_e = expr_const_words((u32)t.n * bits, words);
  return OK;
}

/* words = words * factor + add, without what does not fit into n words. */
static void multiply_add(u64 *words, u32 n, u64 factor, u64 add) {
  for (u32 i = 0; i < n; i++) {
    u128 product = (u128)words[i] * factor + add;
    words[i] = (u64)product;
    add = (u64)(product >> 64);
  }
}

Err literal_decimal(const Lexer *lx, Token digits, u64 width, Expr *ret_e) {
  TRY(width_check(lx, digits.at, width));
  u64 words[VALUE_WORDS(EXPR_MAX_WIDTH)] = {0};
  u32 n = VALUE_WORDS((u32)width);
  for (size_t i = 0; i < digits.n;) { /* as many digits at once as a word holds */
    u64 chunk = 0, factor = 1;
    for (u32 k = 0; k < 19 && i < digits.n; k++, i++, factor *= 10)
      chunk = chunk * 10 + digit_value(digits.text[i]);
    multiply_add(words, n, factor, chunk); /* modulo 2^width, as other solvers have it */
  }
  *ret_e = expr_const_words((u32)width, words);
  return OK;
}

/* ---- sorts --------------------------------------------------------------- */

/* After "(_": BitVec n ")". */
static Err bits_parse(Parser *p, Sort *ret_sort) {
  Token name, width;
  u64 n;
  TRY(lexer_expect(&p->lx, TOKEN_SYMBOL, "BitVec", &name));
  if (!token_is(name, TOKEN_SYMBOL, "BitVec"))
    return error_at(&p->lx, name.at, "unknown sort '%.*s'", (int)MIN(name.n, 60), name.text);
  TRY(lexer_expect(&p->lx, TOKEN_NUMERAL, "the width of a bit-vector", &width));
  TRY(token_number(&p->lx, width, &n));
  TRY(width_check(&p->lx, width.at, n));
  *ret_sort = sort_bits((u32)n);
  return lexer_close(&p->lx, "the width");
}

static Err named_sort(Parser *p, Token t, Sort *ret_sort) {
  if (token_is(t, TOKEN_SYMBOL, "Bool")) {
    *ret_sort = (Sort){.kind = SORT_BOOL, .width = 1};
    return OK;
  }
  const Binding *b = scope_find_sort(&p->scope, scope_symbol(&p->scope, t.text, t.n));
  if (!b) return error_at(&p->lx, t.at, "unknown sort '%.*s'", (int)MIN(t.n, 60), t.text);
  *ret_sort = b->term.sort;
  return OK;
}

/* The sort of an index or an element. */
static Err part_parse(Parser *p, u32 max_width, Sort *ret_sort) {
  Token t;
  TRY(lexer_peek(&p->lx, &t));
  TRY(sort_parse(p, ret_sort));
  if (ret_sort->kind == SORT_ARRAY)
    return error_at(&p->lx, t.at, "arrays of arrays are not supported");
  if (ret_sort->width <= max_width) return OK;
  return error_at(&p->lx, t.at, "indices of arrays have at most %u bits", max_width);
}

Err sort_parse(Parser *p, Sort *ret_sort) {
  Token t, head;
  TRY(lexer_take(&p->lx, &t));
  if (t.kind == TOKEN_SYMBOL) return named_sort(p, t, ret_sort);
  if (t.kind != TOKEN_OPEN) return error_token(&p->lx, t, "a sort");
  TRY(lexer_expect(&p->lx, TOKEN_SYMBOL, "_ or Array", &head));
  if (token_is(head, TOKEN_SYMBOL, "_")) return bits_parse(p, ret_sort);
  if (!token_is(head, TOKEN_SYMBOL, "Array"))
    return error_at(&p->lx, head.at, "unknown sort '%.*s'", (int)MIN(head.n, 60), head.text);
  Sort index, element;
  TRY(part_parse(p, 64, &index));
  TRY(part_parse(p, EXPR_MAX_WIDTH, &element));
  *ret_sort = sort_array(index, element);
  return lexer_close(&p->lx, "the sorts of index and element");
}

Expr sort_input(const char *name, Sort sort) {
  switch (sort.kind) {
  case SORT_BOOL:
    return expr_var(input_bool(name), 0, 1);
  case SORT_BITS:
  case SORT_NAMED:
    return expr_var(input_bits(name, sort.width), 0, sort.width);
  case SORT_ARRAY:
    break;
  }
  return expr_array_input(input_array(name, sort.index_width, sort.width));
}
