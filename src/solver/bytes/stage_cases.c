/* stage_cases.c — questions in which single bytes choose what is compared.
 *
 * A program that looks up by a byte of its input how far to go on, and goes on there, reads
 *
 *     (= (ite (= b2 'a') b4 (ite (= b2 'b') b3 b5)) 'c')
 *
 * Values of b2 for which the conditions on it have the same truth are one case, and there are few.
 * In a case the conditions are constants and the rest simplifies: to a constraint on one byte,
 * which is a set of values (domains.h), or to one in which the next byte chooses.  So this is a
 * search over cases, not over values; it is complete, as the cases of a byte are all its values.
 * What is left without such a condition (a comparison of two bytes) ends the search undecided.
 */
#include "expr/input.h"
#include "expr/nodes.h"
#include "expr/substitute.h"
#include "solver/chain/stage.h"

enum {
  MAX_CELLS = 24, /* bytes that the slice reads */
  MAX_ITEMS = 256,
  MAX_ATOMS = 32,   /* conditions on one byte that make its cases */
  MAX_DEPTH = 32,   /* bytes split one after the other */
  MAX_CASES = 1024, /* of one question, before it is left to others … */
  /* … or so much work: nodes rewritten, and for each of a large term a walk over what is below.  A
   * checksum of 8 bytes has 500 nodes in each case. */
  MAX_WORK = 30000,
  /* Of the question and the path together: a search for conditions looks at what every node reads,
   * which in a sum of 20,000 quotients took half a minute before the first case. */
  MAX_NODES = 4096,
};

typedef enum Outcome { EMPTY, STUCK, DONE } Outcome;

typedef struct CaseSearch {
  Query *q;
  u32 cells[MAX_CELLS], n_cells;
  u32 n_cases;
  u64 work;
} CaseSearch;

/* The values that the bytes can have in a case, by place in CaseSearch.cells. */
typedef struct ByteCase {
  ByteSet values[MAX_CELLS];
} ByteCase;

/* Conditions that read the same byte and no other. */
typedef struct ByteAtoms {
  u32 place; /* of the byte */
  u32 n;
  Expr at[MAX_ATOMS];
  ByteSet tables[MAX_ATOMS];
} ByteAtoms;

static ByteSet without(ByteSet a, ByteSet b) {
  for (u32 i = 0; i < 4; i++) a.word[i] &= ~b.word[i];
  return a;
}

/* MAX_CELLS when the slice does not read it. */
static u32 place_of(const CaseSearch *s, u32 cell) {
  for (u32 i = 0; i < s->n_cells; i++)
    if (s->cells[i] == cell) return i;
  return MAX_CELLS;
}

/* ---- conditions on one byte ---------------------------------------------------------------------- */

/* Takes the condition if it is on the byte of the others, or the first. */
static void atoms_add(CaseSearch *s, ByteAtoms *a, Expr e, u32 cell) {
  u32 place = place_of(s, cell);
  ByteSet table;
  if (place == MAX_CELLS || a->n == MAX_ATOMS || (a->n && a->place != place)) return;
  if (!domains_table(&s->q->trail->domains, e, cell, &table)) return;
  a->place = place;
  a->tables[a->n] = table;
  a->at[a->n++] = e;
}

/* The largest conditions in the terms that read one byte, all of the same one; what chooses is
 * looked at before what is chosen. */
static void find_atoms(CaseSearch *s, const ExprVec *terms, ByteAtoms *ret) {
  ExprVec stack = {0};
  Map seen = {0};
  ret->n = ret->place = 0;
  for (u32 i = terms->n; i-- > 0;) vec_push(&stack, terms->at[i]);
  while (stack.n) {
    Expr e = vec_pop(&stack);
    u32 n_cells;
    const u32 *cells = cells_of(&s->q->trail->cells, e, &n_cells);
    bool is_fresh;
    map_at(&seen, e.id, &is_fresh);
    if (!is_fresh || !n_cells) continue;
    if (n_cells == 1 && expr_width(e) == 1)
      atoms_add(s, ret, e, cells[0]);
    else
      for (u32 k = expr_arity(e); k-- > 0;) vec_push(&stack, expr_kid(e, k));
  }
  map_done(&seen);
  vec_free(&stack);
}

/* ---- cases --------------------------------------------------------------------------------------- */

/* Constraints on one byte become sets of values; appends the others, which are to be split. */
static Outcome fold(CaseSearch *s, const ExprVec *terms, ByteCase *c, ExprVec *ret_rest) {
  for (u32 i = 0; i < terms->n; i++) {
    Expr e = terms->at[i];
    if (expr_is_value(e, 0)) return EMPTY;
    if (expr_is_value(e, 1)) continue;
    u32 n_cells;
    const u32 *cells = cells_of(&s->q->trail->cells, e, &n_cells);
    u32 place = n_cells == 1 ? place_of(s, cells[0]) : MAX_CELLS;
    ByteSet table;
    if (place == MAX_CELLS || !domains_table(&s->q->trail->domains, e, s->cells[place], &table)) {
      vec_push(ret_rest, e);
      continue;
    }
    c->values[place] = byte_set_and(c->values[place], table);
    if (byte_set_is_empty(c->values[place])) return EMPTY;
  }
  return ret_rest->n ? STUCK : DONE;
}

/* The base model keeps what it may. */
static u32 preferred(const CaseSearch *s, u32 place, ByteSet values) {
  assert(place < s->n_cells && !byte_set_is_empty(values));
  u32 mine = model_byte(s->q->base, s->cells[place]);
  return byte_set_has(values, mine) ? mine : byte_set_next(values, 0);
}

static void propose(CaseSearch *s, const ByteCase *c) {
  s->q->found = model_copy(s->q->base);
  for (u32 i = 0; i < s->n_cells; i++)
    model_set_byte(s->q->found, s->cells[i], (u8)preferred(s, i, c->values[i]));
}

/* Those of the values for which every condition is as for v, and the terms then. */
static ByteSet case_of(CaseSearch *s, const ByteAtoms *a, ByteSet values, u32 v,
                       const ExprVec *terms, ExprVec *ret_terms) {
  Substitution to = {0};
  for (u32 i = 0; i < a->n; i++) {
    bool holds = byte_set_has(a->tables[i], v);
    values = holds ? byte_set_and(values, a->tables[i]) : without(values, a->tables[i]);
    substitution_put(&to, a->at[i], expr_bool(holds));
  }
  for (u32 i = 0; i < terms->n; i++) vec_push(ret_terms, substitute(&to, terms->at[i]));
  s->work += to.map.n * (1 + to.map.n / 64);
  substitution_done(&to);
  assert(byte_set_has(values, v));
  return values;
}

static Outcome search(CaseSearch *s, const ExprVec *terms, ByteCase c, u32 depth);

/* Every case of the byte of the first condition, one after the other. */
static Outcome split(CaseSearch *s, const ExprVec *terms, ByteCase c, u32 depth) {
  ByteAtoms atoms;
  find_atoms(s, terms, &atoms);
  if (!atoms.n || depth == MAX_DEPTH) return STUCK;
  Outcome outcome = EMPTY;
  ByteSet left = c.values[atoms.place];
  while (!byte_set_is_empty(left) && outcome != DONE) {
    if (++s->n_cases > MAX_CASES || s->work > MAX_WORK || query_is_late(s->q)) return STUCK;
    ExprVec then = {0};
    u32 v = preferred(s, atoms.place, left);
    c.values[atoms.place] = case_of(s, &atoms, left, v, terms, &then);
    left = without(left, c.values[atoms.place]);
    Outcome o = search(s, &then, c, depth + 1);
    if (o != EMPTY) outcome = o;
    vec_free(&then);
  }
  return outcome;
}

/* Recursive in the number of bytes split, which is bounded. */
static Outcome search(CaseSearch *s, const ExprVec *terms, ByteCase c, u32 depth) {
  ExprVec rest = {0};
  Outcome outcome = fold(s, terms, &c, &rest);
  if (outcome == DONE)
    propose(s, &c);
  else if (outcome == STUCK)
    outcome = split(s, &rest, c, depth);
  vec_free(&rest);
  return outcome;
}

/* ---- the question -------------------------------------------------------------------------------- */

/* False: there are too many, or one of them is not a byte. */
static bool add_cells(CaseSearch *s, Expr e) {
  u32 n;
  const u32 *cells = cells_of(&s->q->trail->cells, e, &n);
  for (u32 i = 0; i < n; i++) {
    if (place_of(s, cells[i]) != MAX_CELLS) continue;
    if (s->n_cells == MAX_CELLS) return false;
    if (input_info(input_of_cell(cells[i]))->shape == INPUT_ARRAY) return false;
    s->cells[s->n_cells++] = cells[i];
  }
  return true;
}

static bool is_small(const ExprVec *terms) {
  ExprVec nodes = {0};
  bool fits = expr_all_nodes(terms->at, terms->n, MAX_NODES, &nodes);
  vec_free(&nodes);
  return fits;
}

static bool add_term(CaseSearch *s, ExprVec *terms, Expr e) {
  vec_push(terms, e);
  return add_cells(s, e);
}

static Verdict cases_ask(void *self, Query *q) {
  (void)self;
  CaseSearch s = {.q = q};
  ByteCase c;
  ExprVec terms = {0};
  const U32Vec *items = query_slice(q);
  bool fits = items->n <= MAX_ITEMS && add_term(&s, &terms, q->e);
  for (u32 i = 0; fits && i < items->n; i++)
    fits = add_term(&s, &terms, q->trail->items.at[items->at[i]].e);
  fits = fits && is_small(&terms);
  for (u32 i = 0; i < s.n_cells; i++) c.values[i] = domains_get(&q->trail->domains, s.cells[i]);
  Outcome outcome = fits ? search(&s, &terms, c, 0) : STUCK;
  vec_free(&terms);
  return outcome == DONE ? PROPOSED : outcome == EMPTY ? REFUTED : SILENT;
}

const StageOps stage_cases = {.ask = cases_ask};
