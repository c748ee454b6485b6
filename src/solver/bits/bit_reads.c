/* bit_reads.c — arrays by lemmas on demand.
 *
 * A read of an array is free bits at first.  When a model gives it another value than the array has
 * there, we say what holds for this case:
 *
 *     the stores it passes are at other indices, this one is at its index   →  it is what was stored
 *     it passes all stores, and every choice between arrays goes this way   →  it is a read below
 *     two reads of a sparse array are at one index                          →  they are equal
 *     its index in an object or a table is k                                →  it is what is there
 *
 * An object that is read at many indices by one read gets the choice among all its bytes.
 * After: Brummayer, Biere, "Lemmas on demand for the extensional theory of arrays", JSAT 2009.
 * Differs: no equality of arrays, so lemmas go downwards only.
 */
#include "base/hash.h"
#include "expr/input.h"
#include "solver/bits/bit_solver_impl.h"
#include "solver/bits/blast_ops.h"
#include "solver/bits/blast_table.h"

enum {
  MAX_INSTANCES = SIZED(8, 2), /* of one read, before it gets the whole choice */
  MAX_CHOICE = 1 << 16,        /* bytes of such an object */
};

static u64 value_of(BitSolver *s, const Lit *bits, u32 width) {
  u64 v = 0;
  for (u32 i = 0; i < width; i++) v |= (u64)sat_value(s->sat, bits[i]) << i;
  return v;
}

u64 bit_read_value(BitSolver *s, u32 read) {
  const Read *r = &s->blaster.reads.at[read];
  return value_of(s, s->blaster.pool.at + r->lits, expr_width(r->select));
}

static bool is_sparse(Expr array) {
  return expr_kind(array) == EXPR_ARRAY_INPUT &&
         input_info(expr_input(array))->shape == INPUT_ARRAY;
}

static u64 key_of(Expr array, u64 index) {
  return hash_pair(array.id, index);
}

void bit_reads_to_model(BitSolver *s, Model *io_model) {
  map_clear(&s->reader_of);
  for (u32 i = 0; i < s->reads.n; i++) {
    Expr select = s->blaster.reads.at[s->reads.at[i]].select, array = expr_kid(select, 0);
    if (!is_sparse(array)) continue;
    Expr index = expr_kid(select, 1);
    u64 at = value_of(s, blaster_bits(&s->blaster, index), expr_width(index));
    bool is_fresh;
    u64 *reader = map_at(&s->reader_of, key_of(array, at), &is_fresh);
    if (!is_fresh) continue;
    *reader = s->reads.at[i] + 1;
    model_set_element(io_model, expr_input(array), at, bit_read_value(s, s->reads.at[i]));
  }
}

/* ---- lemmas -------------------------------------------------------------------------------------- */

/* A lemma in the making: the premises, and what the read is under them. */
typedef struct Lemma {
  BitSolver *s;
  const Model *m;
  u32 read;
  Lit premise;
  bool fits; /* false: the circuit would be too large */
} Lemma;

static bool suppose(Lemma *c, Expr e, bool holds) {
  Lit lit;
  c->fits = c->fits && blaster_lit(&c->s->blaster, e, &lit);
  if (c->fits) c->premise = circuit_and(&c->s->blaster.circuit, c->premise, lit_if(lit, !holds));
  return c->fits;
}

static u64 eval_at(Lemma *c, Expr e) {
  return eval(c->s->eval, c->m, e);
}

/* True: there was no such lemma yet. */
static bool conclude(Lemma *c, const Lit *value) {
  BitSolver *s = c->s;
  Circuit *circuit = &s->blaster.circuit;
  const Read *r = &s->blaster.reads.at[c->read];
  Lit equal = word_equal(circuit, expr_width(r->select), s->blaster.pool.at + r->lits, value);
  Lit lemma = circuit_or(circuit, lit_not(c->premise), equal);
  LitVec *lemmas = &s->lemmas.at[c->read];
  for (u32 i = 0; i < lemmas->n; i++)
    if (lemmas->at[i] == lemma) return false;
  if (lemma == LIT_TRUE) return false;
  vec_push(lemmas, lemma);
  return true;
}

static bool conclude_term(Lemma *c, Expr value) {
  const Lit *bits = blaster_bits(&c->s->blaster, value);
  c->fits = c->fits && bits;
  return c->fits && conclude(c, bits);
}

/* All of an object's bytes at once. */
static bool conclude_choice(Lemma *c, Expr array, Expr index) {
  Blaster *b = &c->s->blaster;
  const InputInfo *in = input_info(expr_input(array));
  Lit *bytes = mem_new((size_t)in->n_cells * 8 * sizeof *bytes), value[8];
  for (u32 i = 0; i < in->n_cells && c->fits; i++) {
    const Lit *bits = blaster_bits(b, expr_var(expr_input(array), 8 * i, 8));
    c->fits = bits;
    if (bits) memcpy(bytes + 8 * (size_t)i, bits, 8 * sizeof *bits);
  }
  bool is_new = false;
  if (c->fits) {
    blast_bytes(&b->circuit, bytes, in->n_cells, expr_width(index), blaster_bits(b, index), value);
    is_new = conclude(c, value);
  }
  mem_free(bytes);
  return is_new;
}

/* The read of an object or a table, at the index that it has now. */
static bool conclude_instance(Lemma *c, Expr array, Expr index) {
  u64 at = eval_at(c, index);
  u32 *n = &c->s->n_instances.at[c->read];
  Expr here = expr_const(expr_width(index), at);
  bool is_object = expr_kind(array) == EXPR_ARRAY_INPUT;
  if (is_object && *n >= MAX_INSTANCES && input_info(expr_input(array))->n_cells <= MAX_CHOICE)
    return conclude_choice(c, array, index);
  ++*n;
  return suppose(c, expr_eq(index, here), true) && conclude_term(c, expr_select(array, here));
}

/* The read of a sparse array that another read at the same index contradicts. */
static bool conclude_pair(Lemma *c, Expr array, Expr index) {
  u64 *reader = map_find(&c->s->reader_of, key_of(array, eval_at(c, index)));
  if (!reader || *reader - 1 == c->read) return false;
  Expr other = c->s->blaster.reads.at[*reader - 1].select;
  if (!expr_same(expr_kid(other, 0), array)) return false; /* the hashes are equal */
  return suppose(c, expr_eq(index, expr_kid(other, 1)), true) && conclude_term(c, other);
}

/* Goes down from the array to where the read's value is decided. */
static bool refine(Lemma *c) {
  Expr select = c->s->blaster.reads.at[c->read].select;
  Expr array = expr_kid(select, 0), index = expr_kid(select, 1);
  for (u32 depth = 0; c->fits; depth++) {
    ExprKind kind = expr_kind(array);
    if (kind == EXPR_STORE) {
      Expr at = expr_kid(array, 1);
      bool hits = eval_at(c, at) == eval_at(c, index);
      if (!suppose(c, expr_eq(index, at), hits)) break;
      if (hits) return conclude_term(c, expr_kid(array, 2));
      array = expr_kid(array, 0);
    } else if (kind == EXPR_ITE) {
      bool goes_first = eval_at(c, expr_kid(array, 0));
      if (!suppose(c, expr_kid(array, 0), goes_first)) break;
      array = expr_kid(array, goes_first ? 1 : 2);
    } else if (kind == EXPR_ARRAY_FILL) {
      return conclude_term(c, expr_kid(array, 0));
    } else if (depth) {
      return conclude_term(c, expr_select(array, index));
    } else {
      return is_sparse(array) ? conclude_pair(c, array, index) : conclude_instance(c, array, index);
    }
  }
  return false;
}

Refined bit_reads_refine(BitSolver *s, const Model *m) {
  bool is_right = true, is_new = false;
  for (u32 i = 0; i < s->reads.n; i++) {
    u32 read = s->reads.at[i];
    if (eval(s->eval, m, s->blaster.reads.at[read].select) == bit_read_value(s, read)) continue;
    is_right = false;
    vec_resize(&s->lemmas, MAX(s->lemmas.n, s->blaster.reads.n));
    vec_resize(&s->n_instances, MAX(s->n_instances.n, s->blaster.reads.n));
    Lemma c = {.s = s, .m = m, .read = read, .premise = LIT_TRUE, .fits = true};
    is_new |= refine(&c);
    if (!c.fits) return READS_FAILED;
  }
  return is_right ? READS_RIGHT : is_new ? READS_REFINED : READS_FAILED;
}
