/* record.c — keeps what a run finds, as it finds it; see record.h.
 *
 *   testNNNNNN.ktest       the input of a path that finished or shows an error
 *   testNNNNNN.SUFFIX.err  about an error, beside the first test that shows it
 *   testNNNNNN.path        the decisions, for --follow
 *   paths.tree             the decisions of every test, each once; the .path files refer to it
 */
#include "engine/record.h"

#include "engine/explain.h"
#include "engine/outdir.h"
#include "engine/places.h"
#include "engine/stops.h"
#include "engine/summary.h"
#include "explore/follow.h"
#include "explore/path_tree.h"
#include "report/ktest.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { NAME_BYTES = 64 };

static const char tree_name[] = "paths.tree";

/* The run goes on after an error of writing; the first one is told at its end. */
static void keep_error(Record *r, Err err) {
  if (err == OK || r->err != OK) return;
  r->err = err;
  r->err_text = text_dup(err_text());
}

/* ---- tests --------------------------------------------------------------------------------------- */

static void put_object(Ktest *k, const TestInput *in) {
  ktest_add_object(k, in->name, in->bytes, in->n_bytes);
}

/* What memory held that nobody wrote stands behind the inputs: a replay cannot give it. */
static void write_test(Record *r, const char *name, const TestCase *test) {
  cleanup(ktest_free) Ktest k = {0};
  cleanup(text_free) Text bytes = {0};
  const Recipe *recipe = &r->report.recipe;
  char size[NAME_BYTES];
  snprintf(size, sizeof size, "--size=%ju", (uintmax_t)recipe->size);
  ktest_add_arg(&k, recipe->files.at[0]);
  ktest_add_arg(&k, size);
  for (u32 i = 0; i < test->inputs.n; i++) put_object(&k, &test->inputs.at[i]);
  for (u32 i = 0; i < test->unset.n; i++) put_object(&k, &test->unset.at[i]);
  ktest_encode(&k, &bytes);
  keep_error(r, outdir_write(&r->dir, name, &bytes));
}

static void write_path(Record *r, const Text *text) {
  char name[NAME_BYTES];
  snprintf(name, sizeof name, "test%06ju.path", (uintmax_t)r->n_tests);
  keep_error(r, outdir_write(&r->dir, name, text));
}

/* Of an error or a warning: a file that can be taken elsewhere. */
static void write_decisions(Record *r, const Path *path) {
  cleanup(text_free) Text text = {0};
  path_print(&text, path);
  write_path(r, &text);
}

static Err open_tree(Record *r, Text *io_line) {
  if (r->paths) return OK;
  cleanup(text_free) Text path = {0};
  text_addf(&path, "%s/%s", text_c(&r->dir), tree_name);
  r->paths = fopen(text_c(&path), "w");
  if (!r->paths) return err_set(ERR_FILE, "cannot write '%s': %s", text_c(&path), strerror(errno));
  path_tree_begin(io_line);
  return OK;
}

/* Of every test: a line in the tree, so that a prefix that many have is written once. */
static void add_to_tree(Record *r, const PathEnd *end) {
  cleanup(text_free) Text line = {0}, reference = {0};
  u32 number = (u32)r->n_tests;
  Err err = open_tree(r, &line);
  keep_error(r, err);
  if (err != OK) return;
  path_tree_add(&line, end->path, number);
  bool is_written = fwrite(text_c(&line), 1, line.n, r->paths) == line.n && !fflush(r->paths);
  if (!is_written) keep_error(r, err_set(ERR_FILE, "'%s' could not be written", tree_name));
  path_tree_refer(&reference, tree_name, number);
  write_path(r, &reference);
}

/* ---- errors -------------------------------------------------------------------------------------- */

static bool is_same_place(const ReportPlace *a, const ReportPlace *b) {
  return a->line == b->line && a->column == b->column && !strcmp(a->file, b->file) &&
         !strcmp(a->fn, b->fn);
}

static ReportError *find_error(Record *r, Stop stop, const ReportPlace *place) {
  const char *kind = stop_label(stop);
  for (u32 i = 0; i < r->report.errors.n; i++) {
    ReportError *e = &r->report.errors.at[i];
    if (e->kind == kind && is_same_place(&e->place, place)) return e;
  }
  return NULL;
}

static void add_inputs(ReportError *e, const TestInputVec *inputs) {
  for (u32 i = 0; i < inputs->n; i++) {
    const TestInput *in = &inputs->at[i];
    vec_push(&e->inputs, ((ReportInput){.name = text_dup(in->name),
                                        .bytes = mem_dup(in->bytes, in->n_bytes),
                                        .n_bytes = in->n_bytes}));
  }
}

/* The text beside the first test of an error. */
static void write_about(Record *r, const ReportError *e, const char *suffix) {
  char name[NAME_BYTES];
  cleanup(text_free) Text text = {0};
  snprintf(name, sizeof name, "test%06ju.%s", (uintmax_t)r->n_tests, suffix);
  summary_error(&text, e);
  keep_error(r, outdir_write(&r->dir, name, &text));
}

static void add_error(Record *r, const PathEnd *end, ReportPlace place, const PlaceVec *stack,
                      const char *test) {
  ReportError *known = find_error(r, end->stop, &place);
  if (known) {
    known->n_paths++;
    return;
  }
  cleanup(text_free) Text about = {0}, path = {0};
  ending_explain(&about, r->vm, end->state->ending);
  text_addf(&path, "%s/%s", text_c(&r->dir), test);
  ReportError e = {.kind = stop_label(end->stop),
                   .meaning = stop_infos[end->stop].meaning,
                   .text = text_dup(text_c(&about)),
                   .place = place,
                   .test = text_dup(text_c(&path)),
                   .n_paths = 1,
                   .depends_on_unset = end->state->depends_on_unset};
  vec_append(&e.stack, stack->at, stack->n);
  add_inputs(&e, &end->test->inputs);
  if (e.depends_on_unset) add_inputs(&e, &end->test->unset);
  vec_push(&r->report.errors, e);
  write_about(r, &e, stop_infos[end->stop].suffix);
  if (!r->keeps_paths) write_decisions(r, end->path);
}

static void add_warning(Record *r, const PlaceVec *stack, const TestCase *test, const State *s) {
  char name[NAME_BYTES];
  cleanup(text_free) Text path = {0};
  snprintf(name, sizeof name, "test%06ju.ktest", (uintmax_t)++r->n_tests);
  text_addf(&path, "%s/%s", text_c(&r->dir), name);
  ReportError e = {.kind = "unset",
                   .meaning = "decides by memory that was never written",
                   .text = text_dup(""),
                   .place = place_of_stack(stack),
                   .test = text_dup(text_c(&path)),
                   .n_paths = 1,
                   .depends_on_unset = true};
  vec_append(&e.stack, stack->at, stack->n);
  add_inputs(&e, &test->inputs);
  add_inputs(&e, &test->unset);
  vec_push(&r->report.warnings, e);
  write_test(r, name, test);
  write_about(r, &e, "unset.warn");
  write_decisions(r, s->path);
  ledger_warn(r->ledger, &e, name);
}

/* ---- public -------------------------------------------------------------------------------------- */

Err record_begin(const Text *dir, Record *ret_record) {
  Record r = {.report = {.limit = "unfinished", .limit_meaning = "the run was killed"}};
  text_add(&r.dir, text_c(dir));
  r.report.out_dir = text_c(&r.dir);
  Err err = ledger_open(&r.dir, &r.ledger);
  if (err == OK)
    *ret_record = r;
  else
    text_free(&r.dir);
  return err;
}

void record_write(Record *r) {
  cleanup(text_free) Text json = {0};
  run_report_json(&r->report, &json);
  keep_error(r, outdir_replace(&r->dir, "run.json", &json));
}

void record_path(void *user, const PathEnd *end) {
  Record *r = user;
  PlaceVec stack = {0};
  ReportPlace place = {.fn = "", .file = ""};
  char test[NAME_BYTES] = "";
  if (end->state) {
    places_of(r->vm, end->state, &stack);
    place = place_of_end(r->vm, end->state->ending, &stack);
  }
  bool is_error = stop_infos[end->stop].class == STOP_BUG;
  bool writes_test = end->test && (is_error || !r->only_errors);
  if (writes_test) {
    snprintf(test, sizeof test, "test%06ju.ktest", (uintmax_t)++r->n_tests);
    write_test(r, test, end->test);
    if (r->keeps_paths) add_to_tree(r, end);
    if (is_error) add_error(r, end, place, &stack, test);
  }
  ledger_add(r->ledger, end, &place, writes_test ? test : NULL);
  vec_free(&stack);
}

bool record_unset(void *user, Vm *vm, State *s) {
  Record *r = user;
  TestCase test = {0};
  if (testcase_make(vm, s, &test) != ANSWER_YES) return false;
  PlaceVec stack = {0};
  places_of(vm, s, &stack);
  add_warning(r, &stack, &test, s);
  vec_free(&stack);
  testcase_done(&test);
  return true;
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

static void add_ignored(RunReport *r, const Vm *vm) {
  for (u32 k = 0; k < BUILTIN_COUNT; k++) {
    u64 n = vm_ignored(vm, (Builtin)k);
    if (n) vec_push(&r->ignored, ((ReportCount){builtin_infos[k].name, "", n}));
  }
}

void record_end(Record *r, const ExploreStats *stats) {
  RunReport *p = &r->report;
  add_counts(p, stats);
  add_ignored(p, r->vm);
  p->n_paths = stats->n_paths;
  p->n_tests = r->n_tests;
  p->n_instructions = stats->n_instructions;
  p->n_branches = stats->n_choices;
  p->n_forks = stats->n_forks;
  p->n_parked = stats->n_parked;
  p->n_rebuilt = stats->n_unparked;
  p->max_states = stats->max_leaves;
  p->limit = stats->limit == LIMIT_NOT ? NULL : limit_name(stats->limit);
  p->limit_meaning = limit_meaning(stats->limit);
  p->is_complete = explore_is_complete(stats);
  record_write(r);
  keep_error(r, ledger_close(TAKE(r->ledger), stats));
}

Err record_error(const Record *r) {
  return r->err == OK ? OK : err_set(r->err, "%s", r->err_text);
}

void record_done(Record *r) {
  run_report_done(&r->report);
  if (r->paths) fclose(r->paths);
  text_free(&r->dir);
  r->err_text = mem_free(r->err_text);
}
