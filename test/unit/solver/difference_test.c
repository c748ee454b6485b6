/* difference_test.c — the difference solver against shortest paths written naively.
 *
 * The reference decides a set of atoms by Floyd and Warshall, once for every
 * choice of side for the disequalities.  Random sequences of operations run on
 * both; every answer, value, delta, explanation and bound is checked.
 */
#include "base/rng.h"
#include "base/vec.h"
#include "solver/order/difference.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define MAX_VARS 8
#define MAX_NES 5
#define MAX_ATOMS 64
#define FAR ((DifferenceInt)1 << 110)
#define NO_LIMIT 1000000

/* ---- the reference ------------------------------------------------------- */

typedef struct Naive {
  DifferenceAtom at[MAX_ATOMS];
  u32 n, n_vars;
} Naive;

typedef struct Matrix {
  DifferenceInt at[MAX_VARS][MAX_VARS]; /* [y][x]: tightest c of x - y <= c */
  bool feasible;
} Matrix;

/* `sides`: bit i says which way the i-th disequality is meant. */
static Matrix naive_matrix(const Naive *s, u32 sides) {
  Matrix m;
  for (u32 y = 0; y < s->n_vars; y++)
    for (u32 x = 0; x < s->n_vars; x++) m.at[y][x] = x == y ? 0 : FAR;
  for (u32 i = 0; i < s->n; i++) {
    DifferenceAtom a = s->at[i];
    if (a.differs) {
      if (sides & 1) a = (DifferenceAtom){a.y, a.x, -a.c, 0, false};
      a.c--;
      sides >>= 1;
    }
    m.at[a.y][a.x] = MIN(m.at[a.y][a.x], a.c);
  }
  for (u32 k = 0; k < s->n_vars; k++)
    for (u32 y = 0; y < s->n_vars; y++)
      for (u32 x = 0; x < s->n_vars; x++)
        if (m.at[y][k] < FAR && m.at[k][x] < FAR)
          m.at[y][x] = MIN(m.at[y][x], m.at[y][k] + m.at[k][x]);
  m.feasible = true;
  for (u32 x = 0; x < s->n_vars; x++) m.feasible &= m.at[x][x] >= 0;
  return m;
}

static u32 naive_n_nes(const Naive *s) {
  u32 n = 0;
  for (u32 i = 0; i < s->n; i++) n += s->at[i].differs;
  return n;
}

static bool naive_feasible(const Naive *s, Matrix *ret_m) {
  u32 n_nes = naive_n_nes(s);
  for (u32 sides = 0; sides < 1u << n_nes; sides++) {
    *ret_m = naive_matrix(s, sides);
    if (ret_m->feasible) return true;
  }
  return false;
}

static bool atom_holds(const DifferenceAtom *a, const DifferenceInt *values) {
  DifferenceInt difference = values[a->x] - values[a->y];
  return a->differs ? difference != a->c : difference <= a->c;
}

static bool naive_holds(const Naive *s, const DifferenceInt *values) {
  for (u32 i = 0; i < s->n; i++)
    if (!atom_holds(&s->at[i], values)) return false;
  return values[0] == 0;
}

/* ---- what is checked ----------------------------------------------------- */

typedef struct Pair {
  Differences *d;
  Naive naive;
  Rng rng;
  DifferenceMark marks[MAX_ATOMS + 1]; /* of `d` when `naive` had so many atoms */
  u32 next_reason;
  bool huge, with_nes;
} Pair;

static void values_get(const Pair *p, DifferenceInt *ret_values) {
  for (u32 i = 0; i < p->naive.n_vars; i++) ret_values[i] = difference_value(p->d, i);
}

static void check_holds(const Pair *p) {
  DifferenceInt values[MAX_VARS];
  values_get(p, values);
  assert_true(naive_holds(&p->naive, values));
}

/* Reasons name atoms, are together infeasible, and if they are edges only, none
 * can be left out: then they are one simple cycle. */
static void check_reasons(const Pair *p, const Naive *with) {
  u32 n;
  const u32 *reasons = difference_reasons(p->d, &n);
  Naive core = {.n_vars = with->n_vars};
  for (u32 i = 0; i < n; i++) {
    u32 k = 0;
    while (k < with->n && with->at[k].reason != reasons[i]) k++;
    assert_true(k < with->n);
    for (u32 j = 0; j < i; j++) assert_int_not_equal(reasons[j], reasons[i]);
    core.at[core.n++] = with->at[k];
  }
  Matrix m;
  assert_false(naive_feasible(&core, &m));
  if (naive_n_nes(&core) > 0) return;
  for (u32 i = 0; i < n; i++) {
    Naive less = core;
    less.at[i] = less.at[--less.n];
    assert_true(naive_feasible(&less, &m));
  }
}

/* Applied to the values before, the moves give a solution, and each is one. */
static void check_moves(const Pair *p, const Naive *with, DifferenceInt *values) {
  u32 n;
  const DifferenceMove *moves = difference_moves(p->d, &n);
  bool moved[MAX_VARS] = {0};
  for (u32 i = 0; i < n; i++) {
    assert_false(moved[moves[i].var]);
    assert_true(values[moves[i].var] != moves[i].value);
    moved[moves[i].var] = true;
    values[moves[i].var] = moves[i].value;
  }
  assert_true(naive_holds(with, values));
}

static i64 random_c(Pair *p) {
  static const i64 huge[] = {DIFFERENCE_C_LIMIT - 1,
                             -DIFFERENCE_C_LIMIT + 1,
                             DIFFERENCE_C_LIMIT - 2,
                             -DIFFERENCE_C_LIMIT + 2,
                             0,
                             1,
                             -1};
  if (p->huge) return huge[rng_below(&p->rng, ARRAY_LEN(huge))];
  return (i64)rng_below(&p->rng, 14) - 5;
}

static DifferenceAtom random_atom(Pair *p, const Naive *with) {
  DifferenceAtom a = {.c = random_c(p), .reason = p->next_reason++};
  a.x = rng_below(&p->rng, with->n_vars);
  a.y = rng_below(&p->rng, with->n_vars);
  if (a.x == a.y && !rng_chance(&p->rng, 10)) a.y = (a.x + 1) % with->n_vars;
  a.differs = p->with_nes && naive_n_nes(with) < MAX_NES && rng_chance(&p->rng, 2);
  if (a.differs && !p->huge) a.c = (i64)rng_below(&p->rng, 3) - 1;
  return a;
}

/* ---- the operations ------------------------------------------------------ */

static u32 random_atoms(Pair *p, Naive *io_with, DifferenceAtom *ret_atoms) {
  u32 n = rng_chance(&p->rng, 3) ? 1 + rng_below(&p->rng, 4) : 1;
  for (u32 i = 0; i < n; i++) {
    ret_atoms[i] = random_atom(p, io_with);
    io_with->at[io_with->n++] = ret_atoms[i];
  }
  return n;
}

static void naive_take(Pair *p, const Naive *with) {
  for (u32 i = p->naive.n + 1; i <= with->n; i++) p->marks[i] = difference_mark(p->d);
  u32 valid = p->naive.n;
  p->naive = *with;
  /* Marks inside a group of atoms pushed at once are not those of a prefix:
   * let them mean the state before the group, and cut the reference alike. */
  for (u32 i = valid + 1; i < with->n; i++) p->marks[i] = p->marks[valid];
}

static void op_ask(Pair *p, bool trial) {
  Naive with = p->naive;
  DifferenceAtom atoms[4];
  DifferenceInt before[MAX_VARS], after[MAX_VARS];
  u32 n = random_atoms(p, &with, atoms);
  values_get(p, before);
  Matrix m;
  bool feasible = naive_feasible(&with, &m);
  DifferenceAnswer answer = trial ? difference_trial(p->d, atoms, n, NO_LIMIT)
                                  : difference_push(p->d, atoms, n, NO_LIMIT);
  assert_int_equal(answer, feasible ? DIFFERENCE_YES : DIFFERENCE_NO);
  values_get(p, after);
  if (feasible) {
    DifferenceInt patched[MAX_VARS];
    memcpy(patched, before, sizeof before);
    check_moves(p, &with, patched);
    for (u32 i = 0; i < with.n_vars; i++) assert_true(after[i] == (trial ? before : patched)[i]);
    if (!trial) naive_take(p, &with);
    return;
  }
  for (u32 i = 0; i < with.n_vars; i++) assert_true(after[i] == before[i]);
  check_reasons(p, &with);
}

static void op_pop(Pair *p) {
  u32 to = rng_below(&p->rng, p->naive.n + 1);
  while (to > 0 && p->marks[to].n_edges == p->marks[to - 1].n_edges &&
         p->marks[to].n_nes == p->marks[to - 1].n_nes)
    to--;
  difference_pop(p->d, p->marks[to]);
  p->naive.n = to;
}

/* A solution from the matrix: the distances from a source before all. */
static void solution_of(const Matrix *m, u32 n_vars, DifferenceMove *ret_moves) {
  DifferenceInt values[MAX_VARS];
  for (u32 x = 0; x < n_vars; x++) {
    values[x] = 0;
    for (u32 y = 0; y < n_vars; y++) values[x] = MIN(values[x], m->at[y][x]);
  }
  for (u32 x = 0; x < n_vars; x++) ret_moves[x] = (DifferenceMove){values[x] - values[0], x};
}

/* Atoms pushed unseen; then values found, or loaded, or the atoms popped. */
static void op_unchecked(Pair *p) {
  Naive with = p->naive;
  DifferenceAtom atoms[4];
  DifferenceInt before[MAX_VARS];
  DifferenceMark mark = difference_mark(p->d);
  values_get(p, before);
  for (u32 round = 1 + rng_below(&p->rng, 3); round > 0; round--) {
    u32 n = random_atoms(p, &with, atoms);
    difference_push_unchecked(p->d, atoms, n);
  }
  Matrix m;
  bool feasible = naive_feasible(&with, &m);
  if (feasible && rng_chance(&p->rng, 2)) {
    DifferenceMove moves[MAX_VARS];
    solution_of(&m, with.n_vars, moves);
    difference_load(p->d, moves, with.n_vars);
  } else {
    DifferenceAnswer answer = difference_solve(p->d, NO_LIMIT);
    assert_int_equal(answer, feasible ? DIFFERENCE_YES : DIFFERENCE_NO);
    if (feasible) check_moves(p, &with, before);
    if (!feasible) {
      check_reasons(p, &with);
      difference_pop(p->d, mark);
      check_holds(p);
      return;
    }
  }
  naive_take(p, &with);
}

static Naive edges_of(const Naive *s) {
  Naive edges = {.n_vars = s->n_vars};
  for (u32 i = 0; i < s->n; i++)
    if (!s->at[i].differs) edges.at[edges.n++] = s->at[i];
  return edges;
}

/* Least: max(floor, every value that a path from it forces), floor as in difference.h. */
static void op_least(Pair *p) {
  Naive edges = edges_of(&p->naive);
  Matrix m = naive_matrix(&edges, 0);
  DifferenceInt floor = 0, least[MAX_VARS];
  for (u32 x = 0; x < edges.n_vars; x++)
    if (m.at[x][0] >= FAR && m.at[0][x] < FAR) floor = MIN(floor, m.at[0][x]);
  bool least_ok = difference_least(p->d, least);
  for (u32 x = 0; x < edges.n_vars; x++) {
    DifferenceInt low = -FAR;
    for (u32 y = 0; y < edges.n_vars; y++)
      if (m.at[y][0] >= FAR && m.at[x][y] < FAR) low = MAX(low, floor - m.at[x][y]);
    if (m.at[x][0] < FAR) low = MAX(low, -m.at[x][0]);
    if (edges.n < p->naive.n) continue; /* sharpened edges: another solution */
    assert_true(least[x] == low);
  }
  assert_true(naive_holds(&edges, least));
  assert_int_equal(least_ok, naive_holds(&p->naive, least));
}

static void run_sequence(u64 seed, bool huge, bool with_nes) {
  Pair p = {.d = difference_new(), .rng = {seed}, .huge = huge, .with_nes = with_nes};
  p.naive.n_vars = 1;
  if (seed % 2) difference_set_gap(p.d, rng_below(&p.rng, 8));
  p.marks[0] = difference_mark(p.d);
  for (u32 n = 2 + rng_below(&p.rng, 3); p.naive.n_vars < n; p.naive.n_vars++)
    assert_int_equal(difference_var(p.d), p.naive.n_vars);
  for (u32 step = 0; step < 40; step++) {
    bool full = p.naive.n > MAX_ATOMS - 16;
    u64 dice = rng_below(&p.rng, 20);
    if (full || dice < 3) {
      op_pop(&p);
    } else if (dice < 9) {
      op_ask(&p, false);
    } else if (dice < 13) {
      op_ask(&p, true);
    } else if (dice < 15) {
      op_unchecked(&p);
    } else if (dice < 19) {
      op_least(&p);
    } else if (p.naive.n_vars < MAX_VARS) {
      p.naive.n_vars = difference_var(p.d) + 1;
    }
    assert_int_equal(difference_n_vars(p.d), p.naive.n_vars);
    check_holds(&p);
  }
  difference_free(p.d);
}

static void test_edges_random(void **unused) {
  (void)unused;
  for (u64 seed = 1; seed <= SIZED(3000, 1000); seed++) run_sequence(seed, false, false);
}

static void test_nes_random(void **unused) {
  (void)unused;
  for (u64 seed = 1; seed <= SIZED(3000, 1000); seed++) run_sequence(seed, false, true);
}

static void test_huge_random(void **unused) {
  (void)unused;
  for (u64 seed = 1; seed <= 500; seed++) run_sequence(seed, true, false);
  for (u64 seed = 1; seed <= 500; seed++) run_sequence(seed, true, true);
}

/* ---- single cases -------------------------------------------------------- */

static DifferenceAnswer push_edge(Differences *d, u32 x, u32 y, i64 c, u32 reason) {
  DifferenceAtom a = {x, y, c, reason, false};
  return difference_push(d, &a, 1, 0);
}

/* n variables in [0, m) that all differ: a solution iff n <= m. */
static DifferenceAnswer pigeons(u32 n, u32 m, u32 max_splits, u32 *ret_n_reasons) {
  Differences *d = difference_new();
  DifferenceAnswer answer = DIFFERENCE_YES;
  for (u32 i = 1; i <= n; i++) {
    difference_var(d);
    assert_int_equal(push_edge(d, i, DIFFERENCE_ZERO, m - 1, 1000 + i), DIFFERENCE_YES);
    assert_int_equal(push_edge(d, DIFFERENCE_ZERO, i, 0, 2000 + i), DIFFERENCE_YES);
  }
  for (u32 i = 1; i <= n && answer == DIFFERENCE_YES; i++)
    for (u32 k = 1; k < i && answer == DIFFERENCE_YES; k++) {
      DifferenceAtom a = {i, k, 0, i * 100 + k, true};
      answer = difference_push(d, &a, 1, max_splits);
    }
  difference_reasons(d, ret_n_reasons);
  difference_free(d);
  return answer;
}

static void test_pigeons(void **unused) {
  (void)unused;
  u32 n;
  for (u32 m = 1; m <= 5; m++) {
    assert_int_equal(pigeons(m, m, NO_LIMIT, &n), DIFFERENCE_YES);
    assert_int_equal(pigeons(m + 1, m, NO_LIMIT, &n), DIFFERENCE_NO);
    assert_int_equal(n, m * (m + 1) / 2 + 2 * (m + 1)); /* nothing can be left out */
  }
  assert_int_equal(pigeons(200, 200, 0, &n), DIFFERENCE_YES); /* dodging alone does it */
  assert_int_equal(pigeons(6, 5, 10, &n), DIFFERENCE_UNKNOWN);
  assert_int_equal(n, 0);
}

/* What UNKNOWN leaves behind is what was there. */
static void test_unknown_restores(void **unused) {
  (void)unused;
  Differences *d = difference_new();
  u32 x = difference_var(d), y = difference_var(d);
  DifferenceAtom range[] = {{x, 0, 1, 1, false},
                            {0, x, 0, 2, false},
                            {y, 0, 1, 3, false},
                            {0, y, 0, 4, false},
                            {x, y, 0, 5, true}};
  assert_int_equal(difference_push(d, range, ARRAY_LEN(range), 0), DIFFERENCE_YES);
  DifferenceMark mark = difference_mark(d);
  DifferenceInt old_x = difference_value(d, x), old_y = difference_value(d, y);
  DifferenceAtom differ[] = {{x, y, 1, 6, true}, {x, y, -1, 7, true}};
  assert_int_equal(difference_push(d, differ, 2, 0), DIFFERENCE_UNKNOWN);
  assert_int_equal(difference_mark(d).n_edges, mark.n_edges);
  assert_int_equal(difference_mark(d).n_nes, mark.n_nes);
  assert_true(difference_value(d, x) == old_x && difference_value(d, y) == old_y);
  assert_int_equal(difference_push(d, differ, 2, NO_LIMIT), DIFFERENCE_NO);
  assert_int_equal(difference_push(d, differ, 1, NO_LIMIT), DIFFERENCE_YES);
  assert_true(difference_value(d, x) - difference_value(d, y) == -1);
  difference_free(d);
}

/* A chain of constants near the limit: sums need far more than 64 bits. */
static void test_long_chain(void **unused) {
  (void)unused;
  enum { LENGTH = 1000 };
  Differences *d = difference_new();
  for (u32 i = 1; i <= LENGTH; i++) {
    difference_var(d);
    assert_int_equal(push_edge(d, i, i - 1, -(DIFFERENCE_C_LIMIT - 1), i), DIFFERENCE_YES);
  }
  assert_true(difference_value(d, LENGTH) - difference_value(d, DIFFERENCE_ZERO) <=
              -(DifferenceInt)LENGTH * (DIFFERENCE_C_LIMIT - 1));
  for (u32 i = LENGTH - 1; i > 0; i--) /* back up by the same steps: just feasible */
    assert_int_equal(push_edge(d, i, i + 1, DIFFERENCE_C_LIMIT - 1, LENGTH + i), DIFFERENCE_YES);
  assert_int_equal(push_edge(d, 0, 1, DIFFERENCE_C_LIMIT - 2, 0), DIFFERENCE_NO);
  u32 n;
  difference_reasons(d, &n);
  assert_int_equal(n, 2);
  DifferenceMark mark = difference_mark(d);
  assert_int_equal(push_edge(d, 0, LENGTH, -(DIFFERENCE_C_LIMIT - 1), 0), DIFFERENCE_NO);
  difference_reasons(d, &n);
  assert_true(n == LENGTH + 1);
  assert_int_equal(difference_mark(d).n_edges, mark.n_edges);
  assert_int_equal(push_edge(d, 0, 1, DIFFERENCE_C_LIMIT - 1, 0), DIFFERENCE_YES);
  difference_free(d);
}

/* x <= y in steps of !=: no case split, and each step is in the explanation. */
static void test_sharpen(void **unused) {
  (void)unused;
  Differences *d = difference_new();
  u32 x = difference_var(d), y = difference_var(d), n;
  DifferenceAtom steps[] = {{x, y, -1, 1, true}, {x, y, 0, 2, false}, {y, x, 0, 3, true},
                            {x, y, -2, 4, true}, {0, x, 0, 5, false}, {y, 0, 9, 6, false}};
  assert_int_equal(difference_push(d, steps, ARRAY_LEN(steps), 0), DIFFERENCE_YES);
  DifferenceAtom wrong = {y, x, 2, 7, false};
  assert_int_equal(difference_trial(d, &wrong, 1, 0), DIFFERENCE_NO);
  difference_reasons(d, &n);
  assert_int_equal(n, 5);
  difference_free(d);
}

/* Bounds on both sides: zero may not move, so both ends must. */
static void test_zero_stays(void **unused) {
  (void)unused;
  Differences *d = difference_new();
  u32 x = difference_var(d), y = difference_var(d);
  for (u32 v = x; v <= y; v++) {
    assert_int_equal(push_edge(d, v, DIFFERENCE_ZERO, 10, v), DIFFERENCE_YES);
    assert_int_equal(push_edge(d, DIFFERENCE_ZERO, v, 0, 10 + v), DIFFERENCE_YES);
  }
  difference_load(d, (DifferenceMove[]){{4, x}, {5, y}}, 2);
  assert_int_equal(push_edge(d, x, y, -10, 20), DIFFERENCE_YES);
  assert_true(difference_value(d, DIFFERENCE_ZERO) == 0 && difference_value(d, x) == 0 &&
              difference_value(d, y) == 10);
  assert_int_equal(push_edge(d, x, y, -11, 21), DIFFERENCE_NO);
  difference_free(d);
}

/* A fresh smallest element moves alone, however many there are. */
static void test_moves_are_few(void **unused) {
  (void)unused;
  enum { LENGTH = 100 };
  Differences *d = difference_new();
  u32 n;
  difference_var(d);
  for (u32 i = 2; i <= LENGTH; i++) {
    difference_var(d);
    for (u32 k = 1; k < i; k++) {
      DifferenceAtom other_side = {k, i, 0, 0, false};
      assert_int_equal(difference_trial(d, &other_side, 1, 0), DIFFERENCE_YES);
      difference_moves(d, &n);
      assert_true(n <= 1);
      assert_int_equal(push_edge(d, i, k, -1, i), DIFFERENCE_YES);
      difference_moves(d, &n);
      assert_true(n <= 1);
    }
  }
  DifferenceInt least[LENGTH + 1];
  assert_true(difference_least(d, least));
  for (u32 i = 1; i <= LENGTH; i++) assert_true(least[i] == LENGTH - i); /* ranks */
  difference_free(d);
}

static bool dies(void (*f)(void)) {
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) {
    (void)!freopen("/dev/null", "w", stderr);
    signal(SIGABRT, SIG_DFL);
    f();
    _exit(0);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

static void push_limit(void) {
  Differences *d = difference_new();
  (void)!push_edge(d, difference_var(d), DIFFERENCE_ZERO, DIFFERENCE_C_LIMIT, 0);
  difference_free(d);
}

static void push_below_limit(void) {
  Differences *d = difference_new();
  (void)!push_edge(d, difference_var(d), DIFFERENCE_ZERO, DIFFERENCE_C_LIMIT - 1, 0);
  difference_free(d);
}

static void push_minimum(void) {
  Differences *d = difference_new();
  (void)!push_edge(d, difference_var(d), DIFFERENCE_ZERO, INT64_MIN, 0);
  difference_free(d);
}

static void push_no_variable(void) {
  Differences *d = difference_new();
  (void)!push_edge(d, 1, DIFFERENCE_ZERO, 0, 0);
  difference_free(d);
}

static void push_on_unchecked(void) {
  Differences *d = difference_new();
  difference_push_unchecked(d, &(DifferenceAtom){difference_var(d), 0, -1, 0, false}, 1);
  (void)!push_edge(d, 1, DIFFERENCE_ZERO, 0, 0);
  difference_free(d);
}

static void test_misuse_dies(void **unused) {
  (void)unused;
  assert_false(dies(push_below_limit));
  assert_true(dies(push_limit));
  assert_true(dies(push_minimum));
  assert_true(dies(push_no_variable));
  assert_true(dies(push_on_unchecked));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_edges_random),     cmocka_unit_test(test_nes_random),
      cmocka_unit_test(test_huge_random),      cmocka_unit_test(test_pigeons),
      cmocka_unit_test(test_unknown_restores), cmocka_unit_test(test_long_chain),
      cmocka_unit_test(test_zero_stays),       cmocka_unit_test(test_moves_are_few),
      cmocka_unit_test(test_misuse_dies),      cmocka_unit_test(test_sharpen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
