/* facts.c — what is known of input bytes, in a table that is sorted by cell.
 *
 * The set of values of a byte is what the truth tables of the conditions on this byte alone leave: it may be too
 * large, as conditions on several bytes are not looked at.  A byte at which a float or a double begins has two bits
 * for either: not below the negative infinity, not above infinity; a NaN fails one of the two.  A state that learns
 * something new gets a table of its own; there are as many rows as bytes that the path has decided something about.
 */
#include "vm/choice/facts.h"

#include "expr/float.h"
#include "expr/input.h"
#include "vm/vm_impl.h"

#include <string.h>

enum { MAX_PARTS = 16 }; /* of a conjunction that are looked at */

typedef struct ByteFact {
  u32 cell;
  u8 floats; /* FLOAT_LOW and FLOAT_HIGH of the float that begins here, and, two bits above, of the double */
  ByteSet left;
} ByteFact;

struct PathFacts {
  u32 refs, n;
  bool has_sets; /* something is known of values */
  ByteFact at[];
};

PathFacts *facts_ref(PathFacts *f) {
  assert(!f || f->refs > 0);
  if (f) f->refs++;
  return f;
}

PathFacts *facts_unref(PathFacts *f) {
  assert(!f || f->refs > 0);
  if (f && --f->refs == 0) mem_free(f);
  return NULL;
}

/* The first row whose cell is not smaller. */
static u32 row_of(const PathFacts *f, u32 cell) {
  u32 low = 0, high = f ? f->n : 0;
  while (low < high) {
    u32 mid = low + (high - low) / 2;
    if (f->at[mid].cell < cell)
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}

/* NULL: nothing is known of it. */
static const ByteFact *fact_of(const PathFacts *f, u32 cell) {
  u32 row = row_of(f, cell);
  return f && row < f->n && f->at[row].cell == cell ? &f->at[row] : NULL;
}

static ByteSet left_of(const PathFacts *f, u32 cell) {
  const ByteFact *fact = fact_of(f, cell);
  return fact ? fact->left : BYTE_SET_ALL;
}

/* The row of the cell, in a table of the state's own. */
static ByteFact *fact_own(State *s, u32 cell) {
  PathFacts *f = s->facts;
  u32 row = row_of(f, cell), n = f ? f->n : 0, more = !fact_of(f, cell);
  if (!more && f->refs == 1) return &f->at[row];
  PathFacts *own = mem_new(sizeof *own + (n + more) * sizeof *own->at);
  *own = (PathFacts){.refs = 1, .n = n + more, .has_sets = f && f->has_sets};
  if (f) memcpy(own->at, f->at, row * sizeof *own->at);
  if (f) memcpy(own->at + row + more, f->at + row, (n - row) * sizeof *own->at);
  if (more) own->at[row] = (ByteFact){.cell = cell, .left = BYTE_SET_ALL};
  assert(!row || own->at[row - 1].cell < cell);
  assert(row + 1 == own->n || own->at[row + 1].cell > cell);
  facts_unref(f);
  s->facts = own;
  return &own->at[row];
}

/* ---- learning ---------------------------------------------------------------------------------------- */

/* False: it is not about one byte. */
static bool learn_byte(Vm *vm, State *s, Expr condition) {
  u32 cell;
  ByteSet table;
  if (!solver_byte_table(vm->solver, condition, &cell, &table)) return false;
  ByteSet old = left_of(s->facts, cell), now = byte_set_and(old, table);
  if (memcmp(&old, &now, sizeof now) == 0) return true;
  fact_own(s, cell)->left = now;
  s->facts->has_sets = true;
  return true;
}

/* The byte at which a float of an input begins, and where its bits are; false: it is no such float. */
static bool float_place(Expr x, u32 *ret_cell, u32 *ret_shift) {
  if (expr_kind(x) != EXPR_VAR || expr_var_low(x) % 8) return false;
  *ret_cell = input_info(expr_input(x))->first_cell + expr_var_low(x) / 8;
  *ret_shift = expr_width(x) == 64 ? 2 : 0;
  return true;
}

static void learn_float(State *s, Expr condition) {
  Expr x;
  u32 cell, shift, known = float_known(condition, &x);
  if (!known || !float_place(x, &cell, &shift) || (facts_float(s, x) & known) == known) return;
  assert((known & ~FLOAT_NUMBER) == 0);
  fact_own(s, cell)->floats |= (u8)(known << shift);
}

void facts_learn(Vm *vm, State *s, Expr condition) {
  Expr todo[MAX_PARTS + 1] = {condition};
  assert(expr_width(condition) == 1);
  for (u32 n = 1; n > 0;) {
    Expr part = todo[--n];
    bool is_and = expr_kind(part) == EXPR_AND;
    bool is_nor = expr_kind(part) == EXPR_NOT && expr_kind(expr_kid(part, 0)) == EXPR_OR;
    learn_float(s, part);
    bool is_done = vm->config.knows_bytes && learn_byte(vm, s, part);
    if (is_done || !(is_and || is_nor) || n + 2 > MAX_PARTS) continue;
    Expr both = is_and ? part : expr_kid(part, 0);
    for (u32 k = 0; k < 2; k++)
      todo[n++] = is_and ? expr_kid(both, k) : expr_not(expr_kid(both, k));
  }
}

/* ---- asking ------------------------------------------------------------------------------------------ */

static bool has_sets(const State *s) { return s->facts && s->facts->has_sets; }

bool facts_decide(Vm *vm, const State *s, Expr condition, bool *ret_holds) {
  u32 cell;
  ByteSet table;
  if (!has_sets(s) || !solver_byte_table(vm->solver, condition, &cell, &table)) return false;
  ByteSet left = left_of(s->facts, cell);
  bool may_hold = !byte_set_is_empty(byte_set_and(left, table));
  for (u32 i = 0; i < 4; i++) table.word[i] = ~table.word[i];
  bool may_fail = !byte_set_is_empty(byte_set_and(left, table));
  *ret_holds = may_hold;
  return may_hold != may_fail;
}

u32 facts_values(Vm *vm, const State *s, Expr e, u32 max, u64 *ret) {
  u32 cell, n = 0;
  u64 all[256];
  if (!has_sets(s) && (max < ARRAY_LEN(all) || !vm->config.knows_bytes)) return 0;
  if (!solver_byte_values(vm->solver, e, &cell, all)) return 0;
  ByteSet left = left_of(s->facts, cell);
  for (u32 v = byte_set_next(left, 0); v < 256; v = byte_set_next(left, v + 1)) {
    u32 k = 0;
    while (k < n && ret[k] != all[v]) k++;
    if (k < n) continue;
    if (n == max) return 0;
    ret[n++] = all[v];
  }
  return n;
}

bool facts_are_few(Vm *vm, const State *s, Expr e, u64 max) {
  u32 n_cells;
  u64 n = 1;
  const u32 *cells = solver_cells(vm->solver, e, &n_cells);
  for (u32 k = 0; k < n_cells; k++) {
    if (input_info(input_of_cell(cells[k]))->shape == INPUT_ARRAY) return false;
    n *= byte_set_count(left_of(s->facts, cells[k]));
    if (n > max) return false;
  }
  return true;
}

u32 facts_float(const State *s, Expr x) {
  u32 cell, shift;
  if (!s->facts || !float_place(x, &cell, &shift)) return 0;
  const ByteFact *fact = fact_of(s->facts, cell);
  return fact ? fact->floats >> shift & FLOAT_NUMBER : 0;
}

/* ---- bytes of one value ------------------------------------------------------------------------------
 *
 * A path that has decided all about its input goes on deciding: a compressor that has found which
 * letters occur asks for each of 256 once more.  Each such question is refuted by the whole of the
 * path condition.  After some of these in a row the machine asks for each byte that they read
 * whether it can have another value; those that cannot become conditions of the path, by which the
 * solver settles the rest at once.  They follow from the path condition, and nothing but the solver looks at
 * them: so whoever follows the path without them comes to the same decisions. */

/* So many questions are refuted before the first look, and this many times as many before each
 * further one; a term of many bytes is looked at later. */
enum { FIRST_LOOK = 8, NEXT_LOOK = 4, MAX_CELLS = 256 };

static bool is_fixed(Vm *vm, State *s, u32 cell, Expr *ret_condition) {
  InputInfo in = *input_info(input_of_cell(cell));
  u32 at = 8 * (cell - in.first_cell);
  if (in.shape == INPUT_ARRAY || at + 8 > in.n_bits) return false;
  Expr byte = expr_var(input_of_cell(cell), at, 8);
  u8 value = model_byte(context_model(s->context), cell);
  *ret_condition = expr_eq(byte, expr_const(8, value));
  cleanup(result_done) Result r = solver_check(vm->solver, s->context, expr_not(*ret_condition));
  return r.answer == ANSWER_NO && r.depth != DEPTH_FACTS; /* else the path says so already */
}

void facts_look(Vm *vm, State *s, Expr term) {
  u32 n, cells[MAX_CELLS];
  const u32 *all = solver_cells(vm->solver, term, &n);
  if (n > MAX_CELLS || s->n_refuted < MAX(FIRST_LOOK, n) || s->n_refuted < s->look_at) return;
  memcpy(cells, all, n * sizeof *cells);
  s->look_at = NEXT_LOOK * s->n_refuted;
  for (u32 k = 0; k < n; k++) {
    Expr condition;
    if (!is_fixed(vm, s, cells[k], &condition)) continue;
    Context *more = context_add(s->context, condition, context_model(s->context));
    context_unref(s->context);
    s->context = more;
  }
}
