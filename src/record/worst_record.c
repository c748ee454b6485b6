/* worst_record.c — writes the files of a search, and copies its size searches into a report.
 *
 * If a new best cannot be written, the old file is removed, because it would be taken for the best.
 */
#include "record/worst_record.h"

#include "explore/saved_path.h"
#include "native/native_world.h"
#include "record/input_shape.h"
#include "record/stops.h"
#include "record/worst_strip.h"
#include "report/hot_lines.h"
#include "report/ktest.h"

#include <stdio.h>
#include <string.h>

enum { NAME_BYTES = 64 };

static void file_name(char *to, u64 size, const char *suffix) {
  snprintf(to, NAME_BYTES, "worst-%ju.%s", (uintmax_t)size, suffix);
}

/* ---- inputs -------------------------------------------------------------------------------------- */

/* Readers need only the beginning of millions of elements, and the test has them all.  Writing 64
 * MB as numbers took longer than the search. */
static void cut_long(WorstInput *io) {
  enum { MAX_ELEMENTS = 1 << 20 };
  if (io->dimensions.n != 1 || io->dimensions.at[0] <= MAX_ELEMENTS) return;
  io->n_left_out = io->dimensions.at[0] - MAX_ELEMENTS;
  io->dimensions.at[0] = MAX_ELEMENTS;
}

static void add_inputs(const WorstRecord *r, const SizeSearch *t, WorstReport *report,
                       WorstSize *size) {
  cleanup(input_shapes_done) InputShapes shapes = input_shapes_of(r->target, t->size);
  for (u32 i = 0; i < t->best.inputs.n; i++) {
    const NamedBytes *in = &t->best.inputs.at[i];
    if (native_world_is_metadata(&r->target->environment, in->name)) continue;
    WorstInput w = {.name = worst_report_keep(report, in->name),
                    .bytes = mem_dup(in->bytes, MAX(in->n_bytes, 1u))};
    input_shape_set(&shapes, i, in->n_bytes, &report->kept, &w);
    cut_long(&w);
    vec_push(&size->inputs, w);
  }
}

/* ---- one size ------------------------------------------------------------------------------------ */

/* An input costs what it costs when it is run, whatever the search counted. */
static void correct(const WorstCheck *c, WorstSize *io) {
  io->verified.has_counted = true;
  io->verified.counted = io->cost;
  io->proven = io->whole = io->predicted = false;
  io->has_cost = c->vm_ended;
  io->cost = c->vm_cost;
  if (!c->vm_ended)
    io->why = "the input that was found does not come to its end when it is run again";
}

static void add_check(const WorstRecord *r, WorstSize *size) {
  for (u32 i = 0; i < r->checks.n; i++) {
    const WorstCheck *c = &r->checks.at[i];
    if (c->size != size->size) continue;
    size->verified = (WorstVerified){.vm = c->vm,
                                     .native = c->native,
                                     .has_vm_cost = c->vm != VERDICT_NONE,
                                     .has_native_cost = c->has_native_cost,
                                     .vm_cost = c->vm_cost,
                                     .native_cost = c->native_cost,
                                     .native_how = c->native_how};
    if (c->vm == VERDICT_NOT_SEEN) correct(c, size);
    if (c->instructions) size->instructions = c->instructions;
    for (u32 k = 0; k < c->lines.n; k++) {
      WorstFile f = {.file = c->lines.at[k].file};
      vec_append(&f.counts, c->lines.at[k].counts.at, c->lines.at[k].counts.n);
      vec_push(&size->lines, f);
    }
    vec_append(&size->stacks, c->stacks.at, c->stacks.n);
  }
}

static void add_best(const WorstRecord *r, const SizeSearch *t, WorstReport *report,
                     WorstSize *size) {
  char name[NAME_BYTES];
  size->has_cost = true;
  size->cost = t->best.cost;
  file_name(name, t->size, "ktest");
  if (outdir_has(&r->out, name)) size->test = worst_report_keep(report, name);
  add_inputs(r, t, report, size);
  size->predicted = t->best.is_predicted;
  if (size->predicted) return;
  size->instructions = t->best.costs.n[COST_WORK];
  file_name(name, t->size, "path");
  if (outdir_has(&r->out, name)) size->path = worst_report_keep(report, name);
  worst_strip_add(r->target->module, &t->best.decisions, report, size);
}

static double seconds(u64 ns) { return (double)ns / (double)NS_PER_S; }

static void add_figures(const SizeSearch *t, WorstSize *size) {
  for (u32 i = 0; i < t->stats.n; i++) {
    const Stat *stat = &t->stats.at[i];
    bool is_time = stat->info->unit == STAT_NS;
    vec_push(&size->figures,
             ((WorstFigure){.name = stat->info->name,
                            .words = stat->info->words,
                            .is_time = is_time,
                            .value = is_time ? seconds(stat->n) : (double)stat->n}));
  }
}

static WorstSize size_of(const WorstRecord *r, const SizeSearch *t, WorstReport *report) {
  WorstSize size = {.size = t->size,
                    .proven = t->is_proven && t->best.is_found && !t->n_errors,
                    .whole = t->is_proven && t->best.is_found,
                    .unbounded = t->n_ended[STOP_ENDLESS] > 0,
                    .how = origin_names[t->how],
                    .why = worst_report_keep(report, text_c(&t->why)),
                    .paths = {t->n_feasible, t->n_infeasible, t->n_errors, t->n_unfinished},
                    .n_queries = t->n_queries,
                    .seconds = seconds(t->ns)};
  if (r->typical_size == t->size)
    size.typical = (WorstTypical){r->typical.n, r->typical.median, r->typical.high};
  if (t->has_gap) size.gap = worst_report_keep(report, text_c(&t->cut));
  if (t->max_unfinished > (t->best.is_found ? t->best.cost : 0)) size.unended = t->max_unfinished;
  if (t->least != UINT64_MAX) size.least = t->least;
  if (t->best.is_found) add_best(r, t, report, &size);
  add_figures(t, &size);
  moments_report(&t->history, &size);
  if (r->curves) curves_report(r->curves, t->size, &size);
  add_check(r, &size);
  for (u32 stop = 0; stop < STOP_COUNT; stop++)
    if (t->n_ended[stop])
      vec_push(&size.ledger, ((ReportCount){.name = stop_label((Stop)stop),
                                            .meaning = stop_infos[stop].meaning,
                                            .n = t->n_ended[stop]}));
  return size;
}

/* ---- the report ---------------------------------------------------------------------------------- */

/* Concrete runs are not paths of a size search, but we know their errors. */
static void mark_unbounded(WorstReport *report) {
  for (u32 i = 0; i < report->errors.n; i++)
    for (u32 k = 0; k < report->sizes.n; k++)
      report->sizes.at[k].unbounded |= !strcmp(report->errors.at[i].kind, "endless") &&
                                       report->errors.at[i].size == report->sizes.at[k].size;
}

void worst_record_report(const WorstRecord *r, const Search *h, WorstReport *ret) {
  const UserCall *call = target_call(r->target);
  *ret = (WorstReport){.call = call ? call->text : NULL,
                       .function = call ? call->function : NULL,
                       .strategy = h->config.strategy->name,
                       .metric = r->metric,
                       .unit = r->unit,
                       .seed = h->config.seed,
                       .out = text_c(&r->out.path),
                       .command = r->command,
                       .version = NADIR_VERSION,
                       .seconds = seconds(clock_ns() - r->begin_ns)};
  recipe_copy(&r->recipe, &ret->recipe);
  vec_append(&ret->sources, r->target->sources.at, r->target->sources.n);
  for (u32 i = 0; i < h->searches.n; i++) vec_push(&ret->sizes, size_of(r, h->searches.at[i], ret));
  hot_lines_add(ret);
  if (r->recorder) report_errors_add(&ret->errors, &r->recorder->errors);
  if (r->recorder) report_errors_add(&ret->warnings, &r->recorder->warnings);
  mark_unbounded(ret);
  for (u32 i = 0; i < h->said.n; i++) vec_push(&ret->said, worst_report_keep(ret, h->said.at[i]));
  for (u32 i = 0; i < h->tried.n; i++)
    vec_push(&ret->tried, worst_report_keep(ret, h->tried.at[i]));
}

/* ---- files --------------------------------------------------------------------------------------- */

/* What is there of a smaller cost would be taken for the best: it goes if the new one has no room. */
static void replace(WorstRecord *r, const char *name, const Text *contents) {
  if (!outdir_write(&r->out, name, contents)) outdir_remove(&r->out, name);
}

static void write_test(WorstRecord *r, const SizeSearch *t) {
  cleanup(ktest_free) Ktest k = {0};
  cleanup(text_free) Text bytes = {0};
  char name[NAME_BYTES];
  ktest_begin(&k, r->recipe.files.at[0], t->size);
  named_bytes_add_all(&k.objects, &t->best.inputs);
  named_bytes_add_all(&k.objects, &t->best.uninit); /* behind the inputs: a replay cannot give it */
  ktest_encode(&k, &bytes);
  file_name(name, t->size, "ktest");
  replace(r, name, &bytes);
}

static void write_path(WorstRecord *r, const SizeSearch *t) {
  cleanup(saved_path_done) SavedPath p = {.size = t->size, .has_cost = true, .cost = t->best.cost};
  cleanup(text_free) Text text = {0};
  char name[NAME_BYTES];
  named_bytes_add_all(&p.inputs, &t->best.inputs);
  vec_append(&p.decisions, t->best.decisions.at, t->best.decisions.n);
  saved_path_print(&p, r->target->module, &text);
  file_name(name, t->size, "path");
  replace(r, name, &text);
}

void worst_record_write(WorstRecord *r, const WorstReport *report) {
  cleanup(text_free) Text json = {0};
  worst_report_json(report, &json);
  outdir_write(&r->out, "worst.json", &json);
  r->is_stale = false;
  r->n_written++;
}

/* Writing takes only a small part of the elapsed time, but the file must not stay outdated for
 * long. */
static void write_if_due(WorstRecord *r, const RunEvent *e) {
  enum { WRITING_PART = 20 };
  if (!r->is_stale || e->ns < r->next_ns) return;
  u64 begin = clock_ns();
  cleanup(worst_report_done) WorstReport report;
  worst_record_report(r, e->size_search->search, &report);
  report.limit = "unfinished";
  worst_record_write(r, &report);
  u64 spent = clock_ns() - begin;
  r->next_ns = e->ns + spent + MIN(spent * WRITING_PART, (u64)NS_PER_S);
}

void worst_record_on_event(void *user, const RunEvent *e) {
  WorstRecord *r = user;
  if (e->kind == RUN_BETTER) {
    write_test(r, e->size_search);
    if (!e->size_search->best.is_predicted) write_path(r, e->size_search);
  }
  r->is_stale |= e->kind == RUN_BETTER || e->kind == RUN_SIZE_ENDED || e->kind == RUN_ERROR_FOUND;
  write_if_due(r, e);
}

void worst_record_done(WorstRecord *r) {
  for (u32 i = 0; i < r->checks.n; i++) {
    WorstCheck *c = &r->checks.at[i];
    for (u32 k = 0; k < c->lines.n; k++) {
      mem_free((char *)c->lines.at[k].file);
      vec_free(&c->lines.at[k].counts);
    }
    vec_free(&c->lines);
    for (u32 k = 0; k < c->stacks.n; k++) mem_free((char *)c->stacks.at[k].stack);
    vec_free(&c->stacks);
    mem_free(c->native_how);
  }
  vec_free(&r->checks);
  recipe_free(&r->recipe);
  outdir_done(&r->out);
}
