/* prepare.c — replaces input words by their known bits and the rest of the word.
 *
 * Known bits are kept by the number of the bit, so that overlapping words share what is known.
 * Inputs that are also read as arrays, or as words of more than 64 bits, are left alone: such reads
 * would not see the constants.  Large questions are left as they are.
 */
#include "solver/chain/prepare.h"

#include "expr/input.h"
#include "expr/nodes.h"
#include "expr/substitute.h"
#include "expr/value.h"

enum { MAX_NODES = 20000 }; /* of a question that is looked at */

/* The input word with its known bits as constants. */
static Expr with_known(const KnownBits *k) {
  assert(k->mask && !(k->value & ~k->mask));
  u32 width = expr_width(k->var), low = 0;
  Expr all = EXPR_NONE;
  while (low < width) {
    bool is_known = k->mask >> low & 1;
    u32 n = 1;
    while (low + n < width && (k->mask >> (low + n) & 1) == is_known) n++;
    Expr part =
        is_known ? expr_const(n, k->value >> low & value_mask(n)) : expr_extract(k->var, low, n);
    all = expr_is_none(all) ? part : expr_concat(part, all);
    low += n;
  }
  assert(expr_width(all) == width);
  return all;
}

/* ---- which they are ------------------------------------------------------------------------------ */

/* Bits of inputs, by number, that have one value; overlapping words say so of each other. */
typedef struct Known {
  Map values;   /* bit → 1 + its value */
  Map by_index; /* inputs that are also read as arrays or wide words: not to be touched */
} Known;

static u32 first_bit(Expr var) {
  return input_info(expr_input(var))->first_cell * 8 + expr_var_low(var);
}

static bool is_word(const Known *k, Expr e) {
  return expr_kind(e) == EXPR_VAR && expr_width(e) <= 64 &&
         !map_find(&k->by_index, expr_input(e).id);
}

static void learn(Known *k, const Trail *t, Expr var) {
  Facts f = bounds_get(&t->bounds, var).facts;
  if (facts_is_empty(&f)) return;
  assert(!(f.zeros & f.ones));
  for (u32 i = 0; i < expr_width(var); i++)
    if ((f.zeros | f.ones) >> i & 1) map_put(&k->values, first_bit(var) + i, 1 + (f.ones >> i & 1));
}

static KnownBits known_of(const Known *k, Expr var) {
  assert(is_word(k, var));
  KnownBits known = {.var = var};
  for (u32 i = 0; i < expr_width(var); i++) {
    const u64 *value = map_find(&k->values, first_bit(var) + i);
    if (!value) continue;
    known.mask |= 1ull << i;
    known.value |= (*value - 1) << i;
  }
  return known;
}

static void use_known_bits(const Trail *t, const ExprVec *nodes, ExprVec *io_terms,
                           KnownBitsVec *ret) {
  Substitution to = {0};
  Known k = {0};
  for (u32 i = 0; i < nodes->n; i++) {
    bool is_array = expr_kind(nodes->at[i]) == EXPR_ARRAY_INPUT;
    bool is_wide = expr_kind(nodes->at[i]) == EXPR_VAR && expr_width(nodes->at[i]) > 64;
    if (is_array || is_wide) map_put(&k.by_index, expr_input(nodes->at[i]).id, 1);
  }
  for (u32 i = 0; i < nodes->n; i++)
    if (is_word(&k, nodes->at[i])) learn(&k, t, nodes->at[i]);
  for (u32 i = 0; i < nodes->n && k.values.n; i++) {
    if (!is_word(&k, nodes->at[i])) continue;
    KnownBits known = known_of(&k, nodes->at[i]);
    if (!known.mask) continue;
    vec_push(ret, known);
    substitution_put(&to, known.var, with_known(&known));
  }
  for (u32 i = 0; i < io_terms->n; i++) io_terms->at[i] = substitute(&to, io_terms->at[i]);
  substitution_done(&to);
  map_done(&k.values);
  map_done(&k.by_index);
}

void prepare_terms(const Trail *t, ExprVec *io_terms, KnownBitsVec *ret_known) {
  ExprVec nodes = {0};
  if (expr_all_nodes(io_terms->at, io_terms->n, MAX_NODES, &nodes))
    use_known_bits(t, &nodes, io_terms, ret_known);
  vec_free(&nodes);
}

void known_bits_to_model(const KnownBitsVec *known, Model *io_model) {
  for (u32 i = 0; i < known->n; i++) {
    const KnownBits *k = &known->at[i];
    assert(!(k->value & ~k->mask));
    Input in = expr_input(k->var);
    u32 low = expr_var_low(k->var), width = expr_width(k->var);
    u64 bits = (model_get_word(io_model, in, low, width) & ~k->mask) | k->value;
    model_set_bits(io_model, in, low, width, &bits);
  }
}
