/* generate.c — random sessions shaped like the path conditions of programs.
 *
 * Every session draws its own words, bytes and arrays and a taste for some of
 * the shapes, so that one session is all about order, another about text, and
 * most mix two or three.  Words are inputs of their own or slices of one object,
 * overlapping ones included; ranges that exclude wrapping are sometimes there
 * and sometimes not.
 */
#include "fuzz/gen.h"

#include <stdio.h>

static u32 (*const shapes[SHAPE_COUNT])(Gen *g) = {
#define SHAPE(name) shape_##name,
#include "fuzz/shapes.def"
#undef SHAPE
};

u32 gen_condition(Gen *g) {
  u32 total = 0, at = 0;
  for (u32 i = 0; i < SHAPE_COUNT; i++) total += g->weights[i];
  u32 pick = below(g, total);
  while (pick >= g->weights[at]) pick -= g->weights[at++];
  return shapes[at](g);
}
static u32 condition(Gen *g) {
  u32 old = g->conditions.n ? g->conditions.at[below(g, g->conditions.n)] : 0;
  u32 e = g->conditions.n && chance(g, 5) ? old : gen_condition(g);
  vec_push(&g->conditions, e);
  return chance(g, 6) ? plan_not(g->p, e) : e;
}

/* ---- the session --------------------------------------------------------------- */

static void make_words(Gen *g) {
  static const u32 widths[] = {32, 32, 64, 16, 16, 12, 8, 8, 7};
  g->width = widths[below(g, ARRAY_LEN(widths))];
  g->n_words = 2 + below(g, MAX_WORDS - 1);
  bool in_object = chance(g, 4);
  for (u32 i = 0; i < g->n_words; i++) {
    char name[24];
    snprintf(name, sizeof name, "w%u_%u", i, g->width);
    if (in_object && chance(g, 2)) {
      u32 low = 8 * below(g, N_BYTES - (g->width + 7) / 8 + 1);
      g->words[i] = plan_var(g->p, g->bytes, low, g->width);
    } else {
      g->words[i] = plan_var(g->p, plan_input(g->p, name, INPUT_BITS, g->width, 0, 0), 0, g->width);
    }
  }
}

static void make_arrays(Gen *g) {
  u64 elements[256];
  for (u32 i = 0; i < 256; i++) elements[i] = i < 128 ? (i * 7 ^ i >> 3) & 0xff : 0;
  g->tables[0] = plan_table(g->p, 8, 8, elements, 128);
  for (u32 i = 0; i < 256; i++)
    elements[i] = (i >= '0' && i <= '9') | (u64)((i | 32) >= 'a' && (i | 32) <= 'z') << 1;
  g->tables[1] = plan_table(g->p, 64, 8, elements, 256);
  for (u32 i = 0; i < 256; i++) elements[i] = (i * 167 + 13) & 0xff;
  g->tables[2] = plan_table(g->p, 8, 8, elements, 256);
  for (u32 i = 0; i < 256; i++) elements[i] = (i ^ i << 3 ^ i << 7 ^ 0x1234) & 0xffff;
  g->tables[3] = plan_table(g->p, 8, 16, elements, 256);
  u32 sparse = plan_input(g->p, "sparse64", INPUT_ARRAY, 0, 64, 8);
  u32 small = plan_input(g->p, "sparse8", INPUT_ARRAY, 0, 8, 16);
  u32 fill = plan_node(
      g->p, (PlanNode){.kind = EXPR_ARRAY_FILL, .width = 8, .index_width = 64, .kid = {byte(g)}});
  u32 all[] = {plan_array(g->p, g->bytes),
               plan_array(g->p, sparse),
               plan_array(g->p, small),
               g->tables[0],
               g->tables[1],
               fill,
               plan_array(g->p, plan_input(g->p, "big", INPUT_BYTES, 8 * 40, 0, 0))};
  memcpy(g->arrays, all, sizeof all);
  g->n_arrays = ARRAY_LEN(all);
}

static void gen_init(Gen *g, Session *s) {
  static const u32 wild_widths[] = {1, 8, 16, 32, 64};
  static const u32 small_widths[] = {1, 3, 4, 8};
  *g = (Gen){.rng = {s->seed}, .p = &s->plan};
  g->bytes = plan_input(g->p, "in", INPUT_BYTES, 8 * N_BYTES, 0, 0);
  g->is_signed = below(g, 2);
  make_words(g);
  make_arrays(g);
  bool is_small = !chance(g, 3);
  random_terms_init(&g->wild, rng_u64(&g->rng), is_small ? small_widths : wild_widths,
                    is_small ? ARRAY_LEN(small_widths) : ARRAY_LEN(wild_widths));
  u32 n_tastes = 1 + below(g, 3);
  for (u32 i = 0; i < n_tastes; i++) g->weights[below(g, SHAPE_COUNT)] += 10;
  for (u32 i = 0; i < SHAPE_COUNT && chance(g, 2); i++) g->weights[i] += 1;
  if (chance(g, 3)) g->weights[below(g, 2) ? SHAPE_order : SHAPE_sum] += 20;
  g->is_linear = chance(g, 5);
  if (g->is_linear) g->weights[SHAPE_length] += 40;
  if (chance(g, 6)) g->weights[SHAPE_quotient] += 40;
  g->is_tight = chance(g, 12);
  if (g->is_tight) g->weights[SHAPE_distinct] += 60;
  static const Shape social[] = {SHAPE_keys, SHAPE_shown, SHAPE_box, SHAPE_reads};
  for (u32 i = 0; i < ARRAY_LEN(social); i++) /* which need more of their kind */
    if (g->weights[social[i]]) g->weights[social[i]] += 40;
  g->is_long = chance(g, SIZED(60, 20));
  if (g->weights[SHAPE_order] || g->weights[SHAPE_sum]) g->weights[SHAPE_range] += below(g, 8);
}

static bool is_of_lane(u32 stage) {
  return stage == STAGE_branch_prune || stage == STAGE_sample || stage == STAGE_xors ||
         stage == STAGE_solve_eqs || stage == STAGE_sat;
}

static void choose_stages(Gen *g, Session *s) {
  u32 way = below(g, 11);
  Stage one = (Stage)below(g, STAGE_COUNT);
  for (u32 i = 0; i < STAGE_COUNT; i++) {
    bool is_last = i == STAGE_sat;
    s->stages[i] = way < 5    ? true     /* the chain */
                   : way == 5 ? i == one /* one stage really alone */
                   : way == 6 ? i == one || is_last
                   : way == 7 ? below(g, 2) /* any subset */
                   : way == 8 ? is_of_lane(i) && (is_last || below(g, 2))
                              : below(g, 2) || is_last;
  }
}

static u32 any_context(Gen *g) {
  return chance(g, 4) ? g->contexts.at[below(g, g->contexts.n)] : vec_last(&g->contexts);
}

static u32 extreme_term(Gen *g) {
  return chance(g, 2) ? word(g) : chance(g, 2) ? byte_term(g) : order_term(g);
}

static Action random_action(Gen *g) {
  static const ActionKind kinds[] = {
      ACTION_TAKE,    ACTION_TAKE,    ACTION_TAKE,   ACTION_TAKE,  ACTION_ADD,  ACTION_ADD,
      ACTION_CHECK,   ACTION_CHECK,   ACTION_CHECK,  ACTION_CHECK, ACTION_MUST, ACTION_MUST,
      ACTION_EXPLAIN, ACTION_EXPLAIN, ACTION_SOLVE,  ACTION_LEAST, ACTION_DROP, ACTION_SWEEP,
      ACTION_TABLE,   ACTION_VALUES,  ACTION_RETRACE};
  Action a = {.kind = kinds[below(g, ARRAY_LEN(kinds))], .at = any_context(g)};
  if (a.kind == ACTION_LEAST && chance(g, 2)) {
    a.kind = ACTION_UMIN + below(g, 4);
    a.term = extreme_term(g);
  } else if (a.kind == ACTION_VALUES) {
    a.term = chance(g, 3) ? byte_term(g) : function_term(g);
  } else if (action_has_term(a.kind)) {
    a.term = condition(g);
  }
  return a;
}

static void push_action(Gen *g, Session *s, Action a) {
  if (action_makes(a.kind)) {
    a.makes = ++g->n_contexts;
    vec_push(&g->contexts, a.makes);
  }
  vec_push(&s->actions, a);
}

/* The assumptions many programs begin with: every word in its range. */
static void open_with_ranges(Gen *g, Session *s) {
  u32 low = plan_const(g->p, g->width, chance(g, 2) ? 0 : (u64) - (i64)below(g, 50));
  u32 most = g->is_tight ? 1 + below(g, g->n_words) : 1 + below(g, chance(g, 2) ? 20 : 120);
  u32 high = plan_const(g->p, g->width, most);
  for (u32 i = 0; i < g->n_words; i++) {
    if (chance(g, 10)) continue; /* one of them unbounded */
    u32 under = at_most(g, g->words[i], high, g->is_signed);
    u32 above = at_most(g, low, g->words[i], g->is_signed);
    u32 both = op(g, EXPR_AND, above, under);
    ActionKind kind = chance(g, 4) ? ACTION_ADD : ACTION_TAKE;
    push_action(g, s, (Action){.kind = kind, .at = vec_last(&g->contexts), .term = both});
  }
}

/* A long condition that nobody asked about, as a path that is followed has it: orders of many words,
 * all true of some numbers, but perhaps for one of them. */
static void open_with_many(Gen *g, Session *s) {
  enum { WORDS = 40, WIDTH = 16 };
  u32 n = SIZED(2000, 20) + below(g, 40), wrong = below(g, 2 * n), words[WORDS], values[WORDS];
  for (u32 i = 0; i < WORDS; i++) {
    char name[24];
    snprintf(name, sizeof name, "n%u", i);
    words[i] = plan_var(g->p, plan_input(g->p, name, INPUT_BITS, WIDTH, 0, 0), 0, WIDTH);
    values[i] = 1000 + below(g, 200);
  }
  for (u32 i = 0; i < n; i++) {
    u32 a = below(g, WORDS), b = below(g, WORDS), slack = below(g, 8);
    bool is_range = i < WORDS; /* first: zero is no model, and nothing wraps */
    u32 low = op(g, EXPR_ADD, words[a], plan_const(g->p, WIDTH, values[b] - values[a]));
    u32 high = op(g, EXPR_ADD, words[b], plan_const(g->p, WIDTH, slack));
    u32 e = at_most(g, low, high, false);
    if (chance(g, 6) && slack) e = plan_not(g->p, op(g, EXPR_EQ, low, high));
    if (is_range)
      e = op(g, EXPR_AND, less(g, plan_const(g->p, WIDTH, 500), words[i], false),
             less(g, words[i], plan_const(g->p, WIDTH, 2000), false));
    if (i == wrong) e = less(g, high, low, false);
    push_action(g, s, (Action){.kind = ACTION_ADD, .at = vec_last(&g->contexts), .term = e});
  }
  push_action(g, s, (Action){.kind = ACTION_SOLVE, .at = vec_last(&g->contexts)});
}

static void forget_context(Gen *g, u32 context) {
  for (u32 i = 1; i < g->contexts.n; i++)
    if (g->contexts.at[i] == context) g->contexts.at[i] = vec_pop(&g->contexts);
}

void session_generate(Session *s, u64 seed) {
  *s = (Session){.seed = seed};
  Gen g;
  gen_init(&g, s);
  choose_stages(&g, s);
  vec_push(&g.contexts, 0);
  if (g.is_linear || g.is_tight || chance(&g, 3)) open_with_ranges(&g, s);
  if (g.is_long) open_with_many(&g, s);
  u32 n_actions = g.is_long ? 4 : 8 + below(&g, SIZED(60, 30));
  for (u32 i = 0; i < n_actions; i++) {
    Action a = random_action(&g);
    if (a.kind == ACTION_DROP && !a.at) continue;
    if (a.kind == ACTION_DROP) forget_context(&g, a.at);
    push_action(&g, s, a);
  }
  random_terms_done(&g.wild);
  vec_free(&g.conditions);
  vec_free(&g.contexts);
}
