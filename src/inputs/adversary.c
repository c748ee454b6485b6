/* adversary.c — answers comparisons so that a sort splits badly (M. D. McIlroy: A killer adversary for quicksort,
 * Software: Practice and Experience, 1999).
 *
 * Nothing is said of a number of the input before it must be: until then it is gas.  When two are compared that are
 * both gas, one of them becomes solid: it gets a value that is less than that of all gas, and more than those that were
 * solid before.  It is the one that was last compared with a solid one, as that is likely to be a pivot.  So pivots are
 * always near the minimum, at any size and however they are chosen.  The same works for whatever else decides by
 * comparing numbers of its input with each other, such as trees and heaps.
 *
 * Here the program is not given a comparison function of its own: it runs with symbols, the values so far are a model
 * that the machine follows, and a condition that reads two numbers is a comparison.  And the answers are not fixed: each
 * may be the mirrored one (larger than all gas), may choose the other number, or may make both equal.  So a list of
 * answers stands for an input, and a small change of it for one that is nearly as bad (adversary_search.c).  What comes out is only
 * an input; it is run to see what it costs.
 */
#include "inputs/adversary.h"

#include "expr/input.h"
#include "solver/cells.h"

/* Instructions between two looks at the clock. */
enum { FUEL = SIZED(1 << 18, 1000) };
/* After so many new terms those of the past are freed. */
enum { SWEEP_TERMS = SIZED(1 << 20, 1 << 10) };

/* A number of the input. */
typedef struct Element {
  u32 gene, index;
  bool is_solid;
} Element;

static const u32 no_element = UINT32_MAX;

typedef struct Adversary {
  const Evaluator *evaluator; /* borrowed */
  const u8 *answers;          /* borrowed */
  u32 n_used;                 /* of these so far */
  u8 *genome;                 /* borrowed; the values so far */
  VEC(Element) elements;
  VEC(u32) of_cell;  /* cell -> element */
  u32 n_low, n_high; /* values that are smaller and larger than gas */
  u32 candidate;     /* was last compared with a solid one */
  Cells cells;
} Adversary;

/* ---- elements ------------------------------------------------------------------------------------ */

/* Gas is in the middle of all values that can be wanted. */
static u32 gas_rank(const Adversary *a) { return a->elements.n; }

static void put_rank(const Adversary *a, const Element *e, u32 rank) {
  assert(rank <= 2 * a->elements.n);
  const Gene *g = &a->evaluator->plan.genes.at[e->gene];
  gene_put(g, a->genome, e->index, gene_rank_value(g, rank, 2ull * a->elements.n + 1));
}

static u32 first_cell_of(const Evaluator *j, u32 gene) {
  const InputSlot *s = &j->slots.at[gene];
  return input_info(input_bytes(s->name, s->n_bytes))->first_cell;
}

static void add_gene(Adversary *a, u32 gene) {
  const Gene *g = &a->evaluator->plan.genes.at[gene];
  u32 first = a->evaluator->slots.at[gene].n_bytes ? first_cell_of(a->evaluator, gene) : 0;
  while (a->of_cell.n < first + g->n * g->width) vec_push(&a->of_cell, no_element);
  for (u32 i = 0; i < g->n; i++) {
    for (u32 k = 0; k < g->width; k++) a->of_cell.at[first + i * g->width + k] = a->elements.n;
    vec_push(&a->elements, ((Element){.gene = gene, .index = i}));
  }
}

/* The elements that a condition reads, if there are just two. */
static bool find_two(Adversary *a, Expr condition, u32 ret[2]) {
  u32 n_cells, n = 0;
  const u32 *cells = cells_of(&a->cells, condition, &n_cells);
  for (u32 i = 0; i < n_cells; i++) {
    u32 e = cells[i] < a->of_cell.n ? a->of_cell.at[cells[i]] : no_element;
    if (e == no_element) return false;
    if (n && ret[n - 1] == e) continue;
    if (n == 2) return false;
    ret[n++] = e;
  }
  return n == 2;
}

/* ---- the model ----------------------------------------------------------------------------------- */

static void model_put(const Adversary *a, Model *m, const Element *e) {
  const Gene *g = &a->evaluator->plan.genes.at[e->gene];
  u32 first = first_cell_of(a->evaluator, e->gene) + e->index * g->width;
  for (u32 k = 0; k < g->width; k++)
    model_set_byte(m, first + k, a->genome[g->at + e->index * g->width + k]);
}

/* From here on the machine follows the model. */
static void follow_model(const Adversary *a, State *s, Model *m) {
  context_unref(s->context);
  s->context = context_new_guess(a->evaluator->size_search->search->config.solver, m);
  model_unref(m);
}

static void freeze(Adversary *a, State *s, u32 element, u32 rank) {
  Element *e = &a->elements.at[element];
  assert(!e->is_solid && rank != gas_rank(a));
  e->is_solid = true;
  put_rank(a, e, rank);
  Model *m = model_copy(context_model(s->context));
  model_put(a, m, e);
  follow_model(a, s, m);
}

/* ---- the run ------------------------------------------------------------------------------------- */

/* Of two that are gas: which one becomes solid? */
static u32 choose(const Adversary *a, const u32 two[2], u8 how) {
  assert(two[0] != two[1] && two[0] < a->elements.n && two[1] < a->elements.n);
  u32 k = two[0] == a->candidate ? 0 : two[1] == a->candidate ? 1 : !(how & ANSWER_FIRST);
  return how & ANSWER_OTHER ? !k : k;
}

static void decide(Adversary *a, State *s, const u32 two[2], bool io_solid[2]) {
  u8 how = a->answers[a->n_used++];
  u32 k = choose(a, two, how);
  u32 rank = how & ANSWER_HIGH ? 2 * a->elements.n - a->n_high++ : a->n_low++;
  freeze(a, s, two[k], rank);
  io_solid[k] = true;
  if (!(how & ANSWER_TIE)) return;
  freeze(a, s, two[!k], rank);
  io_solid[!k] = true;
}

static void answer(Adversary *a, State *s) {
  Expr condition;
  u32 two[2];
  if (s->choice.kind != CHOICE_BRANCH || !context_model(s->context) ||
      !choice_condition(s, 1, &condition) || !find_two(a, condition, two))
    return;
  bool is_solid[2] = {a->elements.at[two[0]].is_solid, a->elements.at[two[1]].is_solid};
  if (!is_solid[0] && !is_solid[1]) decide(a, s, two, is_solid);
  if (is_solid[0] != is_solid[1]) a->candidate = two[is_solid[0]];
}

/* Does the program go wrong here?  To say how, many questions may be wanted.  And as answers change what was decided
 * by other conditions, the values need not be those of an input that comes here. */
static bool goes_wrong(Vm *vm, const State *s) {
  u64 side = 0;
  bool may = s->choice.kind == CHOICE_ADDRESS || s->choice.kind == CHOICE_CHECK;
  return may && choice_guess(vm, s, &side) && !side;
}

static void run(Adversary *a, Vm *vm, State *s, u64 deadline_ns) {
  u32 next_sweep = expr_count() + SWEEP_TERMS;
  const volatile sig_atomic_t *interrupted = a->evaluator->size_search->budget.interrupted;
  while (state_is_live(s)) {
    if (vm_run(vm, s, FUEL) == EVENT_CHOICE) {
      answer(a, s);
      if (goes_wrong(vm, s)) break;
      choice_follow_model(vm, s);
    }
    bool is_over = !clock_left(deadline_ns) || (interrupted && *interrupted);
    if (state_is_live(s) && is_over) state_stop(s, STOP_BUDGET, "");
    if (expr_count() < next_sweep) continue;
    expr_sweep();
    next_sweep = expr_count() + SWEEP_TERMS;
  }
}

static void done(Adversary *a) {
  vec_free(&a->elements);
  vec_free(&a->of_cell);
  cells_done(&a->cells);
}

u32 adversary_answers(const Evaluator *j) {
  u32 n = 0;
  for (u32 i = 0; i < j->plan.genes.n; i++) n += j->plan.genes.at[i].n;
  return n;
}

Err adversary_make(const Evaluator *j, const u8 *answers, u64 deadline_ns, u8 *ret_genome,
                   u32 *ret_n_used) {
  Adversary a = {.evaluator = j, .answers = answers, .genome = ret_genome, .candidate = no_element};
  State *s;
  Vm *vm = size_search_vm(j->size_search);
  *ret_n_used = 0;
  TRY(vm_start(vm, &s));
  for (u32 i = 0; i < j->plan.genes.n; i++) add_gene(&a, i);
  Model *m = model_new();
  for (u32 i = 0; i < a.elements.n; i++) {
    put_rank(&a, &a.elements.at[i], gas_rank(&a));
    model_put(&a, m, &a.elements.at[i]);
  }
  follow_model(&a, s, m);
  run(&a, vm, s, deadline_ns);
  if (s->ending && s->ending->stop == STOP_EXIT) *ret_n_used = a.n_used;
  state_free(vm, s);
  done(&a);
  return OK;
}
