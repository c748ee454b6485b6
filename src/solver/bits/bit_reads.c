/* bit_reads.c — arrays by lemmas on demand.
 *
 * A read of an array, and an equality of two, is free bits at first.  When a model gives it another
 * value than the arrays have, we say what holds for this case:
 *
 *     the stores it passes are at other indices, this one is at its index   →  it is what was stored
 *     it passes all stores, and every choice between arrays goes this way   →  it is a read below
 *     two reads of a sparse array are at one index                          →  they are equal
 *     its index in an object or a table is k                                →  it is what is there
 *     two arrays are equal                                                  →  so are they at k
 *     two arrays differ                                                     →  they do at their witness
 *
 * An object that is read at many indices by one read gets the choice among all its bytes.  The
 * witness of two arrays is an input that nothing else reads.  Sparse arrays of equalities that hold
 * get the same value for all elements that no term reads, else lemmas would follow without end.
 * After: Brummayer, Biere, "Lemmas on demand for the extensional theory of arrays", JSAT 2009.
 * Differs: lemmas go downwards only; what equal arrays have in common is found where a model has
 * them differ.
 */
#include "base/hash.h"
#include "base/text.h"
#include "expr/array_value.h"
#include "expr/input.h"
#include "expr/value.h"
#include "solver/bits/bit_solver_impl.h"
#include "solver/bits/blast_ops.h"
#include "solver/bits/blast_table.h"

enum {
  MAX_INSTANCES = SIZED(8, 2), /* of one read, before it gets the whole choice */
  MAX_CHOICE = 1 << 16,        /* bytes of such an object */
};

static u64 value_of(BitSolver *s, const Lit *bits, u32 width) {
  assert(width <= 64);
  u64 v = 0;
  for (u32 i = 0; i < width; i++) v |= (u64)sat_value(s->sat, bits[i]) << i;
  return v;
}

static Expr term_of(const BitSolver *s, u32 read) { return s->blaster.reads.at[read].term; }

static bool is_equality(const BitSolver *s, u32 read) {
  return expr_kind(term_of(s, read)) == EXPR_ARRAY_EQ;
}

/* Word number `piece` of the value that the clauses give to a read. */
static u64 read_value(BitSolver *s, u32 read, u32 piece) {
  const Read *r = &s->blaster.reads.at[read];
  u32 left = expr_width(r->term) - 64 * piece;
  assert(64 * piece < expr_width(r->term));
  return value_of(s, s->blaster.pool.at + r->lits + (size_t)64 * piece, MIN(64, left));
}

/* Does the model give the read the value that the clauses gave it? */
static bool is_right(BitSolver *s, u32 read, const Model *m) {
  u64 words[VALUE_WORDS(EXPR_MAX_WIDTH)];
  Expr term = term_of(s, read);
  eval_words(s->eval, m, term, words);
  for (u32 i = 0; i < VALUE_WORDS(expr_width(term)); i++)
    if (words[i] != read_value(s, read, i)) return false;
  return true;
}

static bool is_sparse(Expr array) {
  return expr_kind(array) == EXPR_ARRAY_INPUT &&
         input_info(expr_input(array))->shape == INPUT_ARRAY;
}

static u64 key_of(Expr array, u64 index) { return hash_pair(array.id, index); }

static void elements_to_model(BitSolver *s, Model *io_model) {
  map_clear(&s->reader_of);
  for (u32 i = 0; i < s->reads.n; i++) {
    u32 read = s->reads.at[i];
    Expr select = term_of(s, read), array = expr_kid(select, 0);
    if (is_equality(s, read) || !is_sparse(array)) continue;
    Expr index = expr_kid(select, 1);
    u64 at = value_of(s, blaster_bits(&s->blaster, index), expr_width(index));
    bool is_fresh;
    u64 *reader = map_at(&s->reader_of, key_of(array, at), &is_fresh);
    if (!is_fresh) continue;
    *reader = read + 1;
    for (u32 k = 0; k < VALUE_WORDS(expr_width(select)); k++)
      model_set_piece(io_model, expr_input(array), at, k, read_value(s, read, k));
  }
}

/* ---- the rest of sparse arrays that are compared ------------------------------------------------- */

/* The leaf below stores and choices, as the model has it. */
static Expr leaf_of(BitSolver *s, const Model *m, Expr array) {
  for (;;) {
    if (expr_kind(array) == EXPR_STORE)
      array = expr_kid(array, 0);
    else if (expr_kind(array) == EXPR_ITE)
      array = expr_kid(array, eval_true(s->eval, m, expr_kid(array, 0)) ? 1 : 2);
    else
      return array;
  }
}

/* Sets what all elements are that are not set one by one, and forgets the latter. */
static void set_rest(BitSolver *s, Model *io_model, Expr sparse, Expr like) {
  assert(is_sparse(sparse));
  u64 words[VALUE_WORDS(EXPR_MAX_WIDTH)] = {0};
  u32 n_words = VALUE_WORDS(expr_width(sparse));
  if (!expr_is_none(like) && expr_kind(like) == EXPR_ARRAY_FILL) {
    eval_words(s->eval, io_model, expr_kid(like, 0), words);
  } else if (!expr_is_none(like) && is_sparse(like)) {
    for (u32 i = 0; i < n_words; i++) words[i] = model_get_rest(io_model, expr_input(like), i);
  }
  model_set_rest(io_model, expr_input(sparse), words);
}

/* Sparse arrays take the rest of what they are equal to; of two sparse ones that of the first, in as
 * many rounds as a chain of equalities may need. */
static bool rests_to_model(BitSolver *s, Model *io_model) {
  Map is_set = {0}; /* sparse arrays whose rest is decided */
  bool is_any = false;
  for (bool moves = true; moves;) {
    moves = false;
    for (u32 i = 0; i < s->reads.n; i++) {
      u32 read = s->reads.at[i];
      if (!is_equality(s, read) || !read_value(s, read, 0)) continue;
      Expr leaf[2];
      for (u32 k = 0; k < 2; k++) leaf[k] = leaf_of(s, io_model, expr_kid(term_of(s, read), k));
      for (u32 k = 0; k < 2; k++) {
        Expr to = leaf[k], from = leaf[1 - k];
        bool is_source = !is_sparse(from) || map_find(&is_set, from.id);
        if (!is_sparse(to) || !is_source || map_find(&is_set, to.id)) continue;
        set_rest(s, io_model, to, from);
        map_put(&is_set, to.id, 1);
        moves = is_any = true;
      }
    }
    for (u32 i = 0; i < s->reads.n && !moves; i++) { /* no other array gives a value: zero */
      u32 read = s->reads.at[i];
      if (!is_equality(s, read) || !read_value(s, read, 0)) continue;
      Expr leaf = leaf_of(s, io_model, expr_kid(term_of(s, read), 0));
      if (!is_sparse(leaf) || map_find(&is_set, leaf.id)) continue;
      set_rest(s, io_model, leaf, EXPR_NONE);
      map_put(&is_set, leaf.id, 1);
      moves = is_any = true;
    }
  }
  map_done(&is_set);
  return is_any;
}

void bit_reads_to_model(BitSolver *s, Model *io_model) {
  elements_to_model(s, io_model);
  if (rests_to_model(s, io_model)) elements_to_model(s, io_model);
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

static u64 eval_at(Lemma *c, Expr e) { return eval(c->s->eval, c->m, e); }

/* True: there was no such lemma yet. */
static bool conclude(Lemma *c, const Lit *value) {
  BitSolver *s = c->s;
  Circuit *circuit = &s->blaster.circuit;
  const Read *r = &s->blaster.reads.at[c->read];
  Lit equal = word_equal(circuit, expr_width(r->term), s->blaster.pool.at + r->lits, value);
  Lit lemma = circuit_or(circuit, lit_not(c->premise), equal);
  assert(c->read < s->lemmas.n);
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
  Expr other = term_of(c->s, (u32)*reader - 1);
  if (!expr_same(expr_kid(other, 0), array)) return false; /* the hashes are equal */
  return suppose(c, expr_eq(index, expr_kid(other, 1)), true) && conclude_term(c, other);
}

/* Goes down from the array to where the read's value is decided. */
static bool refine(Lemma *c) {
  Expr select = term_of(c->s, c->read);
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

/* An input of its own for the index at which two arrays differ, if they do.  No symbol of SMT-LIB
 * has a backslash in its name, and programs have objects of bytes only: so this name cannot collide
 * with another input. */
static Expr witness_of(Lemma *c, u32 index_width) {
  cleanup(text_free) Text name = text_format("\\differ.%u.%u", c->read, index_width);
  return expr_var(input_bits(text_c(&name), index_width), 0, index_width);
}

/* That the arrays are equal or not at one index follows from whether they are at all; true: news. */
static bool conclude_at(Lemma *c, Expr at) {
  Expr e = term_of(c->s, c->read);
  bool are_equal = read_value(c->s, c->read, 0);
  Lit conclusion = lit_if(LIT_FALSE, !are_equal);
  Expr same = expr_eq(expr_select(expr_kid(e, 0), at), expr_select(expr_kid(e, 1), at));
  c->premise = LIT_TRUE;
  return suppose(c, same, !are_equal) && conclude(c, &conclusion);
}

/* The same for all indices of stores to the array that the model gives this value. */
static bool conclude_at_stores(Lemma *c, Expr array, u64 index) {
  bool is_new = false;
  while (c->fits && (expr_kind(array) == EXPR_STORE || expr_kind(array) == EXPR_ITE)) {
    bool is_store = expr_kind(array) == EXPR_STORE;
    if (is_store && eval_at(c, expr_kid(array, 1)) == index)
      is_new |= conclude_at(c, expr_kid(array, 1));
    array = expr_kid(array, is_store ? 0 : eval_at(c, expr_kid(array, 0)) ? 1 : 2);
  }
  return is_new;
}

/* Equal arrays are so at an index at which the model has them differ, preferably as a term that says
 * more than its value: one that is stored at or read; others differ at their witness. */
static bool refine_equality(Lemma *c) {
  assert(is_equality(c->s, c->read));
  BitSolver *s = c->s;
  Expr e = term_of(s, c->read), a = expr_kid(e, 0), b = expr_kid(e, 1);
  u32 index_width = expr_index_width(a);
  if (!read_value(s, c->read, 0)) return conclude_at(c, witness_of(c, index_width));
  cleanup(array_value_done) ArrayValue x = {0};
  cleanup(array_value_done) ArrayValue y = {0};
  u64 index;
  eval_array(s->eval, c->m, a, &x);
  eval_array(s->eval, c->m, b, &y);
  if (!array_value_differ(&x, &y, &index)) return false;
  bool is_new = conclude_at_stores(c, a, index);
  is_new |= conclude_at_stores(c, b, index);
  for (u32 i = 0; i < s->reads.n && c->fits; i++) {
    Expr select = term_of(s, s->reads.at[i]);
    if (expr_kind(select) != EXPR_SELECT) continue;
    Expr at = expr_kid(select, 1);
    if (expr_width(at) == index_width && eval_at(c, at) == index) is_new |= conclude_at(c, at);
  }
  if (is_new || !c->fits) return is_new;
  return conclude_at(c, expr_const(index_width, index));
}

Refined bit_reads_refine(BitSolver *s, const Model *m) {
  bool are_right = true, is_new = false;
  for (u32 i = 0; i < s->reads.n; i++) {
    u32 read = s->reads.at[i];
    if (is_right(s, read, m)) continue;
    are_right = false;
    vec_resize(&s->lemmas, MAX(s->lemmas.n, s->blaster.reads.n));
    vec_resize(&s->n_instances, MAX(s->n_instances.n, s->blaster.reads.n));
    Lemma c = {.s = s, .m = m, .read = read, .premise = LIT_TRUE, .fits = true};
    is_new |= is_equality(s, read) ? refine_equality(&c) : refine(&c);
    if (!c.fits) return READS_FAILED;
  }
  return are_right ? READS_RIGHT : is_new ? READS_REFINED : READS_FAILED;
}
