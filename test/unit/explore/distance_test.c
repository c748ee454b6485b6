/* distance_test.c — distances to what nobody took, against a plain computation of the same, one
 * instruction at a time. */
#include "unit/unit.h"

#include "base/rng.h"
#include "explore/distance.h"
#include "unit/vm/machine.h"

static const char *const sources[] = {
    "int main(int n, char **v) { (void)v; return n > 1 ? 3 : 4; }",
    /* loops, a switch, a side that ends */
    "int f(int x) { int s = 0; for (int i = 0; i < x; i++) { if (i == 3) continue; s += i; }"
    "  switch (s) { case 1: return 2; case 7: s++; case 9: return s; default: break; }"
    "  while (s > 2) { if (s & 1) s /= 2; else return 1; } return s; }"
    "int main(int n, char **v) { (void)v; if (n > 5) return f(n); return f(1) + f(2); }",
    /* recursion, and a function that does not return */
    "void stop(int x) { for (;;) if (x) x--; }"
    "int even(int n); int odd(int n) { return n ? even(n - 1) : 0; }"
    "int even(int n) { if (n > 99) stop(n); return n ? odd(n - 1) : 1; }"
    "int main(int n, char **v) { (void)v; int a = even(n); if (a) return odd(n); return a + 1; }",
    /* calls through pointers, of two shapes */
    "int a(int x) { return x ? 1 : 2; } int b(int x) { return x + 1; }"
    "long c(long x, long y) { return x < y ? x : y; } long d(long x, long y) { return x + y; }"
    "int (*table[])(int) = {b, a};"
    "int main(int n, char **v) { (void)v; long (*g)(long, long) = n ? c : d;"
    "  int r = table[n & 1](n); r += (int)g(n, r); return r > 3; }",
};

static bool every_file(void *user, const char *file) {
  (void)user, (void)file;
  return true;
}

/* ---- the plain way ------------------------------------------------------------------------------- */

typedef struct Plain {
  const Module *m;
  const Cover *cover;
  u32 **to_new, **to_return; /* owned; by function and pc */
} Plain;

static void plain_init(Plain *p, const Module *m, const Cover *cover) {
  *p = (Plain){m, cover, mem_new(m->fns.n * sizeof(u32 *)), mem_new(m->fns.n * sizeof(u32 *))};
  for (u32 fn = 0; fn < m->fns.n; fn++) {
    u32 n = m->fns.at[fn].n_code;
    p->to_new[fn] = mem_new((n + 1) * sizeof(u32));
    p->to_return[fn] = mem_new((n + 1) * sizeof(u32));
    for (u32 pc = 0; pc <= n; pc++) p->to_new[fn][pc] = p->to_return[fn][pc] = FAR_AWAY;
  }
}

static void plain_done(Plain *p) {
  for (u32 fn = 0; fn < p->m->fns.n; fn++) {
    mem_free(p->to_new[fn]);
    mem_free(p->to_return[fn]);
  }
  mem_free(p->to_new);
  mem_free(p->to_return);
}

static u32 capped(u32 distance) { return MIN(distance, (u32)FAR_AWAY); }

static bool has_new(const Plain *p, u32 fn, u32 pc) {
  const Site *site = module_site(p->m, fn, pc);
  if (!site) return false;
  u32 k = (u32)(site - p->m->sites.at);
  for (u32 side = p->cover->first[k]; side < p->cover->first[k + 1]; side++)
    if (!cover_is_seen(p->cover, side)) return true;
  return false;
}

static void better(const Plain *p, u32 fn, u32 pc, u32 cost, u32 to, bool *io_changed) {
  u32 *mine = &p->to_new[fn][pc], *back = &p->to_return[fn][pc];
  u32 a = capped(cost + p->to_new[fn][to]), b = capped(cost + p->to_return[fn][to]);
  *io_changed |= a < *mine || b < *back;
  *mine = MIN(*mine, a);
  *back = MIN(*back, b);
}

/* Functions that an instruction may call: their names say what a pointer may point to. */
static bool may_call(const Plain *p, const Ins *i, const Fn *caller, u32 callee) {
  const Fn *f = &p->m->fns.at[callee];
  if (!f->is_defined) return false;
  if (i->op == OP_CALL) return i->b == callee;
  return f->name[0] >= 'a' && f->name[0] <= 'd' && !f->name[1] &&
         f->shape == caller->calls[i->c].shape;
}

static void call(const Plain *p, u32 fn, u32 pc, u32 cost, bool *io_changed) {
  const Fn *f = &p->m->fns.at[fn];
  const Ins *i = &f->code[pc];
  u32 through = FAR_AWAY, extra = i->op == OP_CALL_AT; /* what stands for all of a shape costs 1 */
  bool is_known = false;
  for (u32 callee = 0; callee < p->m->fns.n; callee++) {
    if (!may_call(p, i, f, callee)) continue;
    is_known = true;
    through = MIN(through, p->to_return[callee][0] + extra);
    u32 into = capped(cost + extra + p->to_new[callee][0]);
    *io_changed |= into < p->to_new[fn][pc];
    p->to_new[fn][pc] = MIN(p->to_new[fn][pc], into);
  }
  if (!is_known && i->op == OP_CALL) through = 0;
  better(p, fn, pc, capped(cost + through), pc + 1, io_changed);
}

static void look_at(const Plain *p, u32 fn, u32 pc, bool *io_changed) {
  const Fn *f = &p->m->fns.at[fn];
  const Ins *i = &f->code[pc];
  u32 cost = op_is_control(i->op) ? i->n : 0;
  if (has_new(p, fn, pc) && cost < p->to_new[fn][pc]) {
    p->to_new[fn][pc] = cost;
    *io_changed = true;
  }
  if (i->op == OP_RET) {
    p->to_return[fn][pc] = cost;
  } else if (i->op == OP_CALL || i->op == OP_CALL_AT) {
    call(p, fn, pc, cost, io_changed);
  } else if (i->op == OP_SWITCH) {
    const Switch *s = &f->switches[i->b];
    better(p, fn, pc, cost, s->other, io_changed);
    for (u32 k = 0; k < s->n_cases; k++)
      better(p, fn, pc, cost, f->cases[s->first_case + k].pc, io_changed);
  } else {
    if (!op_ends_block(i->op)) better(p, fn, pc, cost, pc + 1, io_changed);
    if (op_is_jump(i->op)) better(p, fn, pc, cost, i->c, io_changed);
  }
}

static void plain_solve(const Plain *p) {
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (u32 fn = 0; fn < p->m->fns.n; fn++)
      for (u32 pc = p->m->fns.at[fn].n_code; pc > 0; pc--) look_at(p, fn, pc - 1, &has_changed);
  }
}

/* ---- the comparison ------------------------------------------------------------------------------ */

static void compare(const Module *m, const Cover *cover, const Distances *d) {
  Plain p;
  plain_init(&p, m, cover);
  plain_solve(&p);
  for (u32 fn = 0; fn < m->fns.n; fn++)
    for (u32 k = d->first_stretch.at[fn]; k < d->first_stretch.at[fn + 1]; k++) {
      const Stretch *stretch = &d->stretches.at[k];
      assert_int_equal(stretch->to_new, p.to_new[fn][stretch->start]);
      assert_int_equal(stretch->to_return, p.to_return[fn][stretch->start]);
      assert_int_equal(distances_stretch(d, fn, stretch->start), k);
    }
  plain_done(&p);
}

/* As somebody would who takes them one by one, in some order: distances only grow, until there is
 * nothing new anywhere. */
static void cover_one_by_one(const char *source, u64 seed) {
  Module *m = machine_compile(source);
  Cover *cover = cover_new(m, every_file, NULL);
  Distances *d = distances_new(m, cover);
  Rng rng = {seed};
  compare(m, cover, d);
  for (u32 n_left = cover->n_all; n_left > 0; n_left--) {
    U32Vec before = {0};
    for (u32 k = 0; k < d->stretches.n; k++) vec_push(&before, d->stretches.at[k].to_new);
    u32 side = (u32)rng_below(&rng, cover->n_all);
    while (cover->is_seen[side]) side = (side + 1) % cover->n_all;
    cover->is_seen[side] = 1;
    cover->n_seen++;
    while (d->n_seen != cover->n_seen) (void)distances_refresh(d);
    compare(m, cover, d);
    for (u32 k = 0; k < d->stretches.n; k++) assert_true(d->stretches.at[k].to_new >= before.at[k]);
    vec_free(&before);
  }
  for (u32 k = 0; k < d->stretches.n; k++) assert_int_equal(d->stretches.at[k].to_new, FAR_AWAY);
  assert_false(distances_refresh(d));
  distances_free(d);
  cover_free(cover);
  module_free(m);
}

static void test_distances(void **state) {
  (void)state;
  for (u32 i = 0; i < ARRAY_LEN(sources); i++)
    for (u64 seed = 1; seed <= 2; seed++) cover_one_by_one(sources[i], seed);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_distances)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
