/* checker.c — a contract by the engine that `nadir worst` has, once for each metric of its bounds. */
#include "check/checker.h"

#include "base/os.h"
#include "build/harness.h"
#include "check/judge.h"
#include "engine/settings.h"
#include "engine/worst_search.h"
#include "expr/expr.h"
#include "record/worst_growth.h"
#include "search/witness_run.h"

#include <string.h>

typedef VEC(KnownInput) KnownInputs;

/* One metric of a contract. */
typedef struct MetricCheck {
  const CheckPlan *plan;
  const CheckJob *job;
  const char *metric;
  u64 time_ns;
  WorstSearch search;
  Kept kept;
  KnownInputs known; /* kept inputs that came to their ends, with their costs now */
  KeptRuns runs;
  Target bare;     /* owned; the same without the call */
  OutDir bare_out; /* owned */
  CheckContract *to;
} MetricCheck;

/* ---- names --------------------------------------------------------------------------------------- */

static void add_file_name(Text *to, const char *s) {
  for (; *s; s++) text_add_char(to, *s == '/' || *s == ':' ? '-' : *s);
}

Text kept_path(const CheckPlan *p, const CheckJob *j, const char *metric) {
  Text t = text_format("%s/%s.", p->kept_folder, text_c(&j->name));
  add_file_name(&t, metric);
  text_add(&t, ".txt");
  return t;
}

static Text metric_folder(const CheckPlan *p, const CheckJob *j, const char *metric) {
  Text t = text_format("%s/%s/", p->out, text_c(&j->name));
  add_file_name(&t, metric);
  return t;
}

Text kept_now_path(const CheckPlan *p, const CheckJob *j, const char *metric) {
  Text t = metric_folder(p, j, metric);
  text_add(&t, ".kept");
  return t;
}

static Text contract_id(const Contract *c) {
  return text_format("%s: %s", c->source, text_c(&c->call));
}

void contract_metrics(const Contract *c, WordList *ret) {
  for (u32 i = 0; i < c->clauses.n; i++) {
    const char *metric = c->clauses.at[i].metric;
    bool is_known = !metric;
    for (u32 k = 0; k < ret->n && !is_known; k++) is_known = !strcmp(ret->at[k], metric);
    if (!is_known) vec_push(ret, metric);
  }
  if (!ret->n) vec_push(ret, "instructions");
}

static void note(MetricCheck *m, const char *fmt, ...) printf_like(2, 3);

static void note(MetricCheck *m, const char *fmt, ...) {
  cleanup(text_free) Text t = {0};
  va_list args;
  va_start(args, fmt);
  text_addv(&t, fmt, args);
  va_end(args);
  names_add(&m->to->notes, text_c(&t));
}

/* ---- the program --------------------------------------------------------------------------------- */

/* Files of `with` are relative to the folder of the source. */
static void add_files(const Contract *c, Names *ret) {
  names_add(ret, c->source);
  const char *slash = strrchr(c->source, '/');
  for (u32 i = 0; i < c->with.n; i++) {
    cleanup(text_free) Text path = {0};
    if (slash && c->with.at[i][0] != '/')
      text_add_n(&path, c->source, (size_t)(slash - c->source) + 1);
    text_add(&path, c->with.at[i]);
    names_add(ret, text_c(&path));
  }
}

static Err read_sizes(MetricCheck *m, Ladder *ret) {
  const Contract *c = m->job->contract;
  if (m->plan->replay_only) {
    ret->at = mem_new(m->kept.sizes.n * sizeof *ret->at);
    for (u32 i = 0; i < m->kept.sizes.n; i++) ret->at[ret->n++] = (u32)m->kept.sizes.at[i].size;
    return OK;
  }
  if (!c->has_size) return ladder_parse("--size", "1", ret);
  if (!c->sizes.n) TRY(ladder_parse("--size", m->plan->sizes, ret));
  if (c->sizes.n) {
    ret->at = mem_dup(c->sizes.at, c->sizes.n * sizeof *c->sizes.at);
    ret->n = c->sizes.n;
  }
  ladder_add_halves(ret);
  return OK;
}

static Err nothing(SizeSearch *t, void *self) {
  (void)t, (void)self;
  return OK;
}

/* What searches when only kept inputs are to be run. */
static const Strategy no_strategy = {.search = nothing};
static const StrategyRow no_search = {"kept inputs", &no_strategy, ORIGIN_kept};

static Err open_target(MetricCheck *m, Names *files) {
  WorstSearch *w = &m->search;
  const Contract *c = m->job->contract;
  TRY(strategy_find("auto", &w->strategy));
  if (m->plan->replay_only) w->strategy = &no_search;
  TRY(metric_parse(m->metric, &w->metric));
  TRY(read_sizes(m, &w->sizes));
  TRY(call_parse(text_c(&c->call), &w->target.call));
  cleanup(text_free) Text folder = metric_folder(m->plan, m->job, m->metric);
  TRY(outdir_make(text_c(&folder), &w->record.out));
  add_files(c, files);
  WordList words = {0};
  for (u32 i = 0; i < files->n; i++) vec_push(&words, files->at[i]);
  Err err = worst_search_target(w, &words, NULL);
  vec_free(&words);
  TRY(err);
  w->target.compile.flags = compile_db_flags(m->plan->db, c->source);
  return target_open(&w->target, &w->record.out);
}

/* ---- what the inputs cost ------------------------------------------------------------------------ */

/* The main of a call makes the inputs and sees to it that they are in range, which counts.  A contract is about the call alone. */
static bool counts_inputs(CostKind cost) {
  return cost == COST_WORK || cost == COST_ACCESSES || cost == COST_BRANCHES ||
         cost == COST_ALLOCATED || cost == COST_PEAK_HEAP;
}

static Err open_bare(MetricCheck *m) {
  const Target *t = &m->search.target;
  if (!counts_inputs(m->search.metric.cost)) return OK;
  cleanup(text_free) Text folder = text_format("%s/inputs", text_c(&m->search.record.out.path));
  TRY(outdir_make(text_c(&folder), &m->bare_out));
  m->bare.compile = t->compile;
  m->bare.compile.is_silent = true; /* clang has said it all */
  vec_append(&m->bare.sources, t->sources.at, t->sources.n);
  TRY(call_parse(t->call.text, &m->bare.call));
  m->bare.call.is_left_out = true;
  return target_open(&m->bare, &m->bare_out);
}

/* What making an input costs; STOP_BUDGET: there was no time to see. */
static Err run_bare(const MetricCheck *m, u64 size, const NamedBytesVec *inputs, u64 *ret) {
  const WorstSearch *w = &m->search;
  Search h = {.config = w->config};
  Witness witness = {.inputs = *inputs};
  WitnessRun run = {0};
  Budget budget = budget_unlimited();
  *ret = 0;
  if (!m->bare.module) return OK;
  h.config.module = m->bare.module;
  bool needs_symbols = w->metric.cost == COST_BRANCHES;
  TRY(needs_symbols ? witness_run_within(&h, &budget, size, &witness, &run, NULL)
                    : witness_run_plain(&h, &budget, size, &witness, &run));
  if (run.stop != STOP_EXIT)
    return err_set(ERR_INPUT, "the inputs of N=%llu cannot be made alone: %s",
                   (unsigned long long)size, stop_infos[run.stop].meaning);
  *ret = run.cost.n[w->metric.cost];
  return OK;
}

/* Takes it off what the report says of a size. */
static Err take_inputs_off(const MetricCheck *m, WorstSize *io) {
  u64 of_inputs;
  NamedBytesVec inputs = {0};
  for (u32 i = 0; i < io->inputs.n; i++) {
    const WorstInput *in = &io->inputs.at[i];
    if (in->n_left_out) { /* the report has only its beginning */
      named_bytes_free(&inputs);
      return OK;
    }
    u64 n = worst_input_elements(in) * in->element_bytes;
    named_bytes_add(&inputs, in->name, in->bytes, (u32)n);
  }
  Err err = run_bare(m, io->size, &inputs, &of_inputs);
  named_bytes_free(&inputs);
  TRY(err);
  io->cost -= MIN(io->cost, of_inputs);
  io->unended -= MIN(io->unended, of_inputs);
  io->least -= MIN(io->least, of_inputs);
  io->instructions = 0; /* of another metric, they are not what is asked for */
  return OK;
}

/* The report about the call alone. */
static Err report_call(const MetricCheck *m, WorstReport *ret) {
  Search asked = *m->search.search;
  asked.others.n = 0; /* sizes of training count the making of inputs */
  worst_record_report(&m->search.record, &asked, ret);
  for (u32 i = 0; i < ret->sizes.n; i++)
    if (ret->sizes.at[i].has_cost) TRY(take_inputs_off(m, &ret->sizes.at[i]));
  worst_growth_add(ret, &asked);
  return OK;
}

/* ---- kept inputs --------------------------------------------------------------------------------- */

static Err read_kept(MetricCheck *m) {
  cleanup(text_free) Text path = kept_path(m->plan, m->job, m->metric);
  cleanup(text_free) Text id = contract_id(m->job->contract);
  TRY(kept_read(text_c(&path), &m->kept));
  if (!m->kept.sizes.n || !strcmp(text_c(&m->kept.contract), text_c(&id))) return OK;
  note(m, "%s keeps inputs of another call, '%s'; nadir check --update replaces them",
       text_c(&path), text_c(&m->kept.contract));
  kept_done(&m->kept);
  m->kept = (Kept){0};
  return OK;
}

/* The same inputs, of the same sizes in bytes, as the call has now? */
static bool fits(const MetricCheck *m, const KeptSize *k) {
  const Target *t = &m->search.target;
  cleanup(shapes_done) Shapes shapes = {0};
  if (call_shapes(&t->call, t->module, k->size, &shapes) != OK) return false;
  if (shapes.all.n != k->inputs.n) return false;
  for (u32 i = 0; i < k->inputs.n; i++)
    if (strcmp(shapes.all.at[i].name, k->inputs.at[i].name) != 0 ||
        shape_bytes(&shapes.all.at[i]) != k->inputs.at[i].n_bytes)
      return false;
  return true;
}

static Err run_kept(MetricCheck *m, const KeptSize *k) {
  const WorstSearch *w = &m->search;
  const Search h = {.config = w->config};
  Witness witness = {.inputs = k->inputs};
  WitnessRun run = {0};
  bool needs_symbols = w->metric.cost == COST_BRANCHES;
  TRY(needs_symbols ? witness_run_within(&h, &w->config.budget, k->size, &witness, &run, NULL)
                    : witness_run_plain(&h, &w->config.budget, k->size, &witness, &run));
  if (run.stop == STOP_BUDGET) {
    note(m, "the time was over before the kept input of N=%llu ended", (unsigned long long)k->size);
    return OK;
  }
  bool ended = run.stop == STOP_EXIT;
  u64 of_inputs, cost = run.cost.n[w->metric.cost];
  TRY(run_bare(m, k->size, &k->inputs, &of_inputs));
  vec_push(&m->runs, ((KeptRun){.size = k->size,
                                .kept = k->cost,
                                .now = cost - MIN(cost, of_inputs),
                                .ended = ended,
                                .how = stop_infos[run.stop].meaning}));
  if (ended)
    vec_push(&m->known, ((KnownInput){.size = k->size, .inputs = k->inputs, .costs = run.cost}));
  return OK;
}

static Err run_all_kept(MetricCheck *m) {
  for (u32 i = 0; i < m->kept.sizes.n; i++) {
    const KeptSize *k = &m->kept.sizes.at[i];
    if (fits(m, k))
      TRY(run_kept(m, k));
    else
      note(m,
           "the kept input of N=%llu does not fit the types of the call any more; nadir check "
           "--update "
           "replaces it",
           (unsigned long long)k->size);
  }
  m->search.config.known = m->known.at;
  m->search.config.n_known = m->known.n;
  return OK;
}

/* Did the search find what costs more than the kept inputs do? */
static void note_worse(MetricCheck *m, const WorstReport *r) {
  for (u32 i = r->sizes.n; i-- > 0;) {
    const WorstSize *s = &r->sizes.at[i];
    for (u32 k = 0; k < m->runs.n; k++) {
      const KeptRun *run = &m->runs.at[k];
      if (run->size != s->size || !run->ended || !s->has_cost || s->cost <= run->now) continue;
      note(m,
           "%s: the search found a worse input than the kept one: %llu after %llu at N=%llu; "
           "nadir check --update keeps it",
           m->metric, (unsigned long long)s->cost, (unsigned long long)run->now,
           (unsigned long long)s->size);
      return;
    }
  }
}

/* ---- clauses ------------------------------------------------------------------------------------- */

static void add_replay(CheckClause *io) {
  if (!io->has_witness || !io->witness.test) return;
  Text t = text_format("%s replay ", program_name());
  text_add_word(&t, io->witness.test);
  io->witness.replay = t.at;
}

static bool is_of_metric(const MetricCheck *m, const Clause *c) {
  if (c->metric) return !strcmp(c->metric, m->metric);
  cleanup(text_free) Text unused = {0};
  WordList metrics = {0};
  contract_metrics(m->job->contract, &metrics);
  bool is_first = !strcmp(metrics.at[0], m->metric); /* errors are told by the first search */
  vec_free(&metrics);
  return is_first;
}

static void judge(MetricCheck *m, const WorstReport *r) {
  const Contract *c = m->job->contract;
  Evidence e = {.report = r, .searched = !m->plan->replay_only};
  for (u32 i = 0; i < c->clauses.n; i++) {
    CheckClause *io = &m->to->clauses.at[i];
    if (!is_of_metric(m, &c->clauses.at[i])) continue;
    if (c->clauses.at[i].metric) io->unit = text_dup(r->unit);
    judge_clause(&c->clauses.at[i], &e, io);
    add_replay(io);
  }
  if (!m->runs.n) return;
  CheckClause kept = {.text = text_dup("as kept"),
                      .kind = CHECK_KEPT,
                      .metric = text_dup(m->metric),
                      .unit = text_dup(r->unit),
                      .cwe = 407};
  judge_kept(&m->runs, m->plan->tolerance, &e, &kept);
  add_replay(&kept);
  vec_push(&m->to->clauses, kept);
}

static bool is_kept_of_metric(const MetricCheck *m, const CheckClause *c) {
  return c->kind == CHECK_KEPT && !strcmp(c->metric, m->metric);
}

static bool has_broken(const MetricCheck *m) {
  const Contract *c = m->job->contract;
  for (u32 i = 0; i < m->to->clauses.n; i++) {
    const CheckClause *clause = &m->to->clauses.at[i];
    bool is_mine =
        i < c->clauses.n ? is_of_metric(m, &c->clauses.at[i]) : is_kept_of_metric(m, clause);
    if (is_mine && clause->verdict == CHECK_BROKEN) return true;
  }
  return false;
}

/* As if nothing had been said of the clauses of this metric. */
static void forget_verdicts(MetricCheck *m) {
  const Contract *c = m->job->contract;
  cleanup(check_contract_done) CheckContract fresh;
  check_contract_undecided(c, "", &fresh);
  for (u32 i = 0; i < c->clauses.n; i++) {
    if (!is_of_metric(m, &c->clauses.at[i])) continue;
    CheckClause before = m->to->clauses.at[i];
    m->to->clauses.at[i] = fresh.clauses.at[i];
    fresh.clauses.at[i] = before;
  }
  CheckClauseVec *all = &m->to->clauses;
  if (all->n && is_kept_of_metric(m, &vec_last(all))) vec_push(&fresh.clauses, vec_pop(all));
}

/* ---- one metric ---------------------------------------------------------------------------------- */

static void keep(MetricCheck *m, const WorstReport *r) {
  cleanup(text_free) Text kept = {0};
  cleanup(text_free) Text id = contract_id(m->job->contract);
  cleanup(text_free) Text path = kept_now_path(m->plan, m->job, m->metric);
  kept_print(r, text_c(&id), m->metric, &kept);
  if (file_write(text_c(&path), text_c(&kept), kept.n) != OK) note(m, "%s", err_text());
}

/* A verdict of kept inputs alone needs no native run, unless it is a bad one. */
static Err report_and_judge(MetricCheck *m) {
  WorstSearch *w = &m->search;
  if (!m->plan->replay_only) worst_search_check(w);
  for (bool is_again = false;; is_again = true) {
    cleanup(worst_report_done) WorstReport report = {0};
    TRY(report_call(m, &report));
    judge(m, &report);
    if (!m->plan->replay_only || is_again || !has_broken(m)) {
      note_worse(m, &report);
      keep(m, &report);
      return OK;
    }
    worst_search_verify(w);
    forget_verdicts(m);
  }
}

/* What nadir replay and nadir report read. */
static void write_report(MetricCheck *m) {
  cleanup(worst_report_done) WorstReport report = {0};
  cleanup(text_free) Text law = {0};
  worst_search_report(&m->search, &report, &law);
  worst_record_write(&m->search.record, &report);
}

static Err check_all(MetricCheck *m) {
  cleanup(names_free) Names files = {0};
  TRY(read_kept(m));
  if (m->plan->replay_only && !m->kept.sizes.n)
    return err_set(ERR_INPUT, "no inputs are kept of it; nadir check --save keeps them");
  TRY(open_target(m, &files));
  TRY(worst_search_open(&m->search));
  TRY(open_bare(m));
  TRY(run_all_kept(m));
  TRY(worst_search_run(&m->search));
  TRY(report_and_judge(m));
  write_report(m);
  return OK;
}

static void why_not(MetricCheck *m, const char *why) {
  const Contract *c = m->job->contract;
  for (u32 i = 0; i < c->clauses.n; i++) {
    CheckClause *io = &m->to->clauses.at[i];
    if (!is_of_metric(m, &c->clauses.at[i])) continue;
    mem_free(io->why);
    io->why = text_dup(why);
  }
}

static void check_metric(const CheckPlan *p, const CheckJob *j, const char *metric, u64 time_ns,
                         const volatile sig_atomic_t *interrupted, CheckContract *io) {
  MetricCheck m = {.plan = p,
                   .job = j,
                   .metric = metric,
                   .time_ns = time_ns,
                   .to = io,
                   .search = {.options = p->options,
                              .n_options = p->n_options,
                              .time_ns = time_ns,
                              .enough = UINT64_MAX,
                              .seed = p->seed}};
  expr_open();
  m.search.budget = limit_options_read(option_set_find(p->options, p->n_options, &limit_options));
  m.search.budget.deadline_ns = clock_after(time_ns);
  m.search.budget.interrupted = interrupted;
  if (check_all(&m) != OK) why_not(&m, err_text());
  worst_search_done(&m.search);
  target_done(&m.bare);
  if (m.bare_out.path.n) harness_discard(&m.bare_out);
  outdir_done(&m.bare_out);
  vec_free(&m.known);
  vec_free(&m.runs);
  kept_done(&m.kept);
  expr_close();
}

/* ---- public -------------------------------------------------------------------------------------- */

void check_contract_undecided(const Contract *c, const char *why, CheckContract *ret) {
  static const CheckKind kinds[] = {[CLAUSE_FORMULA] = CHECK_FORMULA,
                                    [CLAUSE_CLASS] = CHECK_CLASS,
                                    [CLAUSE_NO_ERRORS] = CHECK_ERRORS};
  *ret = (CheckContract){.file = text_dup(c->place.file),
                         .line = c->place.line,
                         .column = c->place.column,
                         .source = text_dup(c->source),
                         .function = text_dup(c->function),
                         .call = text_dup(text_c(&c->call)),
                         .verdict = CHECK_UNDECIDED};
  for (u32 i = 0; i < c->clauses.n; i++) {
    const Clause *clause = &c->clauses.at[i];
    vec_push(&ret->clauses,
             ((CheckClause){.text = text_dup(text_c(&clause->text)),
                            .kind = kinds[clause->kind],
                            .metric = clause->metric ? text_dup(clause->metric) : NULL,
                            .verdict = CHECK_UNDECIDED,
                            .why = text_dup(why)}));
  }
}

static CheckVerdict worst_verdict(const CheckContract *c) {
  CheckVerdict v = CHECK_OK;
  for (u32 i = 0; i < c->clauses.n; i++) {
    if (c->clauses.at[i].verdict == CHECK_BROKEN) return CHECK_BROKEN;
    if (c->clauses.at[i].verdict == CHECK_UNDECIDED) v = CHECK_UNDECIDED;
  }
  return v;
}

void check_contract(const CheckPlan *p, const CheckJob *j, CheckContract *ret) {
  u64 begin = clock_ns(), end = clock_after(p->time_ns);
  WordList metrics = {0};
  const volatile sig_atomic_t *interrupted = p->watch ? p->watch() : NULL;
  check_contract_undecided(j->contract, "interrupted", ret);
  contract_metrics(j->contract, &metrics);
  for (u32 i = 0; i < metrics.n && !(interrupted && *interrupted); i++) {
    u64 share = p->time_ns == NEVER_NS ? NEVER_NS : clock_left(end) / (metrics.n - i);
    check_metric(p, j, metrics.at[i], share, interrupted, ret);
  }
  vec_free(&metrics);
  ret->verdict = worst_verdict(ret);
  ret->seconds = (double)(clock_ns() - begin) / NS_PER_S;
}
