/* smt_sort.c — sorts and bit-vector literals; see smt_impl.h. */
#include "expr/smt_impl.h"

#include "expr/input.h"
#include "expr/value.h"

#include <string.h>

bool sort_same(Sort a, Sort b) {
  return a.kind == b.kind && a.width == b.width && a.index_width == b.index_width;
}

Sort sort_bits(u32 width) {
  return (Sort){.kind = SORT_BITS, .width = width};
}

void sort_print(Text *out, Sort s) {
  switch (s.kind) {
  case SORT_BOOL:
    text_add(out, "Bool");
    return;
  case SORT_BITS:
    text_addf(out, "(_ BitVec %u)", s.width);
    return;
  case SORT_ARRAY:
    text_addf(out, "(Array (_ BitVec %u) (_ BitVec %u))", s.index_width, s.width);
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

/* words = words * factor + add; what does not fit into n words comes back. */
static u64 multiply_add(u64 *words, u32 n, u64 factor, u64 add) {
  for (u32 i = 0; i < n; i++) {
    unsigned __int128 product = (unsigned __int128)words[i] * factor + add;
    words[i] = (u64)product;
    add = (u64)(product >> 64);
  }
  return add;
}

Err literal_decimal(const Lexer *lx, Token digits, u64 width, Expr *ret_e) {
  TRY(width_check(lx, digits.at, width));
  u64 words[VALUE_WORDS(EXPR_MAX_WIDTH)] = {0};
  u32 n = VALUE_WORDS((u32)width);
  u64 overflow = 0;
  for (size_t i = 0; i < digits.n && !overflow;) { /* as many digits at once as a word holds */
    u64 chunk = 0, factor = 1;
    for (u32 k = 0; k < 19 && i < digits.n; k++, i++, factor *= 10)
      chunk = chunk * 10 + digit_value(digits.text[i]);
    overflow = multiply_add(words, n, factor, chunk);
  }
  u32 top = (u32)(width - 1) % 64 + 1;
  if (overflow || words[n - 1] > value_mask(top))
    return error_at(lx, digits.at, "this number does not fit into %u bits", (u32)width);
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
  const Binding *b = scope_find(&p->scope, scope_symbol(&p->scope, t.text, t.n));
  if (!b || b->kind != BINDING_SORT)
    return error_at(&p->lx, t.at, "unknown sort '%.*s'", (int)MIN(t.n, 60), t.text);
  *ret_sort = b->term.sort;
  return OK;
}

/* The sort of an index or an element. */
static Err part_parse(Parser *p, Sort *ret_sort) {
  Token t;
  Sort s;
  TRY(lexer_take(&p->lx, &t));
  size_t at = t.at;
  if (t.kind == TOKEN_OPEN) {
    TRY(lexer_take(&p->lx, &t));
    if (!token_is(t, TOKEN_SYMBOL, "_"))
      return error_at(&p->lx, at, "arrays are supported over bit-vectors only");
    TRY(bits_parse(p, &s));
  } else if (t.kind == TOKEN_SYMBOL) {
    TRY(named_sort(p, t, &s));
  } else {
    return error_token(&p->lx, t, "a sort");
  }
  if (s.kind != SORT_BITS)
    return error_at(&p->lx, at, "arrays are supported over bit-vectors only");
  if (s.width > 64)
    return error_at(&p->lx, at, "indices and elements of arrays have at most 64 bits");
  *ret_sort = s;
  return OK;
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
  TRY(part_parse(p, &index));
  TRY(part_parse(p, &element));
  *ret_sort = (Sort){SORT_ARRAY, element.width, index.width};
  return lexer_close(&p->lx, "the sorts of index and element");
}

Expr sort_input(const char *name, Sort sort) {
  switch (sort.kind) {
  case SORT_BOOL:
    return expr_var(input_bool(name), 0, 1);
  case SORT_BITS:
    return expr_var(input_bits(name, sort.width), 0, sort.width);
  case SORT_ARRAY:
    break;
  }
  return expr_array_input(input_array(name, sort.index_width, sort.width));
}
