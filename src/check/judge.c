/* judge.c — verdicts, and why.
 *
 * A trend is evidence, not proof, so a class is called broken by it only if the last two doublings both multiply the cost by clearly
 * more than the class does, and their excess does not vanish: N^2 - 20*N doubles by 4.9 at N=128, and is in n^2.
 * A law of small sizes counts as far as larger inputs follow it: below a threshold many programs do something else.
 */
#include "check/judge.h"

#include "growth/trend.h"
#include "report/input_text.h"

#include <math.h>
#include <string.h>

/* CWE-400, -407, -674, -789, -835 */
enum { CONSUMPTION = 400, COMPLEXITY = 407, RECURSION = 674, ALLOCATION = 789, ENDLESS = 835 };

static const double clearly_above = 1.05, hardly_above = 1.02, uneven = 1.25, vanishing = 0.65;

static void say(CheckClause *io, CheckVerdict verdict, const char *fmt, ...) printf_like(3, 4);

static void say(CheckClause *io, CheckVerdict verdict, const char *fmt, ...) {
  va_list args;
  Text t = {0};
  va_start(args, fmt);
  text_addv(&t, fmt, args);
  va_end(args);
  mem_free(io->why);
  io->why = t.at;
  io->verdict = verdict;
}

/* ---- witnesses ----------------------------------------------------------------------------------- */

static char *copy(const char *s) { return s ? text_dup(s) : NULL; }

/* The line of the user's own that ran most often. */
static void add_hot(const WorstReport *r, CheckWitness *io) {
  if (!r->hot.n) return;
  io->file = copy(r->hot.at[0].file);
  io->line = r->hot.at[0].line;
}

static void set_witness(const WorstReport *r, const WorstSize *s, CheckClause *io) {
  cleanup(text_free) Text input = {0};
  CheckWitness *w = &io->witness;
  io->has_witness = true;
  *w = (CheckWitness){.size = s->size,
                      .has_cost = s->has_cost,
                      .cost = s->cost,
                      .vm = s->verified.vm,
                      .native = s->verified.native,
                      .native_how = copy(s->verified.native_how)};
  for (u32 i = 0; i < s->inputs.n; i++) {
    if (i) text_add(&input, "\n");
    input_text(&s->inputs.at[i], &input);
  }
  w->input = text_dup(text_c(&input));
  if (s->test) w->test = text_format("%s/%s", r->out, s->test).at;
  add_hot(r, w);
}

static void set_error_witness(const ReportError *e, CheckClause *io) {
  cleanup(text_free) Text input = {0};
  CheckWitness *w = &io->witness;
  io->has_witness = true;
  *w = (CheckWitness){.size = e->size,
                      .native = e->native.verdict,
                      .native_how = copy(e->native.how),
                      .vm = VERDICT_CONFIRMED,
                      .file = copy(e->place.file),
                      .line = e->place.line};
  for (u32 i = 0; i < e->inputs.n; i++) {
    if (!e->inputs.at[i].shown) continue;
    if (input.n) text_add(&input, "\n");
    text_add(&input, e->inputs.at[i].shown);
  }
  w->input = text_dup(text_c(&input));
  w->test = copy(e->test);
}

static const ReportError *error_of(const WorstReport *r, const char *kind) {
  for (u32 i = 0; i < r->errors.n; i++)
    if (!kind || !strcmp(r->errors.at[i].kind, kind)) return &r->errors.at[i];
  return NULL;
}

/* An input on which it never ends costs more than anything. */
static bool is_endless(const WorstReport *r, CheckClause *io) {
  const ReportError *e = error_of(r, "endless");
  if (!e) return false;
  set_error_witness(e, io);
  io->cwe = ENDLESS;
  say(io, CHECK_BROKEN, "there is an input of N=%llu on which it never ends",
      (unsigned long long)e->size);
  return true;
}

static bool is_doubtful(const WorstSize *s) {
  return s->verified.vm == VERDICT_NOT_SEEN || s->verified.native == VERDICT_NOT_SEEN;
}

/* ---- how far ------------------------------------------------------------------------------------- */

static void set_reach(const Evidence *e, bool of_errors, CheckClause *io) {
  const WorstReport *r = e->report;
  bool is_prefix = true;
  io->searched = e->searched;
  io->proven_to = io->searched_to = 0;
  for (u32 i = 0; i < r->sizes.n; i++) {
    const WorstSize *s = &r->sizes.at[i];
    if (s->has_cost) io->searched_to = s->size;
    is_prefix &= of_errors ? s->whole && !s->paths.error : s->proven;
    if (is_prefix) io->proven_to = s->size;
  }
}

static void add_count(Text *t, const char *before, u64 n) {
  text_add(t, before);
  text_add_count(t, n);
}

/* "proven up to N=8, searched to N=128" */
static void add_reach(const CheckClause *c, Text *t) {
  if (!c->searched) {
    add_count(t, "kept inputs up to N=", c->searched_to);
    return;
  }
  if (c->proven_to) add_count(t, "proven up to N=", c->proven_to);
  if (c->searched_to > c->proven_to)
    add_count(t, c->proven_to ? ", searched to N=" : "searched to N=", c->searched_to);
}

static void add_cost(Text *t, const CheckClause *c, u64 cost) {
  text_add_count(t, cost);
  text_add_char(t, ' ');
  text_add_unit(t, cost, c->unit ? c->unit : "");
}

/* A size at which nothing is known; NULL: none. */
static const WorstSize *first_gap(const WorstReport *r) {
  for (u32 i = 0; i < r->sizes.n; i++)
    if (!r->sizes.at[i].has_cost) return &r->sizes.at[i];
  return NULL;
}

static bool has_gap(const WorstReport *r, CheckClause *io) {
  const WorstSize *s = first_gap(r);
  if (!s) return false;
  const char *why = s->gap ? s->gap : s->why ? s->why : "";
  say(io, CHECK_UNDECIDED, "no input of N=%llu came to its end%s%s", (unsigned long long)s->size,
      *why ? ": " : "", why);
  return true;
}

/* ---- formulas ------------------------------------------------------------------------------------ */

static u32 weakness(const Clause *c) {
  if (!strcmp(c->metric, "stack")) return RECURSION;
  if (!strcmp(c->metric, "allocated") || !strcmp(c->metric, "peak-heap")) return ALLOCATION;
  return c->kind == CLAUSE_CLASS ? COMPLEXITY : CONSUMPTION;
}

static void set_costs(const WorstReport *r, const Clause *c, CheckClause *io) {
  for (u32 i = 0; i < r->sizes.n; i++) {
    const WorstSize *s = &r->sizes.at[i];
    CheckCost cost = {.size = s->size, .cost = s->cost, .proven = s->proven};
    if (c->kind == CLAUSE_FORMULA)
      cost.has_allowed = formula_at(&c->formula, s->size, &cost.allowed);
    if (s->has_cost) vec_push(&io->costs, cost);
  }
}

static void say_above(const WorstSize *s, u64 allowed, CheckClause *io) {
  cleanup(text_free) Text t = {0};
  add_count(&t, "at N=", s->size);
  text_add(&t, ": ");
  add_cost(&t, io, s->cost);
  add_count(&t, ", allowed ", allowed);
  say(io, CHECK_BROKEN, "%s", text_c(&t));
}

typedef struct Nearest {
  const WorstSize *size; /* NULL: none yet */
  double part;           /* of what is allowed */
  u64 allowed;
} Nearest;

static void say_within(const Nearest *n, CheckClause *io) {
  cleanup(text_free) Text t = {0};
  add_reach(io, &t);
  if (n->size) {
    add_count(&t, "; at N=", n->size->size);
    text_add(&t, ": ");
    add_cost(&t, io, n->size->cost);
    add_count(&t, " of ", n->allowed);
    text_add(&t, " allowed");
  }
  say(io, CHECK_OK, "%s", text_c(&t));
}

/* Was a run given up that had already cost more?  Its true cost is at least that. */
static bool is_given_up_above(const WorstReport *r, const WorstSize *s, u64 allowed,
                              CheckClause *io) {
  if (s->unended <= allowed) return false;
  cleanup(text_free) Text t = {0};
  for (u32 i = 0; i < r->warnings.n; i++) {
    const ReportError *w = &r->warnings.at[i];
    if (!strcmp(w->kind, "long") && w->size == s->size && !io->has_witness)
      set_error_witness(w, io);
  }
  add_count(&t, "at N=", s->size);
  text_add(&t, ": at least ");
  add_cost(&t, io, s->unended);
  add_count(&t, ", allowed ", allowed);
  text_add(&t, "; it had not ended when nadir gave up");
  say(io, io->has_witness ? CHECK_BROKEN : CHECK_UNDECIDED, "%s", text_c(&t));
  return true;
}

static void judge_formula(const Clause *c, const Evidence *e, CheckClause *io) {
  const WorstReport *r = e->report;
  const WorstSize *doubtful = NULL;
  Nearest nearest = {0};
  for (u32 i = 0; i < r->sizes.n; i++) {
    const WorstSize *s = &r->sizes.at[i];
    u64 allowed;
    if (!formula_at(&c->formula, s->size, &allowed)) {
      say(io, CHECK_UNDECIDED, "the formula has no value at N=%llu", (unsigned long long)s->size);
      return;
    }
    if (is_given_up_above(r, s, allowed, io)) return;
    if (s->has_cost && s->cost > allowed && is_doubtful(s)) {
      doubtful = s;
      continue;
    }
    if (s->has_cost && s->cost > allowed) {
      set_witness(r, s, io);
      io->witness.has_allowed = true;
      io->witness.allowed = allowed;
      say_above(s, allowed, io);
      return;
    }
    double part = (double)s->cost / (double)MAX(allowed, 1u);
    if (s->has_cost && part >= nearest.part) nearest = (Nearest){s, part, allowed};
  }
  if (doubtful)
    say(io, CHECK_UNDECIDED,
        "at N=%llu an input costs more than allowed, but not when it is run again: %s",
        (unsigned long long)doubtful->size,
        doubtful->verified.native_how ? doubtful->verified.native_how : "in the machine");
  else if (!has_gap(r, io))
    say_within(&nearest, io);
  if (nearest.size && !io->has_witness) {
    set_witness(r, nearest.size, io);
    io->witness.has_allowed = true;
    io->witness.allowed = nearest.allowed;
  }
}

/* ---- classes of growth --------------------------------------------------------------------------- */

static bool order_of(const char *class_name, CostOrder *ret) {
  return class_name && cost_order_parse(&class_name, ret) && !*class_name;
}

/* Do all larger inputs that were found follow the law? */
static bool law_is_followed(const WorstGrowth *g) {
  for (u32 i = 0; i < g->checked.n; i++)
    if (!g->checked.at[i].met) return false;
  return g->checked.n > 0;
}

/* What the last doublings do, beside what the class would do. */
typedef struct Doublings {
  bool is_known, is_above, is_below, is_vanishing, is_uneven;
} Doublings;

static Doublings compare_doublings(const WorstTrend *t, const CostOrder *order, CheckClause *io) {
  Doublings d = {.is_known = t->kind && !strcmp(t->kind, "multiplies") && t->ratios.n >= 2 &&
                             t->sizes.n == t->ratios.n + 1 && t->sizes.at[0] >= 2,
                 .is_above = true,
                 .is_below = true};
  double excess = 0;
  if (!d.is_known) return d;
  for (u32 i = 0; i < t->ratios.n; i++) {
    double ratio = t->ratios.at[i];
    double allowed = cost_order_ratio(order, (double)t->sizes.at[i], (double)t->sizes.at[i + 1]);
    double above = ratio / allowed - 1;
    vec_push(&io->allowed_ratios, allowed);
    d.is_above &= ratio > allowed * clearly_above;
    d.is_below &= ratio <= allowed * hardly_above;
    d.is_vanishing |= i && above < excess * vanishing;
    d.is_uneven |= i && ratio > t->ratios.at[i - 1] * uneven;
    excess = above;
  }
  return d;
}

/* "3.87 and 3.93 times" */
static void add_ratios(const RealVec *ratios, Text *to) {
  for (u32 i = 0; i < ratios->n; i++)
    text_addf(to, "%s%.3g", !i ? "" : i + 1 < ratios->n ? ", " : " and ", ratios->at[i]);
}

static bool is_kind(const WorstTrend *t, const char *kind) {
  return t->kind && !strcmp(t->kind, kind);
}

/* Of costs at sizes that double; false: they show nothing of that kind. */
static bool add_doublings(const WorstTrend *t, const CheckClause *c, Text *to) {
  if (!is_kind(t, "multiplies") || !t->ratios.n) return false;
  add_ratios(&t->ratios, to);
  text_add(to, " times the cost when N doubles (");
  for (u32 i = 0; i < t->sizes.n; i++) add_count(to, i ? ", " : "", t->sizes.at[i]);
  text_add_char(to, ')');
  if (c->verdict == CHECK_OK || !c->allowed_ratios.n) return true;
  text_add(to, " where the class allows ");
  add_ratios(&c->allowed_ratios, to);
  return true;
}

/* Of costs that rise by about the same when N doubles. */
static bool add_steps(const WorstReport *r, const CheckClause *c, Text *to) {
  const WorstTrend *t = &r->growth.trend;
  if (!is_kind(t, "adds") || t->sizes.n < 2) return false;
  u64 last = 0, before = 0;
  for (u32 i = 0; i < c->costs.n; i++) {
    if (c->costs.at[i].size == vec_last(&t->sizes)) last = c->costs.at[i].cost;
    if (c->costs.at[i].size == t->sizes.at[t->sizes.n - 2]) before = c->costs.at[i].cost;
  }
  add_cost(to, c, last - MIN(before, last));
  text_add(to, " more when N doubles (");
  for (u32 i = 0; i < t->sizes.n; i++) add_count(to, i ? ", " : "", t->sizes.at[i]);
  text_add_char(to, ')');
  return true;
}

/* The law, and what the doublings show; in words. */
static void add_growth(const WorstReport *r, const CheckClause *c, Text *t) {
  const WorstGrowth *g = &r->growth;
  const char *law = g->exact ? g->exact : g->at_least;
  if (law) text_addf(t, "%s%s %s", g->exact ? "" : "at least ", law, r->unit);
  if (law && c->verdict == CHECK_OK) return;
  if (law) text_add(t, "; ");
  if (add_doublings(&g->trend, c, t) || add_steps(r, c, t)) return;
  if (law) t->n -= 2; /* nothing follows */
  if (!law) text_add(t, g->text ? g->text : "");
}

static void say_growth(const Evidence *e, CheckVerdict verdict, const CostOrder *allowed,
                       CheckClause *io) {
  cleanup(text_free) Text t = {0};
  io->verdict = verdict;
  if (verdict == CHECK_OK) {
    add_reach(io, &t);
    text_add(&t, "; ");
  } else {
    if (verdict == CHECK_UNDECIDED) text_add(&t, "not clear; ");
    if (io->class_name) text_addf(&t, "grows like %s, and ", io->class_name);
    cost_order_print(allowed, &t);
    text_add(&t, " is allowed: ");
  }
  add_growth(e->report, io, &t);
  say(io, verdict, "%s", text_c(&t));
}

static CheckVerdict verdict_of_trend(const WorstGrowth *g, const CostOrder *allowed,
                                     const Doublings *d) {
  const WorstTrend *t = &g->trend;
  CostOrder order;
  bool is_told = order_of(g->class_name, &order) || order_of(t->class_name, &order);
  int compared = is_told ? cost_order_compare(&order, allowed) : 0;
  if (is_kind(t, "flat") || is_kind(t, "falls")) return CHECK_OK;
  if (is_kind(t, "adds")) {
    order = (CostOrder){.logs = 1};
    return cost_order_compare(&order, allowed) <= 0 ? CHECK_OK : CHECK_UNDECIDED;
  }
  if (is_kind(t, "steps") && is_told) return compared > 0 ? CHECK_BROKEN : CHECK_OK;
  if (!d->is_known) return CHECK_UNDECIDED;
  bool is_above = d->is_above && !d->is_vanishing && !d->is_uneven;
  if (is_told) return compared <= 0 ? CHECK_OK : is_above ? CHECK_BROKEN : CHECK_UNDECIDED;
  return is_above ? CHECK_BROKEN : d->is_below ? CHECK_OK : CHECK_UNDECIDED;
}

static const WorstSize *last_found(const WorstReport *r) {
  const WorstSize *last = NULL;
  for (u32 i = 0; i < r->sizes.n; i++)
    if (r->sizes.at[i].has_cost) last = &r->sizes.at[i];
  return last;
}

/* Does a size that the growth is judged by cost something else when it is run again? */
static bool has_doubt(const WorstReport *r) {
  for (u32 i = 0; i < r->sizes.n; i++)
    if (r->sizes.at[i].has_cost && is_doubtful(&r->sizes.at[i])) return true;
  return false;
}

static void judge_class(const Clause *c, const Evidence *e, CheckClause *io) {
  const WorstReport *r = e->report;
  const WorstGrowth *g = &r->growth;
  const WorstSize *last = last_found(r);
  CostOrder law;
  if (!last) {
    has_gap(r, io);
    return;
  }
  set_witness(r, last, io);
  io->law = copy(g->exact);
  io->class_name = copy(g->class_name ? g->class_name : g->trend.class_name);
  vec_append(&io->sizes, g->trend.sizes.at, g->trend.sizes.n);
  vec_append(&io->ratios, g->trend.ratios.at, g->trend.ratios.n);
  Doublings d = compare_doublings(&g->trend, &c->order, io);
  bool has_law = (g->exact || g->at_least) && order_of(g->class_name, &law);
  bool law_holds = has_law && (cost_order_compare(&law, &c->order) <= 0 || law_is_followed(g));
  CheckVerdict verdict = law_holds
                             ? cost_order_compare(&law, &c->order) > 0 ? CHECK_BROKEN : CHECK_OK
                             : verdict_of_trend(g, &c->order, &d);
  if (verdict == CHECK_BROKEN && has_doubt(r))
    say(io, CHECK_UNDECIDED, "an input does not cost the same when it is run again");
  else if (verdict != CHECK_OK || !has_gap(r, io))
    say_growth(e, verdict, &c->order, io);
}

/* ---- errors -------------------------------------------------------------------------------------- */

static void judge_errors(const Evidence *e, CheckClause *io) {
  const WorstReport *r = e->report;
  const ReportError *error = error_of(r, NULL);
  if (error) {
    set_error_witness(error, io);
    io->cwe = error->cwe;
    bool is_seen = error->native.verdict != VERDICT_NOT_SEEN;
    cleanup(text_free) Text t = text_format("%s", error->meaning);
    if (error->text && *error->text) text_addf(&t, ": %s", error->text);
    if (*error->place.file) text_addf(&t, ", %s:%u", error->place.file, error->place.line);
    if (r->errors.n > 1) text_addf(&t, "; and %u more", r->errors.n - 1);
    if (!is_seen) text_add(&t, "; but natively something else happens");
    say(io, is_seen ? CHECK_BROKEN : CHECK_UNDECIDED, "%s", text_c(&t));
    return;
  }
  if (!last_found(r)) {
    has_gap(r, io);
    return;
  }
  cleanup(text_free) Text t = {0};
  add_reach(io, &t);
  say(io, CHECK_OK, "%s", text_c(&t));
}

/* ---- kept inputs --------------------------------------------------------------------------------- */

static double change_of(const KeptRun *k) {
  return ((double)k->now - (double)k->kept) / (double)MAX(k->kept, 1u);
}

/* Which class the costs at ascending sizes show; false: none. */
static bool class_of(const KeptRuns *runs, bool now, const char **ret_name, CostOrder *ret) {
  VEC(GrowthPoint) points = {0};
  for (u32 i = 0; i < runs->n; i++) {
    const KeptRun *k = &runs->at[i];
    if (k->size)
      vec_push(&points,
               ((GrowthPoint){.size = (i64)k->size, .cost = (i64)(now ? k->now : k->kept)}));
  }
  Trend t = trend_find(points.at, points.n);
  vec_free(&points);
  *ret_name = t.class;
  return order_of(t.class, ret);
}

static void add_change(Text *t, const CheckClause *io, const KeptRun *k) {
  double change = change_of(k);
  text_add(t, change > 0 ? "worse by " : "better by ");
  text_add_ratio(t, fabs(change) * 100);
  text_add(t, " % at N=");
  text_add_count(t, k->size);
  text_add(t, ": ");
  add_cost(t, io, k->now);
  add_count(t, ", kept ", k->kept);
}

static bool has_ended(const KeptRuns *runs, CheckClause *io) {
  for (u32 i = 0; i < runs->n; i++) {
    if (runs->at[i].ended) continue;
    say(io, CHECK_BROKEN, "the kept input of N=%llu no longer comes to its end: %s",
        (unsigned long long)runs->at[i].size, runs->at[i].how);
    return false;
  }
  return true;
}

static void set_kept_witness(const Evidence *e, const KeptRun *k, CheckClause *io) {
  for (u32 i = 0; i < e->report->sizes.n; i++)
    if (e->report->sizes.at[i].size == k->size && e->report->sizes.at[i].cost == k->now)
      set_witness(e->report, &e->report->sizes.at[i], io);
  if (!io->has_witness) return;
  io->witness.has_allowed = true;
  io->witness.allowed = k->kept;
}

void judge_kept(const KeptRuns *runs, double tolerance, const Evidence *e, CheckClause *io) {
  enum { LARGEST = 4 }; /* at small sizes a few instructions are many per cent */
  const KeptRun *most = &vec_last(runs);
  for (u32 i = 0; i < runs->n; i++) {
    const KeptRun *k = &runs->at[i];
    vec_push(&io->costs, ((CheckCost){.size = k->size,
                                      .cost = k->now,
                                      .has_kept = true,
                                      .kept = k->kept,
                                      .has_again = k->ended,
                                      .again = k->now}));
    if (k->size >= vec_last(runs).size / LARGEST && change_of(k) > change_of(most)) most = k;
  }
  io->searched_to = vec_last(runs).size;
  if (!has_ended(runs, io)) return;
  const char *before, *now;
  CostOrder before_order, now_order;
  bool is_known =
      class_of(runs, false, &before, &before_order) && class_of(runs, true, &now, &now_order);
  cleanup(text_free) Text t = {0};
  bool is_faster = is_known && cost_order_compare(&now_order, &before_order) > 0;
  if (is_faster) text_addf(&t, "class changed from %s to %s; ", before, now);
  if (most->now != most->kept)
    add_change(&t, io, most);
  else
    add_count(&t, "as they were, up to N=", io->searched_to);
  bool is_broken = is_faster || change_of(most) > tolerance;
  say(io, is_broken ? CHECK_BROKEN : CHECK_OK, "%s", text_c(&t));
  if (is_broken) set_kept_witness(e, most, io);
}

/* ---- public -------------------------------------------------------------------------------------- */

void judge_clause(const Clause *c, const Evidence *e, CheckClause *io) {
  bool of_errors = c->kind == CLAUSE_NO_ERRORS;
  set_reach(e, of_errors, io);
  if (of_errors) {
    judge_errors(e, io);
    return;
  }
  io->cwe = weakness(c);
  set_costs(e->report, c, io);
  if (is_endless(e->report, io)) return;
  if (c->kind == CLAUSE_FORMULA)
    judge_formula(c, e, io);
  else
    judge_class(c, e, io);
}
