/* cover_suite.c — runs tests again, chooses among them, and counts what those that are kept come to. */
#include "cover/cover_suite.h"

#include "base/clock.h"
#include "base/set_cover.h"
#include "code/llvm/probe.h"

/* A test of a path that was given up may go on for ever. */
enum { MORE_INSTRUCTIONS = 20000000 };

typedef VEC(U32Vec) Covers; /* of each test that was found: sides, and functions behind them */

static void test_path(const SuitePlan *p, const FoundTest *t, Text *ret) {
  char name[TEST_NAME_BYTES];
  test_name(name, t->number, "ktest");
  text_clear(ret);
  text_addf(ret, "%s/%s", text_c(&p->out->path), name);
}

/* A test that does not fit shows what it does until it is seen that it does not. */
static void run_test(const SuitePlan *p, const Rerun *how, const FoundTest *t) {
  cleanup(text_free) Text path = {0}, end = {0};
  Rerun r = *how;
  if (!clock_left(r.deadline_ns)) return;
  r.max_instructions = t->n_instructions + MORE_INSTRUCTIONS;
  test_path(p, t, &path);
  Err ignored = rerun(&r, text_c(&path), &end);
  (void)ignored;
}

static void run_all(const SuitePlan *p, CoverSuite *s, Covers *ret) {
  VmConfig config = *p->rerun.config;
  Rerun how = p->rerun;
  how.config = &config;
  how.deadline_ns = clock_after(p->limit_ns / 2);
  config.cover = s->cover;
  for (u32 i = 0; i < p->tests->n; i++) {
    U32Vec covered = {0};
    cover_clear(s->cover);
    run_test(p, &how, &p->tests->at[i]);
    for (u32 k = 0; k < s->cover->n_all; k++)
      if (s->cover->is_seen[k]) vec_push(&covered, k);
    for (u32 fn = 0; fn < s->cover->module->fns.n; fn++)
      if (s->cover->is_entered[fn]) vec_push(&covered, s->cover->n_all + fn);
    vec_push(ret, covered);
  }
}

/* ---- choosing ------------------------------------------------------------------------------------ */

/* Of the other tests only what those that stay in any case do not cover. */
static void choose(const SuitePlan *p, const CoverSuite *s, const Covers *covers, bool *ret_kept) {
  u32 n_elements = s->cover->n_all + s->cover->module->fns.n;
  cleanup(freep) u8 *is_covered = mem_new(MAX(n_elements, 1u));
  Covers rest = {0};
  VEC(NumberSet) sets = {0};
  U32Vec chosen = {0};
  for (u32 i = 0; i < covers->n; i++) {
    ret_kept[i] = p->keeps_all || p->tests->at[i].is_error;
    for (u32 k = 0; ret_kept[i] && k < covers->at[i].n; k++) is_covered[covers->at[i].at[k]] = true;
  }
  for (u32 i = 0; i < covers->n; i++) {
    U32Vec missing = {0};
    for (u32 k = 0; k < covers->at[i].n; k++)
      if (!is_covered[covers->at[i].at[k]]) vec_push(&missing, covers->at[i].at[k]);
    vec_push(&rest, missing);
    vec_push(&sets, ((NumberSet){missing.at, missing.n}));
  }
  set_cover(sets.at, sets.n, &chosen);
  for (u32 i = 0; i < chosen.n; i++) ret_kept[chosen.at[i]] = true;
  for (u32 i = 0; i < rest.n; i++) vec_free(&rest.at[i]);
  vec_free(&rest);
  vec_free(&sets);
  vec_free(&chosen);
}

/* ---- counting ------------------------------------------------------------------------------------ */

static void add_test(CoverSuite *s, u32 found, const U32Vec *covered) {
  SuiteTest t = {.found = found};
  for (u32 k = 0; k < covered->n; k++) {
    u32 element = covered->at[k];
    if (element >= s->cover->n_all) {
      s->n_fn[element - s->cover->n_all]++;
    } else {
      t.n_sides++;
      t.n_new += !s->n_side[element]++;
    }
  }
  vec_push(&s->tests, t);
}

static void count_arrivals(const SuitePlan *p, CoverSuite *s) {
  block_counters_init(&s->blocks, p->probed);
  LineCounters counters = {0};
  VmConfig config = *p->rerun.config;
  Rerun how = p->rerun;
  vec_resize(&counters, p->probed->positions.n);
  config.line = line_counters_hit;
  config.line_user = &counters;
  config.block = block_counters_hit;
  config.block_user = &s->blocks;
  how.config = &config;
  how.module = p->probed;
  how.deadline_ns = clock_after(p->limit_ns / 2);
  for (u32 i = 0; i < s->tests.n; i++) run_test(p, &how, &p->tests->at[s->tests.at[i].found]);
  line_counts_list(p->probed, &counters, &s->lines);
  vec_free(&counters);
}

Err cover_suite_probe(const Target *t, Module **ret) {
  static const Probe probes[] = {{.kind = PROBE_ENTRIES}, {.kind = PROBE_LINES}};
  return target_probed(t, probes, ARRAY_LEN(probes), ret);
}

void cover_suite_make(const SuitePlan *p, CoverSuite *ret) {
  CoverSuite *s = ret;
  *s = (CoverSuite){.cover = cover_new(p->rerun.module, cover_scope_has, p->scope)};
  s->n_side = mem_new(MAX(s->cover->n_all, 1u) * sizeof *s->n_side);
  s->n_fn = mem_new(MAX(p->rerun.module->fns.n, 1u) * sizeof *s->n_fn);
  Covers covers = {0};
  run_all(p, s, &covers);
  cleanup(freep) bool *kept = mem_new(MAX(covers.n, 1u));
  choose(p, s, &covers, kept);
  for (u32 i = 0; i < covers.n; i++)
    if (kept[i]) add_test(s, i, &covers.at[i]);
  /* What any test covers is what the cover says in the end. */
  cover_clear(s->cover);
  for (u32 i = 0; i < covers.n; i++)
    for (u32 k = 0; k < covers.at[i].n; k++)
      if (covers.at[i].at[k] < s->cover->n_all) s->cover->is_seen[covers.at[i].at[k]] = true;
  for (u32 i = 0; i < covers.n; i++) vec_free(&covers.at[i]);
  vec_free(&covers);
  count_arrivals(p, s);
}

void cover_suite_done(CoverSuite *s) {
  s->cover = cover_free(s->cover);
  vec_free(&s->tests);
  s->n_side = mem_free(s->n_side);
  s->n_fn = mem_free(s->n_fn);
  vec_free(&s->lines);
  block_counters_done(&s->blocks);
}

bool cover_suite_has(const CoverSuite *s, const FoundTestVec *tests, u64 number) {
  for (u32 i = 0; i < s->tests.n; i++)
    if (tests->at[s->tests.at[i].found].number == number) return true;
  return false;
}
