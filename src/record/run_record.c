/* run_record.c — fills in the report of an exploration.
 *
 * run.json is written at the beginning as that of a run that was killed, and again at the end.  On
 * a full disk the report claims only the tests that are there.
 */
#include "record/run_record.h"

#include "record/stops.h"

#include <string.h>

u64 solver_ns(const SolverStats *s) {
  u64 sum = 0;
  for (u32 i = 0; i < STAGE_COUNT; i++) sum += s->stage[i].n_ns;
  return sum;
}

RunFigures run_figures_of(const ExploreStats *stats, const Solver *solver, const Vm *vm) {
  RunFigures f = {.stats = *stats, .solver = solver_stats(solver), .max_bytes = mem_bytes()};
  for (u32 k = 0; k < BUILTIN_COUNT; k++) f.ignored[k] = vm_ignored(vm, (Builtin)k);
  return f;
}

static void add_solver_stats(SolverStats *io, const SolverStats *more) {
  io->n_questions += more->n_questions;
  io->n_yes += more->n_yes;
  io->n_no += more->n_no;
  io->n_unknown += more->n_unknown;
  io->solve_ns += more->solve_ns;
  io->n_validated += more->n_validated;
  for (u32 i = 0; i < STAGE_COUNT; i++) {
    StageStats *to = &io->stage[i];
    const StageStats *from = &more->stage[i];
    *to = (StageStats){to->n_asked + from->n_asked, to->n_yes + from->n_yes, to->n_no + from->n_no,
                       to->n_ns + from->n_ns};
  }
}

void run_figures_add(RunFigures *io, const RunFigures *more) {
  explore_stats_add(&io->stats, &more->stats);
  add_solver_stats(&io->solver, &more->solver);
  for (u32 k = 0; k < BUILTIN_COUNT; k++) io->ignored[k] += more->ignored[k];
  io->max_bytes += more->max_bytes;
}

static void add_counts(RunReport *r, const ExploreStats *stats) {
  ReportCount errors = {"error", stop_group_meaning(STOP_ASSERT), 0};
  for (u32 stop = STOP_NOT + 1; stop < STOP_COUNT; stop++) {
    u64 n = stats->n_ended[stop];
    ReportCount count = {stop_group((Stop)stop), stop_group_meaning((Stop)stop), n};
    if (stop_infos[stop].class != STOP_BUG) {
      vec_push(&r->paths, count);
      continue;
    }
    errors.n += n;
    count.name = stop_label((Stop)stop);
    count.meaning = stop_infos[stop].meaning;
    if (n) vec_push(&r->kinds, count);
  }
  vec_push(&r->paths, errors);
}

static void add_ignored(RunReport *r, const RunFigures *f) {
  for (u32 k = 0; k < BUILTIN_COUNT; k++) {
    u64 n = f->ignored[k];
    if (n) vec_push(&r->ignored, ((ReportCount){builtin_infos[k].name, "", n}));
  }
}

static void add_figures(RunReport *p, const ExploreStats *stats) {
  p->n_paths = stats->n_paths;
  p->n_instructions = stats->n_instructions;
  p->n_branches = stats->n_choices;
  p->n_forks = stats->n_forks;
  p->n_parked = stats->n_parked;
  p->n_rebuilt = stats->n_unparked;
  p->max_states = stats->max_leaves;
  p->limit = stats->limit == LIMIT_NOT ? NULL : limit_name(stats->limit);
  p->limit_meaning = limit_meaning(stats->limit);
  p->is_complete = explore_is_complete(stats);
}

static void add_solver(RunReport *p, const SolverStats *stats) {
  p->n_queries = stats->n_questions;
  p->solver_seconds = (double)solver_ns(stats) / (double)NS_PER_S;
  for (u32 i = 0; i < STAGE_COUNT; i++) {
    const StageStats *from = &stats->stage[i];
    if (!from->n_asked) continue;
    vec_push(&p->stages, ((ReportStage){stage_name((Stage)i), from->n_asked, from->n_yes,
                                        from->n_no, (double)from->n_ns / (double)NS_PER_S}));
  }
}

static void note_memory(RunReport *p) { p->max_bytes = MAX(p->max_bytes, mem_bytes()); }

/* A program may have many; the ledger has all. */
enum { MOST_GAPS = 100 };

/* What the machine or the solver could not do, and where. */
static void add_gap(RunReport *p, const PathEvent *path) {
  const PathEnd *end = path->end;
  if (stop_infos[end->stop].class != STOP_LIMIT) return;
  const EndFacts *f = path->facts;
  for (u32 i = 0; i < p->gaps.n; i++) {
    ReportGap *g = &p->gaps.at[i];
    bool is_same = g->kind == stop_label(end->stop) && !strcmp(g->place, f->place);
    if (!is_same || strcmp(g->text, f->text)) continue;
    g->n++;
    return;
  }
  if (p->gaps.n == MOST_GAPS) return;
  vec_push(&p->gaps,
           ((ReportGap){stop_label(end->stop), text_dup(f->place), text_dup(f->text), 1}));
}

/* What was found is moved to the report. */
static void take_findings(RunReport *p, Recorder *from) {
  p->n_tests = from->n_tests;
  p->errors = from->errors;
  p->warnings = from->warnings;
  from->errors = from->warnings = (ReportErrorVec){0};
}

static void drop_missing(const OutDir *out, ReportErrorVec *errors) {
  for (u32 i = 0; i < errors->n; i++) {
    char *slash = strrchr(errors->at[i].test, '/');
    if (slash && !outdir_has(out, slash + 1)) *errors->at[i].test = 0;
  }
}

/* On a full disk: claims nothing that is not there. */
static void drop_lost(RunReport *p, const OutDir *out) {
  u64 n_made = p->n_tests;
  for (u64 i = 1; out->err != OK && i <= n_made; i++) {
    char name[TEST_NAME_BYTES];
    test_name(name, i, "ktest");
    if (outdir_has(out, name)) continue;
    p->n_tests--;
    p->n_lost++;
  }
  drop_missing(out, &p->errors);
  drop_missing(out, &p->warnings);
}

static void begin(RunRecord *r, const RunEvent *e) {
  r->begin_ns = e->ns;
  r->report.out_dir = text_c(&r->out->path);
  r->report.limit = "unfinished";
  r->report.limit_meaning = "the run was killed";
  run_record_write(r);
}

static void end(RunRecord *r, const RunEvent *e) {
  RunReport *p = &r->report;
  add_counts(p, e->stats);
  add_ignored(p, r->figures);
  add_figures(p, e->stats);
  take_findings(p, r->recorder);
  drop_lost(p, r->out);
  p->max_bytes = MAX(p->max_bytes, r->figures->max_bytes);
  p->seconds = (double)(e->ns - r->begin_ns) / (double)NS_PER_S;
  add_solver(p, &r->figures->solver);
  run_record_write(r);
}

/* ---- public -------------------------------------------------------------------------------------- */

void run_record_write(RunRecord *r) {
  cleanup(text_free) Text json = {0};
  run_report_json(&r->report, &json);
  outdir_write(r->out, "run.json", &json);
  r->report.is_written = r->out->err == OK;
}

void run_record_on_event(void *user, const RunEvent *e) {
  RunRecord *r = user;
  if (e->kind == RUN_SIZE_BEGAN) begin(r, e);
  if (e->kind == RUN_SIZE_ENDED) end(r, e);
  if (e->kind == RUN_PATH_ENDED) add_gap(&r->report, &e->path);
  if (e->kind == RUN_MISSED) vec_push(&r->report.missing, text_dup(e->name));
  if (e->kind == RUN_COVERED) r->report.n_sides = e->n_covered;
  if (e->kind == RUN_TICKED) note_memory(&r->report);
}

void run_record_done(RunRecord *r) { run_report_done(&r->report); }
